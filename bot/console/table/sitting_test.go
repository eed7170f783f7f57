package table

import (
	"context"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/vt"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/bot/play"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

// A sitting is a player at a table, with a bot of their own. Delayed messages arrive when
// the test says so.
type sitting struct {
	*model
	t     testing.TB
	bot   *bot.Bot
	asked []string  // the commands that reached the bot
	timed []tea.Msg // what would come later

	terminal *vt.Emulator // shows the frames, with some room around them
}

// sit begins a sitting with a table that a test may change before.
func sit(t testing.TB, w, h int, change ...func(*Table, *bot.Bot)) *sitting {
	t.Helper()
	b := play.New(persisttest.NewMemory())
	b.Number = func() int { return 1141 }
	b.Now = func() time.Time { return time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC) }
	b.Advisor = hasty{}
	b.Words = bottest.Catalogue(t).Words()
	s := &sitting{t: t, bot: b}
	table := &Table{Catalogue: bottest.Catalogue(t), Typed: strings.NewReplacer("/solitaire ", "", "/move", "move")}
	table.Ask = func(ctx context.Context, text string, on bot.BoardRef) bot.Reply {
		s.asked = append(s.asked, text)
		r, err := b.Handle(ctx, ann(text, on))
		if err != nil {
			t.Errorf("%s: %v", text, err)
		}
		return r
	}
	table.Complete = func(ctx context.Context, text string) []command.Suggestion {
		list, err := b.Complete(ctx, ann(text, bot.BoardRef{}), func(lang string) *locale.Speaker { return table.Catalogue.In(lang, false) })
		if err != nil {
			t.Error(err)
		}
		return append(command.SuggestWords(b.Specs(), text), list...)
	}
	for _, c := range change {
		c(table, b)
	}
	s.model = newModel(t.Context(), table)
	s.after = func(_ time.Duration, msg tea.Msg) tea.Cmd {
		s.timed = append(s.timed, msg)
		return nil
	}
	s.sit()
	s.send(tea.WindowSizeMsg{Width: w, Height: h})
	return s
}

func ann(text string, on bot.BoardRef) bot.Request {
	return bot.Request{Player: persist.Player{Platform: "terminal", User: "ann"}, Name: "ann", Text: text, Board: on}
}

// hasty is an advisor that doesn't search: its hint is the first legal move of cards, and
// every game is winnable.
type hasty struct{}

func (hasty) Advise(_ context.Context, q bot.Question) (a bot.Advice, err error) {
	s := q.Game.State()
	for m := range s.Moves() {
		if m != game.Draw && m != game.TurnOver {
			return bot.Advice{OK: true, Move: m}, nil
		}
	}
	return a, nil
}

func (hasty) Judge(context.Context, bot.Question) (bot.Judgement, error) {
	return bot.Judgement{Now: bot.CanBeWon}, nil
}

func (hasty) Review(_ context.Context, q bot.Question) (bot.Review, error) {
	return bot.Review{Judgement: bot.Judgement{Now: bot.CanBeWon, Last: q.Game.Done(), Lost: -1}}, nil
}

func (hasty) Weigh(context.Context, bot.Question) (bot.Chances, error) { return bot.Chances{}, nil }

func (hasty) Winnable(_ context.Context, _ persist.Player, _ game.Rules, number func() int) (int, error) {
	return number(), nil
}

func (hasty) Rate(context.Context, game.Rules, game.Deck) (string, error) { return "", nil }

func (hasty) Stuck(game.View) bool { return false }

// send delivers messages, and runs the commands that follow from each.
func (s *sitting) send(msgs ...tea.Msg) {
	for _, msg := range msgs {
		_, cmd := s.Update(msg)
		s.run(cmd)
	}
}

func (s *sitting) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil, tea.QuitMsg:
	case tea.BatchMsg:
		for _, c := range msg {
			s.run(c)
		}
	default:
		s.send(msg)
	}
}

// named are the keys that are not a character.
var named = map[string]rune{
	"enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab, "up": tea.KeyUp, "down": tea.KeyDown,
	"left": tea.KeyLeft, "right": tea.KeyRight, "backspace": tea.KeyBackspace, "pgdown": tea.KeyPgDown,
}

// press presses keys: characters, or the name of a key.
func (s *sitting) press(keys ...string) {
	for _, k := range keys {
		if code, ok := named[k]; ok {
			s.send(tea.KeyPressMsg{Code: code})
			continue
		}
		for _, r := range k {
			s.send(tea.KeyPressMsg{Code: r, Text: string(r)})
		}
	}
}

// types types a command into the command line.
func (s *sitting) types(text string) {
	s.press(":", text, "enter")
}

func (s *sitting) click(x, y int) {
	s.send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft}, tea.MouseReleaseMsg{X: x, Y: y, Button: tea.MouseLeft})
}

// screen returns what a terminal of the window's size shows, and fails the test if
// the frame needs more room than that.
func (s *sitting) screen() string {
	s.t.Helper()
	const spare = 3
	if s.terminal == nil {
		s.terminal = vt.NewEmulator(s.w+spare, s.h+spare)
		s.t.Cleanup(func() { s.terminal.Close() })
	}
	e := s.terminal
	e.Resize(s.w+spare, s.h+spare)
	frame := s.View().Content
	if n := strings.Count(frame, "\n") + 1; n > max(s.h, 1) {
		s.t.Fatalf("%d rows in a window of %d×%d:\n%s", n, s.w, s.h, frame)
	}
	if _, err := e.WriteString("\x1b[2J\x1b[H" + strings.ReplaceAll(frame, "\n", "\r\n")); err != nil {
		s.t.Fatal(err)
	}
	for y := range s.h + spare {
		for x := s.w; x < s.w+spare; x++ {
			if c := e.CellAt(x, y); c != nil && strings.TrimSpace(c.Content) != "" {
				s.t.Fatalf("row %d is longer than %d cells:\n%s", y, s.w, frame)
			}
		}
	}
	return e.String()
}

// shows fails the test unless a text is on the screen.
func (s *sitting) shows(texts ...string) {
	s.t.Helper()
	screen := s.screen()
	for _, text := range texts {
		if !strings.Contains(screen, text) {
			s.t.Errorf("%q is not on the screen:\n%s", text, screen)
		}
	}
}
