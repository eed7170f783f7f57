package console

import (
	"strings"
	"unicode/utf8"
)

// wrap breaks lines between words so that they fit a width; 0 means any width.
// Lines that fit, such as those of a board, stay as they are.
func wrap(text string, width int) string {
	if width <= 0 {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if utf8.RuneCountInString(line) > width {
			lines[i] = fold(line, width)
		}
	}
	return strings.Join(lines, "\n")
}

func fold(line string, width int) string {
	var b strings.Builder
	used := 0
	for word := range strings.FieldsSeq(line) {
		n := utf8.RuneCountInString(word)
		switch {
		case used == 0:
		case used+1+n > width:
			b.WriteByte('\n')
			used = 0
		default:
			b.WriteByte(' ')
			used++
		}
		b.WriteString(word)
		used += n
	}
	return b.String()
}
