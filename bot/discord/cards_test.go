package discord_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/discord"
	"github.com/solitaire-chat/solitaire/bot/discord/discordfake"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
	"github.com/solitaire-chat/solitaire/render/picture"
)

// withCards starts a bot whose application has the emojis.
func (s setup) withCards(t testing.TB) *stage {
	t.Helper()
	st := s.open(t)
	st.bot.Cards = func(platform string) bool { return platform == discord.Platform && st.adapter.Cards() }
	if _, err := st.adapter.RegisterEmojis(t.Context(), false, nil); err != nil {
		t.Fatal(err)
	}
	st.findEmojis()
	return st
}

func (st *stage) findEmojis() (missing int) {
	st.t.Helper()
	missing, err := st.adapter.FindEmojis(st.t.Context())
	if err != nil {
		st.t.Fatal(err)
	}
	return missing
}

// isTiled reports whether a message shows a board of emojis.
func isTiled(m *discordfake.Message) bool {
	return strings.Contains(strings.Join(m.Displays(), ""), "pile_1") || strings.Contains(strings.Join(m.Displays(), ""), "<:_:")
}

// withinDisplays checks what clients show of a message.
func withinDisplays(t testing.TB, m *discordfake.Message) {
	t.Helper()
	total := 0
	for _, text := range m.Displays() {
		if n := discordfake.Nodes(text); n > 190 {
			t.Errorf("a display has %d nodes", n)
		}
		total += discordfake.Characters(text)
	}
	if total > 4000 {
		t.Errorf("the displays have %d characters", total)
	}
}

// A board of cards takes the place of the text board, its moves show their card, and it
// stays where it is when another style is chosen.
func TestBoardsOfCardsReplaceTextBoards(t *testing.T) {
	both(t, func(t *testing.T, s setup) {
		st := s.withCards(t)
		ann := st.ann()
		first := ann.Slash("solitaire new", "deal:1").Message
		if len(first.Embeds) != 1 || len(first.Displays()) > 0 {
			t.Fatalf("the first board is no embed: %s", first.JSON)
		}
		board := ann.Click("Real cards").Message
		says(t, board, "Klondike · deal 1", "<:pile_7:", "<:six_of_spades:", "0 moves")
		if board.ID != first.ID || len(board.Embeds) > 0 || len(board.Displays()) != 2 {
			t.Fatalf("the board is not laid out in its place: %s", board.JSON)
		}
		if o := board.Options()[0]; o.Emoji.ID == "" || !strings.Contains(string(board.JSON), `"emoji":{"id":"`+o.Emoji.ID+`"`) {
			t.Errorf("a move shows no card: %s", board.JSON)
		}
		says(t, ann.Click("Draw").Message, "1 move", "<:face_down_23:")
		for _, style := range []string{"ascii", "text", "coloured", "unicode"} {
			m := ann.Slash("solitaire settings", "name:style", "value:"+style).Message
			if len(m.Displays()) > 0 {
				t.Errorf("%s: a new message is laid out: %s", style, m.JSON)
			}
		}
	})
}

// At draw 3 it can be seen which card of the waste can be played.
func TestThePlayableCardIsInBrackets(t *testing.T) {
	st := setup{}.withCards(t)
	ann := st.ann()
	ann.Slash("solitaire settings", "name:style", "value:cards")
	for draw, want := range map[string]string{"1": `>›<:seven_of_hearts:\d+> <`, "3": `> <:\w+:\d+>\[<:nine_of_hearts:\d+>\]<`} {
		ann.Slash("solitaire new", "deal:1", "draw:"+draw)
		if question := ann.Last().Buttons(); len(question) == 2 {
			ann.Click("Yes")
		}
		if text := ann.Click("Draw").Message.Text(); !regexp.MustCompile(want).MatchString(text) {
			t.Errorf("draw %s: the board is %s", draw, text)
		}
	}
}

