package daily

import (
	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"cmp"
	"errors"
	"fmt"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/persist"
)

// dueKind is the kind of docs that say whom to remind now, under the player. One is
// written with the decision and deleted when the reminder was sent, so that neither a
// platform that fails nor a bot that ends loses it. Should the bot end between the
// two, it is sent again, with the same id.
const dueKind = "due"

func dueKey(p persist.Player) string { return string(p.AppendKey(nil)) }

// A dueReminder is not sent yet, as far as is known.
type dueReminder struct {
	Player persist.Player `cbor:"1,keyasint"`
	Day    persist.Day    `cbor:"2,keyasint"` // whose deal it tells of; when that ends it is of no use
}

// sendReminders sends the reminders that are due, whichever copy of the bot has
// decided on them.
func (j *jobs) sendReminders(today persist.Day) error {
	return j.each(dueKind, "", func(d persist.Doc) error {
		r, err := persist.Unpack[dueReminder](d)
		switch {
		case err != nil:
			return err
		case r.Day < today:
			return j.bot.remove(j.ctx, d)
		case !j.bot.reaches(r.Player.Platform):
			return nil
		}
		id := fmt.Sprintf("reminder %d %s", r.Day, d.Key)
		return j.patiently(id, retry{what: "reminder", until: (r.Day + 1).Start()}, func(table *retry) error {
			err := table.once(func() error { return j.sendReminder(r, id) })
			if err != nil && !errors.Is(err, errMoot) {
				return err
			}
			return cmp.Or(j.bot.remove(j.ctx, d), err)
		})
	})
}

// sendReminder tells a player of the day's deal. A reminder that can't be delivered
// switches itself off, and is moot.
func (j *jobs) sendReminder(r dueReminder, id string) error {
	lang, err := j.stillWanted(r)
	if err != nil {
		return err
	}
	err = j.send(bot.Post{
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
	return cmp.Or(j.switchOff(r.Player), errMoot)
}

// stillWanted returns the language of a reminder. The error is errMoot if the player
// has played since it was decided on, or wants none any more.
func (j *jobs) stillWanted(r dueReminder) (lang string, err error) {
	err = j.bot.Within(j.ctx, r.Player, func(t *bot.Turn) error {
		if or(t.Record.Settings[bot.SettingReminder], off) == off || hasPlayed(t, r.Day) {
			return errMoot
		}
		lang = t.Lang()
		return nil
	})
	return lang, err
}

func (j *jobs) switchOff(p persist.Player) error {
	return j.bot.Within(j.ctx, p, func(t *bot.Turn) error {
		if err := setReminder(t, off); err != nil {
			return fmt.Errorf("switch a reminder off: %w", err)
		}
		t.SetSetting(bot.SettingReminder, off)
		return nil
	})
}
