package play_test

import (
	"strings"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

const (
	// lineKlondike wins deal 1141 under the default rules.
	lineKlondike = "6>3, 6>f, d, w>f, 3>f, d, d, w>1, d, d, w>f, d, w>5, 2>5, d, d, w>2, d, w>5, d, d, d, w>f, d, w>1, d, w>f, d, w>f, 3>f, 3>2, d, w>f, d, d, w>6, d, w>f, d, d, w>1, 6>1:2, 6>f, 3>f, w>f, 2>f, 5>3:4, 5>4, 6>4, 6>f, 4>f, 2>f, 7>f, 1>f, 7>5, 7>1, 7>f, 7>f, 5>7:2, 4>5:2, 4>f, 4>2, d, w>f, w>f, 4>f, 3>f, w>4, w>3, d, w>6, 7>6:3, 7>f, d, w>4, w>4, w>f, 5>f, w>f, 2>f, 2>f, 5>f, 5>f, 1>f, 5>f, 6>f, 4>f, 1>f, 1>f, 6>f, 3>f, 1>f, 3>f, 4>f, 6>f, 3>f, 3>f, 1>f, 1>f, 6>f, 4>f"

	// lineDraw3 wins deal 1770 at draw 3.
	lineDraw3 = "5>f, 4>f, 3>7, 4>6, 3>1, 7>3:2, 7>f, 5>f, 5>2, 4>3, 2>4:2, d, w>7, 6>7:2, 6>f, 6>f, 7>f, 1>f, w>2, 6>2, d, w>f, 7>f, 1>f, 5>7, 7>5:3, 7>f, d, w>1, w>2, d, w>f, w>1, w>f, d, w>7, w>6, w>1, 7>1:2, d, w>f, w>f, 2>f, w>f, 4>f, 4>f, 1>f, 3>f, 6>3:2, 6>f, 3>f, 1>f, w>6, w>f, 2>f, 5>f, 4>3, d, w>f, 2>f, 5>f, 2>f, 5>f, w>6, w>f, 7>f, w>7, w>f, d, w>f, 5>f, 3>f, 3>f, 1>f, w>f, w>f, 7>f, 6>f, 3>f, 6>f, 1>f, 7>f, 3>f, 3>f, 1>f"

	// lineYukon wins deal 452 of Yukon.
	lineYukon = "4>f, 3>2:5, 6>4:5, 6>f, 6>f, 6>f, 6>f, 6>f, 5>6:3, 5>f, 7>f, 1>f, 4>f, 5>4:1, 5>f, 6>f, 2>6:9, 6>1:6, 7>1:1, 3>7:1, 6>1:4, 4>6:9, 4>6:1, 6>3:8, 1>7:1, 1>f, 5>f, 5>f, 3>f, 4>f, 2>4:1, 7>2:5, 7>f, 3>f, 7>4:1, 7>2:1, 6>4:1, 7>6:1, 3>6:2, 7>3:1, 2>4:7, 3>4:4, 3>f, 4>2:8, 4>f, 5>f, 1>f, 2>f, 6>f, 1>f, 1>f, 2>f, 1>f, 4>f, 3>f, 4>f, 2>f, 1>f, 7>f, 4>f, 2>f, 1>f, 2>f, 1>f, 6>f, 6>f, 4>f, 2>f, 2>f, 4>f, 1>f, 4>f, 1>f, 6>f, 6>f, 2>f"
)

func TestAWinIsRecordedWithItsFigures(t *testing.T) {
	p := bottest.NewPerson(t)
	p.Bot.Now = bottest.Clock()
	p.Say("/solitaire new deal 1141")
	for move := range strings.SplitSeq(lineKlondike, ", ") {
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
		{"new deal 1141", lineKlondike},
		{"new draw 3 deal 1770", lineDraw3},
		{"new yukon deal 452", lineYukon},
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
	p.Expect("/move "+lineYukon+", d, 9 9", "You won!")
}

// After a win every change is refused, and nothing is counted twice (B30).
func TestAWonGameCannotBeChanged(t *testing.T) {
	p := bottest.NewPerson(t)
	p.Say("new yukon deal 452")
	p.Say(lineYukon)
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
	r := p.Say(lineYukon)
	r = p.Tap(r, "again")
	if p.Speaker.Join(r.Title) != "Yukon · practice · deal 452" {
		t.Errorf("got the title %q, want practice in it", p.Speaker.Join(r.Title))
	}
	p.Expect(lineYukon, "You won!")
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

// The bot notices the win in the move that puts the last card up, from a pile or from the
// waste (B37). Other tests do the same in one message and with finish.
func TestTheLastCardUpWinsTheGame(t *testing.T) {
	p := bottest.NewPerson(t)
	p.Say("new draw 3 deal 1770")
	moves := strings.Split(lineDraw3, ", ")
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

// A result has the rules, including the scoring, and the version of the scoring (B50,
// B52, B54).
func TestResultsNameTheirRulesAndScoring(t *testing.T) {
	p := bottest.NewPerson(t)
	p.Say("new vegas deal 1")
	p.Say("d")
	p.Say("new yukon confirm")
	p.Say("new draw 3") // without a step, so nothing is given up
	got := p.Results()
	if len(got) != 1 || got[0].Rules != "klondike-d1-1pass-noreturn-vegas" || got[0].Scoring != game.ScoringVersion || got[0].Outcome != persist.Replaced {
		t.Errorf("results %+v", got)
	}
}

// A game's duration is the difference between two server times (B52, B55).
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
