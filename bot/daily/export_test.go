package daily

import (
	"context"
	"errors"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
)

// Rate is rate.
var Rate = rate

// Tick does all due jobs once, except those that only make later answers faster or
// fuller.
func Tick(ctx context.Context, b *bot.Bot, since time.Time) error {
	var faults []error
	j := newJobs(ctx, b, Jobs{Days: DaysAhead, Failed: func(err error) { faults = append(faults, err) }}, since)
	j.report(j.coming(prepare)(ctx))
	j.timed()
	j.report(j.coming(shorten)(ctx))
	return errors.Join(faults...)
}
