package slack_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot/chat/fake"
	"github.com/solitaire-chat/solitaire/bot/slack/slackfake"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/gametest"
)

// Two games differ only in cards that are not shown yet. Until one of those is
// turned up, everything that is sent and logged is the same, byte for byte.
func TestPayloadsHideCards(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	compared, now := 0, time.Now()
	for n := range 12 {
		r := []game.Rules{game.KlondikeRules(1, 1, true), game.KlondikeRules(3, 3, false), game.YukonRules(true)}[n%3]
		deck := game.Numbered(n + 1)
		a, b := seated(t, r, deck, now), seated(t, r, gametest.Twin(t, r, deck, random), now)
		compared += compare(t, a, b, random)
		a.stop()
		b.stop()
	}
	if compared < 100 {
		t.Errorf("only %d payloads were compared", compared)
	}
}

// seated returns a stage on which ann plays a given deck, with the Home open and stopped
// clocks. Slack's clock is right, since it is part of the signatures.
func seated(t *testing.T, r game.Rules, d game.Deck, now time.Time) *stage {
	t.Helper()
	s := &stage{now: func() time.Time { return fixed }}
	s.open(t, overHTTP, memory(), slackfake.Options{Now: func() time.Time { return now }, Uses: 3})
	g, err := game.New(r, d, game.Origin{})
	if err != nil {
		t.Fatal(err)
	}
	seat(t, s, g)
	s.adapter.SetHomeEvery(0)
	s.bot.Now = s.now
	s.ann().OpenHome()
	s.adapter.Settle()
	return s
}

// compare does the same in two games, as long as they look the same.
func compare(t *testing.T, a, b *stage, random *rand.Rand) (compared int) {
	t.Helper()
	sentA, sentB := len(a.Payloads()), len(b.Payloads())
	for range 40 {
		text, place := pick(random, "d", "undo", "redo", "1 f", "2 3", "4 5", "w f", "w 3", "6 7", "7 1", "3", "my-data", "more", "show", "rules", "move"), pick(random, "", "C1")
		for _, s := range []*stage{a, b} {
			p := s.ann()
			if place != "" {
				p = p.In(place)
			}
			s.Deliver(p.Command("/solitaire", text))
			s.adapter.Settle()
		}
		if !reflect.DeepEqual(view(t, a), view(t, b)) || finishes(a) || finishes(b) {
			return compared // a card that differs was turned up; finishing depends on the stock, by design
		}
		nowA, nowB := a.Payloads()[sentA:], b.Payloads()[sentB:]
		if !reflect.DeepEqual(sorted(nowA), sorted(nowB)) {
			t.Fatalf("%q: different payloads:\n%s\n\n%s", text, strings.Join(sorted(nowA), "\n"), strings.Join(sorted(nowB), "\n"))
		}
		if logA, logB := a.log.String(), b.log.String(); logA != logB {
			t.Fatalf("%q: different logs:\n%s\n%s", text, logA, logB)
		}
		sentA, sentB, compared = sentA+len(nowA), sentB+len(nowB), compared+len(nowA)
	}
	return compared
}

// sorted is what was sent, in an order that doesn't depend on what was quicker.
func sorted(payloads []fake.Payload) []string {
	var all []string
	for _, p := range payloads {
		all = append(all, p.Route+" "+p.To+" "+p.Body)
	}
	slices.Sort(all)
	return all
}

// view is what ann may see of her game.
func view(t *testing.T, s *stage) game.View {
	t.Helper()
	g := annsGame(t, s)
	state := g.State()
	return state.View()
}

func annsGame(t *testing.T, s *stage) *game.Game {
	t.Helper()
	rec, err := s.bot.Store.Load(context.Background(), annPlayer())
	if err != nil {
		t.Fatal(err)
	}
	var g game.Game
	if err := g.UnmarshalBinary(rec.Games[0].Data); err != nil {
		t.Fatal(err)
	}
	return &g
}

func finishes(s *stage) bool { return slices.Contains(s.ann().Home().Labels(), "Finish") }

// No card that ann has not been shown is in anything that anybody is sent: not
// in a text, a label, a value or an id, and nothing of her game is in eve's.
func TestHiddenCardsAreSentToNobody(t *testing.T) {
	t.Parallel()
	s := inMemory(t, overHTTP)
	s.adapter.SetHomeEvery(0)
	g, err := game.New(game.KlondikeRules(1, 1, false), game.Numbered(5), game.Origin{})
	if err != nil {
		t.Fatal(err)
	}
	seat(t, s, g)
	ann, eve := s.ann(), s.eve()
	eve.Slash("/solitaire", "new yukon deal 7")
	eve.OpenHome()
	ann.OpenHome()
	ann.Slash("/solitaire", "show")
	ann.Click("More")
	ann.In("C1").Slash("/solitaire", "my-data")
	ann.In("C1").Slash("/move", "")
	s.adapter.Settle()
	state := g.State()
	for _, p := range s.Payloads() {
		if p.To == eve.ID || p.To == eve.Place() {
			if strings.Contains(p.Body, "Klondike ·") {
				t.Errorf("eve is sent ann's game: %s", p.Body)
			}
			continue
		}
		for c := range hiddenCards(&state) {
			if holdsCard(p.Body, c) {
				t.Errorf("%s holds %v, which is face down: %s", p.Route, c, p.Body)
			}
		}
	}
}

// hiddenCards yields the cards that lie face down.
func hiddenCards(s *game.State) func(yield func(game.Card) bool) {
	return func(yield func(game.Card) bool) {
		for _, c := range game.Numbered(5) {
			if p, _ := s.Find(c); p == 0 && !yield(c) {
				return
			}
		}
	}
}
