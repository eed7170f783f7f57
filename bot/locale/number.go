package locale

import (
	"strconv"
	"strings"
	"time"
)

// number writes a whole number with its digits in groups.
func (b *book) number(n int) string {
	digits := strconv.Itoa(max(n, -n))
	if max(n, -n) >= b.Language.From {
		for at := len(digits) - 3; at > 0; at -= 3 {
			digits = digits[:at] + b.Language.Group + digits[at:]
		}
	}
	if n < 0 {
		return "−" + digits
	}
	return digits
}

// date writes the day of a time in a layout. If that names the month, its
// English name gives way to the language's own.
func (b *book) date(t time.Time, layout string) string {
	written := t.Format(layout)
	if len(b.Language.Months) == 0 {
		return written
	}
	return strings.Replace(written, t.Format("Jan"), b.Language.Months[t.Month()-1], 1)
}
