package bot

import (
	"errors"
	"fmt"
	"time"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/persist"
)

// reminderKind is the kind of docs that say whom to remind, under the time of day
// and the player.
const reminderKind = "reminder"

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
	if value > s.now.Format("15:04") {
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
// record, which stays as it is when the time of day changes. It reports false if
// that was so already, or the reminder isn't there any more.
func (s *session) doneWith(key string, today persist.Day) (bool, error) {
	r, version, ok, err := read[reminder](s, reminderKind, key)
	if err != nil || !ok || r.Day >= today {
		return false, err
	}
	r.Day, s.rec.Reminded = today, today
	return true, s.writeOver(reminderKind, key, version, r)
}

// remind sends one reminder that is due, at most once a day, and none to who has
// played. When it can't be delivered it switches itself off.
func (j *jobs) remind(doc persist.Doc, today persist.Day) error {
	r, err := persist.Unpack[reminder](doc)
	if err != nil || r.Day >= today {
		return err
	}
	wanted, lang := false, locale.English
	err = j.bot.within(j.ctx, r.Player, func(s *session) error {
		wanted, lang = false, s.finish(command{}).Lang
		done, err := s.doneWith(doc.Key, today)
		wanted = done && !s.hasPlayed(today)
		return err
	})
	poster := j.bot.Posters[r.Player.Platform]
	if err != nil || !wanted || poster == nil {
		return err
	}
	err = poster.Post(j.ctx, Post{
		To: Address{Platform: r.Player.Platform, Server: r.Player.Space, Player: r.Player},
		Reply: Reply{
			Lines: []locale.Message{msg("reminder.text", "Day", dayNumber(today), "Ends", locale.Moment((today + 1).Start()))},
			Lang:  lang, Actions: [][]Action{{button("daily")}},
		},
	})
	if !errors.Is(err, ErrUndeliverable) {
		return err
	}
	return j.bot.within(j.ctx, r.Player, func(s *session) error {
		if err := s.setReminder(off); err != nil {
			return fmt.Errorf("switch a reminder off: %w", err)
		}
		s.set(settingReminder, off)
		return nil
	})
}

// due returns the times of day, to the minute, that have come since a moment.
// Those of the day before are none any more: its deal has gone.
func due(since, now time.Time) []string {
	if midnight := persist.DayOf(now).Start(); since.Before(midnight) {
		since = midnight.Add(-time.Minute)
	}
	var list []string
	for t := since.Truncate(time.Minute).Add(time.Minute); !t.After(now); t = t.Add(time.Minute) {
		list = append(list, t.Format("15:04"))
	}
	return list
}
