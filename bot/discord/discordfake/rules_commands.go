package discordfake

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Types of commands.
const (
	commandChat       = 1
	commandUser       = 2
	commandMessage    = 3
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

const (
	mostCommandText = 8000
	mostChoices     = 25
	mostChoice      = 100
	mostDescription = 100
)

// mostCommands is C14, by type.
var mostCommands = map[int]int{commandChat: 100, commandUser: 15, commandMessage: 15, commandEntryPoint: 1}

var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)

// locales are those that Discord takes as keys of localisations.
var locales = strings.Fields(`ar bg cs da de el en-GB en-US es-419 es-ES fi fr he hi hr hu id it ja ko lt
	nl no pl pt-BR ro ru sv-SE th tr uk vi zh-CN zh-TW`)

// checkCommands is C13 and C14, and the other rules C for each command.
func checkCommands(r *report, doc any) {
	type key struct {
		kind int
		name string
	}
	seen, count := make(map[key]bool), make(map[int]int)
	commands, _ := doc.([]any)
	for i, element := range commands {
		c, _ := element.(object)
		path, k := at("", i), key{number(c, "type", commandChat), text(c, "name")}
		if seen[k] {
			r.add("C13", path+"/name", "%q is there twice", k.name)
		}
		seen[k] = true
		if count[k.kind]++; count[k.kind] == mostCommands[k.kind]+1 {
			r.add("C14", "", "more than %d commands of type %d", mostCommands[k.kind], k.kind)
		}
		checkLocales(r, path, c)
		n := length(text(c, "description"))
		switch k.kind {
		case commandChat:
			checkName(r, path, c)
			if n == 0 || n > mostDescription {
				r.add("C3", path+"/description", "a command needs a description of 1 to %d characters", mostDescription)
			}
		case commandUser, commandMessage:
			if n > 0 || len(list(c, "options")) > 0 {
				r.add("C2", path, "only a chat command has a description and options")
			}
		}
		checkOptions(r, path, c, 0)
		if contains(c, "contexts", ContextGroupDM) && !contains(c, "integration_types", installUser) {
			r.add("C15", path+"/contexts", "group DMs need the user installation")
		}
		if n := commandText(c); n > mostCommandText {
			r.add("C12", path, "%d characters of text; at most %d", n, mostCommandText)
		}
	}
}

func contains(o object, key string, want int) bool {
	return slices.ContainsFunc(list(o, key), func(v any) bool { n, ok := asInt(v); return ok && n == want })
}

// checkName is C1.
func checkName(r *report, path string, o object) {
	names := map[string]any{"": o["name"]}
	for locale, name := range child(o, "name_localizations") {
		names[locale] = name
	}
	for locale, value := range names {
		if name, _ := value.(string); !commandName.MatchString(name) || strings.ToLower(name) != name {
			r.add("C1", path+"/name", "%s %q is no name in lower case of 1 to 32 letters, digits and - _ '", locale, name)
		}
	}
}

// checkLocales is C4 and C5.
func checkLocales(r *report, path string, o object) {
	for _, key := range []string{"name_localizations", "description_localizations"} {
		texts := child(o, key)
		for locale := range texts {
			if !slices.Contains(locales, locale) {
				r.add("C4", path+"/"+key+"/"+locale, "Discord has no such locale")
			}
		}
		if texts["en-GB"] != nil && texts["en-US"] == nil {
			r.add("C5", path+"/"+key, "without en-US, people in the US would see the text for en-GB")
		}
	}
}

