package command

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
)

// MaxText is the longest text that is read, in characters.
const MaxText = 10_000

// A Grammar reads what people type, and a platform's typed options.
type Grammar struct {
	Specs []Spec
	Words locale.Words // of other languages, understood beside the English ones
}

// Find returns the command of a name, a short name or a common word for it.
func (g *Grammar) Find(name string) (Spec, bool) {
	switch name {
	case "m":
		name = "move"
	case "u":
		name = "undo"
	case "d":
		name = "draw"
	case "start":
		name = "new"
	case "board":
		name = "show"
	case "h", "?", "commands":
		name = "help"
	case "mydata":
		name = "my-data"
	case "forgetme":
		name = "forget-me"
	}
	i := slices.IndexFunc(g.Specs, func(s Spec) bool { return s.Name == name })
	if i < 0 {
		return Spec{}, false
	}
	return g.Specs[i], true
}

// Parse reads a command. If it can't be carried out as it is written, fault is what
// to say; the call then has a Spec if the command was recognised.
func (g *Grammar) Parse(text string) (c Call, fault *locale.Message) {
	if utf8.RuneCountInString(text) > MaxText {
		return c, message("unknown.too-long", "Most", MaxText)
	}
	words := strings.FieldsFunc(strings.TrimLeft(locale.Fold(text), "/ "), func(r rune) bool { return r == ' ' || r == '=' })
	if words = withoutLabels(words); len(words) > 0 && words[0] == "solitaire" {
		words = words[1:]
	}
	words = joinNames(g.Words.English(words))
	if len(words) == 0 {
		words = []string{"show"}
	}
	if words[0] != "d" { // a move
		if spec, ok := g.Find(words[0]); ok {
			return g.read(spec, words[1:], text)
		}
	}
	switch {
	case words[0] == "yes" || words[0] == "no":
		return c, message("unknown.no-question")
	case looksLikeMove(strings.Join(words, " ")):
		spec, _ := g.Find("move")
		return g.read(spec, words, text)
	}
	unknown := g.Unknown(words...)
	return c, &unknown
}

// withoutLabels parts an option's name from its value, as Discord shows them
// ("draw:3").
func withoutLabels(words []string) []string {
	plain := make([]string, 0, len(words))
	for _, w := range words {
		for w != "" {
			label, value, _ := strings.Cut(w, ":")
			if !isLabel(label) {
				label, value = w, ""
			}
			plain, w = append(plain, label), value
		}
	}
	return plain
}

// isLabel distinguishes an option's name, such as "user2", from what stands before a
// colon in moves, a pile or a card, and in times.
func isLabel(s string) bool {
	const longestCard = 2 // in letters: "ts"
	first, _ := utf8.DecodeRuneInString(s)
	return utf8.RuneCountInString(s) > longestCard && unicode.IsLetter(first) &&
		strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' }) < 0
}

// joinNames reads commands of two words, as buttons and people say them, and drops a
// slash before a command that stands behind "/solitaire".
func joinNames(words []string) []string {
	if len(words) == 0 {
		return words
	}
	words = append([]string{strings.TrimLeft(words[0], "/")}, words[1:]...)
	if len(words) < 2 {
		return words
	}
	name := ""
	switch words[0] + " " + words[1] {
	case "new game":
		name = "new"
	case "turn over":
		name = "draw"
	case "give up":
		name = "resign"
	case "my data":
		name = "my-data"
	case "forget me":
		name = "forget-me"
	default:
		return words
	}
	return append([]string{name}, words[2:]...)
}

// read reads the arguments of a command. text is the whole text as it came: ids of
// channels must not be folded.
func (g *Grammar) read(spec Spec, words []string, text string) (Call, *locale.Message) {
	c := Call{Spec: spec, Args: Args{values: map[string]string{}}}
	if n := len(words); n > 0 && words[n-1] == ConfirmWord {
		words, c.Confirmed = words[:n-1], true
	}
	switch spec.Name {
	case "move":
		c.Args.orders = ParseOrders(strings.Join(words, " "))
		return c, nil
	case "forget-me":
		c.Args.words = append(c.Args.words, words...)
		return c, nil
	case "challenge":
		if len(words) == 2 && (words[0] == "accept" || words[0] == "decline") {
			c.Args.words = words
			return c, nil
		}
	case "settings":
		if len(words) > 0 {
			c.Args.values["name"] = words[0]
			if value := strings.Join(words[1:], " "); value != "" {
				c.Args.values["value"] = unfolded(value, text)
			}
		}
		return c, nil
	}
	unmentioned := slices.DeleteFunc(slices.Clone(words), isMention)
	if !spec.Named && len(unmentioned) > len(spec.Options) {
		return c, message("unknown.surplus", "Command", spec.Usage(), "Example", spec.Example)
	}
	var fault *locale.Message
	if spec.Named {
		c.Args.values, fault = spec.readOptions(words)
	} else {
		c.Args.values, fault = spec.readInOrder(unmentioned)
	}
	if fault == nil {
		fault = spec.check(c.Args.values)
	}
	return c, fault
}

// isMention reports whether a word names a person, as platforms write it. The people
// themselves come with the request.
func isMention(word string) bool { return strings.HasPrefix(word, "<@") }

// unfolded returns a mention of a channel as it stands in the text. Any other value
// is returned as it is.
func unfolded(value, text string) string {
	i := strings.LastIndex(text, "<#")
	if i < 0 {
		return value
	}
	if raw := strings.Fields(text[i:])[0]; locale.Fold(raw) == value {
		return raw
	}
	return value
}