// Whatever takes the place of a message of displays is one too: a board in another style,
// a page without a board, a picture, a file.
func TestAllRepliesFitIntoAMessageOfDisplays(t *testing.T) {
	painter, err := picture.New()
	if err != nil {
		t.Fatal(err)
	}
	st := setup{config: func(c *discord.Config) { c.Painter = painter }, bot: func(b *bot.Bot) { b.Pictures = true }}.withCards(t)
	st.adapter.WaitForPictures()
	ann := st.ann()
	ann.Slash("solitaire settings", "name:style", "value:cards")
	board := ann.Slash("solitaire new", "deal:1").Message
	for range 2 {
		for _, style := range bot.Settings()[1].Values {
			ann.ClickOn(board, "More")
			ann.ClickOn(board, "Settings")
			ann.ClickOn(board, "Board style")
			buttons := ann.See(board).Buttons()
			i := slices.IndexFunc(buttons, func(b discordfake.Component) bool { return strings.HasSuffix(b.CustomID, "style "+style) })
			after := ann.ClickOn(board, buttons[i].CustomID).Message
			if after.ID != board.ID || len(after.Embeds) > 0 || len(after.Displays()) == 0 {
				t.Fatalf("%s: the board is not in its place: %s", style, after.JSON)
			}
			withinDisplays(t, after)
			switch shows := strings.Contains(string(after.JSON), `"attachment://board.png"`); {
			case shows != (style == "picture"), isTiled(after) != (style == "cards"):
				t.Errorf("%s: the message is %s", style, after.JSON)
			}
		}
	}
	for _, button := range []string{"Rules", "Statistics", "Leaderboard"} {
		board := ann.Slash("solitaire show").Message
		ann.ClickOn(board, "More")
		if m := ann.ClickOn(board, button).Message; m.ID == board.ID == (len(m.Displays()) == 0) {
			t.Errorf("%s: the page is %s", button, m.JSON)
		}
	}
}

// When emojis disappear, boards go on as text, in the same message and in new ones; when
// they are back, so are the cards.
func TestBoardsFallBackToTextWithoutEmojis(t *testing.T) {
	st := setup{}.withCards(t)
	ann := st.ann()
	ann.Slash("solitaire settings", "name:style", "value:cards")
	board := ann.Slash("solitaire new", "deal:1").Message
	st.RemoveEmoji(st.Emojis()[80].Name)
	if st.findEmojis() != 1 {
		t.Fatal("no emoji is missing")
	}
	after := ann.Click("Draw").Message
	says(t, after, "1 move", "```\n")
	if after.ID != board.ID || len(after.Displays()) == 0 || isTiled(after) || after.Options()[0].Emoji.ID != "" {
		t.Errorf("the board is %s", after.JSON)
	}
	if m := ann.Slash("solitaire show").Message; len(m.Embeds) != 1 {
		t.Errorf("a new board is %s", m.JSON)
	}
	if _, err := st.adapter.RegisterEmojis(t.Context(), false, nil); err != nil || st.findEmojis() != 0 {
		t.Fatal(err)
	}
	if m := ann.Click("Draw").Message; !isTiled(m) || len(m.Embeds) > 0 {
		t.Errorf("with emojis again: %s", m.JSON)
	}
}

// Discord refuses buttons with an emoji that somebody has just removed. The player sees
// the board as text then.
func TestRefusedCardsAreShownAsText(t *testing.T) { both(t, testRefusedCards) }

func testRefusedCards(t *testing.T, s setup) {
	s.fake = discordfake.Options{Tolerate: true}
	st := s.withCards(t)
	ann := st.ann()
	ann.Slash("solitaire settings", "name:style", "value:cards")
	board := ann.Slash("solitaire new", "deal:1").Message
	for _, e := range st.Emojis() {
		st.RemoveEmoji(e.Name)
	}
	after := ann.Click("Draw").Message
	says(t, after, "1 move", "```\n")
	if after.ID != board.ID || isTiled(after) {
		t.Errorf("the board is %s", after.JSON)
	}
	if m := ann.Slash("solitaire show").Message; len(m.Embeds) != 1 {
		t.Errorf("a new board is %s", m.JSON)
	}
}

