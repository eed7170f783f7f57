package console

import "strings"

const (
	escBold  = "\x1b[1m"
	escRed   = "\x1b[31m"
	escReset = "\x1b[0m"
)

func bold(s string) string { return escBold + s + escReset }

// redden colours hearts and diamonds. Nothing is said by it alone: the suits
// are there as signs.
func redden(board string) string {
	var b strings.Builder
	for _, word := range strings.SplitAfter(board, " ") {
		if card := strings.TrimRight(word, " \n"); strings.ContainsAny(card, "♥♦") {
			b.WriteString(escRed + card + escReset + word[len(card):])
			continue
		}
		b.WriteString(word)
	}
	return b.String()
}
