package daily

import (
	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"time"

	"github.com/solitaire-chat/solitaire/persist"
)

// reminderKind is the kind of docs that say whom to remind, under the time of day
// and the player.
const reminderKind = "reminder"

// clock is how times of day are written.
const clock = "15:04"

// A reminder is a wish to be told of the day's deal.
type reminder struct {
	Player persist.Player `cbor:"1,keyasint"`
	Day    persist.Day    `cbor:"2,keyasint"` // the last day that is done with
}

func reminderKey(at string, p persist.Player) string { return at + "|" + string(p.AppendKey(nil)) }

// setReminder changes when the player is reminded; off is never.
func setReminder(t *bot.Turn, value string) error {
	before := or(t.Record.Settings[bot.SettingReminder], off)
	if value == before {
		return nil
	}
	if before != off {
		t.Erase(reminderKind, reminderKey(before, t.Request.Player))
	}
	if value == off {
		return nil
	}
	done := persist.DayOf(t.Now)
	if value > t.Now.Format(clock) {
		done-- // still to come today
	}
	done = max(done, t.Record.Reminded)
	return t.Write(reminderKind, reminderKey(value, t.Request.Player), reminder{t.Request.Player, done})
}

// hasPlayed reports whether the player has begun a deal of a day.
func hasPlayed(t *bot.Turn, day persist.Day) bool {
	for _, g := range t.Record.Games {
		if g.Kind == bot.Daily && g.Day == day {
			return true
		}
	}
	return false
}

// doneWith notes that a reminder's day is done with: in its doc, and in the
// record, which stays as it is when the time of day changes. If the player is to be
// told of today's deal, today is done with too, and a doc says that it is due. That
// is so where there is such a reminder still, and the player has played neither
// day's deal.
func doneWith(t *bot.Turn, key string, day, today persist.Day) error {
	r, version, ok, err := bot.ReadDoc[reminder](t, reminderKind, key)
	if err != nil || !ok || r.Day >= day {
		return err
	}
	if !hasPlayed(t, day) && !hasPlayed(t, today) {
		day = today
		if err := t.Write(dueKind, dueKey(t.Request.Player), dueReminder{t.Request.Player, today}); err != nil {
			return err
		}
	}
	r.Day, t.Record.Reminded = day, day
	return t.WriteOver(reminderKind, key, version, r)
}

// remind decides on one reminder whose time has come on a day, today or just before
// midnight: at most one a day, and none to who has played.
func (j *jobs) remind(doc persist.Doc, day, today persist.Day) error {
	r, err := persist.Unpack[reminder](doc)
	if err != nil || r.Day >= day || !j.bot.reaches(r.Player.Platform) {
		return err
	}
	return j.bot.Within(j.ctx, r.Player, func(t *bot.Turn) error { return doneWith(t, doc.Key, day, today) })
}

// remindAll decides on the reminders whose time has come since the last round. Where
// the store fails it ends, since it would for the others too, and the next round
// goes on from there.
func (j *jobs) remindAll(now time.Time) {
	for _, at := range minutes(j.last, now) {
		err := j.remindAt(at, persist.DayOf(now))
		j.report(err)
		if err != nil && !persist.Unreadable(err) {
			return
		}
		j.last = at
	}
	j.last = now
}

// remindAt does so for one minute. What can't be read is passed over: it will not be
// read in the next round either.
func (j *jobs) remindAt(at time.Time, today persist.Day) error {
	return j.bot.walk(j.ctx, reminderKind, at.Format(clock)+"|", func(d persist.Doc) error {
		err := j.remind(d, persist.DayOf(at), today)
		if persist.Unreadable(err) {
			j.report(err)
			return nil
		}
		return err
	})
}

// minutes returns those that have come since a moment. Those of the day before
// are no use any more an hour after they came.
func minutes(since, now time.Time) []time.Time {
	oldest := now.Add(-makeUp)
	if midnight := persist.DayOf(now).Start(); midnight.Before(oldest) {
		oldest = midnight.Add(-time.Minute)
	}
	if since.Before(oldest) {
		since = oldest
	}
	var list []time.Time
	for table := since.Truncate(time.Minute).Add(time.Minute); !table.After(now); table = table.Add(time.Minute) {
		list = append(list, table)
	}
	return list
}
