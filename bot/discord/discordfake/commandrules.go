package discordfake

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/solitaire-chat/solitaire/bot/chat/fake"
)

// Types of commands.
const (
	commandChat       = 1
	commandEntryPoint = 4
)

// Types of command options.
const (
	optionSubcommand = 1
	optionGroup      = 2
	optionString     = 3
	optionInteger    = 4
	optionBoolean    = 5
	optionUser       = 6
	optionNumber     = 10
)

// mostCommands is C14, by type.
var mostCommands = []int{commandChat: 100, 2: 15, 3: 15, commandEntryPoint: 1}

var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)

// locales are those that Discord takes as keys of localisations.
var locales = strings.Fields(`ar bg cs da de el en-GB en-US es-419 es-ES fi fr he hi hr hu id it ja ko lt
	nl no pl pt-BR ro ru sv-SE th tr uk vi zh-CN zh-TW`)

// checkCommands judges a set of commands by the rules C of specs/README.md.
func checkCommands(commands []object) (found []fake.Violation) {
	for kind, most := range mostCommands {
		same := slices.DeleteFunc(slices.Clone(commands), func(c object) bool { return fake.Number(c, "type", commandChat) != kind })
		if fault := fake.Repeated(same, "name"); fault != "" {
			found = append(found, fake.Violation{Rule: "C13", Text: fault})
		}
		if len(same) > most {
			found = append(found, fake.Violation{Rule: "C14", Text: fmt.Sprintf("more than %d commands of type %d", most, kind)})
		}
	}
	judge := func(kinds string, o object) {
		for _, v := range fake.Judge(commandRules, kinds+" any", o) {
			v.Text = fake.Text(o, "name") + ": " + v.Text
			found = append(found, v)
		}
	}
	for _, c := range commands {
		kind := "command chat"
		if t := fake.Number(c, "type", commandChat); t == commandEntryPoint {
			kind = "command"
		} else if t != commandChat {
			kind = "command named"
		}
		judge(kind, c)
		walkOptions(c, "", func(o object, above string) {
			if misplaced(fake.Number(o, "type", 0), above) {
				found = append(found, fake.Violation{Rule: "C10", Text: "groups stand at the top, subcommands there or in a group"})
			}
			judge("option", o)
			for _, choice := range fake.Objects(o, "choices") {
				judge("choice", choice)
			}
		})
	}
	return found
}

// walkOptions calls f for the options of a command or option at every depth, with the
// types of those above them, such as "21" for an option of a subcommand in a group.
func walkOptions(in object, above string, f func(o object, above string)) {
	for _, o := range fake.Objects(in, "options") {
		f(o, above)
		walkOptions(o, above+fmt.Sprint(o["type"]), f)
	}
}

// misplaced is C10.
func misplaced(kind int, above string) bool {
	return kind == optionGroup && above != "" || kind == optionSubcommand && above != "" && above != "2"
}

// commandRules judge a command (chat: one that is typed; named: of users and messages),
// an option, a choice, or any of them.
var commandRules = []fake.Rule{
	{"C1", "chat option", func(o object) string {
		names := append(localised(o, "name"), fake.Text(o, "name"))
		wrong := slices.ContainsFunc(names, func(name string) bool {
			return !commandName.MatchString(name) || strings.ToLower(name) != name
		})
		return fake.When(wrong, "%q: a name has 1 to 32 lower-case letters, digits and - _ '", names)
	}},
	{"C2", "named", func(o object) string {
		return fake.When(!(fake.Blank(o["description"]) && fake.Blank(o["options"])), "only a chat command has a description and options")
	}},
	{"C3", "chat", fake.Limit("description", 1, 100)},
	{"C4", "any", eachTranslation(func(texts object) string {
		for locale := range texts {
			if !slices.Contains(locales, locale) {
				return "Discord has no locale " + locale
			}
		}
		return ""
	})},
	{"C5", "any", eachTranslation(func(texts object) string {
		return fake.When(texts["en-GB"] != nil && texts["en-US"] == nil, "without en-US, people in the US would see the text for en-GB")
	})},
	{"C6", "command option", func(o object) string {
		options := fake.Objects(o, "options")
		for i, o := range options {
			for locale, name := range fake.Child(o, "name_localizations") {
				for j, other := range options {
					if i != j && (name == other["name"] || name == fake.Child(other, "name_localizations")[locale]) {
						return fmt.Sprintf("%q is another option's name too", name)
					}
				}
			}
		}
		return fake.Repeated(options, "name")
	}},
	{"C7", "command option", func(o object) string {
		optional := false
		for _, o := range fake.Objects(o, "options") {
			required := o["required"] == true
			if required && (optional || fake.Number(o, "type", 0) <= optionGroup) {
				return "required options come first, and are no subcommands"
			}
			optional = optional || !required && fake.Number(o, "type", 0) > optionGroup
		}
		return ""
	}},
	{"C8", "option", func(o object) string {
		choices, complete := fake.Objects(o, "choices"), o["autocomplete"] == true
		typed := slices.Contains([]int{optionString, optionInteger, optionNumber}, fake.Number(o, "type", 0))
		if len(choices) > 0 && complete || (len(choices) > 0 || complete) && !typed {
			return "choices and autocomplete exclude each other, and are for texts and numbers"
		}
		return fake.Repeated(choices, "name") + fake.Repeated(choices, "value")
	}},
	{"C8", "option", fake.Limit("choices/value", 0, 100)},
	{"C9", "option", ordered("min_value", "max_value")},
	{"C9", "option", ordered("min_length", "max_length")},
	{"C11", "command option", func(o object) string {
		options := fake.Objects(o, "options")
		inner := slices.DeleteFunc(slices.Clone(options), func(o object) bool { return fake.Number(o, "type", 0) > optionGroup })
		return fake.When(len(inner) > 0 && len(inner) < len(options), "subcommands and groups don't stand beside options")
	}},
	{"C12", "command", func(o object) string {
		total := 0
		fake.Walk(o, func(inner object) { // translations have none of these keys
			for _, key := range []string{"name", "description", "value"} {
				longest := utf8.RuneCountInString(fake.Text(inner, key))
				for _, name := range localised(inner, key) {
					longest = max(longest, utf8.RuneCountInString(name))
				}
				total += longest
			}
		})
		return fake.When(total > 8000, "%d characters of text; at most 8000", total)
	}},
	{"C15", "command", func(o object) string {
		broken := contains(o, "contexts", ContextGroupDM) && !contains(o, "integration_types", installUser)
		return fake.When(broken, "group DMs need the user installation")
	}},
}

// ordered is the fault that a least number is above the most.
func ordered(least, most string) func(object) string {
	return func(o object) string {
		from, has := asFloat(o[least])
		to, limited := asFloat(o[most])
		return fake.When(has && limited && from > to, "%s is above the maximum", least)
	}
}

func eachTranslation(fault func(texts object) string) func(object) string {
	return func(o object) string {
		return fake.First([]object{fake.Child(o, "name_localizations"), fake.Child(o, "description_localizations")}, fault)
	}
}

// localised lists the translations of a key.
func localised(o object, key string) (all []string) {
	for _, name := range fake.Child(o, key+"_localizations") {
		if text, ok := name.(string); ok {
			all = append(all, text)
		}
	}
	return all
}

func contains(o object, key string, want int) bool {
	return slices.ContainsFunc(fake.List(o, key), func(v any) bool { n, ok := fake.Int(v); return ok && n == want })
}

func asFloat(value any) (float64, bool) {
	n, ok := value.(json.Number)
	if !ok {
		return 0, false
	}
	f, err := n.Float64()
	return f, err == nil
}
