package lines

import (
	"errors"

	"github.com/solitaire-chat/solitaire/game"
)

// parseDeal reads the cards in dealing order, and deals them.
func parseDeal(o object, rules game.Rules) (game.Deck, game.State, error) {
	texts, ok := o.texts("cards")
	if !ok {
		return nil, game.State{}, faultf(BadCard, `cards must be a list of texts such as "TH"`)
	}
	if !o.has("cards") {
		return nil, game.State{}, faultf(CardCount, "there are no cards: give all %d in dealing order, or a position", rules.Cards())
	}
	deck, err := parseCards(texts)
	if err != nil {
		return nil, game.State{}, err
	}
	state, err := game.Deal(rules, deck)
	if err != nil {
		return nil, game.State{}, cardFault(err)
	}
	return deck, state, nil
}

func parseCards(texts []string) ([]game.Card, error) {
	cards := make([]game.Card, len(texts))
	for i, text := range texts {
		card, ok := game.ParseCard(text)
		if !ok {
			return nil, badCard(text)
		}
		cards[i] = card
	}
	return cards, nil
}

func badCard(text string) error {
	return faultf(BadCard, "%s is no card: give rank (A 2…9 T J Q K) and suit (C D H S), such as TH", quote(text))
}

func cardTexts(cards []game.Card) []string {
	texts := make([]string, len(cards))
	for i, card := range cards {
		texts[i] = card.String()
	}
	return texts
}

// cardFault gives an error of the engine about cards its code. The engine's
// texts name cards and numbers, nothing else of the input.
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
