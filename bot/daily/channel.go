package daily

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/persist"
)

// ServerSetting returns the value of a server's setting, as it is shown.
func ServerSetting(t *bot.Turn, s bot.Setting) (string, error) {
	p, _, err := bot.ReadDoc[bot.PlaceSettings](t.Ctx, t.Bot, bot.PlaceKind, t.Scope())
	switch {
	case s.Name == bot.SettingServerLanguage:
		return cmp.Or(p.Language, s.Values[0]), err
	case p.Channel == "":
		return s.Values[0], err
	}
	return "<#" + p.Channel + ">", err
}

// SetServerSetting changes a setting of the server, which takes an administrator.
func SetServerSetting(t *bot.Turn, s bot.Setting, value string) error {
	if key := mayNotSet(t); key != "" {
		t.Say(key)
		return nil
	}
	p, version, err := bot.ReadDoc[bot.PlaceSettings](t.Ctx, t.Bot, bot.PlaceKind, t.Scope())
	if err != nil {
		return err
	}
	if s.Name == bot.SettingChannel {
		channel := channelIn(value)
		first, tried := t.Prepared.(channelTried)
		switch {
		case channel == "" && value == bot.Off:
			t.Say("channel.off")
		case channel == "" || !tried:
			t.Say("channel.how")
			return nil
		case first.error != nil:
			t.Say("channel.denied")
			return nil
		default:
			t.Say("channel.done")
		}
		p.Channel, p.Posted, p.By, p.Refused = channel, persist.DayOf(t.Now), t.Request.Player, 0
		return t.WriteOver(bot.PlaceKind, t.Scope(), version, p)
	}
	if !slices.Contains(s.Values, value) {
		t.SayAll(s.Refusal(cmp.Or(p.Language, s.Values[0]), value))
		t.Reply.Actions = s.Buttons()
		return nil
	}
	if p.Language = value; value == bot.Automatic {
		p.Language = ""
	}
	t.Say("settings.done", "Setting", s.Label(), "Choice", s.Shown(value))
	return t.WriteOver(bot.PlaceKind, t.Scope(), version, p)
}

// mayNotSet returns the refusal if the server's settings can't be changed from here or by
// this player.
func mayNotSet(t *bot.Turn) string {
	switch {
	case t.Request.Place.Server == "":
		return "place.where"
	case !t.Request.Admin:
		return "place.admin"
	}
	return ""
}

