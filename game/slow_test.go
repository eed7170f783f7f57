package game_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// This file is a second implementation of the rules, written from their description
// alone, without looking at the engine. It is slow and obvious on purpose, and shares no
// code with the engine, so that a mistake goes unseen only if it is made twice. The other
// tests compare the two.

const (
	slowRanks = "A23456789TJQK"
	slowSuits = "CDHS"
)

// slowRules are the rules of a game. In a reduced game, the highest rank takes the place
// of the king.
type slowRules struct {
	yukon        bool // no stock, and any group moves
	russian      bool // with yukon: built down in suit
	ranks, piles int
	draw, passes int // Klondike only; passes 0: no limit
	ret, vegas   bool
}

func slowKlondike(draw, passes int, ret bool) slowRules {
	return slowRules{ranks: 13, piles: 7, draw: draw, passes: passes, ret: ret}
}

func slowYukon(ret bool) slowRules {
	return slowRules{yukon: true, ranks: 13, piles: 7, ret: ret}
}

func slowRussian(ret bool) slowRules {
	return slowRules{yukon: true, russian: true, ranks: 13, piles: 7, ret: ret}
}

// reduced returns the rules for fewer cards and piles.
func (r slowRules) reduced(ranks, piles int) slowRules {
	r.ranks, r.piles = ranks, piles
	return r
}

type slowCard struct {
	name   string
	faceUp bool
}

type slowGame struct {
	rules  slowRules
	piles  [][]slowCard // bottom card first
	stock  []string     // the next card to be drawn first
	waste  []string     // top card last
	spread int          // cards of the last draw that are left on the waste, at least its top card
	up     map[string]int
	pass   int
	score  int
}

// slowMove is a move as written: from "d", "r", "w", "1"…"7" or "fc"…"fs", to "1"…"7" or
// "f".
type slowMove struct {
	from, to string
	count    int
}

func (m slowMove) String() string {
	switch {
	case m.from == "d" || m.from == "r":
		return m.from
	case m.count > 1:
		return fmt.Sprintf("%s>%s:%d", m.from, m.to, m.count)
	}
	return m.from + ">" + m.to
}

// slowRead parses a move. It reports false for any other text.
func slowRead(text string) (slowMove, bool) {
	if text == "d" || text == "r" {
		return slowMove{from: text}, true
	}
	places, digits, counted := strings.Cut(text, ":")
	count := 1
	if counted {
		n, err := strconv.Atoi(digits)
		if err != nil || n < 1 || strconv.Itoa(n) != digits {
			return slowMove{}, false
		}
		count = n
	}
	from, to, _ := strings.Cut(places, ">")
	m := slowMove{from, to, count}
	return m, slices.Contains(slowSources(), from) && slices.Contains(slowTargets(), to)
}

func slowSources() []string {
	return []string{"1", "2", "3", "4", "5", "6", "7", "w", "fc", "fd", "fh", "fs"}
}

func slowTargets() []string {
	return []string{"1", "2", "3", "4", "5", "6", "7", "f"}
}

// slowNumbered is the deal with a number, reduced to the lowest ranks.
func slowNumbered(number uint64, ranks int) []string {
	var deck []string
	for _, suit := range slowSuits {
		for _, rank := range slowRanks {
			deck = append(deck, string(rank)+string(suit))
		}
	}
	random := rand.New(rand.NewPCG(number, 0))
	for i := len(deck) - 1; i > 0; i-- {
		j := random.IntN(i + 1)
		deck[i], deck[j] = deck[j], deck[i]
	}
	return slices.DeleteFunc(deck, func(card string) bool { return rankOf(card) > ranks })
}

func slowDeal(r slowRules, deck []string) slowGame {
	g := slowGame{rules: r, piles: make([][]slowCard, r.piles), up: map[string]int{}}
	for row := range r.piles {
		for pile := row; pile < r.piles; pile++ {
			g.piles[pile] = append(g.piles[pile], slowCard{deck[0], pile == row})
			deck = deck[1:]
		}
	}
	if r.yukon {
		for i, card := range deck {
			pile := 1 + i%(r.piles-1)
			g.piles[pile] = append(g.piles[pile], slowCard{card, true})
		}
	} else {
		g.stock = slices.Clone(deck)
		g.pass = 1
	}
	if r.vegas {
		g.score = -52
	}
	return g
}

func rankOf(card string) int { return strings.Index(slowRanks, card[:1]) + 1 }

func suitOf(card string) string { return card[1:] }

func isRed(card string) bool { return suitOf(card) == "D" || suitOf(card) == "H" }

