package locale

import (
	"slices"

	"golang.org/x/text/language"
)

// Match returns the language of the first tag that there is a catalogue for;
// English, if there is none for any. What is no tag is passed over.
func Match(tags ...string) string {
	for _, tag := range tags {
		if code, ok := Known(tag); ok {
			return code
		}
	}
	return English
}

// Known returns the language of a tag, such as "vi" of "vi-VN" or "vi_VN", if
// there is a catalogue for it.
func Known(tag string) (code string, ok bool) {
	if slices.Contains(Codes(), tag) { // as nearly all are
		return tag, true
	}
	base, sure := language.Make(tag).Base()
	return base.String(), sure == language.Exact && slices.Contains(Codes(), base.String())
}
