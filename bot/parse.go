package bot

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/solitaire-chat/solitaire/bot/locale"
)

// MaxText is the longest text that is looked at, in characters.
const MaxText = 10_000

// confirmWord stands at the end of a command that was asked about and
// answered with yes.
const confirmWord = "confirm"

// parse reads a command. If it can't, it returns what to tell the player.
func (b *Bot) parse(text string) (command, *locale.Message) {
	if utf8.RuneCountInString(text) > MaxText {
		return command{}, ptr(msg("unknown.too-long", "Most", MaxText))
	}
	words := unlabelled(strings.FieldsFunc(strings.TrimLeft(locale.Fold(text), "/ "), func(r rune) bool { return r == ' ' || r == '=' }))
	if len(words) > 0 && words[0] == "solitaire" {
		words = words[1:]
	}
	words = inOneWord(b.Words.English(words))
	if len(words) == 0 {
		words = []string{"show"}
	}
	if cmd, ok := b.named(words); ok {
		if cmd.surplus() {
			return command{}, ptr(msg("unknown.surplus", "Command", cmd.spec.usage(), "Example", cmd.spec.Example))
		}
		return cmd, nil
	}
	if words[0] == "yes" || words[0] == "no" {
		return command{}, ptr(msg("unknown.no-question"))
	}
	if looksLikeMove(strings.Join(words, " ")) {
		return b.command("move", words), nil
	}
	return command{}, ptr(b.unknown(words))
}

// unlabelled gives the name and the value of an option, as Discord shows it
// ("draw:3"), a word each.
func unlabelled(words []string) []string {
	plain := make([]string, 0, len(words))
	for _, w := range words {
		label, value, _ := strings.Cut(w, ":")
		if !isLabel(label) {
			label, value = w, ""
		}
		plain = append(plain, label)
		if value != "" {
			plain = append(plain, value)
		}
	}
	return plain
}

// isLabel tells an option's name from what stands before a colon in moves, a pile
// or a card, and in times.
func isLabel(s string) bool {
	const longestCard = 2 // in letters: "ts"
	return utf8.RuneCountInString(s) > longestCard && strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' }) < 0
}

// named reads a command that begins with its name.
func (b *Bot) named(words []string) (command, bool) {
	name := alias(words[0])
	if b.index(name) < 0 {
		return command{}, false
	}
	return b.command(name, words[1:]), true
}

// surplus reports words behind a command that takes none, or not so many. Some
// commands read their own.
func (c command) surplus() bool {
	switch c.spec.Name {
	case "move", "forget-me", "settings":
		return false
	}
	words := slices.DeleteFunc(slices.Clone(c.words), func(w string) bool { return strings.HasPrefix(w, "<@") })
	return !c.spec.Named && len(words) > len(c.spec.Options)
}

func (b *Bot) index(name string) int {
	return slices.IndexFunc(b.specs, func(s Spec) bool { return s.Name == name })
}

func (b *Bot) command(name string, words []string) command {
	cmd := command{spec: b.specs[b.index(name)], words: words}
	if n := len(words); n > 0 && words[n-1] == confirmWord {
		cmd.words, cmd.confirm = words[:n-1], true
	}
	return cmd
}

// inOneWord reads commands of two words, as buttons and people say them, and
// drops a slash before a command that stands behind "/solitaire".
func inOneWord(words []string) []string {
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

// alias returns the command that a short or common word stands for.
func alias(word string) string {
	switch word {
	case "m":
		return "move"
	case "u":
		return "undo"
	case "start":
		return "new"
	case "board":
		return "show"
	case "h", "?", "commands":
		return "help"
	case "mydata":
		return "my-data"
	case "forgetme":
		return "forget-me"
	}
	return word
}

// unknown says that a text is no command, with the nearest one.
func (b *Bot) unknown(words []string) locale.Message {
	near := b.nearest(words[0])
	if near == nil {
		return msg("unknown.command", "Input", quoted(strings.Join(words, " ")))
	}
	return msg("unknown.near", "Input", quoted(strings.Join(words, " ")), "Command", near.Name, "Example", near.Example)
}

// quoted makes a piece of somebody's input harmless to show: short, and
// without signs that a platform gives a meaning.
func quoted(s string) string {
	s = strings.Map(func(r rune) rune {
		if strings.ContainsRune("*_~|<>@#[]()\\&:", r) {
			return ' '
		}
		return r
	}, s)
	const most = 30
	s = strings.Join(strings.Fields(s), " ")
	if runes := []rune(s); len(runes) > most {
		s = string(runes[:most]) + "…"
	}
	return s
}

func ptr[T any](v T) *T { return &v }
