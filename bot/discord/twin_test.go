package discord_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/solitaire-chat/solitaire/bot/discord"
	"github.com/solitaire-chat/solitaire/bot/discord/discordfake"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/gametest"
	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

// Two games whose decks differ only in cards that are not shown yet give the
// same payloads and the same log lines, byte by byte, until one of those cards
// is turned up.
func TestTwinDecks(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	compared := 0
	for n := range 50 {
		r := []game.Rules{game.KlondikeRules(1, 1, true), game.KlondikeRules(3, 3, false), game.YukonRules(true)}[n%3]
		deck := game.Numbered(n + 1)
		a, b := newTwin(t, r, deck), newTwin(t, r, gametest.Twin(t, r, deck, random))
		for range 30 {
			do := anything(random)
			for _, tw := range []twin{a, b} {
				do(tw.ann())
				drain(t, tw.adapter) // old boards become lines when there is time
			}
			if a.shownCards() != b.shownCards() {
				break // a card that differs was turned up
			}
			if a.finishes() || b.finishes() {
				break // which depends on the stock, by design
			}
			if diff := cmp.Diff(a.told(), b.told()); diff != "" {
				t.Fatalf("deal %d: what is told differs: %s", n+1, diff)
			}
			compared++
		}
	}
	if compared < 200 {
		t.Errorf("only %d answers were compared", compared)
	}
}

// A twin is a stage of its own with one game on it.
type twin struct {
	*stage
	logged *logs
}

func newTwin(t *testing.T, r game.Rules, d game.Deck) twin {
	t.Helper()
	g, err := game.New(r, d, game.Origin{})
	if err != nil {
		t.Fatal(err)
	}
	data, err := g.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	store := persisttest.NewMemory()
	rec := persist.Record{Current: "G", Games: []persist.Game{{ID: "G", Kind: "free", Version: 1, Data: data}}}
	if err := store.Commit(context.Background(), persist.Change{Player: persist.Player{Platform: "discord", User: "7"}, Record: rec}); err != nil {
		t.Fatal(err)
	}
	tw := twin{logged: new(logs)}
	tw.stage = setup{
		store: store, bot: fixed, fake: discordfake.Options{Now: newClock().Now},
		config: func(c *discord.Config) { c.Log = tw.logged.logger() },
	}.open(t)
	return tw
}

// told returns everything that has left the bot, in an order that doesn't depend on speed:
// payloads, files and log lines.
func (tw twin) told() []string {
	var all []string
	for _, p := range tw.Payloads() {
		all = append(all, p.Kind+" "+p.Path+" "+p.Body)
		for _, f := range p.Files {
			all = append(all, string(f.Data))
		}
	}
	all = append(all, strings.Split(tw.logged.text(), "\n")...)
	slices.Sort(all)
	return all
}

// shownCards are the boards that were shown so far.
func (tw twin) shownCards() string {
	var b bytes.Buffer
	for _, p := range tw.Payloads() {
		for _, board := range regexp.MustCompile("```[^`]*```").FindAllString(p.Body, -1) {
			b.WriteString(board)
		}
	}
	return b.String()
}

func (tw twin) finishes() bool {
	m := tw.ann().Last()
	return slices.ContainsFunc(m.Buttons(), func(c discordfake.Component) bool { return c.Label == "Finish" })
}

// anything is something to do, the same for both.
func anything(random *rand.Rand) func(*discordfake.Person) {
	n, from, to := random.IntN(8), random.IntN(9), random.IntN(9)
	places := []string{"1", "2", "3", "4", "5", "6", "7", "w", "f"}
	return func(p *discordfake.Person) {
		switch last := p.Last(); {
		case n == 0:
			p.Autocomplete("move", "from:")
			p.Slash("solitaire my-data")
		case n < 4 && last != nil && len(last.Options()) > 0 && !last.Options()[0].Disabled:
			list := last.Options()
			p.ClickOn(last, list[(from*9+to)%len(list)].Value)
		case n < 6 && last != nil && len(last.Buttons()) > 0:
			list := slices.DeleteFunc(last.Buttons(), func(b discordfake.Component) bool { return b.Disabled })
			p.ClickOn(last, list[from%len(list)].CustomID)
		default:
			p.Slash("move", "from:"+places[from], "to:"+places[to])
		}
	}
}
