package table

import (
	"context"
	"image/color"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
)

// A new player has a game on the table at once; the next time it is the same one.
func TestTheFirstGameIsDealtAtOnce(t *testing.T) {
	s := sit(t, 80, 24)
	s.shows("Klondike · deal 1141", "K♥", "7♠", "? Keys")
	if !slices.Equal(s.asked, []string{"show", "new winnable"}) {
		t.Errorf("it asked for %q", s.asked)
	}
	s.press("d")
	before := s.screen()
	s.sit()
	if s.view == nil || len(s.view.Waste) != 1 || len(s.asked) != 4 {
		t.Errorf("the game was not kept:\n%s\n%s", before, s.screen())
	}
}

// A game that can't be read is never replaced without a word.
func TestAnUnreadableGameIsNotReplaced(t *testing.T) {
	s := sit(t, 80, 24, func(table *Table, _ *bot.Bot) {
		table.Ask = func(_ context.Context, text string, _ bot.BoardRef) bot.Reply {
			if strings.HasPrefix(text, "new") {
				t.Error("a game was dealt")
			}
			return bot.Reply{Lines: []locale.Message{locale.Msg("game.unreadable")}}
		}
	})
	s.shows("I can't open this game any more.")
}

// Moving the cursor asks nobody, and neither does taking a card.
func TestTheCursorAsksNobody(t *testing.T) {
	s := sit(t, 80, 24)
	n := len(s.asked)
	s.press("right", "down", "up", "up", "left", "hjkl", "?", "esc", "n", "esc")
	s.goTo(spot{6, 0})
	s.press("enter", "right", "esc")
	if len(s.asked) != n {
		t.Errorf("it asked for %q", s.asked[n:])
	}
}

// Where the cards in the hand may go is lit, and nothing else.
func TestTargetsAreLit(t *testing.T) {
	s := sit(t, 80, 24)
	s.types("new draw 1 passes unlimited deal 1141")
	s.goTo(spot{6, 0}) // 2♦, which goes on 3♠ only
	s.press("enter")
	l := s.layout()
	for _, b := range l.boxes {
		want := plain
		switch b.spot {
		case spot{6, 0}:
			want = taken
		case spot{3, 0}:
			want = cursor
		}
		if got := s.mark(b); got != want {
			t.Errorf("%+v is marked %v, want %v", b, got, want)
		}
	}
	s.press("esc")
	if s.taken != nil {
		t.Error("Esc doesn't put the card back")
	}
}

// A card that can't go anywhere stays, and the table says so.
func TestACardWithoutAMoveStays(t *testing.T) {
	s := sit(t, 80, 24)
	s.press("enter") // the king on pile 1
	s.shows("K♥ can't go anywhere now.")
}

// Two keys move between piles; w is the waste, f the foundation, the same pile twice
// asks for its only move.
func TestTwoKeysMoveBetweenPiles(t *testing.T) {
	for keys, want := range map[string]string{"63": "move 6 3", "66": "move 6", "6f": "move 6 f", "w3": "move w 3", "wf": "move w f"} {
		s := sit(t, 80, 24)
		s.press(keys[:1])
		s.shows(keys[:1] + " → ?")
		s.press(keys[1:])
		if got := s.asked[len(s.asked)-1]; got != want {
			t.Errorf("%s asks for %q, want %q", keys, got, want)
		}
	}
	s := sit(t, 80, 24)
	n := len(s.asked)
	s.press("6", "esc", "3", "x", "w", "down")
	if s.first != 0 || len(s.asked) != n {
		t.Errorf("another key doesn't give the move up: %q", s.asked[n:])
	}
}

// The deal of the day and one's own game are one key away, and so are other rules of
// the first game.
func TestGamesAreOneKeyAway(t *testing.T) {
	for key, want := range map[string]string{"t": "daily", "c": "show free", "a": "new klondike draw 1 passes unlimited deal 1141", "b": "new klondike draw 3 deal 1141"} {
		s := sit(t, 80, 24)
		n := len(s.asked)
		if s.press(key); s.asked[n] != want {
			t.Errorf("%s asks for %q, want %q", key, s.asked[n], want)
		}
	}
}

