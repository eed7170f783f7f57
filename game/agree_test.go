package game_test

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
)

// These tests play random games with the engine and with the slow rules side by side, and
// fail as soon as the two differ.

const (
	agreeGames = 200 // games of each rules set
	agreeSteps = 45  // longest game
	agreeSweep = 30  // all moves that can be written are tried once every this many steps
)

// reasonWords lists the reasons for refusals, as other programs know them.
const reasonWords = "game-won no-stock empty-stock stock-not-empty empty-waste no-pass-left empty-pile " +
	"empty-foundation same-pile too-many face-down not-a-run covered needs-king wrong-rank wrong-colour wrong-suit " +
	"on-ace foundation-order no-return unreadable"

// agreeRules returns the rule sets to play.
func agreeRules() []slowRules {
	var sets []slowRules
	for _, ret := range []bool{false, true} {
		for _, draw := range []int{1, 3} {
			for _, passes := range []int{1, 3, 0} {
				sets = append(sets, slowKlondike(draw, passes, ret))
			}
		}
		sets = append(sets,
			slowYukon(ret),
			slowKlondike(1, 0, ret).reduced(4, 3),
			slowKlondike(3, 0, ret).reduced(5, 4),
			slowYukon(ret).reduced(5, 4),
			slowRussian(ret),
			slowRussian(ret).reduced(5, 4),
		)
	}
	vegas1, vegas3 := slowKlondike(1, 1, true), slowKlondike(3, 3, false)
	vegas1.vegas, vegas3.vegas = true, true
	return append(sets, vegas1, vegas3)
}

func rulesName(r slowRules) string {
	return fmt.Sprintf("%v %dx%d", engineRules(r), r.ranks, r.piles)
}

// TestTheSlowRulesAgreeOnGames also checks its own reach: every reason for a refusal
// comes up, and some games are won.
func TestTheSlowRulesAgreeOnGames(t *testing.T) {
	sets := agreeRules()
	moves := writtenMoves(t)
	sweeps := make([]sweeper, len(sets))
	t.Run("rules", func(t *testing.T) {
		for i, rules := range sets {
			sweeps[i] = sweeper{moves, map[string]bool{}}
			t.Run(rulesName(rules), func(t *testing.T) {
				t.Parallel()
				won := 0
				for n := range uint64(agreeGames) {
					p := sweeps[i].playRandomly(t, rules, rand.New(rand.NewPCG(uint64(i), n)))
					if p.slow.won() {
						won++
					}
				}
				if won == 0 {
					t.Error("no game was won, so the end of a game was not compared")
				}
			})
		}
	})
	for _, word := range strings.Fields(reasonWords) {
		if !slices.ContainsFunc(sweeps, func(s sweeper) bool { return s.seen[word] }) {
			t.Errorf("no move was ever refused as %s", word)
		}
	}
}

// FuzzAgree plays more games than there is time for in TestTheSlowRulesAgreeOnGames.
func FuzzAgree(f *testing.F) {
	sets := agreeRules()
	moves := writtenMoves(f)
	for i := range sets {
		f.Add(uint8(i), uint64(agreeGames))
	}
	f.Fuzz(func(t *testing.T, set uint8, n uint64) {
		i := uint64(set) % uint64(len(sets))
		s := sweeper{moves, map[string]bool{}}
		s.playRandomly(t, sets[i], rand.New(rand.NewPCG(i, n)))
	})
}

func TestTheSlowRulesAgreeOnNotation(t *testing.T) {
	texts := moveTexts()
	texts = append(texts, []string{
		"", "D", "R", "dd", "w", "3", ">", "3>", ">3", "0>1", "8>1", "1>8", "1>0", "33>5", "3>55",
		"f>3", "fx>3", "3>w", "s>w", "w>s", "d>1", "W>5", "FH>4", "3>F", "3-5", " 3>5", "3>5 ", "3 > 5",
		"3>fh", "w>fh", "fh>fh", "fh>fs", "w>w", "3>5:", "3>5:-1", "3>5:+1", "3>5:x", "3>5:00", "3>5:01", "3>5:1:1", "3>5:99999999999999999999",
	}...)
	for _, text := range texts {
		_, err := game.ParseMove(text)
		if _, ok := slowRead(text); ok != (err == nil) {
			t.Errorf("ParseMove(%q) = %v, but that the slow rules read it is %v", text, err, ok)
		}
	}
}

// sweeper tries moves of all kinds and records the reasons for the refusals.
type sweeper struct {
	moves []writtenMove
	seen  map[string]bool
}

// playRandomly plays a game and compares the two at each step.
func (s sweeper) playRandomly(tb testing.TB, rules slowRules, random *rand.Rand) pair {
	tb.Helper()
	p := startPair(tb, rules, random)
	greed := random.IntN(10)
	for step := range agreeSteps {
		legal := p.compare(tb)
		if step%agreeSweep == 0 || len(legal) == 0 {
			s.sweep(tb, &p)
		}
		if len(legal) == 0 {
			break
		}
		p.play(tb, choose(random, legal, greed))
	}
	return p
}

