package bot

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	"github.com/solitaire-chat/solitaire/bot/locale"
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
// record, which stays as it is when the time of day changes. Today is done with
// too if the player is told of its deal. It reports whether that is to be: there
// is such a reminder still, and the player has played neither day's deal.
func (s *session) doneWith(key string, day, today persist.Day) (tell bool, err error) {
	r, version, ok, err := read[reminder](s, reminderKind, key)
	if err != nil || !ok || r.Day >= day {
		return false, err
	}
	if tell = !s.hasPlayed(day) && !s.hasPlayed(today); tell {
		day = today
	}
	r.Day, s.rec.Reminded = day, day
	return tell, s.writeOver(reminderKind, key, version, r)
}

// remind sends one reminder that fell due on a day, today or just before midnight:
// at most one a day, and none to who has played. Its day is done with before it is
// sent, so that nothing can send it twice; if it can't be sent now, the jobs
// remember it.
func (j *jobs) remind(doc persist.Doc, day, today persist.Day) error {
	r, err := persist.Unpack[reminder](doc)
	if err != nil || r.Day >= day || !j.bot.reaches(r.Player.Platform) {
		return err
	}
	tell, lang := false, locale.English
	err = j.bot.within(j.ctx, r.Player, func(s *session) (err error) {
		lang = s.finish(command{}).Lang
		tell, err = s.doneWith(doc.Key, day, today)
		return err
	})
	if err != nil || !tell {
		return err
	}
	send := func(*retry) error { return j.sendReminder(r.Player, today, lang) }
	again := func(late *retry) error {
		if err := j.stillWanted(doc.Key, r.Player, today); err != nil {
			return err
		}
		return send(late)
	}
	return j.patiently("reminder "+doc.Key, retry{what: "reminder", until: (today + 1).Start(), again: again}, send)
}

// stillWanted looks at a reminder that could not be sent when it was due. The error
// is errMoot if the player has played since, or doesn't want it any more.
func (j *jobs) stillWanted(key string, p persist.Player, today persist.Day) error {
	return j.bot.within(j.ctx, p, func(s *session) error {
		_, _, ok, err := read[reminder](s, reminderKind, key)
		if err == nil && (!ok || s.hasPlayed(today)) {
			return errMoot
		}
		return err
	})
}

// sendReminder tells a player of the day's deal. A reminder that can't be delivered
// switches itself off.
func (j *jobs) sendReminder(p persist.Player, today persist.Day, lang string) error {
	err := j.bot.send(j.ctx, Post{
		To: Address{Platform: p.Platform, Server: p.Space, Player: p},
		Reply: Reply{
			Lines: []locale.Message{msg("reminder.text", "Day", dayNumber(today), "Ends", locale.Moment((today + 1).Start()))},
			Lang:  lang, Actions: [][]Action{{button("daily")}},
		},
	})
	if !errors.Is(err, ErrUndeliverable) {
		return err
	}
	err = j.bot.within(j.ctx, p, func(s *session) error {
		if err := s.setReminder(off); err != nil {
			return fmt.Errorf("switch a reminder off: %w", err)
		}
		s.set(settingReminder, off)
		return nil
	})
	return cmp.Or(err, errMoot)
}

// due returns the minutes that have come since a moment. Those of the day before
// are no use any more an hour after they came.
func due(since, now time.Time) []time.Time {
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
