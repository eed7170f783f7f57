package locale

import (
	"fmt"
	"regexp"
	"strings"
)

// A template is a text with places for arguments: words and the names of
// arguments by turns, words first and last.
type template []string

const (
	openArg  = "{{."
	closeArg = "}}"
)

// parseTemplate reads a text in which an argument stands as {{.Name}}.
func parseTemplate(text string) (template, error) {
	var t template
	for {
		words, rest, more := strings.Cut(text, openArg)
		if strings.Contains(words, "{{") || strings.Contains(words, closeArg) {
			return nil, fmt.Errorf("an argument is written {{.Name}}: %q", words)
		}
		t = append(t, words)
		if !more {
			return t, nil
		}
		name, after, closed := strings.Cut(rest, closeArg)
		if !closed || !regexp.MustCompile(`^[A-Z][A-Za-z]*$`).MatchString(name) {
			return nil, fmt.Errorf("an argument is written {{.Name}}: %q", openArg+rest)
		}
		t, text = append(t, name), after
	}
}

// fill puts arguments in.
func (t template) fill(value func(name string) string) string {
	if len(t) == 1 {
		return t[0]
	}
	var b strings.Builder
	for i, part := range t {
		if i%2 == 1 {
			part = value(part)
		}
		b.WriteString(part)
	}
	return b.String()
}
