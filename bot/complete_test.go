package bot_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/bot/locale"
)

// complete returns the completions of a text.
func complete(p *bottest.Person, text string) (labels, texts []string) {
	p.T.Helper()
	list, err := p.Bot.Complete(context.Background(), bot.Request{Player: p.Player, Text: text}, func(string) *locale.Speaker { return p.Speaker })
	if err != nil {
		p.T.Fatal(err)
	}
	for _, s := range list {
		labels, texts = append(labels, s.Label), append(texts, s.Text)
	}
	return labels, texts
}

// Deal 1 of Klondike at draw 3 shows 6♠ 3♠ Q♣ K♣ Q♦ 2♥ J♣.
func TestCompletionsAreAboutTheCurrentGame(t *testing.T) {
	p := bottest.NewPerson(t)
	if _, texts := complete(p, ""); texts != nil {
		t.Errorf("without a game: got %q, want none", texts)
	}
	p.Say("new draw 3 deal 1")
	labels, texts := complete(p, "")
	if got, want := strings.Join(texts, " "), "5>4:1 6>2:1 7>5:1 d"; got != want || slices.Contains(labels, "") {
		t.Errorf("got %q with the labels %q, want %q", got, labels, want)
	}
}

// A list of moves is completed only while its moves show no new cards, as with draws from
// the second pass on.
func TestCompletionsStopAtUnseenCards(t *testing.T) {
	p := bottest.NewPerson(t)
	p.Say("new draw 3 passes unlimited deal 1")
	if _, texts := complete(p, "d, "); texts != nil {
		t.Errorf("after a draw in the first pass: got %q, want none", texts)
	}
	if _, texts := complete(p, "5 4, "); texts != nil {
		t.Errorf("after a move that turns a card up: got %q, want none", texts)
	}
	p.Say("d, d, d, d, d, d, d, d, d")
	_, before := complete(p, "")
	_, after := complete(p, "d, ")
	if len(after) == 0 {
		t.Error("after a draw in the second pass: got no completion")
	}
	for _, text := range after {
		if !strings.HasPrefix(text, "d, ") {
			t.Errorf("got %q, want the first move before it", text)
		}
	}
	if slices.Equal(before, after) {
		t.Errorf("got %q both before and after the draw", before)
	}
}

// Completing changes nothing.
func TestEveryCompletionCanBePlayed(t *testing.T) {
	for _, begin := range []string{"new deal 3", "new draw 3 deal 9 passes unlimited return yes", "new yukon deal 5"} {
		p := bottest.NewPerson(t)
		p.Say(begin)
		for range 60 {
			_, texts := complete(p, "")
			if len(texts) == 0 {
				break
			}
			before := p.Say("show").Ref
			text := texts[(len(texts)*7)/10]
			r := p.Say("move " + text)
			if r.Ref.Version != before.Version+1 {
				t.Fatalf("%s: %q wasn't played: %s", begin, text, p.Text(r))
			}
		}
	}
}
