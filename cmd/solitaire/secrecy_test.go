package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/bolt"
)

// TestLogHidesCards plays two games whose decks differ only in cards that
// nobody has seen, until the first of them is turned up. The logs and the
// metrics are the same.
func TestLogHidesCards(t *testing.T) {
	t.Parallel()
	rules := game.KlondikeRules(3, 3, false)
	deck := game.Numbered(1)
	one, other := newTwin(t, rules, deck), newTwin(t, rules, otherwiseHidden(deck))
	random := rand.New(rand.NewPCG(1, 2))
	same := 0
	for one.say(t, same, "solitaire show") == other.say(t, same, "solitaire show") && same < 60 {
		text := fmt.Sprintf("move %d %d", 1+random.IntN(7), 1+random.IntN(7))
		one.say(t, 1000+same, text)
		other.say(t, 1000+same, text)
		same++
	}
	if same < 20 {
		t.Errorf("a card that differs was turned up after %d moves already", same)
	}
	if a, b := one.told(t), other.told(t); a != b {
		t.Errorf("the logs or metrics differ:\n%s\n\n%s", a, b)
	}
}

// A twin is a bot with one game on it.
type twin struct {
	*caller
	server *server
	asked  int
}

func newTwin(t *testing.T, rules game.Rules, deck game.Deck) *twin {
	t.Helper()
	g, err := game.New(rules, deck, game.Origin{})
	if err != nil {
		t.Fatal(err)
	}
	data, err := g.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "twin.db")
	store, err := bolt.Open(file, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	record := persist.Record{Current: "g", Games: []persist.Game{{ID: "g", Kind: "free", Version: 1, Data: data}}}
	if err := store.Commit(context.Background(), persist.Change{Player: persist.Player{Platform: "discord", User: "7"}, Record: record}); err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	c := newCaller(t)
	s := serve(t, configure(t, c.section(), "data: "+file, "log: {level: debug}"), callerEnv())
	c.call(s)
	return &twin{caller: c, server: s}
}

// otherwiseHidden returns the deck with the stock in reverse order, and with the
// bottom cards of two piles exchanged.
func otherwiseHidden(deck game.Deck) game.Deck {
	other := slices.Clone(deck)
	slices.Reverse(other[28:])
	other[5], other[6] = deck[6], deck[5]
	return other
}

func (w *twin) say(t *testing.T, id int, text string) said {
	t.Helper()
	w.asked++
	answer, err := w.send(typed(fmt.Sprint(id), "7", text))
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

// told returns the log and the counters of requests, without times and addresses. Other
// counters include what the bot does by itself. An answer is counted after it was sent, so
// the last one may have arrived before its count.
func (w *twin) told(t *testing.T) string {
	t.Helper()
	var page string
	w.server.until(fmt.Sprintf("solitaire_http_responses_total{code=\"200\"} %d\n", w.asked), func() string {
		page = string(get(t, w.server, "/metrics"))
		return page
	})
	if status := w.server.terminate(); status != 0 {
		t.Fatalf("exit status %d", status)
	}
	var counters []string
	for line := range strings.Lines(page) {
		if strings.HasPrefix(line, "solitaire_requests_total") || strings.HasPrefix(line, "solitaire_http_responses_total") {
			counters = append(counters, line)
		}
	}
	changing := regexp.MustCompile(`"(time|ms|took|data|http|admin|socket)":("[^"]*"|[0-9.]+)`)
	return changing.ReplaceAllString(w.server.logged(), `"$1":-`) + strings.Join(counters, "")
}