// checkOptions judges the options of a command, group or subcommand: C6, C7, C10
// and C11, and each option by itself.
func checkOptions(r *report, path string, parent object, depth int) {
	options := objects(parent, "options")
	optional, groups := false, 0
	for i, o := range options {
		here, kind := at(path+"/options", i), number(o, "type", 0)
		checkName(r, here, o)
		checkLocales(r, here, o)
		for j, other := range options {
			if j < i && text(o, "name") == text(other, "name") {
				r.add("C6", here+"/name", "%q is there twice", text(o, "name"))
			}
			for locale, name := range child(o, "name_localizations") {
				if i != j && (name == other["name"] || name == child(other, "name_localizations")[locale]) {
					r.add("C6", here+"/name_localizations/"+locale, "%q is another option's name too", name)
				}
			}
		}
		switch {
		case kind <= optionGroup:
			groups++
			if truth(o, "required") {
				r.add("C7", here+"/required", "groups and subcommands are never required")
			}
			inGroup := depth == 1 && number(parent, "type", 0) == optionGroup
			if depth > 0 && (kind == optionGroup || !inGroup) {
				r.add("C10", here, "groups stand at the top, subcommands there or in a group")
			}
		case truth(o, "required") && optional:
			r.add("C7", here+"/required", "required options come first")
		default:
			optional = optional || !truth(o, "required")
		}
		checkOption(r, here, o, kind)
		checkOptions(r, here, o, depth+1)
	}
	if groups > 0 && groups < len(options) {
		r.add("C11", path+"/options", "subcommands and groups don't stand beside options")
	}
}

// checkOption is C8 and C9.
func checkOption(r *report, path string, o object, kind int) {
	choices, complete := objects(o, "choices"), truth(o, "autocomplete")
	if len(choices) > 0 && complete {
		r.add("C8", path, "choices and autocomplete exclude each other")
	}
	if (len(choices) > 0 || complete) && kind != optionString && kind != optionInteger && kind != optionNumber {
		r.add("C8", path, "an option of type %d has neither choices nor autocomplete", kind)
	}
	seen := make(map[any]bool)
	for i, c := range choices {
		here := at(path+"/choices", i)
		checkLocales(r, here, c)
		name, value := [2]any{"name", c["name"]}, [2]any{"value", c["value"]}
		if seen[name] || seen[value] {
			r.add("C8", here, "name or value is there twice")
		}
		seen[name], seen[value] = true, true
		if utf8.RuneCountInString(text(c, "value")) > mostChoice {
			r.add("C8", here+"/value", "longer than %d characters", mostChoice)
		}
	}
	for _, what := range []string{"value", "length"} {
		least, has := asFloat(o["min_"+what])
		most, hasMost := asFloat(o["max_"+what])
		if has && hasMost && least > most {
			r.add("C9", path+"/min_"+what, "above max_%s", what)
		}
	}
}

// commandText is what C12 counts.
func commandText(o object) int {
	total := longest(o, "name") + longest(o, "description") + utf8.RuneCountInString(text(o, "value"))
	for _, key := range []string{"options", "choices"} {
		for _, inner := range objects(o, key) {
			total += commandText(inner)
		}
	}
	return total
}

func longest(o object, key string) int {
	most := utf8.RuneCountInString(text(o, key))
	for locale := range child(o, key+"_localizations") {
		most = max(most, utf8.RuneCountInString(text(child(o, key+"_localizations"), locale)))
	}
	return most
}

// checkChoices is C17.
func checkChoices(r *report, data object, kind int) {
	choices := objects(data, "choices")
	if len(choices) > mostChoices {
		r.add("C17", "/data/choices", "%d choices; at most %d", len(choices), mostChoices)
	}
	for i, c := range choices {
		here := at("/data/choices", i)
		if n := length(text(c, "name")); n == 0 || n > mostChoice {
			r.add("C17", here+"/name", "%d characters; 1 to %d", n, mostChoice)
		}
		value, isText := c["value"].(string)
		_, isInt := asInt(c["value"])
		_, isNumber := asFloat(c["value"])
		fits := map[int]bool{optionString: isText, optionInteger: isInt, optionNumber: isNumber, 0: true}
		if utf8.RuneCountInString(value) > mostChoice || !fits[kind] {
			r.add("C17", here+"/value", "%v is no value for an option of type %d", c["value"], kind)
		}
	}
}
