package daily

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/persist"
)

// ServerSetting returns how a setting of the server is, as it is shown.
func ServerSetting(t *bot.Turn, s bot.Setting) (string, error) {
	p, _, _, err := bot.ReadDoc[bot.PlaceSettings](t, bot.PlaceKind, t.Scope())
	switch {
	case err != nil:
		return "", err
	case s.Name == bot.SettingChannel && p.Channel != "":
		return "<#" + p.Channel + ">", nil
	case s.Name == bot.SettingServerLanguage && p.Language != "":
		return p.Language, nil
	}
	return s.Values[0], nil
}

// SetServerSetting changes a setting of the server, which takes an administrator.
func SetServerSetting(t *bot.Turn, s bot.Setting, value string) error {
	if key := mayNotSet(t); key != "" {
		t.Say(key)
		return nil
	}
	p, version, _, err := bot.ReadDoc[bot.PlaceSettings](t, bot.PlaceKind, t.Scope())
	if err != nil {
		return err
	}
	if s.Name == bot.SettingChannel {
		channel := channelIn(value)
		if channel != "" {
			try, tried := t.PrecomputedAnyway().(channelTried)
			switch {
			case !tried:
				t.Say("channel.how")
				return nil
			case errors.Is(try.error, bot.ErrUndeliverable):
				t.Say("channel.denied")
				return nil
			}
			t.Say("channel.done")
		} else if value == bot.Off {
			t.Say("channel.off")
		} else {
			t.Say("channel.how")
			return nil
		}
		p.Channel, p.Posted = channel, persist.DayOf(t.Now)
		return t.WriteOver(bot.PlaceKind, t.Scope(), version, p)
	}
	if !slices.Contains(s.Values, value) {
		shown := s.Values[0]
		if p.Language != "" {
			shown = p.Language
		}
		t.SayAll(s.Line(shown))
		t.Reply.Actions = s.Buttons()
		return nil
	}
	if p.Language = value; value == bot.Automatic {
		p.Language = ""
	}
	t.Say("settings.done", "Setting", s.Label(), "Choice", s.Shown(value))
	return t.WriteOver(bot.PlaceKind, t.Scope(), version, p)
}

// mayNotSet returns what to say if settings of the server can't be changed from here
// or by this player.
func mayNotSet(t *bot.Turn) string {
	switch {
	case t.Scope() == "" || t.Request.Place.Server == "":
		return "place.where"
	case !t.Request.Admin:
		return "place.admin"
	}
	return ""
}

var channelMention = regexp.MustCompile(`^<#([A-Za-z0-9]+)`)

// channelIn returns the id of the channel that a text mentions.
func channelIn(text string) string {
	if found := channelMention.FindStringSubmatch(text); found != nil {
		return found[1]
	}
	return ""
}

// channelTried is how a first post to a channel went.
type channelTried struct{ error }

// TryChannel posts to the channel that settings are about to choose, so that the
// administrator hears whether the bot may. It is called before the turn, which may be
// carried out several times: the channel gets one post.
func TryChannel(t *bot.Turn, args command.Args) (any, error) {
	channel, poster := channelIn(args.Text("value")), t.Bot.Posters[t.Request.Player.Platform]
	if channel == "" || poster == nil || mayNotSet(t) != "" {
		return nil, nil
	}
	lang := locale.Match(t.Bot.PlaceLanguage(t.Ctx, t.Scope()), t.Request.PlaceLocale)
	err := poster.Post(t.Ctx, bot.Post{
		To:    bot.Address{Platform: t.Request.Player.Platform, Server: t.Request.Place.Server, Channel: channel},
		Reply: bot.Reply{Lines: []locale.Message{locale.Msg("channel.here")}, Lang: lang},
		ID:    t.PostID("channel"),
	})
	if err != nil && !errors.Is(err, bot.ErrUndeliverable) {
		return nil, fmt.Errorf("channel: %w", err)
	}
	return channelTried{err}, nil
}

// announceDay posts the new day to the channels that were chosen for it. Where that
// fails it is tried again until the day ends. A later day that was noted while a clock
// was wrong keeps no post away.
func (j *jobs) announceDay(today persist.Day) error {
	return j.each(bot.PlaceKind, func(d persist.Doc) error {
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
		return j.patiently(post.ID, retry{what: "day", until: (today + 1).Start()}, func(r *retry) error {
			err := r.once(func() error { return j.send(post) })
			gone := errors.Is(err, bot.ErrUndeliverable)
			if err != nil && !gone {
				return err
			}
			if err := j.noteDay(d, p.Channel, today, gone); err != nil || !gone {
				return err
			}
			return errNotNeeded
		})
	})
}

// dayPost says that a new day has begun, and how many have finished yesterday's deals.
func (j *jobs) dayPost(scope string, today persist.Day, lang string) bot.Reply {
	r := bot.Reply{Lang: locale.Match(lang), Actions: [][]bot.Action{{bot.Button("daily"), bot.Button("leaderboard")}}}
	r.Say("post.day", "Day", bot.DayNumber(today), "Ends", locale.Moment((today + 1).Start()))
	for _, rules := range Rules() {
		board := persist.Board{Scope: scope, Deal: rules.String(), Index: int(today - 1)}
		if page, err := j.bot.Store.Page(j.ctx, board, 0, 0); err == nil && page.Total > 0 {
			r.Say("post.yesterday", "Rules", bot.RulesInWords(rules.String()), "Count", page.Total)
		}
	}
	return r
}

// noteDay notes the day that was announced last, and a channel that is gone. An
// administrator may have chosen another one meanwhile.
func (j *jobs) noteDay(d persist.Doc, channel string, today persist.Day, gone bool) error {
	const tries = 32
	for range tries {
		p, err := persist.Unpack[bot.PlaceSettings](d)
		if err != nil {
			return err
		}
		if p.Posted = today; gone && p.Channel == channel {
			p.Channel = ""
		}
		if err = j.bot.Put(j.ctx, d, p); !errors.Is(err, persist.ErrConflict) {
			return err
		}
		if d, err = j.bot.Store.Doc(j.ctx, d.Kind, d.Key); err != nil {
			return err
		}
	}
	return persist.ErrConflict
}
