package command

import (
	"slices"
	"strings"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
)

// A Suggestion completes what a player is typing.
type Suggestion struct {
	Label string // in words
	Text  string // the text to type
}

// Suggest lists continuations of the moves that a player is typing, in the menu's order.
// If the text has several moves, it makes all but the last on a copy and completes the
// last one, unless one of them would show an unseen card: a suggestion must not name it.
// say returns a message in the player's language.
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

// played makes all but the last of the moves in a text, as long as they show only cards
// that the player has seen. It returns the state before the last move, the text of the
// moves made, and the text of the last one.
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

// matches reports whether a text contains all typed words, with or without the marks on
// its letters.
func matches(text, typed string) bool {
	text = locale.Plain(text)
	for word := range strings.FieldsSeq(locale.Plain(typed)) {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}
