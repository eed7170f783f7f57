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

// Clock is the format of times of day.
const Clock = "15:04"

// Kinds of docs about reminders. A reminder is due from the decision until it was sent,
// so that neither a failing platform nor a stopping bot loses it. If the bot stops
// between sending and deleting the doc, it sends the reminder again with the same id.
const (
	reminderKind = "reminder" // whom to remind, by time of day and player
	dueKind      = "due"      // whom to remind now, by player
)

// A reminder is a player's subscription to reminders, or a reminder that is due.
type reminder struct {
	Player persist.Player `cbor:"1,keyasint"`
	Day    persist.Day    `cbor:"2,keyasint"` // the last day dealt with; for a due one, the deal's day
}

// doneWith reports whether a day was dealt with. A day after today was stored while a
// clock was wrong, and doesn't count.
func (r reminder) doneWith(day, today persist.Day) bool { return r.Day >= day && r.Day <= today }

func reminderKey(at string, p persist.Player) string { return at + "|" + dueKey(p) }

func dueKey(p persist.Player) string { return string(p.AppendKey(nil)) }

// lateReminder is how late a reminder may come, after a time without a running copy of
// the bot, or after midnight.
const lateReminder = time.Hour

// SetReminder changes when the player is reminded: a time of day in the format [Clock],
// or [bot.Off].
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

// decideReminders decides on the reminders whose time has come since the last round. If
// the store fails, it stops, since the store would fail for the others too. The next
// round continues from there.
func (j *jobs) decideReminders(now time.Time) {
	today := persist.DayOf(now)
	oldest := now.Add(-lateReminder)
	if midnight := today.Start(); midnight.Before(oldest) {
		oldest = midnight.Add(-time.Minute) // one from the last minutes of the day before is dropped after an hour
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
// midnight: at most one a day, and none to a player who has begun that day's deals. It
// stores the day in the reminder's doc, and in the record, which stays when the time of
// day changes.
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

// sendReminders sends the due reminders, whichever copy of the bot has decided on them.
// An undeliverable one switches itself off.
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

// sendReminder sends one. The error is errNotNeeded if the player has played since the
// decision, has switched reminders off, or can't be reached.
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