// Every key that means a command is explained.
func TestKeysAreExplained(t *testing.T) {
	s := sit(t, 120, 40)
	s.press("?")
	text := " " + strings.Join(s.panel.lines, "\n ")
	for key := range commandKeys {
		if !strings.Contains(text, "\n "+key+" ") && !strings.Contains(text, " "+key+" ") {
			t.Errorf("%q is not explained:\n%s", key, text)
		}
	}
}

// A hint is shown on the board, and Enter, Enter plays it.
func TestAHintIsShownOnTheBoard(t *testing.T) {
	s := sit(t, 80, 24)
	s.types("new draw 1 passes unlimited deal 1141")
	s.press("H")
	s.shows("Hint: ")
	l := s.layout()
	lit := 0
	for _, b := range l.boxes {
		if m := s.mark(b); m == target || m == cursor {
			lit++
		}
	}
	if lit != 2 {
		t.Errorf("%d places are lit:\n%s", lit, s.screen())
	}
	s.press("enter", "enter")
	s.shows("1 move ")
	if s.hint != nil {
		t.Error("the hint is still there after the move")
	}
}

// Keys that are typed while the bot is at work are carried out afterwards, in order.
func TestKeysTypedAheadAreCarriedOutInOrder(t *testing.T) {
	s := sit(t, 80, 24)
	s.types("new draw 1 passes unlimited deal 1141")
	_, cmd := s.Update(tea.KeyPressMsg{Code: 'd', Text: "d"})
	n := len(s.asked)
	s.press("d", "u", "63") // while the first one is at work
	if len(s.asked) != n {
		t.Errorf("two requests at a time: %q", s.asked[n:])
	}
	s.run(cmd)
	if got := s.asked[n:]; !slices.Equal(got, []string{"draw", "draw", "undo", "move 6 3"}) {
		t.Errorf("carried out: %q", got)
	}
}

// A card that is dragged while the bot is at work goes where it was dragged.
func TestADragWhileTheBotIsAtWorkIsCarriedOut(t *testing.T) {
	s := sit(t, 80, 24)
	s.types("new draw 1 passes unlimited deal 1141")
	_, cmd := s.Update(tea.KeyPressMsg{Code: 'd', Text: "d"})
	s.byMouse(game.Move{From: 6, To: 3, Count: 1}, true)
	s.run(cmd)
	if got := s.asked[len(s.asked)-1]; got != "move 6>3:1" {
		t.Errorf("the last request is %q:\n%s", got, s.screen())
	}
}

// Esc gives up waiting: the request's context ends, what was typed ahead is dropped,
// and the board is asked for.
func TestEscGivesUpWaiting(t *testing.T) {
	var ended error
	var s *sitting
	s = sit(t, 80, 24, func(table *Table, _ *bot.Bot) {
		ask := table.Ask
		table.Ask = func(ctx context.Context, text string, on bot.BoardRef) bot.Reply {
			if text == "hint" {
				s.press("d", "d")
				s.send(s.timed[len(s.timed)-1])
				s.shows("Thinking … Esc gives up.")
				s.press("esc")
				ended = ctx.Err()
				return bot.Reply{Lines: []locale.Message{locale.Msg("failure.busy")}}
			}
			return ask(ctx, text, on)
		}
	})
	n := len(s.asked)
	s.press("H")
	if ended == nil {
		t.Error("the request goes on")
	}
	if got := s.asked[n:]; !slices.Equal(got, []string{"show"}) {
		t.Errorf("asked for %q", got)
	}
	s.shows("0 moves")
	if strings.Contains(s.screen(), "try again") {
		t.Errorf("what was given up is shown:\n%s", s.screen())
	}
}

// A question lies over the board, with no chosen; Esc leaves everything as it is.
func TestAQuestionIsAnswered(t *testing.T) {
	for keys, kept := range map[string]bool{"enter": true, "esc": true, "n": true, "y": false} {
		s := sit(t, 80, 24)
		s.press("d")
		s.types("new yukon deal 5")
		s.shows("counts as a loss", "Yes", "No")
		s.press(keys)
		if got := s.view.Rules.HasStock(); got != kept {
			t.Errorf("%s: the game was kept: %v", keys, got)
		}
		if s.panel != nil && s.panel.entries != nil {
			t.Errorf("%s: the question is still open", keys)
		}
	}
}

