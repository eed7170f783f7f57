package discord_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/discord"
	"github.com/solitaire-chat/solitaire/bot/discord/discordfake"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/persist"
)

// day is a message for later: text, a moment and a button.
func day(to bot.Address) bot.Post {
	return bot.Post{To: to, Reply: bot.Reply{
		Lang: "en",
		Lines: []locale.Message{{Key: "post.day", Args: []locale.Arg{
			{Name: "Day", Value: 12}, {Name: "Ends", Value: locale.Moment(time.Unix(1_800_000_000, 0))},
		}}},
		Actions: [][]bot.Action{{{Label: locale.Message{Key: "button.daily"}, Text: "daily"}}},
	}}
}

// Posts arrive in the channel or with the person they are for, with moments in the
// reader's own zone, and their buttons work.
func TestPosts(t *testing.T) {
	both(t, func(t *testing.T, s setup) {
		st := s.open(t)
		ann := st.ann()
		for name, tt := range map[string]struct {
			*discordfake.Person
			to bot.Address
		}{
			"channel": {ann, bot.Address{Platform: "discord", Server: ann.Place().Guild, Channel: ann.Place().Channel}},
			"person":  {ann.InDM(), bot.Address{Platform: "discord", Player: persist.Player{Platform: "discord", User: "7"}}},
		} {
			if err := st.adapter.Post(t.Context(), day(tt.to)); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			posted := tt.Last()
			if !strings.Contains(posted.Content, "#12") || !strings.Contains(posted.Content, "<t:1800000000:f>") || len(posted.Embeds) != 0 {
				t.Errorf("%s: the message is %s", name, posted.JSON)
			}
			a := tt.ClickOn(posted, posted.Buttons()[0].Label)
			if a.Message == nil || a.Message.Private != (name == "channel") {
				t.Errorf("%s: the button is answered by %+v", name, a.Message)
			}
			if name == "channel" && tt.See(posted).Version != 1 {
				t.Error("the post for everybody has changed")
			}
		}
	})
}

// Where the bot may not write, trying again is of no use; where something is in
// the way, it is.
func TestUndeliverable(t *testing.T) {
	t.Parallel()
	st := setup{}.open(t)
	home, mute, other := st.ann().Place(), st.GuildChannel(), st.UserChannel()
	mute.Permissions = discordfake.ViewChannel
	to := func(p *discordfake.Place) bot.Address {
		return bot.Address{Platform: "discord", Server: p.Guild, Channel: p.Channel}
	}
	gone := bot.Address{Platform: "discord", Server: home.Guild, Channel: "123"}
	elsewhere := bot.Address{Platform: "discord", Server: mute.Guild, Channel: home.Channel}
	for name, where := range map[string]bot.Address{"mute": to(mute), "no member": to(other), "gone": gone, "another server's": elsewhere} {
		if err := st.adapter.Post(t.Context(), day(where)); !errors.Is(err, bot.ErrUndeliverable) {
			t.Errorf("%s: %v", name, err)
		}
	}
	st.Fail(discordfake.Fault{Route: discordfake.RouteOpenDM, Kind: discordfake.Refused, Status: 403, Code: 50007})
	dm := bot.Address{Platform: "discord", Player: persist.Player{Platform: "discord", User: "7"}}
	if err := st.adapter.Post(t.Context(), day(dm)); !errors.Is(err, bot.ErrUndeliverable) {
		t.Errorf("who takes no messages: %v", err)
	}
	for _, refusal := range []struct {
		status, code int
		gone         bool
	}{
		{403, 50008, true},
		{403, 50024, true},
		{400, 50035, true},
		{403, 99999, true},
		{404, 99999, true},
		{400, 50008, true},
		{401, 0, false},
		{403, 0, false},
		{403, 40333, false},
		{400, 40004, false},
		{403, 40002, false},
		{429, 99999, false},
		{503, 130000, false},
	} {
		st.Fail(discordfake.Fault{Route: discordfake.RouteChannelMessage, Kind: discordfake.Refused, Status: refusal.status, Code: refusal.code, Times: 3})
		if err := st.adapter.Post(t.Context(), day(to(home))); err == nil || errors.Is(err, bot.ErrUndeliverable) != refusal.gone {
			t.Errorf("%+v: %v", refusal, err)
		}
		st.Heal()
	}
	stopping, stop := context.WithCancel(t.Context())
	stop()
	if err := st.adapter.Post(stopping, day(to(home))); err == nil || errors.Is(err, bot.ErrUndeliverable) {
		t.Errorf("while the bot stops: %v", err)
	}
	st.Fail(discordfake.Fault{Route: discordfake.RouteChannelMessage, Kind: discordfake.ServerError, Times: 3})
	if err := st.adapter.Post(t.Context(), day(to(home))); err == nil || errors.Is(err, bot.ErrUndeliverable) {
		t.Errorf("Discord out of order: %v", err)
	}
	st.Fail(discordfake.Fault{Route: discordfake.RouteChannelMessage, Kind: discordfake.BadGateway})
	if err := st.adapter.Post(t.Context(), day(to(home))); err != nil {
		t.Errorf("Discord out of order for a moment: %v", err)
	}
}

