package main

import (
	"fmt"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/lines"
	"github.com/solitaire-chat/solitaire/render"
)

type dealCmd struct {
	rulesFlags
	Number *int `placeholder:"N" help:"Number of the deal, 1 to 999999999; default: a random one."`
	JSON   bool `name:"json" help:"Write the deal as a JSON line, which replay and solve read."`
}

// Help returns the longer text of deal --help.
func (dealCmd) Help() string {
	return `A number means the same cards under all rules. The game is Klondike unless --game says otherwise.`
}

// Run writes one deal.
func (c *dealCmd) Run(s streams) error {
	rules, err := c.rules()
	if err != nil {
		return err
	}
	number := bot.RandomNumber()
	if c.Number != nil {
		number = *c.Number
	}
	if number < 1 || number > game.MaxNumber {
		return usagef("--number must be from 1 to %d", game.MaxNumber)
	}
	if c.JSON {
		id := fmt.Sprintf("%s-%d", rules.Game, number)
		return lines.NewEncoder(s.out).Encode(lines.NewDeal(id, rules, game.Numbered(number)))
	}
	state, err := game.Deal(rules, game.Numbered(number))
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.out, "Deal %d, %v\n\n%s\n", number, rules, render.Board(state.View(), render.Unicode, nil))
	return err
}
