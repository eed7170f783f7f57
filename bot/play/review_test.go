package play_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/game"
)

// lose plays deal 1141 up to a draw that loses it, and gives it up.
func lose(p *bottest.Person) bot.Reply {
	p.Say("new deal 1141")
	p.Say("d, d, d") // the second one loses A♦
	return p.Say("resign confirm")
}

func TestAReviewNamesTheStepThatLostTheGame(t *testing.T) {
	p := bottest.Advised(t)
	p.Has(p.Say("review"), "game.none")
	p.Say("new deal 1141")
	p.Has(p.Say("review"), "review.running")
	if over := lose(p); !bottest.Offers(over, "review") {
		t.Errorf("got the buttons %v, want one for the review", over.Actions)
	}
	r := p.Say("review")
	p.Has(r, "verdict.lost-since")
	if !strings.Contains(p.Text(r), "Your move 2 (Draw from the stock) made") || r.Board != nil || p.Hints() != 0 {
		t.Errorf("got %s and %d hints, want step 2 named, no board and no hint counted", p.Text(r), p.Hints())
	}
	for _, text := range []string{"review chances", "review line"} {
		if !bottest.Offers(r, text) {
			t.Errorf("%q is not offered: %v", text, r.Actions)
		}
	}
}

// The line leads from the last position that could be won to the win, step by step.
func TestAReviewStepsThroughALineThatWins(t *testing.T) {
	p := bottest.Advised(t)
	lose(p)
	r := p.Say("review line")
	if r.Board == nil || len(r.Board.Waste) != 1 || r.Ref.Game != "" {
		t.Fatalf("got %s, want the board after step 1, which takes no moves", p.Text(r))
	}
	for n := 1; bottest.Offers(r, fmt.Sprintf("review line step %d", n)) && n < 300; n++ {
		r = p.Say(fmt.Sprintf("review line step %d", n))
	}
	if !r.Board.Won || !bottest.Offers(r, "review") {
		t.Errorf("the last step doesn't win, or doesn't lead back: %s", p.Text(r))
	}
	if last := p.Say("review line step 9999"); !last.Board.Won {
		t.Errorf("got %s, want the last step", p.Text(last))
	}
}

func TestAWonGameHasNoLosingStep(t *testing.T) {
	p := bottest.Advised(t)
	p.Say("new deal 1141")
	if over := p.Say("move " + lineKlondike); !over.Board.Won || !bottest.Offers(over, "review") {
		t.Errorf("got %s, want a win with a button for the review", p.Text(over))
	}
	r := p.Say("review")
	p.Has(r, "review.won")
	if bottest.Offers(r, "review line") {
		t.Error("a line that would have won is offered after a win")
	}
	p.Has(p.Say("review line"), "review.won")
}

func TestAnUnwinnableDealIsReviewedAsSuch(t *testing.T) {
	p := bottest.Advised(t)
	p.Say(fmt.Sprintf("new deal %d", unwinnable(t)))
	p.Say("d")
	p.Say("resign confirm")
	p.Has(p.Say("review"), "verdict.never")
}

// The best moves come first; bad luck is called that; a slip is said without blame.
func TestAReviewSaysWhatWasLuckAndWhatWasJudgement(t *testing.T) {
	draw := []game.Move{game.Draw}
	first := bot.Weighed{From: 0, Played: draw, Other: []game.Move{game.Draw, game.Draw}, After: 0.61, AfterOther: 0.4}
	unlucky, slip := first, first
	unlucky.BadLuck, slip.From = true, 1
	longer := &bot.Review{Judgement: bot.Judgement{Now: bot.CantBeWon, Last: 0, Lost: 3}} // what more time came to
	course := []bot.Standing{{Step: 0, Chance: 0.5}, {Step: 1, Chance: 0.3}, {Step: 3, Chance: 0}}
	for _, c := range []struct {
		name    string
		chances bot.Chances
		want    string
	}{
		{"not ready", bot.Chances{}, "verdict.lost-since review.not-ready"},
		{"nothing to choose", bot.Chances{Ready: true, Course: course[2:]}, "verdict.lost-since review.no-choice"},
		{
			"everything",
			bot.Chances{Ready: true, Accuracy: 0.9, Luck: -0.4, LuckError: 0.1, Course: course, Best: []bot.Weighed{first}, Turning: []bot.Weighed{unlucky, slip}},
			"review.best verdict.lost-since review.bad-luck review.slip review.accuracy review.luck-unkind",
		},
		{"decided otherwise meanwhile", bot.Chances{Ready: true, Exact: longer, Course: course[2:]}, "verdict.lost-between review.no-choice"},
		{"kind", bot.Chances{Ready: true, Luck: 0.4, LuckError: 0.1, Course: course}, "verdict.lost-since review.accuracy review.luck-kind"},
		{"within its error", bot.Chances{Ready: true, Luck: 0.3, LuckError: 0.2, Course: course}, "verdict.lost-since review.accuracy review.luck-even"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := painting(t)
			w.Bot.Advisor = bottest.Weighed(c.chances)
			p := w.Member("ann")
			lose(p)
			r := p.Say("review chances")
			p.Has(r, strings.Fields(c.want)...)
			if again := bottest.Offers(r, "review chances"); again == c.chances.Ready {
				t.Errorf("the chances are offered: %v", again)
			}
			if painted := r.Show != nil; painted != strings.Contains(c.want, "accuracy") {
				t.Errorf("a picture is shown: %v", painted)
			}
			if r.Show != nil {
				if line := r.Show.Charts[0].Line; len(line) != len(course) || line[0] != 50 || line[2] != 0 {
					t.Errorf("got the line %v, want that of the course", line)
				}
			}
			p.Say("settings pictures off")
			if r := p.Say("review chances"); r.Show != nil {
				t.Error("a picture is shown though pictures are off")
			}
		})
	}
}