// readInOrder reads words without names of options. A word that is no option's value
// is taken for the first option, and the first such word stands: it is the one to be
// reported.
func (s Spec) readInOrder(words []string) (map[string]string, *locale.Message) {
	values := map[string]string{}
	for _, w := range words {
		o, ok := ownerOf(s.Options, w)
		if !ok {
			o = s.Options[0]
		}
		before, given := values[o.Name]
		switch {
		case o.Kind == Person && w == o.Name:
		case o.Kind == Person:
			return nil, s.unknownOption(w)
		case !given || slices.Contains(o.Values, before):
			values[o.Name] = w
		}
	}
	return values, nil
}

// readOptions reads pairs of name and value in any order, or values alone where only
// one option has such a value.
func (s Spec) readOptions(words []string) (map[string]string, *locale.Message) {
	values := map[string]string{}
	for len(words) > 0 {
		if isMention(words[0]) {
			words = words[1:]
			continue
		}
		o, named := s.option(words[0])
		value, rest := words[0], words[1:]
		switch {
		case !named:
			var ok bool
			if o, ok = ownerOf(s.Options, value); !ok {
				return nil, s.unknownOption(value)
			}
		case o.Kind == Flag:
		case len(rest) > 0:
			value, rest = rest[0], rest[1:]
		case o.Kind == OneOf || o.Kind == Date || o.Name == "deal": // its name stands at the end
			return nil, s.valueFault(o)
		default: // a page or a step is then the first one
			words = rest
			continue
		}
		switch {
		case o.Kind == OneOf && !slices.Contains(o.Values, value):
			return nil, s.valueFault(o)
		case values[o.Name] != "":
			return nil, message("choice.twice", "Option", o.Name)
		case o.Kind != Person:
			values[o.Name] = value
		}
		words = rest
	}
	return values, nil
}

// unknownOption says that a word is no option of the command and no value of one.
func (s Spec) unknownOption(word string) *locale.Message {
	return message("choice.unknown", "Input", Quoted(word), "Command", s.Usage(), "Example", s.Example)
}

// check reports values that an option can't have. The number of a day gets its sign.
func (s Spec) check(values map[string]string) *locale.Message {
	for _, o := range s.Options {
		value, given := values[o.Name]
		if !given {
			continue
		}
		switch {
		case s.Named && o.Kind == OneOf && !slices.Contains(o.Values, value):
			return s.valueFault(o)
		case o.Kind == Date && !isDate(value):
			if _, err := strconv.ParseUint(value, 10, 0); err != nil {
				return message("day.unreadable", "Input", Quoted(value))
			}
			values[o.Name] = "#" + value
		case o.Kind == Number:
			n, err := strconv.Atoi(strings.TrimPrefix(value, "#"))
			switch {
			case o.Name == "deal" && (err != nil || n < 1 || n > game.MaxNumber):
				return message("new.number", "Input", Quoted(value), "Most", strconv.Itoa(game.MaxNumber))
			case s.Name == "undo" && (err != nil || n < 1 || value[0] == '#'):
				return message("undo.number", "Input", Quoted(value))
			}
		}
	}
	return nil
}

// valueFault says what an option can be.
func (s Spec) valueFault(o Option) *locale.Message {
	if o.Kind == Date {
		return message("day.unreadable", "Input", "")
	}
	values, example := strings.Join(o.Values, ", "), s.Example
	if o.Name == "deal" {
		values, example = "1–"+strconv.Itoa(game.MaxNumber), "/solitaire new deal 123"
	}
	return message("choice.value", "Option", o.Name, "Values", values, "Example", example)
}

// Build returns the call of a platform's typed options, by their names. A flag is
// given by any value.
func (g *Grammar) Build(name string, options map[string]string) (Call, *locale.Message) {
	spec, ok := g.Find(name)
	if !ok {
		unknown := g.Unknown(name)
		return Call{}, &unknown
	}
	c := Call{Spec: spec}
	if spec.Name == "move" {
		c.Args.orders = g.buildOrders(options)
		return c, nil
	}
	values := map[string]string{}
	for _, o := range spec.Options {
		value, given := options[o.Name]
		if raw := strings.TrimSpace(value); strings.HasPrefix(raw, "<#") {
			value = raw
		} else {
			value = strings.Join(g.Words.English(strings.Fields(locale.Fold(value))), " ")
		}
		switch {
		case !given, value == "", o.Kind == Person:
		case o.Kind == Flag:
			values[o.Name] = o.Name
		default:
			values[o.Name] = value
		}
	}
	c.Args.values = values
	return c, spec.check(values)
}

// buildOrders reads the options of move. The first one may hold several moves.
func (g *Grammar) buildOrders(options map[string]string) []Order {
	text := options["from"]
	if to := options["to"]; to != "" {
		text += " " + to
	}
	if count := options["count"]; count != "" {
		text += " x" + count
	}
	return ParseOrders(strings.Join(g.Words.English(strings.Fields(locale.Fold(text))), " "))
}

// Unknown says that words are no command, with the nearest one.
func (g *Grammar) Unknown(words ...string) locale.Message {
	input := Quoted(strings.Join(words, " "))
	if near, ok := g.nearest(words[0]); ok {
		return locale.Msg("unknown.near", "Input", input, "Command", near.Name, "Example", near.Example)
	}
	return locale.Msg("unknown.command", "Input", input)
}

// Quoted makes a piece of somebody's input harmless to show: short, and without signs
// that a platform gives a meaning.
func Quoted(s string) string {
	const most = 30 // characters
	s = strings.Map(func(r rune) rune {
		if strings.ContainsRune("*_~|<>@#[]()\\&:", r) {
			return ' '
		}
		return r
	}, s)
	s = strings.Join(strings.Fields(s), " ")
	if runes := []rune(s); len(runes) > most {
		s = string(runes[:most]) + "…"
	}
	return s
}

func message(key string, pairs ...any) *locale.Message {
	m := locale.Msg(key, pairs...)
	return &m
}
