package slack_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/bot/slack/slackfake"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

var games = flag.Int("games", 20, "how many games are played at random")

// People play random moves, by typing, tapping and choosing, in a channel, in their
// conversation with the bot and in the Home, under all rules and in all styles. The fake
// refuses whatever Slack would refuse. At the end each person sees the stored game.
func TestRandomGames(t *testing.T) {
	t.Parallel()
	const together = 20 // in one workspace, whose fake remembers everything
	for first := 0; first < *games; first += together {
		t.Run(fmt.Sprintf("%d", first), func(t *testing.T) {
			by := transport(first/together%2 == 1)
			s := newStage(t, by, memory(), slackfake.Options{Uses: 2})
			s.adapter.SetHomeEvery(0)
			for i := first; i < min(first+together, *games); i++ {
				(&gambler{stage: s, number: i, random: rand.New(rand.NewPCG(uint64(i), 7))}).play()
			}
		})
	}
}

// A gambler plays one game at random.
type gambler struct {
	*stage
	number int
	random *rand.Rand
	person *slackfake.Person
	place  int
}

func (g *gambler) play() {
	g.t.Helper()
	id := fmt.Sprintf("U%d", g.number)
	g.person = g.Person(id, strings.ToLower(id), "en-US", "Etc/UTC")
	g.person.Slash("/solitaire", "settings style "+pick(g.random, "unicode", "ascii", "text"))
	g.person.Slash("/solitaire", g.opening())
	switch g.place = g.number % 3; g.place {
	case 0:
		g.person = g.person.In("C1")
		g.person.Slash("/solitaire", "show")
	case 1:
		g.person.OpenHome()
		g.person = g.person.AtHome()
	}
	for range 30 {
		g.act()
	}
	g.check(id)
}

// opening is a new game under any rules.
func (g *gambler) opening() string {
	number := fmt.Sprintf(" deal %d", 1+g.random.IntN(1_000_000))
	if g.number%3 == 0 && g.random.IntN(4) == 0 {
		number += " public"
	}
	back := pick(g.random, "", " return yes")
	switch g.random.IntN(3) {
	case 0:
		return "new yukon" + back + number
	case 1:
		return "new vegas" + pick(g.random, "", " draw 3") + back + number
	}
	return "new draw " + pick(g.random, "1", "3") + " passes " + pick(g.random, "1", "3", "unlimited") + back + number
}

// act does one random thing that is possible in the person's current place.
func (g *gambler) act() {
	g.t.Helper()
	g.adapter.Settle() // delayed changes of boards and the Home are done
	seen := g.person.Sees()
	now := seen[len(seen)-1]
	labels, choices := now.Labels(), now.Choices()
	switch n := g.random.IntN(4); {
	case n == 0 && g.place != 1:
		g.typed()
	case n == 1 && len(choices) > 0:
		g.person.Click(pick(g.random, choices...))
	case len(labels) > 0:
		g.person.Click(pick(g.random, labels...))
	case g.place != 1:
		g.person.Slash("/solitaire", "show")
	}
}

func (g *gambler) typed() {
	places := "1234567wf"
	move := string(places[g.random.IntN(len(places))]) + pick(g.random, " ", ">", "-") + string(places[g.random.IntN(len(places))])
	switch g.random.IntN(3) {
	case 0:
		g.person.Slash("/move", pick(g.random, move, "d", "", move+", d, "+move, "9h 10s", "“3 5”"))
	case 1:
		g.person.Slash("/solitaire", pick(g.random, "undo", "redo", "finish", "restart", "show", "help", "rules", "", "xyzzy", "more", "settings", "<#C1|games>",
			"daily", "daily yukon", "daily practice", "leaderboard", "leaderboard week everywhere", "share", "stats", "reveal yesterday"))
	default:
		g.person.Slash("/move", move)
	}
}

// check compares what the person sees with the stored game.
func (g *gambler) check(id string) {
	g.t.Helper()
	rec, err := g.bot.Store.Load(context.Background(), persist.Player{Platform: "slack", Space: "T0FAKE", User: id})
	if err != nil {
		g.t.Fatal(err)
	}
	var stored game.Game
	for _, one := range rec.Games {
		if one.ID == rec.Current {
			if err := stored.UnmarshalBinary(one.Data); err != nil {
				g.t.Fatal(err)
			}
		}
	}
	speaker := g.catalogue.In(rec.Settings["language"], false) // which may have been tapped, too
	count := speaker.Text("status.moves", locale.Args{"Count": stored.Length()}) + " ·"
	if g.place != 1 {
		g.person.Slash("/solitaire", "show")
	}
	await(g.person, count)
}

func pick[T any](random *rand.Rand, list ...T) T { return list[random.IntN(len(list))] }
