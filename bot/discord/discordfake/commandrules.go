package discordfake

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
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

// A node is a command, an option or a choice of a set of commands.
type node struct {
	object
	parent *node  // nil: it is a command
	in     string // the list of the parent: options or choices
}

func (n *node) kind() int { return number(n.object, "type", commandChat) }

func (n *node) translations() []object {
	return []object{child(n.object, "name_localizations"), child(n.object, "description_localizations")}
}

// nodes lists the nodes below one and itself, the outer ones first.
func (n *node) nodes() []*node {
	all := []*node{n}
	for _, key := range []string{"options", "choices"} {
		for _, o := range objects(n.object, key) {
			all = append(all, (&node{o, n, key}).nodes()...)
		}
	}
	return all
}

// checkCommands judges a set of commands by the rules C of specs/README.md.
func checkCommands(commands []object) (found []Violation) {
	for kind, most := range mostCommands {
		same := slices.DeleteFunc(slices.Clone(commands), func(c object) bool { return number(c, "type", commandChat) != kind })
		if fault := repeated(same, "name"); fault != "" {
			found = append(found, Violation{"C13", fault})
		}
		if len(same) > most {
			found = append(found, Violation{"C14", fmt.Sprintf("more than %d commands of type %d", most, kind)})
		}
	}
	for _, c := range commands {
		for _, n := range (&node{object: c}).nodes() {
			for _, r := range commandRules {
				isCommand, isOption := n.parent == nil, n.in == "options"
				if strings.Contains(r.about, "command") && isCommand || strings.Contains(r.about, "option") && isOption || r.about == "all" {
					if fault := r.fault(n); fault != "" {
						found = append(found, Violation{r.name, fmt.Sprintf("%s: %s", n.object["name"], fault)})
					}
				}
			}
		}
	}
	return found
}

var commandRules = []struct {
	name  string
	about string // command, option, "command option" or all, which includes choices
	fault func(n *node) string
}{
	{"C1", "command option", func(n *node) string {
		if n.parent == nil && n.kind() != commandChat {
			return ""
		}
		names := append(localised(n.object, "name"), text(n.object, "name"))
		wrong := slices.ContainsFunc(names, func(name string) bool {
			return !commandName.MatchString(name) || strings.ToLower(name) != name
		})
		return when(wrong, "%q: a name has 1 to 32 lower-case letters, digits and - _ '", names)
	}},
	{"C2", "command", func(n *node) string {
		named := n.kind() != commandChat && n.kind() != commandEntryPoint
		return when(named && !(blank(n.object["description"]) && blank(n.object["options"])), "only a chat command has a description and options")
	}},
	{"C3", "command", func(n *node) string {
		if n.kind() != commandChat {
			return ""
		}
		return outside(n.object, "description", 1, 100)
	}},
	{"C4", "all", func(n *node) string {
		return first(n.translations(), func(texts object) string {
			for locale := range texts {
				if !slices.Contains(locales, locale) {
					return "Discord has no locale " + locale
				}
			}
			return ""
		})
	}},
	{"C5", "all", func(n *node) string {
		return first(n.translations(), func(texts object) string {
			return when(texts["en-GB"] != nil && texts["en-US"] == nil, "without en-US, people in the US would see the text for en-GB")
		})
	}},
	{"C6", "command option", func(n *node) string {
		options := objects(n.object, "options")
		for i, o := range options {
			for locale, name := range child(o, "name_localizations") {
				for j, other := range options {
					if i != j && (name == other["name"] || name == child(other, "name_localizations")[locale]) {
						return fmt.Sprintf("%q is another option's name too", name)
					}
				}
			}
		}
		return repeated(options, "name")
	}},
	{"C7", "command option", func(n *node) string {
		optional := false
		for _, o := range objects(n.object, "options") {
			required := o["required"] == true
			if required && (optional || number(o, "type", 0) <= optionGroup) {
				return "required options come first, and are no subcommands"
			}
			optional = optional || !required && number(o, "type", 0) > optionGroup
		}
		return ""
	}},
	{"C8", "option", func(n *node) string {
		choices, complete := objects(n.object, "choices"), n.object["autocomplete"] == true
		typed := slices.Contains([]int{optionString, optionInteger, optionNumber}, n.kind())
		if len(choices) > 0 && complete || (len(choices) > 0 || complete) && !typed {
			return "choices and autocomplete exclude each other, and are for texts and numbers"
		}
		if fault := repeated(choices, "name") + repeated(choices, "value"); fault != "" {
			return fault
		}
		return outside(n.object, "choices/value", 0, 100)
	}},
	{"C9", "option", func(n *node) string {
		for _, key := range []string{"value", "length"} {
			least, has := asFloat(n.object["min_"+key])
			most, hasMost := asFloat(n.object["max_"+key])
			if has && hasMost && least > most {
				return "min_" + key + " is above the maximum"
			}
		}
		return ""
	}},
	{"C10", "option", func(n *node) string {
		inGroup := n.parent.in == "options" && n.parent.kind() == optionGroup && n.parent.parent.parent == nil
		nested := n.parent.parent != nil && n.kind() <= optionGroup
		return when(nested && !(inGroup && n.kind() == optionSubcommand), "groups stand at the top, subcommands there or in a group")
	}},
	{"C11", "command option", func(n *node) string {
		options := objects(n.object, "options")
		inner := slices.DeleteFunc(slices.Clone(options), func(o object) bool { return number(o, "type", 0) > optionGroup })
		return when(len(inner) > 0 && len(inner) < len(options), "subcommands and groups don't stand beside options")
	}},
	{"C12", "command", func(n *node) string {
		total := 0
		for _, inner := range n.nodes() {
			for _, key := range []string{"name", "description", "value"} {
				longest := utf8.RuneCountInString(text(inner.object, key))
				for _, name := range localised(inner.object, key) {
					longest = max(longest, utf8.RuneCountInString(name))
				}
				total += longest
			}
		}
		return when(total > 8000, "%d characters of text; at most 8000", total)
	}},
	{"C15", "command", func(n *node) string {
		broken := contains(n.object, "contexts", ContextGroupDM) && !contains(n.object, "integration_types", installUser)
		return when(broken, "group DMs need the user installation")
	}},
}

// localised lists the translations of a key.
func localised(o object, key string) (all []string) {
	for locale := range child(o, key+"_localizations") {
		all = append(all, text(child(o, key+"_localizations"), locale))
	}
	return all
}

func contains(o object, key string, want int) bool {
	return slices.ContainsFunc(list(o, key), func(v any) bool { n, ok := asInt(v); return ok && n == want })
}
