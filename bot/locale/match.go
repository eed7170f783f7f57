package locale

import (
	"slices"

	"golang.org/x/text/language"
)

// Match returns the language of the first tag that there is a catalogue for,
// such as "vi" for "vi-VN" or "vi_VN"; English, if there is none for any. What
// is no tag is passed over.
func Match(tags ...string) string {
	for _, tag := range tags {
		if slices.Contains(Codes(), tag) { // as nearly all are
			return tag
		}
		base, sure := language.Make(tag).Base()
		if sure == language.Exact && slices.Contains(Codes(), base.String()) {
			return base.String()
		}
	}
	return English
}
