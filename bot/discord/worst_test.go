package discord_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/discord/discordfake"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/lines"
	"github.com/solitaire-chat/solitaire/render"
)

// The longest columns, with everything else that a message can have, are shown whole and
// accepted by Discord.
func TestWorstBoards(t *testing.T) {
	s := discordfake.New(t, discordfake.Options{})
	a := mustNew(t, s, nil)
	checker := discordfake.NewChecker(t)
	catalogue, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	for name, view := range worstViews() {
		for _, style := range render.Styles() {
			for _, lang := range locale.Codes() {
				body, _ := a.Show(worstReply(view, string(style), lang))
				for _, v := range checker.Check(discordfake.Callback, body, discordfake.About{}) {
					t.Errorf("%s, %s, %s: %v", name, style, lang, v)
				}
				m := shown(t, body)
				board := render.Board(view, style, catalogue.In(lang, style == render.ASCII))
				if !strings.Contains(plain(m.Embeds[0].Description), board) {
					t.Errorf("%s, %s, %s: the board is not whole:\n%s", name, style, lang, m.Embeds[0].Description)
				}
			}
		}
	}
}

// worstViews are boards with the longest possible columns, and one with all cards face
// up. Some of their cards occur more than once.
func worstViews() map[string]game.View {
	klondike := game.View{Rules: game.KlondikeRules(3, 3, true), Piles: make([]game.ViewPile, 7), Pass: 3, Waste: deck(3), Fan: 3, Stock: make([]game.Card, 21)}
	yukon := game.View{Rules: game.YukonRules(true), Piles: make([]game.ViewPile, 7)}
	all := game.View{Rules: game.YukonRules(true), Piles: make([]game.ViewPile, 7)}
	for i := range klondike.Piles {
		klondike.Piles[i] = game.ViewPile{Hidden: i, Up: deck(13)}
		yukon.Piles[i] = game.ViewPile{Up: deck(1)}
		all.Piles[i] = game.ViewPile{Up: deck(8)}
	}
	yukon.Piles[6] = game.ViewPile{Hidden: 6, Up: deck(39)}
	return map[string]game.View{"klondike of 19": klondike, "yukon of 45": yukon, "all face up": all}
}

func deck(n int) []game.Card { return game.Numbered(1)[:n] }

// worstReply has too much of everything.
func worstReply(v game.View, style, lang string) bot.Reply {
	long := func(key string) locale.Message { return locale.Message{Key: key} }
	r := bot.Reply{
		Board: &v, Style: style, Lang: lang, Private: true,
		Title:  slices.Repeat([]locale.Message{long("title.klondike"), long("title.practice"), long("title.return")}, 20),
		Lines:  slices.Repeat([]locale.Message{long("rules.klondike"), long("help.notation"), {Key: "unknown.command", Args: []locale.Arg{{Name: "Input", Value: "```*_~|<@7>"}}}}, 10),
		Status: []locale.Message{long("status.score"), long("status.score")},
		Ref:    bot.BoardRef{Game: strings.Repeat("G", 26), Version: 1<<64 - 1},
		Files:  []bot.File{{Name: "my-data.json", Data: []byte("{}")}},
	}
	for range 60 {
		from, to := game.Pile(len(r.Menu)%7+1), game.Pile(len(r.Menu)/7%7+1)
		r.Menu = append(r.Menu, command.Choice{Move: game.Move{From: from, To: to, Count: len(r.Menu)/49 + 10}, Card: game.NewCard(10, game.Hearts), On: game.NewCard(11, game.Spades)})
	}
	for i := range 3 {
		var row []bot.Action
		for j := range 6 {
			row = append(row, bot.Action{Label: long("about.move"), Text: strings.Repeat("x", 6*i+j+1)})
		}
		r.Actions = append(r.Actions, row)
	}
	r.Actions = r.Actions[:2]
	return r
}

// shown returns the message of a first response.
func shown(t testing.TB, body []byte) *discordfake.Message {
	t.Helper()
	var c struct{ Data discordfake.Message }
	if err := json.Unmarshal(body, &c); err != nil {
		t.Fatal(err)
	}
	return &c.Data
}

// plain removes colours, and whatever is in a text only for Discord.
func plain(text string) string {
	text = regexp.MustCompile("\x1b\\[[0-9]+m").ReplaceAllString(text, "")
	return strings.NewReplacer(`\`, "", "\uFE0E", "").Replace(text)
}

// Every legal move can be chosen, even if there are more than a menu holds.
func TestManyMoves(t *testing.T) {
	st := setup{}.open(t)
	view := worstViews()["yukon of 45"]
	for _, n := range []int{0, 1, 5, 6, 25, 26, 50} {
		for _, choose := range []bool{false, true} {
			r := worstReply(view, "", "en")
			r.Menu, r.Choose, r.Actions = r.Menu[:n], choose, r.Actions[:1]
			body, _ := st.adapter.Show(r)
			m := shown(t, body)
			offered := len(m.Options())
			if choose && n <= 5 {
				offered = len(m.Buttons()) - 6
			}
			if offered != n {
				t.Errorf("%d of %d moves can be chosen (choose: %v)", offered, n, choose)
			}
		}
	}
}

// No position has more moves than two menus hold: each card that can be taken has few
// places to go.
func TestTwoMenusAreEnough(t *testing.T) {
	for _, l := range positions(t) {
		if n := len(lines.LegalMoves(&l.Start)); n > 50 {
			t.Errorf("%s: %d moves", l.ID, n)
		}
	}
}

// The tricky positions from public bug reports are shown whole.
func TestKnownPositions(t *testing.T) {
	a := mustNew(t, discordfake.New(t, discordfake.Options{}), nil)
	checker := discordfake.NewChecker(t)
	for _, l := range positions(t) {
		view := l.Start.View()
		for _, style := range render.Styles() {
			body, _ := a.Show(bot.Reply{Board: &view, Style: string(style), Lang: "en", Title: []locale.Message{{Key: "title.klondike"}}})
			for _, v := range checker.Check(discordfake.Callback, body, discordfake.About{}) {
				t.Errorf("%s, %s: %v", l.ID, style, v)
			}
		}
	}
}

// positions returns the content of a shared file.
func positions(t *testing.T) []*lines.Line {
	t.Helper()
	dir := os.Getenv("SOLITAIRE_SHARED")
	if dir == "" {
		t.Skip("SOLITAIRE_SHARED is not set: it names the folder of published deals")
	}
	data, err := os.ReadFile(filepath.Join(dir, "deals", "positions.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var all []*lines.Line
	for r := lines.NewReader(bytes.NewReader(data), game.Options{}); ; {
		l, err := r.Next()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, l)
	}
}
