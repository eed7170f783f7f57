package command

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/solitaire-chat/solitaire/bot/locale"
)

// MaxText is the longest text that is parsed, in characters.
const MaxText = 10_000

// A Grammar parses what people type, and a platform's typed options.
type Grammar struct {
	Specs []Spec
	Words locale.Words // of other languages, understood beside the English ones
}

// Find returns the command with a name, a short name or a common synonym.
func (g *Grammar) Find(name string) (Spec, bool) {
	for _, s := range g.Specs {
		if s.Name == name || slices.Contains(s.Also, name) {
			return s, true
		}
	}
	return Spec{}, false
}

// Parse parses a command. If the command can't be run as typed, fault is the message for
// the player; the call then has a Spec if the command was recognised. Several lines are
// several moves; in other commands the end of a line is a space.
func (g *Grammar) Parse(text string) (c Call, fault *locale.Message) {
	if utf8.RuneCountInString(text) > MaxText {
		return c, message("unknown.too-long", "Most", MaxText)
	}
	if list := linesAsList(text); list != text {
		first, rest, _ := strings.Cut(list, ", ")
		if c, _ = g.parse(first); c.Spec.takesMoves() && len(c.Args.orders) == 0 { // the command stands alone in its line
			list = first + " " + rest
		}
		if c, fault = g.parse(list); c.Spec.takesMoves() {
			return c, fault
		}
	}
	return g.parse(text)
}

// linesAsList puts commas between lines.
func linesAsList(text string) string {
	lines := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("\n\r\v\f\u0085\u2028\u2029", r) })
	lines = slices.DeleteFunc(lines, func(line string) bool { return strings.TrimSpace(line) == "" })
	if len(lines) < 2 {
		return text
	}
	return strings.Join(lines, ", ")
}

func (g *Grammar) parse(text string) (c Call, fault *locale.Message) {
	words := strings.FieldsFunc(strings.TrimLeft(locale.Fold(text), "/ "), func(r rune) bool { return r == ' ' || r == '=' })
	if words = withoutLabels(words); len(words) > 0 && words[0] == "solitaire" {
		words = words[1:]
	}
	if words = g.Words.English(words); len(words) == 0 {
		words = []string{"show"}
	}
	words[0] = strings.TrimLeft(words[0], "/") // as in "/solitaire /new"
	if len(words) > 1 {
		if spec, ok := g.Find(words[0] + " " + words[1]); ok {
			return g.read(spec, words[2:], text)
		}
	}
	spec, ok := g.Find(words[0])
	switch {
	case ok && words[0] != "d": // that is a move
		return g.read(spec, words[1:], text)
	case words[0] == "yes" || words[0] == "no":
		return c, message("unknown.no-question")
	case looksLikeMove(strings.Join(words, " ")):
		spec, _ = g.Find("move")
		return g.read(spec, words, text)
	}
	unknown := g.Unknown(words...)
	return c, &unknown
}

// withoutLabels separates an option's name from its value where Discord joins them
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

// isLabel reports whether a word before a colon is an option's name, such as "user2". In
// moves it is a pile or a card, and in times it is an hour.
func isLabel(s string) bool {
	const longestCard = 2 // in letters: "ts"
	first, _ := utf8.DecodeRuneInString(s)
	return utf8.RuneCountInString(s) > longestCard && unicode.IsLetter(first) &&
		strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' }) < 0
}

// read parses the arguments of a command. text is the unchanged input, since ids of
// channels must not be folded.
func (g *Grammar) read(spec Spec, words []string, text string) (Call, *locale.Message) {
	c := Call{Spec: spec, Args: Args{values: map[string]string{}}}
	if n := len(words); n > 0 && words[n-1] == ConfirmWord {
		words, c.Confirmed = words[:n-1], true
	}
	var fault *locale.Message
	switch {
	case spec.takesMoves():
		c.Args.orders = ParseOrders(strings.Join(words, " "))
		return c, nil
	case spec.AnyWords, len(words) == 2 && slices.Contains(spec.Answers, words[0]):
		c.Args.words = append(c.Args.words, words...)
		return c, nil
	}
	if c.Args.values, fault = spec.readOptions(words, text); fault == nil {
		fault = spec.check(c.Args.values)
	}
	return c, fault
}

// isMention reports whether a word names a person in a platform's format. The people
// themselves come with the request.
func isMention(word string) bool { return strings.HasPrefix(word, "<@") }

// unfolded returns a mention of a channel as it is in the text. It returns any other
// value unchanged.
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

// readOptions parses values in any order, each after the name of its option, or alone if
// only one option has such a value. A word that no option has is refused, or becomes the
// first option's value if the command itself says what is wrong with it. Words that mention
// somebody are not values.
func (s Spec) readOptions(words []string, text string) (map[string]string, *locale.Message) {
	values := map[string]string{}
	for len(words) > 0 {
		word := words[0]
		words = words[1:]
		if isMention(word) {
			continue
		}
		open := slices.IndexFunc(s.Options, func(o Option) bool { return values[o.Name] == "" && o.Kind != Person })
		if open >= 0 && s.Options[open].Kind == Word { // this option takes all remaining words
			values[s.Options[open].Name] = unfolded(strings.Join(append([]string{word}, words...), " "), text)
			return values, nil
		}
		o, value := s.optionNamed(word), word
		switch known := s.optionWith(word); {
		case o != nil && (o.Kind == Flag || o.Kind == Person):
		case o != nil && len(words) > 0:
			value, words = words[0], words[1:]
			if o.Kind == OneOf && !slices.Contains(o.Values, value) {
				return nil, s.valueFault(*o)
			}
		case o != nil && (o.Kind == OneOf || o.Kind == Date || o.Most > 0):
			return nil, s.valueFault(*o)
		case o != nil: // a page or a step without its number is the first one
			continue
		case known != nil:
			o = known
		case len(values) == len(s.Options):
			return nil, message("unknown.surplus", "Command", s.Usage(), "Example", s.Example)
		case s.Named || open != 0:
			return nil, s.unknownOption(word)
		default:
			o = &s.Options[0]
		}
		if values[o.Name] != "" {
			return nil, message("choice.twice", "Option", o.Name)
		}
		if o.Kind != Person {
			values[o.Name] = value
		}
	}
	return values, nil
}