// pile returns the pile at a place "1"…"7".
func (g *slowGame) pile(place string) []slowCard { return g.piles[place[0]-'1'] }

// has reports whether the game has a place: a reduced game lacks some piles.
func (g *slowGame) has(place string) bool {
	return !isPile(place) || int(place[0]-'0') <= g.rules.piles
}

func (g *slowGame) won() bool {
	full := g.rules.ranks
	return g.up["C"] == full && g.up["D"] == full && g.up["H"] == full && g.up["S"] == full
}

// legal lists the legal moves by trying every possible one.
func (g *slowGame) legal() []string {
	var list []string
	try := func(m slowMove) {
		if g.refuse(m) == "" {
			list = append(list, m.String())
		}
	}
	try(slowMove{from: "d"})
	try(slowMove{from: "r"})
	for _, from := range slowSources() {
		highest := 1
		if isPile(from) && g.has(from) {
			highest = len(g.pile(from))
		}
		for _, to := range slowTargets() {
			for count := 1; count <= highest; count++ {
				try(slowMove{from, to, count})
			}
		}
	}
	slices.Sort(list)
	return list
}

func isPile(place string) bool { return place != "" && place[0] <= '9' }

// refuse returns the reason why a move is illegal, or "" if it is legal. If several
// reasons apply, it returns the first in this order: the game has no such place, the game
// is over, the move makes no sense, the cards can't leave their place, the target doesn't
// take them.
func (g *slowGame) refuse(m slowMove) string {
	switch {
	case !g.has(m.from) || !g.has(m.to):
		return "unreadable"
	case g.won():
		return "game-won"
	case m.from == "d":
		return g.refuseDraw()
	case m.from == "r":
		return g.refuseTurnOver()
	case m.from == m.to || m.from[0] == 'f' && m.to == "f":
		return "same-pile"
	}
	if why := g.refuseSource(m); why != "" {
		return why
	}
	card := g.lowest(m)
	if m.to == "f" {
		return g.refuseUp(card)
	}
	return g.refuseOnto(card, m.to)
}

func (g *slowGame) refuseDraw() string {
	switch {
	case g.rules.yukon:
		return "no-stock"
	case len(g.stock) == 0:
		return "empty-stock"
	}
	return ""
}

func (g *slowGame) refuseTurnOver() string {
	switch {
	case g.rules.yukon:
		return "no-stock"
	case len(g.stock) > 0:
		return "stock-not-empty"
	case len(g.waste) == 0:
		return "empty-waste"
	case g.rules.passes != 0 && g.pass >= g.rules.passes:
		return "no-pass-left"
	}
	return ""
}

// refuseSource returns why the cards can't leave their place.
func (g *slowGame) refuseSource(m slowMove) string {
	switch m.from[0] {
	case 'w':
		return g.refuseFromWaste(m.count)
	case 'f':
		return g.refuseFromFoundation(m)
	}
	return g.refuseFromPile(m)
}

func (g *slowGame) refuseFromWaste(count int) string {
	switch {
	case g.rules.yukon:
		return "no-stock"
	case len(g.waste) == 0:
		return "empty-waste"
	case count > 1:
		return "too-many"
	}
	return ""
}

func (g *slowGame) refuseFromFoundation(m slowMove) string {
	switch {
	case !g.rules.ret:
		return "no-return"
	case g.up[strings.ToUpper(m.from[1:])] == 0:
		return "empty-foundation"
	case m.count > 1:
		return "too-many"
	}
	return ""
}

func (g *slowGame) refuseFromPile(m slowMove) string {
	pile := g.pile(m.from)
	switch {
	case len(pile) == 0:
		return "empty-pile"
	case m.count > len(pile):
		return "too-many"
	}
	group := pile[len(pile)-m.count:]
	switch {
	case !group[0].faceUp:
		return "face-down"
	case m.to == "f" && m.count > 1:
		return "covered"
	case !g.rules.yukon && !isRun(group):
		return "not-a-run"
	}
	return ""
}

func isRun(group []slowCard) bool {
	for i := 1; i < len(group); i++ {
		if !fits(group[i].name, group[i-1].name) {
			return false
		}
	}
	return true
}

// fits reports whether a card may lie on another in a run.
func fits(card, on string) bool {
	return rankOf(card) == rankOf(on)-1 && isRed(card) != isRed(on)
}

// refuseUp returns why a card can't go to its foundation.
func (g *slowGame) refuseUp(card string) string {
	if rankOf(card) != g.up[suitOf(card)]+1 {
		return "foundation-order"
	}
	return ""
}

