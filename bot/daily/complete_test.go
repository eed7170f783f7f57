package daily_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/bot/play"
)

// complete returns what is suggested for a text.
func (p *person) complete(text string) (labels, texts []string) {
	p.t.Helper()
	list, err := p.bot.Complete(context.Background(), bot.Request{Player: p.player, Text: text}, func(string) *locale.Speaker { return p.speaker })
	if err != nil {
		p.t.Fatal(err)
	}
	for _, s := range list {
		labels, texts = append(labels, s.Label), append(texts, s.Text)
	}
	return labels, texts
}

// Deal 1 of Klondike at draw 3 shows 6♠ 3♠ Q♣ K♣ Q♦ 2♥ J♣: it has the moves
// 2♥ → 3♠, J♣ → Q♦ and Q♦ → K♣.
func TestComplete(t *testing.T) {
	p := newPerson(t)
	if _, texts := p.complete(""); texts != nil {
		t.Errorf("suggested without a game: %q", texts)
	}
	p.say("new draw 3 deal 1")
	for typed, want := range map[string]string{
		"":           "5>4:1 6>2:1 7>5:1 d",
		"5":          "5>4:1 7>5:1",
		"5 4":        "5>4:1",
		"qd":         "5>4:1",
		"Q♦":         "5>4:1 7>5:1",
		"pile 6":     "6>2:1",
		"draw":       "d",
		"d":          "d",
		"9h":         "",
		"zzz":        "",
		"5 4, 7":     "",
		"5 4, d, ":   "",
		"5 1, d":     "",
		"`<@1>` ♥️;": "",
	} {
		labels, texts := p.complete(typed)
		got := strings.Join(texts, " ")
		if typed == "5" { // a pile's number is also in other words
			if !slices.Contains(texts, "5>4:1") {
				t.Errorf("%q suggests %q", typed, got)
			}
			continue
		}
		if typed == "draw" || typed == "d" {
			if !slices.Contains(texts, "d") {
				t.Errorf("%q suggests %q", typed, got)
			}
			continue
		}
		if !sameWords(got, want) {
			t.Errorf("%q suggests %q, want %q", typed, got, want)
		}
		for i := range texts {
			if labels[i] == "" {
				t.Errorf("%q has no words", texts[i])
			}
		}
	}
}

// A list of moves is completed as long as its moves show cards that were seen
// before: in the second pass, draws do.
func TestCompletionsStopAtUnseenCards(t *testing.T) {
	p := newPerson(t)
	p.say("new draw 3 passes unlimited deal 1")
	if _, texts := p.complete("d, "); texts != nil {
		t.Errorf("after a draw in the first pass, %q is suggested", texts)
	}
	if _, texts := p.complete("5 4, "); texts != nil {
		t.Errorf("after a move that bares a card, %q is suggested", texts)
	}
	p.say("d, d, d, d, d, d, d, d, d")
	_, before := p.complete("")
	_, after := p.complete("d, ")
	if len(after) == 0 {
		t.Error("nothing is suggested after a draw in the second pass")
	}
	for _, text := range after {
		if !strings.HasPrefix(text, "d, ") {
			t.Errorf("%q is suggested for the second move", text)
		}
	}
	if slices.Equal(before, after) {
		t.Errorf("%q is suggested before the draw and after it", before)
	}
}

func sameWords(a, b string) bool {
	one, other := strings.Fields(a), strings.Fields(b)
	slices.Sort(one)
	slices.Sort(other)
	return slices.Equal(one, other)
}

// Every suggestion is a move that is then made, and suggesting changes nothing.
func TestSuggestionsArePlayed(t *testing.T) {
	for _, begin := range []string{"new deal 3", "new draw 3 deal 9 passes unlimited return yes", "new yukon deal 5"} {
		p := newPerson(t)
		p.say(begin)
		for range 60 {
			_, texts := p.complete("")
			if len(texts) == 0 {
				break
			}
			before := p.say("show").Ref
			text := texts[(len(texts)*7)/10]
			r := p.say("move " + text)
			if r.Ref.Version != before.Version+1 {
				t.Fatalf("%s: %q was not played: %s", begin, text, p.text(r))
			}
		}
	}
}

// Who types faster than the limits let gets no suggestions, and may make as many
// moves as before; moves don't use up the suggestions either.
func TestCompletionsAreLimited(t *testing.T) {
	p := newPerson(t)
	var seen outcomes
	now := time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
	p.bot.Now, p.bot.Observer = func() time.Time { return now }, &seen
	p.bot.Limits = bot.Limits{PerSecond: 1}
	p.say("new deal 1")
	now = now.Add(time.Minute)
	type step struct {
		text string
		want bot.Outcome
	}
	for _, s := range []step{
		{"", bot.Answered},
		{"", bot.Answered},
		{"", bot.Answered},
		{"", bot.Limited},
		{"draw", bot.Changed},
		{"draw", bot.Changed},
		{"draw", bot.Changed},
		{"draw", bot.Limited},
		{"", bot.Limited},
	} {
		if s.text != "" {
			p.say(s.text)
		} else if _, texts := p.complete(""); (len(texts) > 0) != (s.want == bot.Answered) {
			t.Errorf("%q suggested, want %s", texts, s.want)
		}
		if seen.last != s.want {
			t.Errorf("%q is %s, want %s", s.text, seen.last, s.want)
		}
	}
	now = now.Add(time.Second)
	if _, texts := p.complete(""); len(texts) == 0 {
		t.Error("nothing suggested a second later")
	}
}

// Completions count among what is at work, and are told by a name that no command
// has.
func TestCompletionsAtOnce(t *testing.T) {
	p := newPerson(t)
	var seen outcomes
	p.bot.Observer = &seen
	p.say("new deal 1")
	p.bot.Limits = bot.Limits{AtOnce: 1}
	list, err := p.bot.Complete(context.Background(), bot.Request{Player: p.player}, func(string) *locale.Speaker {
		if p.say("draw"); seen.last != bot.Limited {
			t.Errorf("a move beside it is %s", seen.last)
		}
		if _, texts := p.complete(""); texts != nil || seen.last != bot.Limited {
			t.Errorf("a completion beside it is %s: %q", seen.last, texts)
		}
		return p.speaker
	})
	if err != nil || len(list) == 0 || seen.last != bot.Answered {
		t.Errorf("%v, %v, %s", list, err, seen.last)
	}
	if p.say("draw"); seen.last != bot.Changed {
		t.Errorf("a move afterwards is %s", seen.last)
	}
	if slices.ContainsFunc(play.Commands(), func(s bot.Command) bool { return s.Name == bot.Completion }) {
		t.Error("a command has the name")
	}
}

// A page that shows the game changes nothing, not even for a new player.
func TestHome(t *testing.T) {
	p := newPerson(t)
	home := func() bot.Reply {
		r, err := p.bot.Home(context.Background(), bot.Request{Player: p.player})
		if err != nil {
			t.Fatal(err)
		}
		p.wellFormed("home", r)
		return r
	}
	if r := home(); r.Board != nil || !offers(r, "new") {
		t.Errorf("a new player's home: %+v", r)
	}
	p.say("new deal 1")
	moved := p.say("d")
	if r := home(); r.Ref != moved.Ref || r.Board == nil {
		t.Errorf("home shows %v, want %v", r.Ref, moved.Ref)
	}
	if r := p.say("undo"); r.Ref.Version != moved.Ref.Version+1 {
		t.Error("home changed the game")
	}
}
