package slack

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	slackgo "github.com/slack-go/slack"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/bot/play"
	"github.com/solitaire-chat/solitaire/bot/slack/slackfake"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

func newAdapter(t testing.TB) *Adapter {
	t.Helper()
	catalogue, err := LoadLocale()
	if err != nil {
		t.Fatal(err)
	}
	a, err := New(Config{
		Bot: play.New(persisttest.NewMemory()), Catalogue: catalogue, BotToken: "xoxb-x", SigningSecret: "x",
		Now: func() time.Time { return time.Unix(1, 0) },
	})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// tall is a view of Yukon whose first pile has the given number of rows, which
// is more than any game can have.
func tall(rows int) *game.View {
	v := &game.View{Rules: game.YukonRules(true), Piles: make([]game.ViewPile, 7)}
	for i := range rows {
		v.Piles[i%2].Up = append(v.Piles[i%2].Up, game.NewCard(12, game.Suit(i%4)))
	}
	for range rows {
		v.Piles[6].Up = append(v.Piles[6].Up, game.NewCard(10, game.Hearts))
	}
	return v
}

// manyChoices are more moves than a menu has room for.
func manyChoices(n int) []command.Choice {
	var list []command.Choice
	for i := range n {
		list = append(list, command.Choice{Move: game.Move{From: game.Pile(1 + i%7), To: game.Pile(1 + i/7%7), Count: 1 + i/49}, Card: game.NewCard(9, game.Hearts)})
	}
	return list
}

// worst are replies as large as they can get, and larger.
func worst() map[string]bot.Reply {
	long := make([]locale.Message, 60)
	for i := range long {
		long[i] = locale.Message{Key: "help.notation"}
	}
	button := bot.Action{Label: locale.Message{Key: "new.one-pass"}, Text: strings.Repeat("x", maxValue)}
	row := make([]bot.Action, 40)
	for i := range row {
		row[i] = button
	}
	too := bot.Action{Label: locale.Message{Key: "button.draw"}, Text: strings.Repeat("x", maxValue+1)}
	ref := bot.BoardRef{Game: strings.Repeat("G", 52), Version: 1<<64 - 1}
	return map[string]bot.Reply{
		"tall":      {Board: tall(45), Ref: ref, Menu: manyChoices(30), Actions: [][]bot.Action{{button}}},
		"sentences": {Board: tall(45), Ref: ref, Style: "text", Menu: manyChoices(250)},
		"ascii":     {Board: tall(45), Ref: ref, Style: "ascii", Menu: manyChoices(100), Choose: true},
		"long":      {Lines: long, Board: tall(20), Ref: ref},
		"wide":      {Lines: long[:1], Actions: [][]bot.Action{row, {too}, {too, button}}},
		"few":       {Lines: long[:1], Choose: true, Menu: manyChoices(4), Ref: ref},
		"hostile":   {Lines: []locale.Message{{Key: "new.unknown", Args: []locale.Arg{{Name: "Input", Value: "```<!channel>&amp;<@U1>``"}}}}},
		"nothing":   {Actions: [][]bot.Action{{{Label: locale.Message{Key: "button.new"}, Text: "new"}}}},
	}
}

// The largest replies are messages and views that Slack takes, and nothing of a
// board is cut.
func TestWorstPages(t *testing.T) {
	t.Parallel()
	a, check := newAdapter(t), slackfake.NewChecker(t)
	for name, r := range worst() {
		t.Run(name, func(t *testing.T) {
			p := a.page(r, "0123456789ab")
			for _, v := range check.Message(encoded(t, p.newMessage(true))) {
				t.Error(v)
			}
			view := slackgo.HomeTabViewRequest{Type: slackgo.VTHomeTab, Blocks: slackgo.Blocks{BlockSet: p.blocks}}
			for _, v := range check.Home(encoded(t, view)) {
				t.Error(v)
			}
			if name == "tall" {
				if rows := strings.Count(string(encoded(t, p.blocks)), "10♥"); rows < 45 {
					t.Errorf("only %d rows of the board are there", rows)
				}
			}
		})
	}
}

// All moves of a menu can be chosen, also those that have no room in the first.
func TestMenusHoldAllMoves(t *testing.T) {
	t.Parallel()
	a := newAdapter(t)
	for _, n := range []int{1, 25, 100, 101, 250} {
		b := &builder{words: a.words(bot.Reply{}), revision: "r"}
		b.menu(bot.Reply{Menu: manyChoices(n)})
		found := strings.Count(string(encoded(t, b.blocks)), `"value":"move `)
		if found != n {
			t.Errorf("%d of %d moves are offered", found, n)
		}
	}
}

// Parts that the acknowledgement can't carry come through the response_url.
func TestTooLongForAcknowledgement(t *testing.T) {
	t.Parallel()
	a := newAdapter(t)
	var posted []byte
	slack := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		posted, _ = io.ReadAll(r.Body)
	}))
	defer slack.Close()
	defer a.http.CloseIdleConnections()
	acks := 0
	a.APIURL = slack.URL + "/api/"
	answer := &answerer{Adapter: a, delivery: delivery{url: a.responseURL(slack.URL)}, ack: func(m *message) error {
		if m != nil {
			return errors.New("too long")
		}
		acks++
		return nil
	}}
	answer.req.Place.Shared = true
	if err := answer.Answer(context.Background(), bot.Reply{Lines: []locale.Message{{Key: "game.won"}}, Private: true}); err != nil {
		t.Fatal(err)
	}
	if acks != 1 || !strings.Contains(string(posted), "You won!") || !strings.Contains(string(posted), `"response_type":"ephemeral"`) {
		t.Errorf("%d acknowledgements; posted %s", acks, posted)
	}
}

