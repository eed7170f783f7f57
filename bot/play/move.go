package play

import (
	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"errors"
	"strings"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
)

// move plays one move or a list of them, up to the first that can't be made.
func move(t *bot.Turn, args command.Args) error {
	table := t.Playing()
	if table == nil {
		return nil
	}
	orders := parseOrders(strings.Join(c.words, " "))
	if len(orders) == 0 {
		listMoves(t, command.Menu(&table.State), "move.list")
		return nil
	}
	var last []locale.Message
	for i, o := range orders {
		did, refused := obey(t, table, o)
		if refused != nil {
			report(t, orders[:i], last)
			if i > 0 {
				t.Say("move.stopped", "Input", command.Quoted(o.text))
			}
			t.Say(*refused)
			return nil
		}
		last = did
		if table.State.Won() {
			report(t, orders[:i+1], last)
			return nil
		}
	}
	report(t, orders, last)
	return nil
}

// draw turns cards from the stock, or turns the waste over when the stock is
// used up.
func draw(t *bot.Turn, _ command.Args) error {
	return move(t, command{words: []string{"d"}})
}

// obey makes the one move that an order means. If there is none, or more than
// one, it says so instead.
func obey(t *bot.Turn, table *table, o order) (did []locale.Message, refused *locale.Message) {
	if o.kind == unreadableOrder {
		return nil, ptr(locale.Msg("move.unreadable", "Input", command.Quoted(o.text)))
	}
	moves := o.resolve(&table.State)
	switch len(moves) {
	case 0:
		return nil, ptr(o.refused(&table.State))
	case 1:
		e, err := t.Step(table, moves[0])
		if err != nil {
			return nil, ptr(refusal(err))
		}
		return command.Done(e, &table.State), nil
	}
	for _, m := range moves {
		t.Reply.Menu = append(t.Reply.Menu, command.NewChoice(&table.State, m))
	}
	t.Reply.Choose = true
	return nil, ptr(locale.Msg("move.which"))
}

// refused says why an order can't be carried out.
func (o order) refused(s *game.State) locale.Message {
	switch {
	case o.kind != moveOrder:
	case o.from.pile == game.Foundation && t.Rules().Return:
		return locale.Msg("move.which-foundation")
	case o.from.pile == game.Foundation:
		return locale.Msg("refused.no-return")
	case !o.to.named():
		return o.nowhere(s)
	case o.to.pile == game.Waste && o.from.pile == game.Waste:
		return locale.Msg("refused.same-pile")
	case o.to.pile == game.Waste:
		return locale.Msg("move.to-waste")
	}
	m, ok := o.attempt(s)
	if !ok {
		return locale.Msg("move.not-there")
	}
	if err := t.Check(m); err != nil {
		return refusal(err)
	}
	if m.To == game.Foundation { // it could go up, but to the foundation of another suit
		return locale.Msg("refused.foundation-order", "Card", card(t.Moved(m)))
	}
	return locale.Msg("move.not-there")
}

// nowhere says that there is no legal move from a place, and why if that is
// plain.
func (o order) nowhere(s *game.State) locale.Message {
	if o.from.card != 0 {
		if from, _ := find(t, o.from.card); from == 0 {
			return locale.Msg("move.not-there")
		}
		return locale.Msg("move.none-card", "Card", card(o.from.card))
	}
	from := o.from.pile
	var e *game.MoveError
	if errors.As(t.Check(game.Move{From: from, To: game.Foundation, Count: 1}), &e) && e.Reason != game.FoundationOrder {
		return refusal(e)
	}
	if !from.Tableau() {
		return locale.Msg("move.none-top")
	}
	return locale.Msg("move.none-pile", "From", int(from))
}

// report says what was played: the last step in words, and before it how many
// there were.
func report(t *bot.Turn, played []order, last []locale.Message) {
	if len(played) > 1 {
		t.Say("move.played", "Count", len(played), "Moves", listed(played))
	}
	for _, m := range last {
		t.Say(m)
	}
	announce(t)
}

// listed writes orders as they were given; of many, the first ones.
func listed(orders []order) string {
	const most = 20
	var texts []string
	for i, o := range orders {
		if i == most {
			return strings.Join(texts, ", ") + " …"
		}
		texts = append(texts, command.Quoted(o.text))
	}
	return strings.Join(texts, ", ")
}

// announce says that the game is won, that no move is left, or that none can
// change anything. It reports whether one of that is so.
func announce(t *bot.Turn) bool {
	table := t.Current()
	if table == nil {
		return false
	}
	switch {
	case table.State.Won():
		t.Say("game.won")
		return true
	case !anyMove(&table.State) && t.Entry(table).Kind == bot.Daily:
		t.Say("game.stuck-daily")
	case !anyMove(&table.State):
		t.Say("game.stuck")
	case t.Bot.Advisor != nil && t.Bot.Advisor.Stuck(table.State.View()):
		t.Say("game.dead")
	default:
		return false
	}
	offerWayBack(t, table)
	return true
}

func anyMove(s *game.State) bool {
	for range t.Moves() {
		return true
	}
	return false
}

// listMoves asks for a choice among legal moves.
func listMoves(t *bot.Turn, list []Choice, key string) {
	if len(list) == 0 {
		t.Say("move.no-cards")
		return
	}
	t.Say(key)
	t.Reply.Menu, t.Reply.Choose = list, true
}

// finish plays all the rest to the foundations, where that is offered.
func finish(t *bot.Turn, _ command.Args) error {
	table := t.Playing()
	if table == nil {
		return nil
	}
	moves, ok := table.State.Finish()
	if !ok {
		t.Say("finish.not-yet")
		return nil
	}
	for _, m := range moves {
		if _, err := t.Step(table, m); err != nil {
			t.Say(refusal(err))
			return nil
		}
	}
	t.Say("finish.done", "Count", game.Length(moves))
	announce(t)
	return nil
}