// An arrow points at the card that was moved last, also where it begins a row.
func TestTheLastMoveIsMarked(t *testing.T) {
	st := setup{}.withCards(t)
	ann := st.ann()
	ann.Slash("solitaire settings", "name:style", "value:cards")
	if first := ann.Slash("solitaire new", "deal:1").Message.Text(); strings.ContainsAny(first, "›‹") {
		t.Errorf("a mark without a move: %s", first)
	}
	shows := func(m *discordfake.Message, want string) {
		t.Helper()
		if !regexp.MustCompile(want).MatchString(m.Text()) || strings.Count(m.Text(), "›")+strings.Count(m.Text(), "‹") != 1 {
			t.Errorf("%s isn't in %s", want, m.Text())
		}
	}
	shows(ann.Slash("move", "from:6", "to:2").Message, `›<:two_of_hearts:\d+>\n`)
	for deal := range 20 {
		m := ann.Slash("solitaire new", fmt.Sprintf("deal:%d", deal+1)).Message
		if question := m.Buttons(); len(question) == 2 {
			ann.Click("Yes")
		}
		for range 24 {
			for _, o := range ann.Click("Draw").Message.Options() {
				if o.Value == "move w>1" {
					shows(ann.Slash("move", "from:w", "to:1").Message, `\n<:\w+:\d+> ?<.*\n<:\w+:\d+>‹`)
					return
				}
			}
		}
	}
	t.Error("no card of the waste goes to pile 1")
}

// A message of displays has room for up to ten moves in one tap, an embed for five.
func TestTenMovesHaveAButton(t *testing.T) {
	for style, most := range map[string]int{"cards": 10, "unicode": 5} {
		st := setup{}.withCards(t)
		ann := st.ann()
		ann.Slash("solitaire settings", "name:style", "value:"+style)
		seen := 0
		for deal := range 60 {
			m := ann.Slash("solitaire new", "game:yukon", fmt.Sprintf("deal:%d", deal+1)).Message
			moves := 0
			for _, b := range m.Buttons() {
				if strings.Contains(b.Label, "→") || strings.Contains(b.Label, "↑") {
					moves++
				}
			}
			seen = max(seen, moves)
		}
		if seen != most {
			t.Errorf("%s: at most %d moves have a button", style, seen)
		}
	}
}

// The board that is posted anew turns the one before into a line, whatever both are.
func TestOldBoardsOfCardsBecomeLines(t *testing.T) {
	st := setup{}.withCards(t)
	ann := st.ann()
	plain := ann.Slash("solitaire new", "deal:1").Message
	ann.Slash("solitaire settings", "name:style", "value:cards")
	line(t, ann, plain)
	cards := ann.Last()
	ann.Slash("solitaire show", "as:ascii")
	line(t, ann, cards)
}

// A slow answer is laid out too: in place of the message that waits, and of the tapped one.
func TestLateBoardsOfCards(t *testing.T) {
	both(t, func(t *testing.T, s setup) {
		store := &held{Memory: persisttest.NewMemory()}
		s.store, s.config = store, slow
		st := s.withCards(t)
		ann := st.ann()
		ann.Slash("solitaire settings", "name:style", "value:cards")
		a := late(t, st, store, func() (*discordfake.Answer, error) { return ann.TrySlash("solitaire new") })
		if a.Callback != 5 || !isTiled(a.Message) {
			t.Errorf("callback %d, and the board is %s", a.Callback, a.Message.JSON)
		}
		board := a.Message
		a = late(t, st, store, func() (*discordfake.Answer, error) { return ann.TryClickOn(board, "Draw") })
		if a.Callback != 6 || !isTiled(ann.See(board)) {
			t.Errorf("callback %d, and the board is %s", a.Callback, ann.See(board).JSON)
		}
	})
}

