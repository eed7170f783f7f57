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

// SuggestWords lists continuations of a command during typing: a command's name, or an
// option or value of the command already typed.
func SuggestWords(specs []Spec, typed string) []Suggestion {
	folded := strings.TrimLeft(locale.Fold(typed), "/")
	words := strings.Fields(folded)
	begun := "" // the unfinished word
	if len(words) > 0 && !strings.HasSuffix(typed, " ") {
		begun, words = words[len(words)-1], words[:len(words)-1]
	}
	var candidates []string
	if len(words) == 0 {
		for _, s := range specs {
			candidates = append(candidates, s.Name)
		}
	} else if i := slices.IndexFunc(specs, func(s Spec) bool { return s.Name == words[0] }); i >= 0 {
		candidates = specs[i].candidates(words[1:])
	}
	var list []Suggestion
	for _, c := range candidates {
		if strings.HasPrefix(c, begun) && c != begun {
			text := strings.Join(append(slices.Clone(words), c), " ")
			list = append(list, Suggestion{Label: text, Text: text})
		}
	}
	return list
}

// candidates lists the words that can follow those of a command.
func (s Spec) candidates(words []string) []string {
	var list []string
	for _, o := range s.Options {
		switch {
		case s.Named && o.named() && len(words) > 0 && words[len(words)-1] == o.Name:
			return o.Values
		case slices.Contains(words, o.Name) || slices.ContainsFunc(o.Values, func(v string) bool { return slices.Contains(words, v) }):
		case s.Named && o.named(), o.Kind == Flag:
			list = append(list, o.Name)
		default:
			list = append(list, o.Values...)
		}
	}
	return list
}