// sweep compares the answers to all moves that can be written.
func (s sweeper) sweep(tb testing.TB, p *pair) {
	tb.Helper()
	for _, m := range s.moves {
		fast, slow := engineRefusal(&p.fast, m.fast), p.slow.refuse(m.slow)
		if fast != slow {
			tb.Fatalf("%v\n%s: the engine says %q, the slow rules %q", p, m.text, fast, slow)
		}
		s.seen[slow] = true
	}
}

// scatter returns a game with cards lying anywhere. Play from a deal reaches few such
// positions: it rarely wins, and in Klondike the open cards of a pile are always a run.
func scatter(random *rand.Rand, r slowRules) slowGame {
	g := slowGame{rules: r, piles: make([][]slowCard, r.piles), up: map[string]int{}}
	level := random.IntN(r.ranks + 1)
	for _, suit := range slowSuits {
		g.up[string(suit)] = max(0, level-random.IntN(3))
	}
	deck := slices.DeleteFunc(slowNumbered(random.Uint64(), r.ranks), func(card string) bool {
		return rankOf(card) <= g.up[suitOf(card)]
	})
	if !r.yukon {
		g.pass = 1 + random.IntN(cmp.Or(r.passes, 6))
		deck = scatterStock(random, &g, deck)
	}
	scatterPiles(random, &g, deck)
	if r.vegas {
		g.score = g.vegasScore()
	}
	return g
}

// scatterStock puts some cards on stock and waste, no more than a deal has there, and
// returns the rest.
func scatterStock(random *rand.Rand, g *slowGame, deck []string) []string {
	dealt := g.rules.piles * (g.rules.piles + 1) / 2
	most := min(4*g.rules.ranks-dealt, len(deck))
	stock := random.IntN(most + 1)
	waste := random.IntN(most - stock + 1)
	g.stock, deck = deck[:stock], deck[stock:]
	g.waste, deck = deck[:waste], deck[waste:]
	g.spread = min(g.rules.draw, waste)
	return deck
}

// scatterPiles deals the cards to random piles, and turns the first ones down where a
// deal has face-down cards.
func scatterPiles(random *rand.Rand, g *slowGame, deck []string) {
	for _, card := range deck {
		i := random.IntN(len(g.piles))
		faceUp := len(g.piles[i]) >= i || random.IntN(3) == 0
		if n := len(g.piles[i]); n > 0 && g.piles[i][n-1].faceUp {
			faceUp = true
		}
		g.piles[i] = append(g.piles[i], slowCard{card, faceUp})
	}
	for g.flip() {
	}
}

// choose picks a random move. It draws again up to greed times to find one to a
// foundation.
func choose(random *rand.Rand, legal []string, greed int) string {
	text := legal[random.IntN(len(legal))]
	for range greed {
		if strings.HasSuffix(text, ">f") {
			break
		}
		text = legal[random.IntN(len(legal))]
	}
	return text
}

// pair is one position, as the engine and as the slow rules see it.
type pair struct {
	fast game.State
	slow slowGame
	line []string // the moves made
}

func (p *pair) String() string {
	return fmt.Sprintf("%v after %q\n%s", p.fast.Rules(), strings.Join(p.line, " "), slowTable(&p.slow))
}

// startPair returns a deal or a scattered position.
func startPair(tb testing.TB, r slowRules, random *rand.Rand) pair {
	tb.Helper()
	if random.IntN(2) == 0 {
		return dealPair(tb, r, slowNumbered(random.Uint64(), r.ranks))
	}
	slow := scatter(random, r)
	fast, err := game.FromPosition(engineRules(r), enginePosition(tb, &slow))
	if err != nil {
		tb.Fatalf("FromPosition(%v, %s): %v", engineRules(r), slowTable(&slow), err)
	}
	return pair{fast: fast, slow: slow}
}

func enginePosition(tb testing.TB, g *slowGame) game.Position {
	tb.Helper()
	p := game.Position{
		Stock:       engineCards(tb, g.stock),
		Waste:       engineCards(tb, g.waste),
		Foundations: [4]int{g.up["C"], g.up["D"], g.up["H"], g.up["S"]},
		Pass:        g.pass,
	}
	for _, pile := range g.piles {
		var names []string
		hidden := 0
		for _, card := range pile {
			names = append(names, card.name)
			if !card.faceUp {
				hidden++
			}
		}
		p.Piles = append(p.Piles, game.PositionPile{Cards: engineCards(tb, names), Hidden: hidden})
	}
	return p
}

func engineCards(tb testing.TB, names []string) []game.Card {
	tb.Helper()
	var cards []game.Card
	for _, name := range names {
		card, ok := game.ParseCard(name)
		if !ok {
			tb.Fatalf("ParseCard(%q) reads no card", name)
		}
		cards = append(cards, card)
	}
	return cards
}

func dealPair(tb testing.TB, r slowRules, deck []string) pair {
	tb.Helper()
	fast, err := game.Deal(engineRules(r), engineCards(tb, deck))
	if err != nil {
		tb.Fatalf("Deal(%v): %v", engineRules(r), err)
	}
	return pair{fast: fast, slow: slowDeal(r, deck)}
}