// refuseOnto returns why a card, with everything on it, can't go onto a pile.
func (g *slowGame) refuseOnto(card, to string) string {
	pile := g.pile(to)
	if len(pile) == 0 {
		if rankOf(card) != g.rules.ranks {
			return "needs-king"
		}
		return ""
	}
	top := pile[len(pile)-1].name
	switch {
	case rankOf(top) == 1:
		return "on-ace"
	case rankOf(card) != rankOf(top)-1:
		return "wrong-rank"
	case g.rules.russian && suitOf(card) != suitOf(top):
		return "wrong-suit"
	case !g.rules.russian && isRed(card) == isRed(top):
		return "wrong-colour"
	}
	return ""
}

// lowest returns the lowest card of a move, which must fit on the target.
func (g *slowGame) lowest(m slowMove) string {
	switch m.from[0] {
	case 'w':
		return g.waste[len(g.waste)-1]
	case 'f':
		suit := strings.ToUpper(m.from[1:])
		top := g.up[suit]
		return slowRanks[top-1:top] + suit
	}
	pile := g.pile(m.from)
	return pile[len(pile)-m.count].name
}

// apply returns the game after a legal move; g doesn't change.
func (g *slowGame) apply(m slowMove) slowGame {
	next := g.clone()
	switch m.from {
	case "d":
		next.draw()
	case "r":
		next.turnOver()
	default:
		next.put(next.take(m), m.to)
	}
	flipped := next.flip()
	next.score = next.scoreAfter(m, flipped)
	return next
}

func (g *slowGame) clone() slowGame {
	c := *g
	c.piles = make([][]slowCard, len(g.piles))
	for i, pile := range g.piles {
		c.piles[i] = slices.Clone(pile)
	}
	c.stock = slices.Clone(g.stock)
	c.waste = slices.Clone(g.waste)
	c.up = maps.Clone(g.up)
	return c
}

func (g *slowGame) draw() {
	g.spread = min(g.rules.draw, len(g.stock))
	g.waste = append(g.waste, g.stock[:g.spread]...)
	g.stock = g.stock[g.spread:]
}

// turnOver makes the waste the stock again, in the same order.
func (g *slowGame) turnOver() {
	g.stock, g.waste = g.waste, nil
	g.spread = 0
	g.pass++
}

// take removes the cards of a move from their place and returns them, the lowest first.
func (g *slowGame) take(m slowMove) []slowCard {
	top := slowCard{g.lowest(m), true}
	switch m.from[0] {
	case 'w':
		g.waste = g.waste[:len(g.waste)-1]
		g.spread = min(max(g.spread-1, 1), len(g.waste))
		return []slowCard{top}
	case 'f':
		g.up[suitOf(top.name)]--
		return []slowCard{top}
	}
	pile := g.pile(m.from)
	rest := len(pile) - m.count
	g.piles[m.from[0]-'1'] = pile[:rest]
	return pile[rest:]
}

func (g *slowGame) put(cards []slowCard, to string) {
	if to == "f" {
		g.up[suitOf(cards[0].name)]++
		return
	}
	i := to[0] - '1'
	g.piles[i] = append(g.piles[i], cards...)
}

// flip turns up an uncovered face-down card, and reports whether there was one.
func (g *slowGame) flip() bool {
	for _, pile := range g.piles {
		if len(pile) > 0 && !pile[len(pile)-1].faceUp {
			pile[len(pile)-1].faceUp = true
			return true
		}
	}
	return false
}

// scoreAfter returns the score after the move that led here; g.score is the one before
// it. Under vegas it follows from the position alone.
func (g *slowGame) scoreAfter(m slowMove, flipped bool) int {
	if g.rules.vegas {
		return g.vegasScore()
	}
	points := g.standardPoints(m)
	if flipped {
		points += 5
	}
	return max(0, g.score+points)
}

func (g *slowGame) vegasScore() int {
	return -52 + 5*(g.up["C"]+g.up["D"]+g.up["H"]+g.up["S"])
}

func (g *slowGame) standardPoints(m slowMove) int {
	switch {
	case m.from == "d":
		return 0
	case m.from == "r":
		return g.turnOverPoints()
	case m.to == "f":
		return 10
	case m.from == "w":
		return 5
	case m.from[0] == 'f':
		return -15
	}
	return 0
}

// turnOverPoints returns the price of the turn-over that began the current pass. At draw
// 3 the first three are free.
func (g *slowGame) turnOverPoints() int {
	turnOvers := g.pass - 1
	switch {
	case g.rules.draw == 1:
		return -100
	case turnOvers > 3:
		return -20
	}
	return 0
}
