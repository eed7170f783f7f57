package command_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
)

// dealt returns a numbered deal of Klondike after some moves. Deal 1 at draw 3 shows
// 6♠ 3♠ Q♣ K♣ Q♦ 2♥ J♣: its moves are 2♥ → 3♠, J♣ → Q♦ and Q♦ → K♣.
func dealt(t *testing.T, options game.Options, number int, played string) game.State {
	t.Helper()
	rules, err := options.Rules()
	if err != nil {
		t.Fatal(err)
	}
	s, err := game.Deal(rules, game.Numbered(number))
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range command.ParseOrders(played) {
		moves := o.Resolve(&s)
		if len(moves) != 1 {
			t.Fatalf("%q: got the moves %v, want one", o.Text(), moves)
		}
		if s, _, err = s.Apply(moves[0]); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func english(t *testing.T) *locale.Speaker {
	t.Helper()
	catalogue, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	return catalogue.In("en", false)
}

func TestEveryNotationMeansTheSameMove(t *testing.T) {
	s := dealt(t, game.Options{Draw: "3"}, 1, "")
	for text, want := range map[string]string{
		"5 4": "5>4", "5>4": "5>4", "5-4": "5>4", "5 → 4": "5>4", "5 to 4": "5>4", "move 5 4": "5>4", "m 5 4": "5>4",
		"pile 5 to pile 4": "5>4", "5 4 x1": "5>4", "5>4:1": "5>4", "qd kc": "5>4", "q♦ 4": "5>4", "5 kc": "5>4",
		"6": "6>2", "2h": "6>2", "7": "7>5", "5": "5>4",
		"d": "d", "draw": "d", "r": "", "5 4 2": "", "5 1": "", "9h": "", "w f": "", "zz": "", "5 4 3 2": "",
	} {
		orders := command.ParseOrders(text)
		if len(orders) != 1 {
			t.Fatalf("%q: got %d orders, want 1", text, len(orders))
		}
		var got []string
		for _, m := range orders[0].Resolve(&s) {
			got = append(got, m.String())
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestAListIsSplitIntoOrders(t *testing.T) {
	orders := command.ParseOrders(" 5 4,, zz ;d,")
	var texts []string
	for _, o := range orders {
		texts = append(texts, o.Text())
	}
	if !slices.Equal(texts, []string{"5 4", "zz", "d"}) {
		t.Fatalf("got the orders %q", texts)
	}
	if !orders[0].Readable() || orders[1].Readable() || !orders[2].Readable() {
		t.Error("the wrong orders are readable")
	}
}

// A refusal talks about the board that the player sees.
func TestRefusalsNameTheReason(t *testing.T) {
	fresh := dealt(t, game.Options{Draw: "3"}, 1, "")
	back := dealt(t, game.Options{Draw: "3", Return: "yes"}, 1, "")
	for _, test := range []struct {
		state *game.State
		text  string
		want  string
	}{
		{&fresh, "5 1", "refused.takes-red"},
		{&fresh, "1 5", "refused.takes-black"},
		{&fresh, "5 4 2", "refused.face-down"},
		{&fresh, "5 f", "refused.foundation-order"},
		{&fresh, "5 5", "refused.same-pile"},
		{&fresh, "5 w", "move.to-waste"},
		{&fresh, "w w", "refused.same-pile"},
		{&fresh, "r", "refused.stock-not-empty"},
		{&fresh, "f 5", "refused.no-return"},
		{&back, "f 5", "move.which-foundation"},
		{&fresh, "9h", "move.not-there"},
		{&fresh, "9h 5", "move.not-there"},
		{&fresh, "6s", "move.none-card"},
		{&fresh, "1", "move.none-pile"},
		{&fresh, "w", "refused.empty-waste"},
	} {
		o := command.ParseOrders(test.text)[0]
		if moves := o.Resolve(test.state); len(moves) > 0 {
			t.Errorf("%q: got the moves %v, want a refusal", test.text, moves)
		}
		if got := o.Refused(test.state).Key; got != test.want {
			t.Errorf("%q: got %s, want %s", test.text, got, test.want)
		}
	}
	for err, want := range map[error]string{game.ErrTooLong: "refused.too-long", errors.New("else"): "refused.unreadable"} {
		if got := command.Refusal(err).Key; got != want {
			t.Errorf("%v: got %s, want %s", err, got, want)
		}
	}
}

// Each menu entry also describes its move in words.
func TestMenuEntriesMakeTheirMoves(t *testing.T) {
	speaker := english(t)
	for _, options := range []game.Options{{Draw: "1", Passes: "unlimited", Return: "yes"}, {Game: game.Yukon, Return: "yes"}} {
		for number := 1; number <= 20; number++ {
			s := dealt(t, options, number, "")
			for step := 0; step < 60 && !s.Won(); step++ {
				for _, c := range command.Menu(&s) {
					orders := command.ParseOrders(c.Text())
					if moves := orders[0].Resolve(&s); len(orders) != 1 || len(moves) != 1 || moves[0] != c.Move {
						t.Fatalf("deal %d: %q: got %v, want %v", number, c.Text(), moves, c.Move)
					}
					if speaker.Say(c.Label()) == "" {
						t.Fatalf("deal %d: %v has no words", number, c.Move)
					}
				}
				list := slices.Collect(s.Moves())
				if len(list) == 0 {
					break
				}
				after, e, err := s.Apply(list[step*7%len(list)])
				if err != nil {
					t.Fatal(err)
				}
				if lines := command.Done(e, &after); len(lines) != 1 && (len(lines) != 2 || e.Turned == 0) {
					t.Fatalf("deal %d: %v: got %d lines", number, e.Move, len(lines))
				}
				s = after
			}
		}
	}
}

// Moves to the foundations come first, then those that turn a card up.
func TestMenusListTheMostUsefulMovesFirst(t *testing.T) {
	s := dealt(t, game.Options{Draw: "3"}, 1, "")
	var got []string
	for _, c := range command.Menu(&s) {
		got = append(got, c.Text())
	}
	if want := []string{"move 5>4:1", "move 6>2:1", "move 7>5:1"}; !slices.Equal(got, want) {
		t.Errorf("got the menu %q, want %q", got, want)
	}
}

// A text is completed by the words of a move or by its notation, and never past a move
// that shows an unseen card. Deal 1 has the moves 2♥ → 3♠, J♣ → Q♦ and Q♦ → K♣.
func TestSuggestionsMatchTheTypedText(t *testing.T) {
	speaker := english(t)
	first := dealt(t, game.Options{Draw: "3"}, 1, "")
	second := dealt(t, game.Options{Draw: "3", Passes: "unlimited"}, 1, "d, d, d, d, d, d, d, d, r")
	for _, test := range []struct {
		state game.State
		typed string
		want  string
	}{
		{first, "", "5>4:1 6>2:1 7>5:1 d"},
		{first, "5 4", "5>4:1"},
		{first, "Q♦", "5>4:1 7>5:1"},
		{first, "pile 6", "6>2:1"},
		{first, "qd", "5>4:1"},
		{first, "5", "5>4:1 7>5:1"},
		{first, "draw", "d"},
		{first, "d", "d"},
		{first, "9h", ""},
		{first, "zzz", ""},
		{first, "`<@1>` ♥️;", ""},
		{first, "5 4, d, ", ""},
		{first, "5 4, ", ""},
		{first, "5 4, 7", ""},
		{first, "d, ", ""},
		{first, "5 1, d", ""},
		{second, "d, 5 4", "d, 5>4:1"},
	} {
		var got []string
		for _, s := range command.Suggest(test.state, test.typed, speaker.Say) {
			if got = append(got, s.Text); s.Label == "" {
				t.Errorf("%q has no words", s.Text)
			}
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%q: got %q, want %q", test.typed, got, test.want)
		}
	}
}