func engineRules(r slowRules) game.Rules {
	rules := game.KlondikeRules(r.draw, r.passes, r.ret)
	if r.yukon {
		rules = game.YukonRules(r.ret)
	}
	if r.russian {
		rules.Family = russian()
	}
	rules.Ranks, rules.Piles = r.ranks, r.piles
	if r.vegas {
		rules.Scoring = game.Vegas
	}
	return rules
}

// play makes a move that both accept.
func (p *pair) play(tb testing.TB, text string) {
	tb.Helper()
	move, err := game.ParseMove(text)
	if err != nil {
		tb.Fatalf("ParseMove(%q): %v", text, err)
	}
	written, _ := slowRead(text)
	if why := p.slow.refuse(written); why != "" {
		tb.Fatalf("%v\n%s: the slow rules refuse it as %s", p, text, why)
	}
	fast, effect, err := p.fast.Apply(move)
	if err != nil {
		tb.Fatalf("%v\n%s: the engine refuses it: %v", p, text, err)
	}
	slow := p.slow.apply(written)
	if effect.Points != slow.score-p.slow.score || effect.Won != slow.won() {
		tb.Fatalf("%v\n%s: the engine reports %+v, the slow score is %d", p, text, effect, slow.score)
	}
	p.fast, p.slow, p.line = fast, slow, append(p.line, text)
}

// compare checks that the two agree on the position, and returns the legal moves.
func (p *pair) compare(tb testing.TB) []string {
	tb.Helper()
	if fast, slow := engineTable(&p.fast), slowTable(&p.slow); fast != slow {
		tb.Fatalf("%v\nis to the engine\n%s", p, fast)
	}
	fast, slow := engineMoves(&p.fast), p.slow.legal()
	if !slices.Equal(fast, slow) {
		tb.Fatalf("%v\nlegal moves of the engine: %s\nof the slow rules:        %s", p, fast, slow)
	}
	return slow
}

// engineRefusal returns the word for a refusal, "" for none.
func engineRefusal(s *game.State, m game.Move) string {
	err := s.Check(m)
	if err == nil {
		return ""
	}
	refused, ok := errors.AsType[*game.MoveError](err)
	if !ok {
		return err.Error()
	}
	return string(refused.Reason)
}

func engineMoves(s *game.State) []string {
	var list []string
	for m := range s.Moves() {
		list = append(list, m.String())
	}
	slices.Sort(list)
	return list
}

// engineTable and slowTable write everything on the table in the same format.
func engineTable(s *game.State) string {
	p := s.Position()
	var b strings.Builder
	for _, pile := range p.Piles {
		for i, card := range pile.Cards {
			writeCard(&b, card.String(), i >= pile.Hidden)
		}
		b.WriteString("| ")
	}
	for _, cards := range [][]game.Card{p.Stock, p.Waste} {
		for _, card := range cards {
			writeCard(&b, card.String(), true)
		}
		b.WriteString("| ")
	}
	writeRest(&b, s.Fan(), p.Foundations, p.Pass, s.Score(), s.Won())
	return b.String()
}

func slowTable(g *slowGame) string {
	var b strings.Builder
	for _, pile := range g.piles {
		for _, card := range pile {
			writeCard(&b, card.name, card.faceUp)
		}
		b.WriteString("| ")
	}
	for _, cards := range [][]string{g.stock, g.waste} {
		for _, card := range cards {
			writeCard(&b, card, true)
		}
		b.WriteString("| ")
	}
	up := [4]int{g.up["C"], g.up["D"], g.up["H"], g.up["S"]}
	writeRest(&b, g.spread, up, g.pass, g.score, g.won())
	return b.String()
}

func writeCard(b *strings.Builder, name string, faceUp bool) {
	if !faceUp {
		b.WriteString("#")
	}
	b.WriteString(name)
	b.WriteString(" ")
}

func writeRest(b *strings.Builder, spread int, up [4]int, pass, score int, won bool) {
	fmt.Fprintf(b, "spread %d, up %d, pass %d, score %d, won %t", spread, up, pass, score, won)
}

// writtenMove is a text that both parse as a move.
type writtenMove struct {
	text string
	fast game.Move
	slow slowMove
}

func writtenMoves(tb testing.TB) []writtenMove {
	tb.Helper()
	var all []writtenMove
	for _, text := range moveTexts() {
		fast, err := game.ParseMove(text)
		slow, ok := slowRead(text)
		if ok && err != nil {
			tb.Fatalf("ParseMove(%q): %v", text, err)
		}
		if ok {
			all = append(all, writtenMove{text, fast, slow})
		}
	}
	return all
}

// moveTexts returns the moves of the stock, and every source and target without a count
// and with counts up to 13. A count of 0 makes a move unreadable.
func moveTexts() []string {
	texts := []string{"d", "r"}
	for _, from := range slowSources() {
		for _, to := range slowTargets() {
			text := from + ">" + to
			texts = append(texts, text)
			for count := range 14 {
				texts = append(texts, fmt.Sprintf("%s:%d", text, count))
			}
		}
	}
	return texts
}
