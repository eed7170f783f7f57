package locale

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/bidi"
)

// A Name is what somebody is called. One in a script that is written from right
// to left is isolated from the sentence around it, so that neither disturbs the
// order of the other.
type Name string

// Names are shown in a row.
type Names []string

// The signs that isolate a text of any direction.
const (
	firstStrongIsolate = "\u2068"
	popIsolate         = "\u2069"
)

func (n Name) isolated() string {
	plain := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Bidi_Control, r) || unicode.IsControl(r) { // a name must not reach beyond itself
			return -1
		}
		return r
	}, string(n))
	if strings.ContainsFunc(plain, rightToLeft) {
		return firstStrongIsolate + plain + popIsolate
	}
	return plain
}

func (n Names) isolated() string {
	shown := make([]string, len(n))
	for i, name := range n {
		shown[i] = Name(name).isolated()
	}
	return strings.Join(shown, ", ")
}

func rightToLeft(r rune) bool {
	p, _ := bidi.LookupRune(r)
	return p.Class() == bidi.R || p.Class() == bidi.AL || p.Class() == bidi.AN
}
