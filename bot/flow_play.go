package bot

import (
	"errors"
	"strings"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
)

// move plays one move or a list of them, up to the first that can't be made.
func move(s *session, c command) error {
	t := s.playing()
	if t == nil {
		return nil
	}
	orders := parseOrders(strings.Join(c.words, " "))
	if len(orders) == 0 {
		s.listMoves(menu(&t.state), "move.list")
		return nil
	}
	var last []locale.Message
	for i, o := range orders {
		did, refused := s.obey(t, o)
		if refused != nil {
			s.report(orders[:i], last)
			if i > 0 {
				s.say(msg("move.stopped", "Input", quoted(o.text)))
			}
			s.say(*refused)
			return nil
		}
		last = did
		if t.state.Won() {
			s.report(orders[:i+1], last)
			return nil
		}
	}
	s.report(orders, last)
	return nil
}

// draw turns cards from the stock, or turns the waste over when the stock is
// used up.
func draw(s *session, _ command) error {
	return move(s, command{words: []string{"d"}})
}

// obey makes the one move that an order means. If there is none, or more than
// one, it says so instead.
func (s *session) obey(t *table, o order) (did []locale.Message, refused *locale.Message) {
	if o.kind == unreadableOrder {
		return nil, ptr(msg("move.unreadable", "Input", quoted(o.text)))
	}
	moves := o.resolve(&t.state)
	switch len(moves) {
	case 0:
		return nil, ptr(o.refused(&t.state))
	case 1:
		e, err := s.step(t, moves[0])
		if err != nil {
			return nil, ptr(refusal(err))
		}
		return done(e, &t.state), nil
	}
	for _, m := range moves {
		s.reply.Menu = append(s.reply.Menu, choice(&t.state, m))
	}
	s.reply.Choose = true
	return nil, ptr(msg("move.which"))
}

// refused says why an order can't be carried out.
func (o order) refused(s *game.State) locale.Message {
	switch {
	case o.kind != moveOrder:
	case o.from.pile == game.Foundation && s.Rules().Return:
		return msg("move.which-foundation")
	case o.from.pile == game.Foundation:
		return msg("refused.no-return")
	case !o.to.named():
		return o.nowhere(s)
	case o.to.pile == game.Waste && o.from.pile == game.Waste:
		return msg("refused.same-pile")
	case o.to.pile == game.Waste:
		return msg("move.to-waste")
	}
	m, ok := o.attempt(s)
	if !ok {
		return msg("move.not-there")
	}
	if err := s.Check(m); err != nil {
		return refusal(err)
	}
	if m.To == game.Foundation { // it could go up, but to the foundation of another suit
		return msg("refused.foundation-order", "Card", card(s.Moved(m)))
	}
	return msg("move.not-there")
}

// nowhere says that there is no legal move from a place, and why if that is
// plain.
func (o order) nowhere(s *game.State) locale.Message {
	if o.from.card != 0 {
		if from, _ := find(s, o.from.card); from == 0 {
			return msg("move.not-there")
		}
		return msg("move.none-card", "Card", card(o.from.card))
	}
	from := o.from.pile
	var e *game.MoveError
	if errors.As(s.Check(game.Move{From: from, To: game.Foundation, Count: 1}), &e) && e.Reason != game.FoundationOrder {
		return refusal(e)
	}
	if !from.Tableau() {
		return msg("move.none-top")
	}
	return msg("move.none-pile", "From", int(from))
}

// report says what was played: the last step in words, and before it how many
// there were.
func (s *session) report(played []order, last []locale.Message) {
	if len(played) > 1 {
		s.say(msg("move.played", "Count", len(played), "Moves", listed(played)))
	}
	for _, m := range last {
		s.say(m)
	}
	s.announce()
}

// listed writes orders as they were given; of many, the first ones.
func listed(orders []order) string {
	const most = 20
	var texts []string
	for i, o := range orders {
		if i == most {
			return strings.Join(texts, ", ") + " …"
		}
		texts = append(texts, quoted(o.text))
	}
	return strings.Join(texts, ", ")
}

// announce says that the game is won, that no move is left, or that none can
// change anything. It reports whether one of that is so.
func (s *session) announce() bool {
	t := s.opened
	if t == nil {
		return false
	}
	switch {
	case t.state.Won():
		s.say(msg("game.won"))
		return true
	case !anyMove(&t.state) && s.rec.Games[t.slot].Kind == daily:
		s.say(msg("game.stuck-daily"))
	case !anyMove(&t.state):
		s.say(msg("game.stuck"))
	case s.bot.Advisor != nil && s.bot.Advisor.Stuck(t.state.View()):
		s.say(msg("game.dead"))
	default:
		return false
	}
	s.offerWayBack(t)
	return true
}

func anyMove(s *game.State) bool {
	for range s.Moves() {
		return true
	}
	return false
}

// listMoves asks for a choice among legal moves.
func (s *session) listMoves(list []Choice, key string) {
	if len(list) == 0 {
		s.say(msg("move.no-cards"))
		return
	}
	s.say(msg(key))
	s.reply.Menu, s.reply.Choose = list, true
}

// finish plays all the rest to the foundations, where that is offered.
func finish(s *session, _ command) error {
	t := s.playing()
	if t == nil {
		return nil
	}
	moves, ok := t.state.Finish()
	if !ok {
		s.say(msg("finish.not-yet"))
		return nil
	}
	for _, m := range moves {
		if _, err := s.step(t, m); err != nil {
			s.say(refusal(err))
			return nil
		}
	}
	s.say(msg("finish.done", "Count", game.Length(moves)))
	s.announce()
	return nil
}