// A token that dies while the bot runs is noticed at the first call and logged once; so
// is its return.
func TestDeadTokensAreNoticed(t *testing.T) {
	t.Parallel()
	var logged logs
	st := setup{config: func(c *discord.Config) { c.Log = logged.logger() }}.open(t)
	home := st.ann().Place()
	send := func() {
		_ = st.adapter.Post(t.Context(), day(bot.Address{Platform: "discord", Server: home.Guild, Channel: home.Channel}))
	}
	for range 2 {
		send()
		if err := st.adapter.TokenError(); err != nil {
			t.Fatalf("with a good token: %v", err)
		}
		st.Fail(discordfake.Fault{Route: discordfake.RouteChannel, Kind: discordfake.Refused, Status: 401, Times: 3})
		for range 3 {
			send()
		}
		if err := st.adapter.TokenError(); err == nil || !strings.Contains(err.Error(), "DISCORD_TOKEN") {
			t.Errorf("with a dead token: %v", err)
		}
	}
	if n := strings.Count(logged.text(), "rejects the bot's token, so"); n != 2 {
		t.Errorf("logged %d times:\n%s", n, logged.text())
	}
}

// A redirect leads messages and tokens to nobody else.
func TestRedirectsAreNotFollowed(t *testing.T) {
	t.Parallel()
	var followed atomic.Bool
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { followed.Store(true) }))
	defer elsewhere.Close()
	server := httptest.NewServer(http.RedirectHandler(elsewhere.URL, http.StatusTemporaryRedirect))
	defer server.Close()
	a := mustNew(t, discordfake.New(t, discordfake.Options{}), func(c *discord.Config) { c.APIURL = server.URL + "/api/v10" })
	err := a.Post(t.Context(), day(bot.Address{Platform: "discord", Server: "1", Channel: "2"}))
	if err == nil || errors.Is(err, bot.ErrUndeliverable) || followed.Load() {
		t.Errorf("error %v, followed %v", err, followed.Load())
	}
	drain(t, a)
}

// People are chosen as options, and the result of a challenge is posted for all.
func TestChallenge(t *testing.T) {
	both(t, func(t *testing.T, s setup) {
		st := s.open(t)
		ann, bob := st.ann(), st.Person("8", "bob", "de")
		open := ann.Slash("solitaire challenge", "user:8", "draw:3")
		says(t, open.Message, "ann challenges <@8>")
		if open.Message.Private {
			t.Fatal("nobody but ann sees the challenge")
		}
		buttons := open.Message.Buttons()
		accepted := ann.ClickOn(open.Message, buttons[0].CustomID)
		if !accepted.Message.Private {
			t.Error("everybody sees ann's board")
		}
		ann.Slash("draw")
		ann.Slash("solitaire resign")
		ann.Click("Yes")
		declined := bob.ClickOn(open.Message, buttons[1].CustomID)
		if !declined.Message.Private {
			t.Error("everybody sees bob's answer")
		}
		result := bob.WaitFor(func(m *discordfake.Message) bool { return m.Content != "" })
		if !strings.Contains(result.Content, "ann") {
			t.Errorf("the result is %q", result.Content)
		}
	})
}

// An administrator chooses the channel in which each day is announced, by its
// name, out of the own server.
func TestChannelSetting(t *testing.T) {
	st := setup{}.open(t)
	ann, other := st.ann(), st.GuildChannel()
	settings := func(permissions string, options ...string) string {
		t.Helper()
		st.Decorate(func(in map[string]any) { in["member"].(map[string]any)["permissions"] = permissions })
		defer st.Decorate(nil)
		return said(t, ann.Slash("solitaire settings", options...).Message)
	}
	home := ann.Place().Channel
	for _, tt := range []struct{ permissions, channel, want string }{
		{"0", home, "Only an administrator"},
		{"x", home, "Only an administrator"},
		{"8", other.Channel, "can't post in that channel"},
		{"32", "123", "can't post in that channel"},
		{"32", home, "announce each day's deal there"},
	} {
		if got := settings(tt.permissions, "name:channel", "value:<#"+tt.channel+">"); !strings.Contains(got, tt.want) {
			t.Errorf("with permissions %s and channel %s: %s", tt.permissions, tt.channel, got)
		}
	}
	ann.WaitFor(func(m *discordfake.Message) bool { return strings.Contains(m.Content, "announce each day's deal here") })
	if n := len(st.Person("8", "bob", "de").In(other).Sees()); n != 0 {
		t.Errorf("%d messages in another server", n)
	}
	if got := settings("32"); !strings.Contains(got, "<#"+home+">") {
		t.Errorf("the channel is not among the settings: %s", got)
	}
}

// Discord shows such names as nothing, or as formatting.
func TestANameThatCannotBeReadGivesWayToTheNext(t *testing.T) {
	st := setup{}.open(t)
	ann := st.ann()
	st.Person("8", "bob", "de")
	for nick, want := range map[string]string{
		"\u3164": "ann challenges", "_": "ann challenges", "**": "ann challenges", "\u200b\u2060": "ann challenges",
		"a_b_c": `a\_b\_c challenges`, "*Ann*": `\*Ann\* challenges`,
	} {
		st.Decorate(func(in map[string]any) { in["member"].(map[string]any)["nick"] = nick })
		open := ann.Slash("solitaire challenge", "user:8")
		if got := open.Message.Text(); !strings.Contains(got, want) {
			t.Errorf("nick %q: got %q, want %q", nick, got, want)
		}
		st.Decorate(nil)
		bobDeclines(t, st, open.Message)
		ann.ClickOn(open.Message, open.Message.Buttons()[1].CustomID)
	}
}

func bobDeclines(t *testing.T, st *stage, open *discordfake.Message) {
	t.Helper()
	st.Person("8", "bob", "de").ClickOn(open, open.Buttons()[1].CustomID)
}