// A text that has no room below the board, or is about something else, lies over it;
// Esc shows the board again.
func TestLongTextsLieOverTheBoard(t *testing.T) {
	for _, size := range sizes {
		s := sit(t, size[0], size[1])
		board := s.screen()
		s.types("help all")
		for range 30 { // to the end
			s.press("pgdown")
			s.screen()
		}
		s.press("esc")
		if s.panel != nil || !strings.Contains(s.screen(), strings.Split(board, "\n")[0]) {
			t.Errorf("%v: Esc doesn't show the board:\n%s", size, s.screen())
		}
	}
}

// Choices are taken with arrows and Enter, or by a click.
func TestChoicesAreTaken(t *testing.T) {
	for name, take := range map[string]func(s *sitting){
		"keys":  func(s *sitting) { s.press("down", "down", "enter") },
		"mouse": func(s *sitting) { s.screen(); s.click(s.panel.rows[2].x, s.panel.rows[2].y) },
	} {
		s := sit(t, 80, 24)
		s.press("n")
		take(s)
		if got, want := s.asked[len(s.asked)-1], s.gamesPanel().entries[2].text; got != want {
			t.Errorf("%s asks for %q, want %q", name, got, want)
		}
	}
}

// Buttons below the board can be chosen by Tab, by their key and by a click.
func TestButtonsArePressed(t *testing.T) {
	for name, press := range map[string]func(s *sitting){
		"key":   func(s *sitting) { s.press("a") },
		"tab":   func(s *sitting) { s.press("tab", "enter") },
		"mouse": func(s *sitting) { s.screen(); s.click(s.buttons[0].x, s.buttons[0].y) },
	} {
		s := sit(t, 100, 30)
		s.types("new draw 1 passes 1 deal 7")
		s.shows("Unlimited passes")
		press(s)
		if s.view.Rules.Passes != 0 {
			t.Errorf("%s: the button was not pressed: %q", name, s.asked)
		}
	}
}

// The history goes back from the latest command, and is there in the next session.
func TestHistoryIsKeptBetweenSessions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "history")
	keep := func(table *Table, _ *bot.Bot) { table.History = path }
	s := sit(t, 80, 24, keep)
	for _, text := range []string{"stats", "help", "stats", "rules"} {
		s.types(text)
		s.press("esc")
	}
	if err := s.memory.keep(); err != nil {
		t.Fatal(err)
	}
	if err := (&history{path: filepath.Join(path, "in", "a", "file"), lines: []string{"d"}}).keep(); err == nil {
		t.Error("a history that can't be written is kept")
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file: %v, %v", info, err)
	}
	s = sit(t, 80, 24, keep)
	s.press(":")
	for _, want := range []string{"rules", "stats", "help", "help"} {
		s.press("up")
		if got := s.line.input.Value(); got != want {
			t.Errorf("up: %q, want %q", got, want)
		}
	}
	s.press("down", "down", "down")
	if got := s.line.input.Value(); got != "" {
		t.Errorf("below the latest is %q", got)
	}
}

// Tab completes commands, their options and moves, one after the other.
func TestTabCompletes(t *testing.T) {
	for typed, want := range map[string][]string{
		"und":               {"undo"},
		"new yu":            {"new yukon"},
		"new passes un":     {"new passes unlimited"},
		"new draw 3 passes": {"new draw 3 passes"},
		"6":                 {"6>3:1", "6>3:1"},
		"xyz":               {"xyz"},
		"settings style":    {"settings style"},
	} {
		s := sit(t, 80, 24)
		s.types("new draw 1 passes unlimited deal 1141")
		s.press(":", typed)
		for _, w := range want {
			s.press("tab")
			if got := s.line.input.Value(); got != w {
				t.Errorf("%q is completed to %q, want %q", typed, got, w)
			}
		}
		s.screen()
	}
}

// Two games that differ only in cards that were never shown have the same frames.
func TestHiddenCardsAreNowhere(t *testing.T) {
	frames := map[string][]string{}
	for _, name := range []string{"one", "other"} {
		s := sit(t, 80, 24)
		deck := game.Numbered(1141)
		if name == "other" { // two cards that lie face down on piles 7 and 6
			deck[12], deck[11] = deck[11], deck[12]
		}
		state, err := game.Deal(game.KlondikeRules(1, 1, false), deck)
		if err != nil {
			t.Fatal(err)
		}
		v := state.View()
		s.board(bot.Reply{Board: &v, Ref: bot.BoardRef{Game: "x"}})
		for _, key := range []string{"up", "right", "enter", "esc", "down", "left", "6"} {
			s.press(key)
			frames[name] = append(frames[name], s.screen())
		}
		for _, b := range s.layout().boxes {
			if b.kind == back && b.card != 0 {
				t.Errorf("a back has a card: %+v", b)
			}
		}
	}
	if !slices.Equal(frames["one"], frames["other"]) {
		t.Error("hidden cards change a frame")
	}
}