// The longest columns, with all that a message can have beside them, are shown as cards,
// and are nothing that Discord refuses.
func TestWorstBoardsOfCards(t *testing.T) {
	s := discordfake.New(t, discordfake.Options{})
	a := mustNew(t, s, nil)
	checker := discordfake.NewChecker(t)
	for name, view := range worstViews() {
		for _, lang := range locale.Codes() {
			body, _, err := a.Sample(worstReply(view, bot.Cards, lang))
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range checker.Check(discordfake.FollowUp, body, discordfake.About{Files: []string{"my-data.json"}}) {
				t.Errorf("%s, %s: %v", name, lang, v)
			}
			var m discordfake.Message
			if err := json.Unmarshal(body, &m); err != nil {
				t.Fatal(err)
			}
			withinDisplays(t, &m)
			if !isTiled(&m) {
				t.Errorf("%s, %s: the board is no cards: %s", name, lang, body)
			}
		}
	}
}

// Boards are of cards, within what clients draw, in random play under all rules.
func TestRandomPlayerWithCards(t *testing.T) {
	st := setup{}.withCards(t)
	tiled := 0
	for seed := range *games {
		random := rand.New(rand.NewPCG(uint64(seed), 1))
		p := st.Person(strconv.Itoa(1000+seed), "player "+strconv.Itoa(seed), []string{"en-US", "bg", "vi", "de"}[seed%4])
		r := randomPlayer{t: t, Person: p, random: random, style: bot.Cards, look: func(m *discordfake.Message) {
			withinDisplays(t, m)
			if isTiled(m) {
				tiled++
			}
		}}
		r.play(seed)
		if t.Failed() {
			t.Fatalf("that was game %d, after %v", seed, r.log)
		}
		st.ForgetPayloads()
	}
	t.Logf("%d games, %d boards of cards", *games, tiled)
	if tiled < *games {
		t.Errorf("%d boards of cards in %d games", tiled, *games)
	}
}

// The buttons of the game are in the same row of the message before the first move and
// after it, whether other rules are offered or not, and however many moves there are.
func TestTheControlsKeepTheirRow(t *testing.T) {
	for _, style := range []string{"cards", "unicode"} {
		for _, game := range []string{"klondike", "yukon"} {
			st := setup{}.withCards(t)
			ann := st.ann()
			ann.Slash("solitaire settings", "name:style", "value:"+style)
			m := ann.Slash("solitaire new", "game:"+game, "deal:7").Message
			if game == "klondike" && !slices.ContainsFunc(m.Buttons(), func(b discordfake.Component) bool { return b.Label == "Klondike, draw 3" }) {
				t.Fatal("no other rules are offered")
			}
			row, last := rowOf(m, "Undo"), len(rowsOf(m))-1
			if row != last {
				t.Errorf("%s, %s: the controls are row %d of %d", style, game, row, last)
			}
			for range 60 {
				if slices.ContainsFunc(m.Buttons(), func(b discordfake.Component) bool { return b.Label == "Draw" && !b.Disabled }) {
					m = ann.Click("Draw").Message
				}
				if options := m.Options(); len(options) > 0 && options[0].Value != "move" {
					m = ann.Click(options[0].Label).Message
				}
				if now := rowOf(m, "Undo"); now != row && len(m.Options()) <= 25 {
					t.Fatalf("%s, %s: the controls went from row %d to %d", style, game, row, now)
				}
			}
		}
	}
}

// rowsOf returns the labels in each row of buttons, or of a menu.
func rowsOf(m *discordfake.Message) (rows [][]string) {
	for _, c := range m.Components {
		if c.Type != 1 {
			continue
		}
		var row []string
		for _, inner := range c.Components {
			row = append(row, inner.Label)
		}
		rows = append(rows, row)
	}
	return rows
}

// rowOf returns which row a button is in.
func rowOf(m *discordfake.Message, button string) int {
	return slices.IndexFunc(rowsOf(m), func(row []string) bool { return slices.Contains(row, button) })
}
