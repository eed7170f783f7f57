package daily_test

import (
	"context"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/play"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// Deal 1 of Klondike at draw 3 shows 6♠ 3♠ Q♣ K♣ Q♦ 2♥ J♣.

func TestNotation(t *testing.T) {
	for _, text := range []string{
		"/move 5 4", "move 5 4", "5 4", "/move 5>4", "5-4", "5 -> 4", "5→4", "5 to 4", "/MOVE 5 4", "５ ４",
		"5 4", "qd kc", "Q♦ K♣", "q♦ 4", "5 k♣", "5 4 1", "5 4 x1", "5>4:1", "pile 5 to pile 4", "m 5 4",
		"/move “5 4”", "qd", "/solitaire move 5 4", "  5   4  ", "Q♦️ K♣️",
	} {
		p := newPerson(t)
		p.say("new draw 3 deal 1")
		r := p.expect(text, "Q♦ from pile 5 → K♣ on pile 4")
		if r.Board.Piles[3].Up[1] != game.NewCard(12, game.Diamonds) {
			t.Errorf("%q: Q♦ is not on pile 4", text)
		}
	}
}

func TestMoveRefused(t *testing.T) {
	for text, want := range map[string]string{
		"3 4":      "Q♣ can't go on K♣: it takes a red Q.",
		"6 1":      "2♥ can't go on 6♠: it takes a red 5.",
		"w f":      "The waste is empty.",
		"w":        "The waste is empty.",
		"w w":      "already there",
		"3 w":      "can't move cards to the waste",
		"f 3":      "stay on the foundations",
		"f":        "stay on the foundations",
		"1 1":      "already there",
		"1 f":      "6♠ can't go up yet",
		"r":        "once the stock is empty",
		"2 1 2":    "You can move only face-up cards",
		"2 1 9":    "fewer than 9 cards",
		"fh 3":     "stay on the foundations",
		"1 9":      "as a move",
		"9h 10s":   "No move starts or ends",
		"3":        "Pile 3 has no legal move",
		"move 3 q": "as a move",
		"6s":       "6♠ has no legal move",
	} {
		p := newPerson(t)
		before := p.say("new draw 3 deal 1")
		after := p.expect(text, want)
		if after.Ref != before.Ref || after.Board.Score != before.Board.Score {
			t.Errorf("%q: a refused move changed the game", text)
		}
	}
}

func TestMoveAloneListsMoves(t *testing.T) {
	p := newPerson(t)
	p.say("new draw 3 deal 1")
	r := p.say("/move")
	p.has(r, "move.list")
	if !r.Choose || len(r.Menu) != 3 {
		t.Fatalf("menu %v", r.Menu)
	}
	if got := p.speaker.Say(r.Menu[0].Label()); got != "Q♦ from pile 5 → K♣ on pile 4" {
		t.Errorf("first entry %q", got)
	}
	p.tap(r, r.Menu[0].Text())
	p.expect("/move 5", "Pile 5 has no legal move")
}

func TestMenuOrder(t *testing.T) {
	p := newPerson(t)
	r := p.say("new yukon deal 1")
	if got := r.Menu[0].Move.String(); got != "2>f" {
		t.Errorf("first entry %s, want the move to a foundation", got)
	}
}

func TestAmbiguityIsAskedBack(t *testing.T) {
	p, text := newPerson(t), ""
	for n := 1; text == "" && n < 2000; n++ {
		r := p.say("new yukon deal " + strconv.Itoa(n))
		text = ambiguous(r.Menu)
	}
	if text == "" {
		t.Fatal("no deal with two readings found")
	}
	r := p.say(text)
	p.has(r, "move.which")
	if !r.Choose || len(r.Menu) < 2 {
		t.Fatalf("menu %v", r.Menu)
	}
	if after := p.tap(r, r.Menu[1].Text()); len(after.Lines) == 0 || after.Ref.Version != r.Ref.Version+1 {
		t.Errorf("the choice was not carried out: %s", p.text(after))
	}
}

// ambiguous returns FROM TO of two moves that differ only in their count.
func ambiguous(menu []command.Choice) string {
	seen := map[game.Move]bool{}
	for _, c := range menu {
		m := c.Move
		m.Count = 0
		if seen[m] {
			return m.From.String() + " " + m.To.String()
		}
		seen[m] = true
	}
	return ""
}

func TestSequenceStopsAtTheFirstIllegal(t *testing.T) {
	p := newPerson(t)
	p.say("new draw 3 deal 1")
	r := p.say("/move 5 4, d, 1 2, d")
	p.has(r, "move.played", "did.draw", "move.stopped", "refused.takes-red")
	if n := len(r.Board.Stock); n != 21 {
		t.Errorf("%d cards in the stock, want 21", n)
	}
	if !strings.Contains(p.text(r), "I stopped at “1 2”") {
		t.Errorf("it doesn't say where: %s", p.text(r))
	}
	p.say("undo") // each move of a list is a step of its own
	r = p.say("undo")
	if r.Board.Piles[4].Up[0] != game.NewCard(12, game.Diamonds) {
		t.Error("two undos didn't take both steps back")
	}
}

func TestNothingAfterTheWinIsPlayed(t *testing.T) {
	p := newPerson(t)
	p.say("new yukon deal 452")
	p.expect("/move "+lineYukon+", d, 9 9", "You won!")
}

func TestDrawTurnsOver(t *testing.T) {
	p := newPerson(t)
	p.say("new draw 3 deal 1")
	r := p.say(strings.Repeat("d,", 8))
	if !offers(r, "draw") || p.speaker.Say(r.Actions[0][0].Label) != "Turn over" {
		t.Errorf("no button to turn over: %v", r.Actions)
	}
	r = p.expect("/draw", "turned the waste over")
	if r.Board.Pass != 2 {
		t.Errorf("pass %d, want 2", r.Board.Pass)
	}
	p.say(strings.Repeat("d,", 8) + "r," + strings.Repeat("d,", 8))
	p.expect("d", "this was your last pass")
	p.expect("r", "this was your last pass")
}

// B43 for the bot: the button is there exactly when the command works.
func TestB43OfferingFinish(t *testing.T) {
	p := newPerson(t)
	p.say("new deal 1141")
	moves := strings.Split(lineKlondike, ", ")
	offered := 0
	for _, m := range moves {
		r := p.say(m)
		works := !r.Board.Won && finishes(p)
		if offers(r, "finish") != works {
			t.Fatalf("after %s: offered %v, works %v", m, offers(r, "finish"), works)
		}
		if works {
			offered++
		}
	}
	if offered == 0 {
		t.Fatal("finish was never offered")
	}
}

// finishes tries the command in a copy of the game.
func finishes(p *person) bool {
	rec, err := p.bot.Store.Load(context.Background(), p.player)
	if err != nil {
		p.t.Fatal(err)
	}
	other := *p
	other.player.User = "copy"
	old, _ := p.bot.Store.Load(context.Background(), other.player)
	rec.Version, rec.Games[0].ID = old.Version, "copy"+strconv.Itoa(int(old.Version))
	rec.Current = rec.Games[0].ID
	if err := p.bot.Store.Commit(context.Background(), persist.Change{Player: other.player, Record: rec}); err != nil {
		p.t.Fatal(err)
	}
	return other.say("finish").Board.Won
}

func TestFinishIsOneRequestAndOneResult(t *testing.T) {
	p := newPerson(t)
	p.say("new deal 1141")
	p.expect("finish", "Can't auto-finish yet")
	moves := strings.Split(lineKlondike, ", ")
	for i, m := range moves {
		if r := p.say(m); offers(r, "finish") {
			done := p.tap(r, "finish")
			p.has(done, "finish.done", "game.won")
			if done.Ref.Version != r.Ref.Version+1 {
				t.Error("finish was not one commit")
			}
			if got := p.results(); len(got) != 1 || got[0].Moves < i {
				t.Errorf("results %+v", got)
			}
			return
		}
	}
	t.Fatal("finish was never offered")
}

// B30: after the result undo is refused, and nothing is counted twice.
func TestB30NothingAfterTheResult(t *testing.T) {
	p := newPerson(t)
	p.say("new yukon deal 452")
	p.say(lineYukon)
	for _, text := range []string{"undo", "redo", "restart", "restart confirm", "resign confirm", "finish", "3 5"} {
		p.has(p.say(text), "game.over-won")
	}
	if n := len(p.results()); n != 1 {
		t.Errorf("%d results, want 1", n)
	}
}

// B31: playing a finished deal again records nothing.
func TestB31PracticeRecordsNothing(t *testing.T) {
	p := newPerson(t)
	p.say("new yukon deal 452")
	r := p.say(lineYukon)
	r = p.tap(r, "again")
	if p.speaker.Join(r.Title) != "Yukon · practice · deal 452" {
		t.Errorf("title %q", p.speaker.Join(r.Title))
	}
	p.expect(lineYukon, "You won!")
	if n := len(p.results()); n != 1 {
		t.Errorf("%d results, want 1", n)
	}
	p.say("again")
	p.say("4 f")
	p.expect("resign", "doesn't count")
	p.say("resign confirm")
	if n := len(p.results()); n != 1 {
		t.Errorf("%d results after giving up practice, want 1", n)
	}
	p.has(p.say("show free"), "game.over-won")
}

// B35: reading and settings leave the running game as it is, and so does a
// restart of the bot.
func TestB35WhatEndsAGame(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	store := mustOpen(t, path)
	p := personOn(t, play.New(store))
	p.say("new draw 3 deal 1")
	before := p.say("5 4")
	for _, text := range []string{"help", "help move", "rules", "rules yukon", "settings", "settings style ascii", "more", "my-data", "show", "", "forget-me", "resign", "new"} {
		p.say(text)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	p.bot = play.New(mustOpen(t, path))
	after := p.say("show")
	if after.Ref != before.Ref || after.Board.Score != before.Board.Score {
		t.Errorf("board %v, want %v", after.Ref, before.Ref)
	}
	p.has(p.tap(before, "undo"), "undo.done") // a button from before the restart still works
}

// B36: undo without limit, redo and restart are reachable from every board.
func TestB36UndoRedoRestart(t *testing.T) {
	p := newPerson(t)
	p.say("new draw 3 deal 1")
	fresh := p.say("show")
	r := p.say("5 4, d, d, d")
	more := p.tap(r, "more")
	asked := p.tap(more, "restart")
	r = p.tap(asked, "restart confirm")
	if len(r.Board.Stock) != len(fresh.Board.Stock) || len(r.Board.Waste) != 0 {
		t.Error("restart is not the deal")
	}
	for range 4 {
		r = p.tap(p.tap(r, "more"), "redo")
	}
	if len(r.Board.Waste) != 9 {
		t.Errorf("%d cards on the waste after four redos, want 9", len(r.Board.Waste))
	}
	p.has(p.say("undo 99"), "undo.done")
	p.has(p.say("undo"), "undo.nothing")
	p.expect("undo x", "isn't a number of steps")
	p.expect("undo 0", "isn't a number of steps")
}

// B37: the win is noticed in the step that brings the last card up, by a list
// of moves and by finish (above), from a pile and from the waste.
func TestB37NoticingTheWin(t *testing.T) {
	p := newPerson(t)
	p.say("new draw 3 deal 1770")
	moves := strings.Split(lineDraw3, ", ")
	for i, m := range moves {
		r := p.say(m)
		if won := r.Board.Won; won != (i == len(moves)-1) {
			t.Fatalf("move %d of %d: won is %v", i+1, len(moves), won)
		}
	}
	if n := len(p.results()); n != 1 {
		t.Errorf("%d results, want 1", n)
	}
}

// B38: no legal move is said exactly when there is none, and anew after undo.
func TestB38Stuck(t *testing.T) {
	p := newPerson(t)
	stuck := 0
	for n := 1; n <= 40 && stuck < 3; n++ {
		r := p.say("new deal " + strconv.Itoa(n) + " confirm")
		r = p.playGreedily(r)
		over := len(r.Menu) == 0 && !offers(r, "draw") && !r.Board.Won
		if said := strings.Contains(p.text(p.say("show")), "no legal move"); said != over {
			t.Fatalf("deal %d: said %v, over %v", n, said, over)
		}
		if over {
			stuck++
			if strings.Contains(p.text(p.say("undo")), "no legal move") {
				t.Fatalf("deal %d: still said after undo", n)
			}
		}
	}
	if stuck == 0 {
		t.Fatal("no game got stuck")
	}
}

// playGreedily plays what goes up, turns a card up or comes from the waste,
// else draws, until there is neither.
func (p *person) playGreedily(r bot.Reply) bot.Reply {
	for {
		i := slices.IndexFunc(r.Menu, func(c command.Choice) bool {
			pile := c.Move.From
			turns := pile.Tableau() && r.Board.Piles[pile-1].Hidden > 0 && len(r.Board.Piles[pile-1].Up) == c.Move.Count
			return c.Move.To == game.Foundation || turns || pile == game.Waste
		})
		switch {
		case i >= 0:
			r = p.say(r.Menu[i].Text())
		case offers(r, "draw"):
			r = p.say("d")
		default:
			return r
		}
	}
}

// B50, B52, B54: results are kept apart by rules and scoring, and carry the
// version of the scoring.
func TestB54ResultsByRules(t *testing.T) {
	p := newPerson(t)
	p.say("new vegas deal 1")
	p.say("d")
	p.say("new yukon confirm")
	p.say("new draw 3") // not begun: nothing is given up
	got := p.results()
	if len(got) != 1 || got[0].Rules != "klondike-d1-1pass-noreturn-vegas" || got[0].Scoring != game.ScoringVersion || got[0].Outcome != persist.Replaced {
		t.Errorf("results %+v", got)
	}
}

// B52, B55: a game's time starts with its first move, and its duration is the
// difference of two server times.
func TestB52B55ClockStartsWithTheFirstMove(t *testing.T) {
	p := newPerson(t)
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	p.bot.Now = func() time.Time { return now }
	p.say("new deal 1")
	now = now.Add(time.Hour)
	first := now
	p.say("d")
	now = now.Add(time.Minute)
	p.say("d")
	p.say("resign confirm")
	if r := p.results(); len(r) != 1 || !r[0].First.Equal(first) || r[0].Last.Sub(r[0].First) != time.Minute {
		t.Errorf("results %+v", r)
	}
}

// B57: case means nothing, and empty input does nothing.
func TestB57CaseAndEmptyInput(t *testing.T) {
	p := newPerson(t)
	p.say("NEW DRAW 3 DEAL 1")
	before := p.say("MOVE QD KC")
	for _, text := range []string{"", " ", "/", "\u200b", "\t\n", "/solitaire", "SOLITAIRE"} {
		if r := p.say(text); r.Ref != before.Ref {
			t.Errorf("%q changed the game", text)
		}
	}
}

// B58: a stale tap changes nothing and shows the current board.
func TestB58StaleTap(t *testing.T) {
	p := newPerson(t)
	old := p.say("new draw 3 deal 1")
	now := p.tap(old, "draw")
	r := p.tap(old, "draw")
	p.has(r, "tap.stale")
	if r.Ref != now.Ref || len(r.Board.Waste) != 3 {
		t.Error("the stale tap drew again, or shows another board")
	}
	p.say("new yukon confirm")
	p.has(p.send("draw", old.Ref), "tap.foreign")
}

func TestB58TwoTapsAtOnce(t *testing.T) {
	p := newPerson(t)
	board := p.say("new draw 3 deal 1")
	var wg sync.WaitGroup
	moved := make(chan bool, 16)
	for range 16 {
		wg.Go(func() {
			r := p.send("draw", board.Ref)
			moved <- r.Lines[0].Key == "did.draw"
		})
	}
	wg.Wait()
	close(moved)
	n := 0
	for m := range moved {
		if m {
			n++
		}
	}
	if n != 1 {
		t.Errorf("%d of 16 taps on one board drew, want 1", n)
	}
}

func TestTwoBotsOnOneStore(t *testing.T) {
	store := mustOpen(t, filepath.Join(t.TempDir(), "test.db"))
	a, b := personOn(t, play.New(store)), personOn(t, play.New(store))
	a.say("new draw 3 passes unlimited deal 1")
	var wg sync.WaitGroup
	for _, p := range []*person{a, b} {
		wg.Go(func() {
			for range 10 {
				p.say("d")
			}
		})
	}
	wg.Wait()
	r := a.say("show")
	if got := a.speaker.Join(r.Status); !strings.HasPrefix(got, "18 moves") && !strings.HasPrefix(got, "19 moves") {
		t.Errorf("after twenty draws, two of them turn-overs: %s", got)
	}
}

func TestRepeatedDelivery(t *testing.T) {
	p := newPerson(t)
	p.say("new draw 3 deal 1")
	p.id = "delivery-1"
	first := p.say("5 4")
	p.id = "delivery-2"
	p.say("d")
	p.id = "delivery-1"
	again := p.say("5 4")
	if p.text(first) != p.text(again) {
		t.Errorf("answers %q and %q", p.text(first), p.text(again))
	}
	if len(again.Board.Waste) != 3 {
		t.Error("the board is not as it is now")
	}
	if got := p.speaker.Join(again.Status); !strings.HasPrefix(got, "2 moves") {
		t.Errorf("a second move was made: %s", got)
	}
}

// What was refused stays refused when it is delivered again, though by then it
// would be legal.
func TestRepeatedRefusal(t *testing.T) {
	p := newPerson(t)
	p.say("new deal 1141")
	p.id = "z1"
	p.has(p.say("w f"), "refused.empty-waste")
	p.id = "z2"
	drawn := p.say("d")
	p.id = "z1"
	r := p.say("w f")
	p.has(r, "refused.empty-waste")
	if r.Ref != drawn.Ref || len(r.Board.Waste) != 1 {
		t.Error("the second delivery made the move")
	}
}

// A confirmed forget-me that is delivered again leaves what came since.
func TestRepeatedForgetMe(t *testing.T) {
	p := newPerson(t)
	p.say("new deal 1")
	confirm := p.say("forget-me").Actions[0][0].Text
	p.id = "f1"
	p.has(p.say(confirm), "forget-me.done")
	p.id = ""
	r := p.say("new deal 9")
	p.id = "f1"
	p.has(p.say(confirm), "forget-me.ask")
	p.id = ""
	if p.say("show").Ref != r.Ref {
		t.Error("the new game was deleted")
	}
}

// Words that a command doesn't take are told, and nothing is done.
func TestSurplusWords(t *testing.T) {
	p := newPerson(t)
	p.say("new draw 3 deal 1")
	before := p.say("d")
	for _, text := range []string{"draw 3", "redo all", "undo 1 2", "undo abc 3", "show free practice", "restart game", "settings style ascii extra", "finish it now", "resign please"} {
		if r := p.say(text); r.Ref != before.Ref || len(r.Lines) != 1 {
			t.Errorf("%q: %s", text, p.text(r))
		}
	}
	p.has(p.say("turn over"), "did.draw")
	p.has(p.say("/solitaire /draw"), "did.draw")
	p.has(p.say("give up"), "resign.ask-free")
}

func TestPracticeIsNotReplacedUnasked(t *testing.T) {
	p := newPerson(t)
	p.say("new deal 5")
	p.say("d")
	p.say("resign confirm")
	p.say("again")
	begun := p.say("d")
	p.say("new deal 7")
	p.say("d")
	p.say("resign confirm")
	asked := p.say("again")
	p.has(asked, "again.ask")
	if r := p.say("show practice"); r.Ref != begun.Ref {
		t.Error("the practice game is gone")
	}
	p.say("show free")
	p.has(p.yes(p.say("again")), "again.done")
}

func TestQuestionsComeFirst(t *testing.T) {
	p := newPerson(t)
	p.say("new draw 3 deal 1")
	r := p.say("d")
	for _, text := range []string{"new yukon", "restart", "resign", "forget-me"} {
		asked := p.say(text)
		if asked.Ref != r.Ref || len(asked.Actions) != 1 || asked.Actions[0][0].Answer != bot.AnswerYes || asked.Actions[0][1].Answer != bot.AnswerNo {
			t.Errorf("%q did not ask first: %v", text, asked.Actions)
		}
	}
	p.tap(p.say("restart"), "show") // no
	p.has(p.say("yes"), "unknown.no-question")
	if n := len(p.results()); n != 0 {
		t.Errorf("%d results, want none", n)
	}
}

func TestForgetMe(t *testing.T) {
	p := newPerson(t)
	p.say("new deal 1")
	p.say("d")
	p.say("resign confirm")
	p.has(p.say("forget-me confirm"), "forget-me.ask") // it is never done unasked
	p.has(p.forget(), "forget-me.done")
	if n := len(p.results()); n != 0 {
		t.Errorf("%d results are left", n)
	}
	p.has(p.say("show"), "game.none")
}

func TestSettings(t *testing.T) {
	p := newPerson(t)
	if r := p.say("settings style ascii"); r.Style != "ascii" {
		t.Errorf("style %q", r.Style)
	}
	if r := p.expect("settings style pink", "/solitaire settings style unicode|ascii|coloured|text"); !offers(r, "settings style text") {
		t.Errorf("no buttons for the styles: %v", r.Actions)
	}
	p.expect("settings colour red", "no setting “colour”")
	if r := p.expect("settings", "Board style: Letters (ASCII)"); r.Style != "ascii" || !offers(r, "settings style") {
		t.Errorf("style %q, actions %v", r.Style, r.Actions)
	}
}

// Colours and the score are shown as the player likes.
func TestSettingsOfTheBoard(t *testing.T) {
	p := newPerson(t)
	if r := p.say("new deal 1"); r.FourColour || len(r.Status) != 3 {
		t.Errorf("before: four colours %v, status %v", r.FourColour, r.Status)
	}
	if r := p.say("settings four-colour on"); !r.FourColour {
		t.Error("no four colours")
	}
	if r := p.say("settings score hide"); len(r.Status) != 2 || strings.Contains(p.speaker.Join(r.Status), "score") {
		t.Errorf("the score is not hidden: %v", r.Status)
	}
	if r := p.say("settings score show"); len(r.Status) != 3 {
		t.Errorf("the score is not shown: %v", r.Status)
	}
}

// A reply is in the language that the player has chosen, else in that of the
// platform, else in the place's, else in English; one that fails too.
func TestLanguageOfAReply(t *testing.T) {
	for _, tt := range []struct{ chosen, locale, place, want string }{
		{"", "", "", "en"},
		{"", "vi", "", "vi"},
		{"", "vi", "bg", "vi"},
		{"", "", "bg", "bg"},
		{"", "fr", "bg", "bg"},
		{"", "fr", "pl", "en"},
		{"mt", "vi", "bg", "mt"},
		{"auto", "en-GB", "bg", "en"},
		{"en", "vi", "bg", "en"},
	} {
		p := newPerson(t)
		req := bot.Request{Player: p.player, Locale: tt.locale, PlaceLocale: tt.place}
		if tt.chosen != "" {
			p.say("settings language " + tt.chosen)
		}
		req.Text = "show"
		if r, err := p.bot.Handle(context.Background(), req); err != nil || r.Lang != tt.want {
			t.Errorf("%+v: %s, %v", tt, r.Lang, err)
		}
	}
	p := newPerson(t)
	ended, end := context.WithCancel(context.Background())
	end()
	if r, _ := p.bot.Handle(ended, bot.Request{Player: p.player, Locale: "vi-VN", Text: "show"}); r.Lang != "vi" {
		t.Errorf("a failure is told in %q", r.Lang)
	}
}

// A delivery is still known after many others. Its outcome is kept of the latest
// only; the answer to an older one is the board as it is now.
func TestRepeatedDeliveryAfterManyOthers(t *testing.T) {
	p := newPerson(t)
	p.say("new draw 3 passes unlimited deal 1")
	for i := range 400 {
		p.id = "delivery-" + strconv.Itoa(i)
		p.say([]string{"d", "undo"}[i%2])
	}
	before := p.say("show")
	for _, i := range []int{0, 200, 335, 336, 399} {
		p.id = "delivery-" + strconv.Itoa(i)
		r := p.say("d")
		if r.Ref != before.Ref {
			t.Errorf("delivery %d was carried out again", i)
		}
		if want := []string{"did.draw", "undo.done"}[i%2]; said(r, want) != (i >= 336) || r.Board == nil {
			t.Errorf("delivery %d: %v", i, r.Lines)
		}
	}
}