// In ASCII no other character reaches the terminal, in any language.
func TestASCIIIsASCII(t *testing.T) {
	for _, lang := range locale.Codes() {
		s := sit(t, 80, 24, func(table *Table, _ *bot.Bot) { table.ASCII = true })
		s.types("settings language " + lang)
		s.press("esc")
		for _, keys := range []string{"d", "H", "?", "esc", "n", "esc", "u", "6", "3", ":"} {
			s.press(keys)
			if i := strings.IndexFunc(s.View().Content, func(r rune) bool { return r > '~' }); i >= 0 {
				t.Errorf("%s, %s: %q", lang, keys, s.View().Content[i:min(i+20, len(s.View().Content))])
			}
		}
	}
}

// Cards have other colours on a light background, and with four colours each suit has
// its own.
func TestColoursFitTheBackground(t *testing.T) {
	s := sit(t, 80, 24)
	dark := s.View().Content
	s.send(tea.BackgroundColorMsg{Color: color.White})
	light := s.View().Content
	if dark == light {
		t.Error("a light background changes nothing")
	}
	s.types("settings four-colour on")
	s.press("esc")
	if !s.look.four || s.dark {
		t.Error("the setting, or the background, is forgotten")
	}
	inks := map[string]bool{}
	for _, style := range s.look.suits {
		inks[style.Render("x")] = true
	}
	if len(inks) != game.Suits {
		t.Errorf("%d colours for four suits", len(inks))
	}
}

// The table ends when the player asks for sentences.
func TestSentencesEndTheTable(t *testing.T) {
	s := sit(t, 80, 24)
	s.types("settings style text")
	if !s.plainly {
		t.Error("the table stays")
	}
}

// After a win the cards fall for a while, unless they must not; then the table says
// what can be played next.
func TestAWinIsShown(t *testing.T) {
	for _, motion := range []bool{true, false} {
		s := sit(t, 80, 24, func(table *Table, _ *bot.Bot) { table.Motion = motion })
		s.types("new deal 1141")
		for _, m := range winning(t, game.KlondikeRules(1, 1, false), 1141) {
			s.types(m.String())
		}
		s.send(tea.MouseMotionMsg{X: 3, Y: 3}, tea.MouseReleaseMsg{X: 3, Y: 3}) // the end of the last move
		if got := s.fall != nil; got != motion {
			t.Fatalf("motion %v: cards fall: %v", motion, got)
		}
		steps := 0
		for ; s.fall != nil; steps++ {
			s.screen()
			s.send(falling{})
		}
		if motion && steps != fallSteps {
			t.Errorf("they fall for %d steps", steps)
		}
		s.shows("You won!", "New game")
	}
}

// When everything is deleted the table is empty, and offers what can be played.
func TestNothingIsLeftOfADeletedGame(t *testing.T) {
	s := sit(t, 80, 24)
	s.press("d")
	s.types("forget-me")
	s.press("y", "esc")
	if s.view != nil || len(s.moves) > 0 || strings.Contains(s.screen(), "♠") {
		t.Errorf("something is left:\n%s", s.screen())
	}
	s.types("show")
	s.press("esc")
	s.shows("New game")
	s.press("up", "left", "enter", "d", "6", "3", "f") // does no harm
	s.screen()
}

// In a window that is too small the table asks for a larger one, and the game is there
// again when it gets it.
func TestAWindowCanBeTooSmall(t *testing.T) {
	s := sit(t, 80, 24)
	before := s.screen()
	for _, size := range [][2]int{{39, 24}, {80, leastHeight - 1}, {1, 1}, {0, 0}, {10, 100}} {
		s.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		s.screen()
		s.press("enter", "?", "esc")
	}
	s.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	if got := s.screen(); !strings.HasPrefix(got, strings.SplitAfter(before, "\n")[0]) {
		t.Errorf("the board is not the same:\n%s\n%s", before, got)
	}
}
