package lines

import (
	"encoding/json"
	"strings"

	"github.com/solitaire-chat/solitaire/game"
)

// faceDown stands before a card that lies face down.
const faceDown = "#"

// A Position is everything that lies on the table, with all its keys.
type Position struct {
	Piles       [][]string  `json:"piles"`
	Stock       []string    `json:"stock"`
	Waste       []string    `json:"waste"`
	Foundations Foundations `json:"foundations"`
	PassesUsed  int         `json:"passes_used"`
	Won         bool        `json:"won"`
}

// Foundations are the numbers of cards that are up.
type Foundations struct {
	C int `json:"C"`
	D int `json:"D"`
	H int `json:"H"`
	S int `json:"S"`
}

// PositionOf returns the position of a state.
func PositionOf(s *game.State) Position {
	p := s.Position()
	up := p.Foundations
	out := Position{
		Piles:       make([][]string, len(p.Piles)),
		Stock:       cardTexts(p.Stock),
		Waste:       cardTexts(p.Waste),
		Foundations: Foundations{up[game.Clubs], up[game.Diamonds], up[game.Hearts], up[game.Spades]},
		PassesUsed:  p.Pass,
		Won:         s.Won(),
	}
	for i, pile := range p.Piles {
		texts := cardTexts(pile.Cards)
		for j := range pile.Hidden {
			texts[j] = faceDown + texts[j]
		}
		out.Piles[i] = texts
	}
	return out
}

// parsePosition reads the position of a line. Keys that are left out are
// empty, and passes_used is what it is in a start position.
func parsePosition(o object, rules game.Rules) (game.State, error) {
	fields, ok := o.object("position")
	if !ok {
		return game.State{}, faultf(BadPosition, "position must be an object with piles, stock, waste, foundations and passes_used")
	}
	p, err := parseTable(fields)
	if err != nil {
		return game.State{}, err
	}
	if p.Pass, err = parsePass(fields, rules); err != nil {
		return game.State{}, err
	}
	state, err := game.FromPosition(rules, p)
	if err != nil {
		return game.State{}, cardFault(err)
	}
	return state, nil
}

// parseTable reads where the cards lie.
func parseTable(fields object) (p game.Position, err error) {
	if p.Piles, err = parsePiles(fields); err != nil {
		return p, err
	}
	if p.Stock, err = parseHeap(fields, "stock"); err != nil {
		return p, err
	}
	if p.Waste, err = parseHeap(fields, "waste"); err != nil {
		return p, err
	}
	p.Foundations, err = parseFoundations(fields)
	return p, err
}

func parsePiles(fields object) ([]game.PositionPile, error) {
	var raw []json.RawMessage
	if fields.has("piles") && json.Unmarshal(fields["piles"], &raw) != nil {
		return nil, badPiles()
	}
	piles := make([]game.PositionPile, len(raw))
	for i := range raw {
		texts, ok := textList(raw[i])
		if !ok {
			return nil, badPiles()
		}
		pile, err := parsePile(texts)
		if err != nil {
			return nil, err
		}
		piles[i] = pile
	}
	return piles, nil
}

func badPiles() error {
	return faultf(BadPosition, `piles must be a list of 7 lists of cards, such as ["#4C","9D"]`)
}

func parsePile(texts []string) (game.PositionPile, error) {
	hidden := 0
	for hidden < len(texts) && strings.HasPrefix(texts[hidden], faceDown) {
		hidden++
	}
	bare := append([]string(nil), texts...)
	for i := range bare {
		bare[i] = strings.TrimPrefix(bare[i], faceDown)
		if i >= hidden && bare[i] != texts[i] {
			return game.PositionPile{}, faultf(BadPosition, "%s lies face down on a face-up card", quote(bare[i]))
		}
	}
	cards, err := parseCards(bare)
	return game.PositionPile{Cards: cards, Hidden: hidden}, err
}

// parseHeap reads stock or waste.
func parseHeap(fields object, key string) ([]game.Card, error) {
	texts, ok := fields.texts(key)
	if !ok {
		return nil, faultf(BadPosition, `%s must be a list of cards, such as ["9D","TH"]`, key)
	}
	return parseCards(texts)
}

func parseFoundations(fields object) (up [game.Suits]int, err error) {
	var counts map[string]int
	if fields.has("foundations") && json.Unmarshal(fields["foundations"], &counts) != nil {
		return up, badFoundations()
	}
	for key, n := range counts {
		suit := strings.Index("CDHS", key)
		if len(key) != 1 || suit < 0 || n < 0 || n > game.King {
			return up, badFoundations()
		}
		up[suit] = n
	}
	return up, nil
}

func badFoundations() error {
	return faultf(BadPosition, `foundations must be numbers of cards, 0 to 13, such as {"C":0,"D":0,"H":2,"S":13}`)
}

func parsePass(fields object, rules game.Rules) (pass int, err error) {
	if !fields.has("passes_used") {
		if rules.HasStock() {
			pass = 1
		}
		return pass, nil
	}
	if json.Unmarshal(fields["passes_used"], &pass) != nil {
		return 0, faultf(BadPosition, "passes_used must be a whole number: 1 + recycles, 0 without a stock")
	}
	return pass, nil
}
