package play_test

import (
	"strings"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

func TestAWinIsRecordedWithItsFigures(t *testing.T) {
	p := bottest.NewPerson(t)
	p.Bot.Now = bottest.Clock()
	p.Say("/solitaire new deal 1141")
	for move := range strings.SplitSeq(bottest.LineKlondike, ", ") {
		r := p.Say("/move " + move)
		if len(r.Lines) == 0 || strings.HasPrefix(r.Lines[0].Key, "refused") {
			t.Fatalf("%s: got %s, want the move to be made", move, p.Text(r))
		}
	}
	r := p.Say("show")
	p.Has(r, "game.over-won")
	if !r.Board.Won || len(r.Menu) != 0 {
		t.Error("got legal moves or no win, want a won game without moves")
	}
	results := p.Results()
	if len(results) != 1 {
		t.Fatalf("got %d results, want 1", len(results))
	}
	got := results[0]
	if got.Outcome != persist.Won || got.Moves != 101 || got.Up != 52 || got.Number != 1141 || got.Rules != "klondike-d1-1pass-noreturn" || got.Undos != 0 {
		t.Errorf("got the result %+v, want a clean win of deal 1141 in 101 moves", got)
	}
	if d := got.Last.Sub(got.First); d != 100*time.Second {
		t.Errorf("got the duration %v, want 100 s", d)
	}
}

func TestAGameCanBeWonInOneMessage(t *testing.T) {
	for _, c := range []struct{ begin, line string }{
		{"new deal 1141", bottest.LineKlondike},
		{"new draw 3 deal 1770", bottest.LineDraw3},
		{"new yukon deal 452", bottest.LineYukon},
	} {
		p := bottest.NewPerson(t)
		p.Say(c.begin)
		p.Expect("/move "+c.line, "You won!")
		if r := p.Results(); len(r) != 1 || r[0].Outcome != persist.Won {
			t.Errorf("%s: got the results %+v, want one win", c.begin, r)
		}
	}
}

func TestMovesAfterTheWinAreIgnored(t *testing.T) {
	p := bottest.NewPerson(t)
	p.Say("new yukon deal 452")
	p.Expect("/move "+bottest.LineYukon+", d, 9 9", "You won!")
}

// B30: after a win every change is refused, and nothing is counted twice.
func TestAWonGameCannotBeChanged(t *testing.T) {
	p := bottest.NewPerson(t)
	p.Say("new yukon deal 452")
	p.Say(bottest.LineYukon)
	for _, text := range []string{"undo", "redo", "restart", "restart confirm", "resign confirm", "finish", "3 5"} {
		p.Has(p.Say(text), "game.over-won")
	}
	if n := len(p.Results()); n != 1 {
		t.Errorf("got %d results, want 1", n)
	}
}

// B31.
func TestPracticeRecordsNoResult(t *testing.T) {
	p := bottest.NewPerson(t)
	p.Say("new yukon deal 452")
	r := p.Say(bottest.LineYukon)
	r = p.Tap(r, "again")
	if p.Speaker.Join(r.Title) != "Yukon · practice · deal 452" {
		t.Errorf("got the title %q, want practice in it", p.Speaker.Join(r.Title))
	}
	p.Expect(bottest.LineYukon, "You won!")
	if n := len(p.Results()); n != 1 {
		t.Errorf("got %d results, want 1", n)
	}
	p.Say("again")
	p.Say("4 f")
	p.Expect("resign", "doesn't count")
	p.Say("resign confirm")
	if n := len(p.Results()); n != 1 {
		t.Errorf("after resigning practice: got %d results, want 1", n)
	}
	p.Has(p.Say("show free"), "game.over-won")
}

// B37: the bot notices the win in the move that brings the last card up, from a pile
// or from the waste. Other tests do the same in one message and with finish.
func TestTheLastCardUpWinsTheGame(t *testing.T) {
	p := bottest.NewPerson(t)
	p.Say("new draw 3 deal 1770")
	moves := strings.Split(bottest.LineDraw3, ", ")
	for i, m := range moves {
		r := p.Say(m)
		if won := r.Board.Won; won != (i == len(moves)-1) {
			t.Fatalf("move %d of %d: got won: %v", i+1, len(moves), won)
		}
	}
	if n := len(p.Results()); n != 1 {
		t.Errorf("got %d results, want 1", n)
	}
}

// B50, B52, B54: a result has the rules, including the scoring, and the version of
// the scoring.
func TestResultsNameTheirRulesAndScoring(t *testing.T) {
	p := bottest.NewPerson(t)
	p.Say("new vegas deal 1")
	p.Say("d")
	p.Say("new yukon confirm")
	p.Say("new draw 3") // not begun: nothing is given up
	got := p.Results()
	if len(got) != 1 || got[0].Rules != "klondike-d1-1pass-noreturn-vegas" || got[0].Scoring != game.ScoringVersion || got[0].Outcome != persist.Replaced {
		t.Errorf("results %+v", got)
	}
}

// B52, B55: a game's duration is the difference between two server times.
func TestTheClockStartsWithTheFirstMove(t *testing.T) {
	p := bottest.NewPerson(t)
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	p.Bot.Now = func() time.Time { return now }
	p.Say("new deal 1")
	now = now.Add(time.Hour)
	first := now
	p.Say("d")
	now = now.Add(time.Minute)
	p.Say("d")
	p.Say("resign confirm")
	if r := p.Results(); len(r) != 1 || !r[0].First.Equal(first) || r[0].Last.Sub(r[0].First) != time.Minute {
		t.Errorf("got the results %+v, want one minute from the first move", r)
	}
}

// SC07.
func TestAResignedGameKeepsItsScore(t *testing.T) {
	p := bottest.NewPerson(t)
	p.Say("new draw 3 deal 1")
	r := p.Say("5 4")
	p.Say("resign confirm")
	got := p.Results()
	if len(got) != 1 || got[0].Score != r.Board.Score || got[0].Score != 5 || got[0].Outcome != persist.Resigned {
		t.Errorf("got the results %+v, want one with the board's score %d, which is 5", got, r.Board.Score)
	}
}