// channelIn returns the id of the channel that a text mentions.
func channelIn(text string) string {
	id, mentions := strings.CutPrefix(text, "<#")
	if !mentions {
		return ""
	}
	end := strings.IndexFunc(id, func(r rune) bool { return !('0' <= r && r <= '9' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z') })
	if end >= 0 {
		id = id[:end]
	}
	return id
}

// channelTried is how a first post to a channel went: nil or [bot.ErrUndeliverable].
type channelTried struct{ error }

// TryChannel posts to the channel that is about to be chosen, so that the administrator
// learns whether the bot may post there. It is called before the turn, which may be
// carried out several times: the channel gets one post.
func TryChannel(t *bot.Turn, args command.Args) (any, error) {
	channel, poster := channelIn(args.Text("value")), t.Bot.Posters[t.Request.Player.Platform]
	if channel == "" || poster == nil || mayNotSet(t) != "" {
		return nil, nil
	}
	lang := locale.Match(t.Bot.PlaceLanguage(t.Ctx, t.Scope()), t.Request.PlaceLocale)
	post := bot.Post{
		To:    bot.Address{Platform: t.Request.Player.Platform, Server: t.Request.Place.Server, Channel: channel},
		Reply: bot.Reply{Lines: []locale.Message{locale.Msg("channel.here")}, Lang: lang},
	}
	if t.Request.ID != "" {
		post.ID = "channel " + t.Request.ID
	}
	err := poster.Post(t.Ctx, post)
	if err != nil && !errors.Is(err, bot.ErrUndeliverable) {
		return nil, fmt.Errorf("channel: %w", err)
	}
	return channelTried{err}, nil
}

// mostRefused is the number of days in a row on which a channel may refuse the day's post
// before the bot gives it up.
const mostRefused = 3

// announceDay posts the new day to the channels that were chosen for it. Where that
// fails it is tried again until the day ends; where the bot may not post, the
// administrator who chose the channel hears of it, and the next day is tried again. A
// later day that was noted while a clock was wrong keeps no post away.
func (j *jobs) announceDay(today persist.Day) {
	j.each(bot.PlaceKind, func(d persist.Doc) error {
		p, err := persist.Unpack[bot.PlaceSettings](d)
		if err != nil || p.Channel == "" || p.Posted == today {
			return err
		}
		platform, server, _ := strings.Cut(d.Key, "|")
		if !j.bot.Reaches(platform) {
			return nil
		}
		post := bot.Post{
			To:    bot.Address{Platform: platform, Server: server, Channel: p.Channel},
			Reply: j.dayPost(d.Key, today, p.Language),
			ID:    fmt.Sprintf("day %d %s %s", today, d.Key, p.Channel),
		}
		return j.deliver(post.ID, "day", (today + 1).Start(), func() error { return j.send(post) },
			func(sent error) error {
				refused := 0
				if sent != nil {
					refused = p.Refused + 1
					if err := j.reportRefusal(d.Key, p, today, refused); err != nil {
						return err
					}
				}
				return j.noteDay(d, p.Channel, today, refused)
			})
	})
}

// reportRefusal reports to the administrator who chose a channel that the bot may not
// post there: on the first day, and when it gives up.
func (j *jobs) reportRefusal(scope string, p bot.PlaceSettings, today persist.Day, refused int) error {
	if p.By == (persist.Player{}) || refused > 1 && refused < mostRefused {
		return nil
	}
	channel := "<#" + p.Channel + ">"
	line := locale.Msg("channel.refused", "Channel", channel)
	if refused >= mostRefused {
		line = locale.Msg("channel.given-up", "Channel", channel, "Days", refused)
	}
	platform, server, _ := strings.Cut(scope, "|")
	err := j.bot.Send(j.ctx, bot.Post{
		To:    bot.Address{Platform: platform, Server: server, Player: p.By},
		Reply: bot.Reply{Lines: []locale.Message{line}, Lang: j.bot.LanguageOf(j.ctx, p.By, p.Language)},
		ID:    fmt.Sprintf("refused %d %s %s", today, scope, p.Channel),
	})
	if errors.Is(err, bot.ErrUndeliverable) { // there is nobody to report it to
		return nil
	}
	return err
}

// dayPost announces a new day, and the number of players who finished yesterday's deals.
func (j *jobs) dayPost(scope string, today persist.Day, lang string) bot.Reply {
	r := bot.Reply{Lang: locale.Match(lang), Actions: [][]bot.Action{{bot.Button("daily"), bot.Button("leaderboard")}}}
	r.Say("post.day", "Day", bot.DayNumber(today), "Ends", locale.Moment((today + 1).Start()))
	for _, rules := range rankedRules() {
		board := persist.Board{Scope: scope, Deal: rules.String(), Index: int(today - 1)}
		if page, err := j.bot.Store.Page(j.ctx, board, 0, 0); err == nil && page.Total > 0 {
			r.Say("post.yesterday", "Rules", bot.RulesInWords(rules.String()), "Count", page.Total)
		}
	}
	return r
}

// noteDay notes the day that was announced last, and on how many days in a row the
// channel has refused it: in the end it is given up. An administrator may have chosen
// another one meanwhile.
func (j *jobs) noteDay(d persist.Doc, channel string, today persist.Day, refused int) error {
	p, err := persist.Unpack[bot.PlaceSettings](d)
	if err != nil {
		return err
	}
	if p.Posted = today; p.Channel == channel {
		if p.Refused = refused; refused >= mostRefused {
			p.Channel = ""
		}
	}
	err = j.bot.Put(j.ctx, d, p)
	if errors.Is(err, persist.ErrConflict) {
		if d, err = j.bot.Store.Doc(j.ctx, d.Kind, d.Key); err == nil {
			return j.noteDay(d, channel, today, refused)
		}
	}
	return err
}
