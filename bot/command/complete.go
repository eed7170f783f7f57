package command

import (
	"slices"
	"strings"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
)

// A Suggestion completes what somebody is typing.
type Suggestion struct {
	Label string // in words
	Text  string // what to type for it
}

// Suggest lists how moves that somebody is typing can continue, in the menu's order.
// Of several moves the first ones are made on a copy and only the last one is
// completed, but not after a move that would show an unseen card: a suggestion must
// not name it. say says a message in the player's language.
func Suggest(s game.State, typed string, say func(locale.Message) string) []Suggestion {
	s, before, typed, ok := played(s, locale.Fold(typed))
	if !ok {
		return nil
	}
	var list []Suggestion
	choices := Menu(&s)
	if m := drawOrTurnOver(&s); s.Legal(m) {
		choices = append(choices, NewChoice(&s, m))
	}
	meant := parseOrder(typed).Resolve(&s)
	for _, c := range choices {
		text := strings.TrimPrefix(c.Text(), "move ")
		label := say(c.Label())
		if matches(label+" "+text, typed) || slices.Contains(meant, c.Move) {
			list = append(list, Suggestion{Label: before + label, Text: before + text})
		}
	}
	return list
}

// played makes all but the last of the moves in a text, as long as they show only
// cards that the player has seen. It returns the state before the last move, the
// text of those made, and that of the last one.
func played(s game.State, text string) (after game.State, before, last string, ok bool) {
	i := strings.LastIndexAny(text, ",;")
	if i < 0 {
		return s, "", strings.TrimSpace(text), true
	}
	orders := ParseOrders(text[:i])
	for _, o := range orders {
		moves := o.Resolve(&s)
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