// optionNamed returns the option with this name whose value follows the name; nil if there
// is none.
func (s Spec) optionNamed(name string) *Option {
	if i := slices.IndexFunc(s.Options, func(o Option) bool { return o.Name == name && o.Kind != Word }); i >= 0 {
		return &s.Options[i]
	}
	return nil
}

// optionWith returns the one option that has a value; nil if none or several have it.
func (s Spec) optionWith(value string) (owner *Option) {
	for i, o := range s.Options {
		if slices.Contains(o.Values, value) || o.Kind == Date && isDate(value) {
			if owner != nil {
				return nil
			}
			owner = &s.Options[i]
		}
	}
	return owner
}

// isDate reports whether a word is a day: #123, today or yesterday.
func isDate(word string) bool {
	return strings.HasPrefix(word, "#") || word == "today" || word == "yesterday"
}

// unknownOption is the message for a word that is neither an option of the command nor a
// value of one.
func (s Spec) unknownOption(word string) *locale.Message {
	return message("choice.unknown", "Input", Quoted(word), "Command", s.Usage(), "Example", s.Example)
}

// check reports values that an option can't have. It adds the sign to the number of a
// day.
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
		case o.Fault != "":
			digits := value
			if o.Most > 0 { // an index may have a sign, a count may not
				digits = strings.TrimPrefix(value, "#")
			}
			if n, err := strconv.Atoi(digits); err != nil || n < 1 || o.Most > 0 && n > o.Most {
				return message(o.Fault, "Input", Quoted(value), "Most", strconv.Itoa(o.Most))
			}
		}
	}
	return nil
}

// valueFault is the message that lists an option's values.
func (s Spec) valueFault(o Option) *locale.Message {
	switch o.Kind {
	case Date:
		return message("day.unreadable", "Input", "")
	case Number:
		return message("choice.value", "Option", o.Name, "Values", "1–"+strconv.Itoa(o.Most), "Example", "/solitaire "+s.Name+" "+o.Name+" 123")
	}
	return message("choice.value", "Option", o.Name, "Values", strings.Join(o.Values, ", "), "Example", s.Example)
}

// Build returns the call for a platform's typed options, by name. Any value sets a flag.
func (g *Grammar) Build(name string, options map[string]string) (Call, *locale.Message) {
	spec, ok := g.Find(name)
	if !ok {
		unknown := g.Unknown(name)
		return Call{}, &unknown
	}
	english := func(text string) string {
		return strings.Join(g.Words.English(strings.Fields(locale.Fold(text))), " ")
	}
	c := Call{Spec: spec}
	if spec.takesMoves() { // the first option may hold several
		text := linesAsList(options["from"]) + " " + options["to"]
		if count := options["count"]; count != "" {
			text += " x" + count
		}
		c.Args.orders = ParseOrders(english(text))
		return c, nil
	}
	c.Args.values = map[string]string{}
	for _, o := range spec.Options {
		value := strings.TrimSpace(options[o.Name])
		if !strings.HasPrefix(value, "<#") {
			value = english(value)
		}
		switch {
		case value == "", o.Kind == Person:
		case o.Kind == Flag:
			c.Args.values[o.Name] = o.Name
		default:
			c.Args.values[o.Name] = value
		}
	}
	return c, spec.check(c.Args.values)
}

// Unknown returns the message for an unknown command. It suggests the most similar one.
func (g *Grammar) Unknown(words ...string) locale.Message {
	input := Quoted(strings.Join(words, " "))
	if near, ok := g.nearest(words[0]); ok {
		return locale.Msg("unknown.near", "Input", input, "Command", near.Name, "Example", near.Example)
	}
	return locale.Msg("unknown.command", "Input", input)
}

// Quoted makes a piece of input safe to show: short, and without characters that are
// markup on a platform.
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

// nearest returns the command whose name is most similar to a word. It reports false if
// none is similar enough.
func (g *Grammar) nearest(word string) (best Spec, ok bool) {
	runes := []rune(word)
	const most = 12
	if len(runes) > most {
		runes = runes[:most]
	}
	least := 1 + len(runes)/3
	for _, s := range g.Specs {
		if d := distance(runes, []rune(s.Name)); d <= least {
			best, least, ok = s, d-1, true
		}
	}
	return best, ok
}

// distance counts the letters to insert, delete, replace or swap with their neighbour to
// get from a to b (Damerau's optimal string alignment).
func distance(a, b []rune) int {
	before, last, now := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range a {
		now[0] = i + 1
		for j := range b {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			now[j+1] = min(last[j]+cost, last[j+1]+1, now[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				now[j+1] = min(now[j+1], before[j-1]+1)
			}
		}
		before, last, now = last, now, before
	}
	return last[len(b)]
}