// A long game has no more columns than fit, and each turning point among them; labels
// don't lie on each other.
func TestTheCourseOfALongGameFits(t *testing.T) {
	c := bot.Chances{Ready: true}
	for i := range 301 {
		c.Course = append(c.Course, bot.Standing{Step: i, Chance: float64(i%7) / 10})
	}
	for _, from := range []int{101, 102, 298} {
		c.Turning = append(c.Turning, bot.Weighed{From: from, Played: []game.Move{game.Draw}, BadLuck: true})
	}
	w := painting(t)
	w.Bot.Advisor = bottest.Weighed(c)
	p := w.Member("ann")
	p.Say("new deal 1141 passes unlimited")
	p.Say("move " + strings.Repeat("d, ", 23) + "d")
	for range 12 { // passes, so that the game has as many steps
		p.Say("d")
		p.Say("move " + strings.Repeat("d, ", 23) + "d")
	}
	p.Say("resign confirm")
	r := p.Say("review chances")
	if r.Show == nil {
		t.Fatalf("got no picture: %s", p.Text(r))
	}
	chart := r.Show.Charts[0]
	var labels []string
	for _, m := range chart.Labels {
		if m.Key != "" {
			labels = append(labels, p.Speaker.Say(m))
		}
	}
	if n := len(chart.Line); n < 50 || n > 64 || len(chart.Labels) != n {
		t.Errorf("got %d columns and %d labels, want at most 60 and the turning points", n, len(chart.Labels))
	}
	if got := strings.Join(labels, " "); got != "1 102 300" {
		t.Errorf("got the labels %q, want those that have room", got)
	}
}

// A review shows hidden cards, so it waits until nobody can compete with them.
func TestReviewsWaitWhileTheDealMatters(t *testing.T) {
	w := bottest.NewWorld(t)
	w.Bot.Advisor = bottest.NewAdviser()
	ann := w.Member("ann")
	ann.Say("daily")
	ann.Say("d")
	over := ann.Say("resign confirm")
	if bottest.Offers(over, "review") {
		t.Error("a review is offered while others play the daily")
	}
	for _, text := range []string{"review", "review chances", "review line", "review line step 3"} {
		r := ann.Say(text)
		ann.Has(r, "review.too-early")
		if r.Board != nil || r.Show != nil {
			t.Errorf("%q shows something: %s", text, ann.Text(r))
		}
	}
	ann.Say("again confirm") // practice at the same deal
	ann.Say("d")
	ann.Say("resign confirm")
	ann.Has(ann.Say("review"), "review.too-early")
	w.At(31, "11:59:59")
	ann.Has(ann.Say("review"), "review.too-early")
	w.At(31, "12:00:00")
	if r := ann.Say("review"); bottest.Said(r, "review.too-early") || len(r.Lines) == 0 {
		t.Errorf("got %s, want a review after the day has closed", ann.Text(r))
	}
}

func TestReviewsWaitForTheEndOfAChallenge(t *testing.T) {
	w := bottest.NewWorld(t)
	w.Bot.Advisor = bottest.NewAdviser()
	ann, bob := w.Member("ann"), w.Member("bob")
	ann.Say(bottest.Find(ann.Say("challenge <@bob>", bob), "button.challenge-accept"))
	ann.Say("d")
	ann.Say("resign confirm")
	ann.Has(ann.Say("review"), "review.too-early")
	w.At(90, "12:00:00")
	if r := ann.Say("review"); bottest.Said(r, "review.too-early") {
		t.Errorf("got %s, want no secret after the challenge", ann.Text(r))
	}
}
