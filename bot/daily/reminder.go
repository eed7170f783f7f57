package daily

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/persist"
)

// Clock is how times of day are written.
const Clock = "15:04"

// Kinds of docs about reminders. One is due from the decision until it was sent, so
// that neither a platform that fails nor a bot that ends loses it. Should the bot end
// between sending and deleting the doc, it is sent again, with the same id.
const (
	reminderKind = "reminder" // whom to remind, by the time of day and the player
	dueKind      = "due"      // whom to remind now, by the player
)

// A reminder is a wish to be reminded of the day's deal, or a reminder that is due.
type reminder struct {
	Player persist.Player `cbor:"1,keyasint"`
	Day    persist.Day    `cbor:"2,keyasint"` // the last day that is done with; of one that is due, the deal's
}

// doneWith reports whether a day is done with. A day after today was noted while a clock
// was wrong, and means nothing.
func (r reminder) doneWith(day, today persist.Day) bool { return r.Day >= day && r.Day <= today }

func reminderKey(at string, p persist.Player) string { return at + "|" + dueKey(p) }

func dueKey(p persist.Player) string { return string(p.AppendKey(nil)) }

// lateReminder is how late a reminder may come after a time without any copy of the
// bot that works, or after midnight.
const lateReminder = time.Hour

// SetReminder changes when the player is reminded: a time of day as in [Clock], or
// [bot.Off].
func SetReminder(t *bot.Turn, value string) error {
	before := t.Setting(bot.SettingReminder)
	if value == before {
		return nil
	}
	if before != bot.Off {
		t.Erase(reminderKind, reminderKey(before, t.Request.Player))
	}
	if value == bot.Off {
		return nil
	}
	done := persist.DayOf(t.Now)
	if value > t.Now.Format(Clock) {
		done-- // still to come today
	}
	if last := t.Record.Reminded; last <= persist.DayOf(t.Now) {
		done = max(done, last)
	}
	return t.Write(reminderKind, reminderKey(value, t.Request.Player), reminder{t.Request.Player, done})
}

// decideReminders decides on the reminders whose time has come since the last round.
// Where the store fails it ends, since it would for the others too, and the next
// round continues from there.
func (j *jobs) decideReminders(now time.Time) {
	today := persist.DayOf(now)
	oldest := now.Add(-lateReminder)
	if midnight := today.Start(); midnight.Before(oldest) {
		oldest = midnight.Add(-time.Minute) // a minute of the day before is dropped after an hour
	}
	if j.last.Before(oldest) {
		j.last = oldest
	}
	for at := j.last.Truncate(time.Minute).Add(time.Minute); !at.After(now); at = at.Add(time.Minute) {
		err := j.bot.Walk(j.ctx, reminderKind, at.Format(Clock)+"|", func(d persist.Doc) error {
			err := j.decide(d, persist.DayOf(at), today)
			if persist.Unreadable(err) { // the next round couldn't read it either
				j.report(err)
				return nil
			}
			return err
		})
		if j.report(err); err != nil {
			return
		}
		j.last = at
	}
	j.last = now
}

// decide decides on one reminder whose time has come on a day, today or just before
// midnight: at most one a day, and none to a player who has begun either day's deal.
// That the day is done with is noted in the reminder's doc, and in the record, which
// stays as it is when the time of day changes.
func (j *jobs) decide(doc persist.Doc, day, today persist.Day) error {
	r, err := persist.Unpack[reminder](doc)
	if err != nil || r.doneWith(day, today) || !j.bot.Reaches(r.Player.Platform) {
		return err
	}
	return j.bot.Within(j.ctx, r.Player, func(t *bot.Turn) error {
		r, version, err := bot.ReadDoc[reminder](t.Ctx, t.Bot, reminderKind, doc.Key)
		if err != nil || version == 0 || r.doneWith(day, today) {
			return err
		}
		if t.Record.Version == 0 { // forgotten
			t.EraseOver(reminderKind, doc.Key, version)
			return nil
		}
		if r.Day = day; !hasPlayed(t, day) && !hasPlayed(t, today) {
			r.Day = today
			if err := t.Write(dueKind, dueKey(r.Player), reminder{r.Player, today}); err != nil {
				return err
			}
		}
		t.Record.Reminded = r.Day
		return t.WriteOver(reminderKind, doc.Key, version, r)
	})
}

// hasPlayed reports whether the player has begun a deal of a day.
func hasPlayed(t *bot.Turn, day persist.Day) bool {
	return slices.ContainsFunc(t.Record.Games, func(g persist.Game) bool { return g.Kind == bot.Daily && g.Day == day })
}

// sendReminders sends the reminders that are due, whichever copy of the bot has
// decided on them. One that can't be delivered switches itself off.
func (j *jobs) sendReminders(today persist.Day) {
	j.each(dueKind, func(d persist.Doc) error {
		r, err := persist.Unpack[reminder](d)
		switch {
		case err != nil:
			return err
		case r.Day != today:
			return j.bot.Remove(j.ctx, d)
		case !j.bot.Reaches(r.Player.Platform):
			return nil
		}
		id := fmt.Sprintf("reminder %d %s", r.Day, d.Key)
		return j.deliver(id, "reminder", (r.Day + 1).Start(), func() error { return j.sendReminder(r, id) },
			func(error) error { return j.bot.Remove(j.ctx, d) })
	})
}

// sendReminder sends one. The error is errNotNeeded if the player has played since
// it was decided on, wants none any more, or can't be reached.
func (j *jobs) sendReminder(r reminder, id string) error {
	lang := ""
	if err := j.bot.Within(j.ctx, r.Player, func(t *bot.Turn) error {
		if t.Setting(bot.SettingReminder) == bot.Off || hasPlayed(t, r.Day) {
			return errNotNeeded
		}
		lang = t.Lang()
		return nil
	}); err != nil {
		return err
	}
	err := j.send(bot.Post{
		To: bot.Address{Platform: r.Player.Platform, Server: r.Player.Space, Player: r.Player},
		Reply: bot.Reply{
			Lines: []locale.Message{locale.Msg("reminder.text", "Day", bot.DayNumber(r.Day), "Ends", locale.Moment((r.Day + 1).Start()))},
			Lang:  lang, Actions: [][]bot.Action{{bot.Button("daily")}},
		},
		ID: id,
	})
	if !errors.Is(err, bot.ErrUndeliverable) {
		return err
	}
	if err := j.bot.Within(j.ctx, r.Player, func(t *bot.Turn) error {
		if err := SetReminder(t, bot.Off); err != nil {
			return err
		}
		t.SetSetting(bot.SettingReminder, bot.Off)
		return nil
	}); err != nil {
		return fmt.Errorf("switch a reminder off: %w", err)
	}
	return errNotNeeded
}
