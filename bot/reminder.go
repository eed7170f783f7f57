package bot

import (
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
func (s *session) setReminder(value string) error {
	before := or(s.rec.Settings[settingReminder], off)
	if value == before {
		return nil
	}
	if before != off {
		s.erase(reminderKind, reminderKey(before, s.req.Player))
	}
	if value == off {
		return nil
	}
	done := persist.DayOf(s.now)
	if value > s.now.Format(clock) {
		done-- // still to come today
	}
	done = max(done, s.rec.Reminded)
	return s.write(reminderKind, reminderKey(value, s.req.Player), reminder{s.req.Player, done})
}

// hasPlayed reports whether the player has begun a deal of a day.
func (s *session) hasPlayed(day persist.Day) bool {
	for _, g := range s.rec.Games {
		if g.Kind == daily && g.Day == day {
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
func (s *session) doneWith(key string, day, today persist.Day) error {
	r, version, ok, err := read[reminder](s, reminderKind, key)
	if err != nil || !ok || r.Day >= day {
		return err
	}
	if !s.hasPlayed(day) && !s.hasPlayed(today) {
		day = today
		if err := s.write(dueKind, dueKey(s.req.Player), dueReminder{s.req.Player, today}); err != nil {
			return err
		}
	}
	r.Day, s.rec.Reminded = day, day
	return s.writeOver(reminderKind, key, version, r)
}

// remind decides on one reminder whose time has come on a day, today or just before
// midnight: at most one a day, and none to who has played.
func (j *jobs) remind(doc persist.Doc, day, today persist.Day) error {
	r, err := persist.Unpack[reminder](doc)
	if err != nil || r.Day >= day || !j.bot.reaches(r.Player.Platform) {
		return err
	}
	return j.bot.within(j.ctx, r.Player, func(s *session) error { return s.doneWith(doc.Key, day, today) })
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
	for t := since.Truncate(time.Minute).Add(time.Minute); !t.After(now); t = t.Add(time.Minute) {
		list = append(list, t)
	}
	return list
}
