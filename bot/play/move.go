package play

import (
	"strings"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
)

// move plays one move or a list of them, up to the first that can't be made.
func move() bot.Command {
	return bot.Command{
		Spec: command.Spec{
			Name: "move", Also: []string{"m"}, Own: true, Example: "/move 3 5",
			Options: []command.Option{
				{Name: "from", Kind: command.Spot},
				{Name: "to", Kind: command.Spot},
				{Name: "count", Kind: command.Number},
			},
		},
		Run: onGame(func(t *bot.Turn, table *bot.Table, args command.Args) error {
			playOrders(t, table, args.Orders())
			return nil
		}),
	}
}

// draw turns cards from the stock, or turns the waste over when the stock is used up.
func draw() bot.Command {
	return bot.Command{
		Spec: command.Spec{Name: "draw", Also: []string{"d", "turn over"}, Own: true, Example: "/draw"},
		Run: onGame(func(t *bot.Turn, table *bot.Table, _ command.Args) error {
			playOrders(t, table, command.ParseOrders("d"))
			return nil
		}),
	}
}

func playOrders(t *bot.Turn, table *bot.Table, orders []command.Order) {
	if len(orders) == 0 {
		if t.Reply.Menu = command.Menu(&table.State); len(t.Reply.Menu) == 0 {
			t.Say("move.no-cards")
			return
		}
		t.Say("move.list")
		t.Reply.Choose = true
		return
	}
	var last []locale.Message // what the last step did
	for i, o := range orders {
		did, refused := playOrder(t, table, o)
		if refused != nil {
			reportMoves(t, orders[:i], last)
			if i > 0 {
				t.Say("move.stopped", "Input", command.Quoted(o.Text()))
			}
			t.SayAll(*refused)
			return
		}
		if last = did; table.State.Won() {
			orders = orders[:i+1]
			break
		}
	}
	reportMoves(t, orders, last)
}

// playOrder makes the one move that an order means, and returns what it did. If the
// order means no move, or several, it returns why nothing was done.
func playOrder(t *bot.Turn, table *bot.Table, o command.Order) (did []locale.Message, refused *locale.Message) {
	var why locale.Message
	moves := o.Resolve(&table.State)
	switch {
	case !o.Readable():
		why = locale.Msg(byStock(table, "move.unreadable", "move.unreadable-piles"), "Input", command.Quoted(o.Text()))
	case len(moves) == 0:
		why = o.Refused(&table.State)
	case len(moves) == 1:
		e, err := table.Step(moves[0])
		if err == nil {
			return command.Done(e, &table.State), nil
		}
		why = command.Refusal(err)
	default:
		for _, m := range moves {
			t.Reply.Menu = append(t.Reply.Menu, command.NewChoice(&table.State, m))
		}
		t.Reply.Choose = true
		why = locale.Msg("move.which")
	}
	return nil, &why
}

// reportMoves reports the moves made: the last step in words, and above it, if there were
// several, a list of them.
func reportMoves(t *bot.Turn, played []command.Order, last []locale.Message) {
	if len(played) > 1 {
		const most = 20 // the most that are listed
		var texts []string
		for _, o := range played[:min(len(played), most)] {
			texts = append(texts, command.Quoted(o.Text()))
		}
		list := strings.Join(texts, ", ")
		if len(played) > most {
			list += " …"
		}
		t.Say("move.played", "Count", len(played), "Moves", list)
	}
	t.SayAll(last...)
	announceEnd(t)
}

// announceEnd adds the line that the game is won, that no move is left, or that none can
// change anything. It reports whether it added one.
func announceEnd(t *bot.Turn) bool {
	table := t.Current()
	if table == nil {
		return false
	}
	anyMove := false
	for range table.State.Moves() {
		anyMove = true
		break
	}
	switch {
	case table.State.Won():
		t.Say("game.won")
		entry := table.Entry()
		t.Say("game.won-in", "Moves", table.Game.Length(), "Time", bot.Duration(int64(entry.Last.Sub(entry.First)/time.Second)))
		return true
	case !anyMove && table.Entry().Kind == bot.Daily:
		t.Say(byStock(table, "game.stuck-daily", "game.stuck-daily-piles"))
	case !anyMove:
		t.Say(byStock(table, "game.stuck", "game.stuck-piles"))
	case t.Bot.Advisor != nil && t.Bot.Advisor.Stuck(table.State.View()):
		t.Say(byStock(table, "game.dead", "game.dead-piles"))
	default:
		return false
	}
	offerWayBack(t, table)
	return true
}

// byStock returns one of two message keys, the second for a game without a stock.
func byStock(table *bot.Table, with, without string) string {
	if table.Game.Rules().HasStock() {
		return with
	}
	return without
}

// offerWayBack adds buttons for a lost game, other than undo.
func offerWayBack(t *bot.Turn, table *bot.Table) {
	var row []bot.Action
	if table.Game.Done() > 0 && mayPeek(t, table) {
		row = append(row, bot.Button("rewind"))
	}
	if table.Game.Begun() {
		row = append(row, bot.Button("resign"))
	}
	if len(row) > 0 {
		t.Reply.Actions = [][]bot.Action{row}
	}
}

// finish plays all remaining cards to the foundations, where that is offered.
func finish() bot.Command {
	return simple("finish", onGame(func(t *bot.Turn, table *bot.Table, _ command.Args) error {
		moves, ok := table.State.Finish()
		if !ok {
			t.Say("finish.not-yet")
			return nil
		}
		for _, m := range moves {
			if _, err := table.Step(m); err != nil {
				t.SayAll(command.Refusal(err))
				return nil
			}
		}
		t.Say("finish.done", "Count", game.Length(moves))
		announceEnd(t)
		return nil
	}))
}