func encoded(t testing.TB, v any) []byte {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestEscape(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"3>5 & <w f>": "3&gt;5 &amp; &lt;w f&gt;",
		"```x```":     "'''x'''",
		"10♥":         "10♥",
	} {
		if got := escape(text); got != want {
			t.Errorf("escape(%q) = %q, want %q", text, got, want)
		}
	}
}

// Escaped text is cut between characters, never within an entity.
func FuzzCutEscaped(f *testing.F) {
	f.Add("a<b>&c", 7)
	f.Add(strings.Repeat("&", 100), 11)
	f.Fuzz(func(t *testing.T, text string, most int) {
		if most < 1 || most > 5000 || !utf8.ValidString(text) {
			return
		}
		got := cutEscaped(text, most)
		if utf8.RuneCountInString(got) > most {
			t.Errorf("%d characters, more than %d", utf8.RuneCountInString(got), most)
		}
		plain := unescape(got)
		if escape(plain) != got {
			t.Errorf("an entity is broken: %q", got)
		}
	})
}

func TestPack(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ lines, want string }{
		{"", ""}, {"a|b", "a\nb"}, {"aaaa|bbbb|c", "aaaa|bbbb\nc"}, {"aaaaaaa|b", "aaaaaaa|b"},
	} {
		var lines []string
		if tt.lines != "" {
			lines = strings.Split(tt.lines, "|")
		}
		if got := strings.Join(pack(lines, 7), "|"); got != tt.want {
			t.Errorf("pack(%q) = %q, want %q", tt.lines, got, tt.want)
		}
	}
}

// A text speaks of the slash commands that there are on Slack.
func TestCommandsAreSlacks(t *testing.T) {
	t.Parallel()
	usual, others := Commands{}.orUsual().replacer(play.New(nil).Specs()), Commands{"/cards", "/mv"}.replacer(play.New(nil).Specs())
	for text, want := range map[string][2]string{
		"/solitaire new draw 3": {"/solitaire new draw 3", "/cards new draw 3"},
		"/move 3 5":             {"/move 3 5", "/mv 3 5"},
		"/undo 3":               {"/solitaire undo 3", "/cards undo 3"},
	} {
		if got := usual.Replace(text); got != want[0] {
			t.Errorf("%q is told as %q", text, got)
		}
		if got := others.Replace(text); got != want[1] {
			t.Errorf("%q is told as %q with other names", text, got)
		}
	}
}

// A player who is turned away reads so in the language that is known.
func TestBusyInOnesLanguage(t *testing.T) {
	t.Parallel()
	a := newAdapter(t)
	for _, user := range []string{"U1", "U3"} {
		a.people.Put(installation{}.player(user), person{locale: "bg-BG"})
	}
	if _, err := a.Bot.Handle(context.Background(), bot.Request{Player: a.typed(slackgo.SlashCommand{UserID: "U3"}).req.Player, Text: "settings language mt"}); err != nil {
		t.Fatal(err)
	}
	for user, lang := range map[string]string{"U1": "bg", "U2": locale.English, "U3": "mt"} {
		want := a.Catalogue.In(lang, false).Text("failure.busy", nil)
		if got := a.busy(slackgo.SlashCommand{UserID: user}); !strings.Contains(got.Text, want) {
			t.Errorf("%s reads %q, want %q", user, got.Text, want)
		}
	}
}
