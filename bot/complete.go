package bot

import (
	"context"
	"strings"
	"time"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
)

// A Suggestion completes what somebody is typing.
type Suggestion struct {
	Label string // in words
	Text  string // what to type for it
}

// Complete lists how moves that somebody is typing can go on, in the menu's
// order: req.Text is what stands in the field so far. Of several moves the
// first ones are made on a copy and only the last one is completed. Nothing is
// changed. The list is empty when no game is open, when the typing limit is
// exceeded, and after a move that would turn up an unseen card: a completion must
// not name it. in returns a speaker of the player's language.
func (b *Bot) Complete(ctx context.Context, req Request, in func(lang string) *locale.Speaker) ([]Suggestion, error) {
	seen := Handled{Command: Completion, Outcome: Failed, Err: errPanic} // unless it comes to an end
	defer b.observe(ctx, req, time.Now(), &seen)
	now := b.Now()
	if !b.bounds.enterTyping(b.Limits, req.Player, now) {
		seen.Outcome, seen.Err = Limited, nil
		return nil, nil
	}
	defer b.bounds.leave()
	list, err := b.complete(ctx, now, req, in)
	if seen.Err = err; err == nil {
		seen.Outcome = Answered
	}
	return list, err
}

func (b *Bot) complete(ctx context.Context, now time.Time, req Request, in func(lang string) *locale.Speaker) ([]Suggestion, error) {
	s := &session{bot: b, ctx: ctx, req: req, now: now}
	if err := s.load(command{}); err != nil {
		return nil, err
	}
	t := s.current()
	if t == nil || s.rec.Games[t.slot].Outcome != "" {
		return nil, nil
	}
	typed := locale.Fold(req.Text)
	state, before, typed, ok := played(t.state, typed)
	if !ok {
		return nil, nil
	}
	speaker := in(s.lang())
	var list []Suggestion
	for _, c := range append(menu(&state), stockChoice(&state)...) {
		text := strings.TrimPrefix(c.Text(), "move ")
		label := speaker.Say(c.Label())
		if matches(label+" "+text, typed) || means(&state, typed, c.Move) {
			list = append(list, Suggestion{Label: before + label, Text: before + text})
		}
	}
	return list, nil
}

// played makes all but the last of the moves in a text, as long as they show only
// cards that the player has seen. It returns the state before the last move, the
// text of those made, and that of the last one.
func played(s game.State, text string) (after game.State, before, last string, ok bool) {
	i := strings.LastIndexAny(text, ",;")
	if i < 0 {
		return s, "", strings.TrimSpace(text), true
	}
	orders := parseOrders(text[:i])
	for _, o := range orders {
		moves := o.resolve(&s)
		if len(moves) != 1 || s.Reveals(moves[0]) {
			return s, "", "", false
		}
		next, _, err := s.Apply(moves[0])
		if err != nil {
			return s, "", "", false
		}
		s = next
		before += o.text + ", "
	}
	return s, before, strings.TrimSpace(text[i+1:]), true
}

// stockChoice is the draw or the turning over, where there is one.
func stockChoice(s *game.State) []Choice {
	if m := drawOrTurnOver(s); s.Legal(m) {
		return []Choice{choice(s, m)}
	}
	return nil
}

// matches reports whether all words typed are somewhere in a text, with or
// without the marks on its letters.
func matches(text, typed string) bool {
	text = locale.Plain(text)
	for word := range strings.FieldsSeq(locale.Plain(typed)) {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}

// means reports whether what was typed can be read as the move.
func means(s *game.State, typed string, m game.Move) bool {
	o := parseOrder(typed)
	for _, found := range o.resolve(s) {
		if found == m {
			return true
		}
	}
	return false
}
