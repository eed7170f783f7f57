package lines

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/solitaire-chat/solitaire/game"
)

// A Deal is a deck with rules, in the form of a line that [Reader] accepts.
type Deal struct {
	ID    string   `json:"id"`
	Game  string   `json:"game"`
	Cards []string `json:"cards"`
	Rules Rules    `json:"rules"`
}

// NewDeal returns the line of a deal.
func NewDeal(id string, r game.Rules, d game.Deck) Deal {
	return Deal{ID: id, Game: r.Game, Cards: cardTexts(d), Rules: RulesOf(r)}
}

// A Position lists everything on the table, with all its keys.
type Position struct {
	Piles       [][]string     `json:"piles"`
	Stock       []string       `json:"stock"`
	Waste       []string       `json:"waste"`
	Foundations map[string]int `json:"foundations"` // cards up, by the suit's letter
	PassesUsed  int            `json:"passes_used"`
	Won         bool           `json:"won"`
}

// faceDown precedes a face-down card.
const faceDown = "#"

// PositionOf returns the position of a state.
func PositionOf(s *game.State) Position {
	p := s.Position()
	out := Position{
		Piles:       make([][]string, len(p.Piles)),
		Stock:       cardTexts(p.Stock),
		Waste:       cardTexts(p.Waste),
		Foundations: map[string]int{},
		PassesUsed:  p.Pass,
		Won:         s.Won(),
	}
	for suit, up := range p.Foundations {
		out.Foundations[game.Suit(suit).String()] = up
	}
	for i, pile := range p.Piles {
		out.Piles[i] = cardTexts(pile.Cards)
		for j := range pile.Hidden {
			out.Piles[i][j] = faceDown + out.Piles[i][j]
		}
	}
	return out
}

func cardTexts(cards []game.Card) []string {
	texts := make([]string, len(cards))
	for i, card := range cards {
		texts[i] = card.String()
	}
	return texts
}

// parseDeal parses the cards in dealing order, and deals them.
func parseDeal(o object, rules game.Rules) (deck game.Deck, state game.State, err error) {
	texts, ok := o.texts("cards")
	switch {
	case !ok:
		return nil, state, faultf(BadCard, `cards must be a list of texts such as "TH"`)
	case !o.has("cards"):
		return nil, state, faultf(CardCount, "there are no cards: give all %d in dealing order, or a position", rules.Cards())
	}
	if deck, err = parseCards(texts); err != nil {
		return nil, state, err
	}
	if state, err = game.Deal(rules, deck); err != nil {
		return nil, state, cardFault(err)
	}
	return deck, state, nil
}

func parseCards(texts []string) ([]game.Card, error) {
	cards := make([]game.Card, len(texts))
	for i, text := range texts {
		card, ok := game.ParseCard(text)
		if !ok {
			return nil, faultf(BadCard, "%s is not a card: give rank (A 2…9 T J Q K) and suit (C D H S), such as TH", quote(text))
		}
		cards[i] = card
	}
	return cards, nil
}

// cardFault returns the code for an error of the engine about cards. The engine's texts
// name cards and numbers, and nothing else of the input.
func cardFault(err error) error {
	switch {
	case errors.Is(err, game.ErrBadCard):
		return faultf(BadCard, "%v", err)
	case errors.Is(err, game.ErrCardCount):
		return faultf(CardCount, "%v; give every card once", err)
	case errors.Is(err, game.ErrCardTwice):
		return faultf(CardTwice, "%v; give every card once", err)
	}
	return faultf(BadPosition, "%v", err)
}

// parsePosition parses the position of a line. Missing keys are empty, and passes_used
// then has its value in a start position.
func parsePosition(o object, rules game.Rules) (state game.State, err error) {
	var fields object
	if !o.read("position", &fields) {
		return state, faultf(BadPosition, "position must be an object with piles, stock, waste, foundations and passes_used")
	}
	var p game.Position
	if p.Piles, err = parsePiles(fields); err != nil {
		return state, err
	}
	for _, heap := range [...]struct {
		key   string
		cards *[]game.Card
	}{{"stock", &p.Stock}, {"waste", &p.Waste}} {
		texts, ok := fields.texts(heap.key)
		if !ok {
			return state, faultf(BadPosition, `%s must be a list of cards, such as ["9D","TH"]`, heap.key)
		}
		if *heap.cards, err = parseCards(texts); err != nil {
			return state, err
		}
	}
	if p.Foundations, err = parseFoundations(fields); err != nil {
		return state, err
	}
	if rules.HasStock() {
		p.Pass = 1
	}
	if !fields.read("passes_used", &p.Pass) {
		return state, faultf(BadPosition, "passes_used must be a whole number: 1 + recycles, 0 without a stock")
	}
	if state, err = game.FromPosition(rules, p); err != nil {
		return state, cardFault(err)
	}
	return state, nil
}

func parsePiles(fields object) ([]game.PositionPile, error) {
	fault := faultf(BadPosition, `piles must be a list of 7 lists of cards, such as ["#4C","9D"]`)
	var raw []json.RawMessage
	if !fields.read("piles", &raw) {
		return nil, fault
	}
	piles := make([]game.PositionPile, len(raw))
	for i := range raw {
		texts, ok := textList(raw[i])
		if !ok {
			return nil, fault
		}
		hidden := 0
		for hidden < len(texts) && strings.HasPrefix(texts[hidden], faceDown) {
			hidden++
		}
		for j, text := range texts {
			texts[j] = strings.TrimPrefix(text, faceDown)
			if j >= hidden && texts[j] != text {
				return nil, faultf(BadPosition, "%s lies face down on a face-up card", quote(texts[j]))
			}
		}
		cards, err := parseCards(texts)
		if err != nil {
			return nil, err
		}
		piles[i] = game.PositionPile{Cards: cards, Hidden: hidden}
	}
	return piles, nil
}

func parseFoundations(fields object) (up [game.Suits]int, err error) {
	fault := faultf(BadPosition, `foundations must be numbers of cards, 0 to 13, such as {"C":0,"D":0,"H":2,"S":13}`)
	var counts map[string]int
	if !fields.read("foundations", &counts) {
		return up, fault
	}
	for key, n := range counts {
		suit := strings.Index("CDHS", key)
		if len(key) != 1 || suit < 0 || n < 0 || n > game.King {
			return up, fault
		}
		up[suit] = n
	}
	return up, nil
}
