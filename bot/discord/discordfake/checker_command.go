package discordfake

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Types of commands.
const (
	commandChat    = 1
	commandUser    = 2
	commandMessage = 3
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
	mostChat        = 100
	mostOther       = 15
	mostCommandText = 8000
	mostChoices     = 25
	mostChoice      = 100
)

var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)

// locales are those that Discord takes as keys of localisations.
func locales() []string {
	return strings.Fields(`ar bg cs da de el en-GB en-US es-419 es-ES fi fr he hi hr hu id it ja ko lt
		nl no pl pt-BR ro ru sv-SE th tr uk vi zh-CN zh-TW`)
}

// checkCommandSet is C13 and C14, and the rest for each command.
func checkCommandSet(r *report, doc any) {
	type key struct {
		kind int
		name string
	}
	seen, count := make(map[key]bool), make(map[int]int)
	commands, _ := doc.([]any)
	for i, element := range commands {
		c, _ := element.(object)
		checkCommand(r, at("", i), c, false)
		k := key{number(c, "type", commandChat), text(c, "name")}
		if seen[k] {
			r.add("C13", at("", i)+"/name", "%q is there twice", k.name)
		}
		seen[k] = true
		count[k.kind]++
	}
	for kind, most := range map[int]int{commandChat: mostChat, commandUser: mostOther, commandMessage: mostOther} {
		if count[kind] > most {
			r.add("C14", "", "%d commands of type %d; at most %d", count[kind], kind, most)
		}
	}
}

func checkCommand(r *report, path string, c object, edit bool) {
	checkLocalised(r, path, c)
	if number(c, "type", commandChat) == commandChat {
		if !edit || c["name"] != nil {
			checkName(r, path, c)
		}
		if n := length(text(c, "description")); (n == 0 || n > 100) && (!edit || c["description"] != nil) {
			r.add("C3", path+"/description", "a command needs a description of 1 to 100 characters")
		}
	} else if text(c, "description") != "" || len(list(c, "options")) > 0 {
		r.add("C2", path, "only a chat command has a description and options")
	}
	checkLevel(r, path, c, 0)
	checkContexts(r, path, c)
	if n := commandText(c); n > mostCommandText {
		r.add("C12", path, "%d characters of text; at most %d", n, mostCommandText)
	}
}

// checkContexts is C15.
func checkContexts(r *report, path string, c object) {
	has := func(key string, want int) bool {
		return slices.ContainsFunc(list(c, key), func(v any) bool { n, ok := asInt(v); return ok && n == want })
	}
	if has("contexts", ContextGroupDM) && !has("integration_types", installUser) {
		r.add("C15", path+"/contexts", "group DMs need the user installation")
	}
}

// checkName is C1.
func checkName(r *report, path string, o object) {
	check := func(path, name string) {
		if !commandName.MatchString(name) || strings.ToLower(name) != name {
			r.add("C1", path, "%q is no name in lower case of 1 to 32 letters, digits and - _ '", name)
		}
	}
	check(path+"/name", text(o, "name"))
	for locale := range child(o, "name_localizations") {
		check(path+"/name_localizations/"+locale, text(child(o, "name_localizations"), locale))
	}
}

// checkLocalised is C4 and C5.
func checkLocalised(r *report, path string, o object) {
	for _, key := range []string{"name_localizations", "description_localizations"} {
		texts := child(o, key)
		for locale := range texts {
			if !slices.Contains(locales(), locale) {
				r.add("C4", path+"/"+key+"/"+locale, "Discord has no such locale")
			}
		}
		if texts["en-GB"] != nil && texts["en-US"] == nil {
			r.add("C5", path+"/"+key, "without en-US, people in the US would see the text for en-GB")
		}
	}
}

// checkLevel judges the options of a command, group or subcommand.
func checkLevel(r *report, path string, parent object, depth int) {
	options := objects(parent, "options")
	checkNames(r, path, options)
	checkOrder(r, path, options)
	for i, o := range options {
		here := at(path+"/options", i)
		checkName(r, here, o)
		checkLocalised(r, here, o)
		checkNesting(r, here, parent, o, depth)
		checkOption(r, here, o)
		checkLevel(r, here, o, depth+1)
	}
}

// checkNames is C6.
func checkNames(r *report, path string, options []object) {
	names := make(map[string]bool)
	for i, o := range options {
		if names[text(o, "name")] {
			r.add("C6", at(path+"/options", i)+"/name", "%q is there twice", text(o, "name"))
		}
		names[text(o, "name")] = true
	}
	for i, o := range options {
		for locale := range child(o, "name_localizations") {
			if name := text(child(o, "name_localizations"), locale); clashes(options, i, locale, name) {
				r.add("C6", at(path+"/options", i)+"/name_localizations/"+locale, "%q is another option's name too", name)
			}
		}
	}
}

func clashes(options []object, self int, locale, name string) bool {
	for i, o := range options {
		if i != self && (text(o, "name") == name || text(child(o, "name_localizations"), locale) == name) {
			return true
		}
	}
	return false
}

// checkOrder is C7 and C11.
func checkOrder(r *report, path string, options []object) {
	optional, groups := false, 0
	for i, o := range options {
		here := at(path+"/options", i)
		if grouping(o) {
			groups++
			if truth(o, "required") {
				r.add("C7", here+"/required", "groups and subcommands are never required")
			}
			continue
		}
		if truth(o, "required") && optional {
			r.add("C7", here+"/required", "required options come first")
		}
		optional = optional || !truth(o, "required")
	}
	if groups > 0 && groups < len(options) {
		r.add("C11", path+"/options", "subcommands and groups don't stand beside options")
	}
}

func grouping(o object) bool { return number(o, "type", 0) <= optionGroup }

// checkNesting is C10.
func checkNesting(r *report, path string, parent, o object, depth int) {
	switch number(o, "type", 0) {
	case optionGroup:
		if depth > 0 {
			r.add("C10", path, "groups stand at the top only")
		}
	case optionSubcommand:
		if depth > 1 || depth == 1 && number(parent, "type", 0) != optionGroup {
			r.add("C10", path, "subcommands stand at the top or in a group")
		}
	}
}

// checkOption is C8 and C9.
func checkOption(r *report, path string, o object) {
	choices, kind := objects(o, "choices"), number(o, "type", 0)
	complete := truth(o, "autocomplete")
	if len(choices) > 0 && complete {
		r.add("C8", path, "choices and autocomplete exclude each other")
	}
	if (len(choices) > 0 || complete) && kind != optionString && kind != optionInteger && kind != optionNumber {
		r.add("C8", path, "an option of type %d has neither choices nor autocomplete", kind)
	}
	names, values := make(map[string]bool), make(map[any]bool)
	for i, c := range choices {
		here := at(path+"/choices", i)
		checkLocalised(r, here, c)
		if names[text(c, "name")] || values[c["value"]] {
			r.add("C8", here, "name or value is there twice")
		}
		names[text(c, "name")] = true
		values[c["value"]] = true
		if utf8.RuneCountInString(text(c, "value")) > mostChoice {
			r.add("C8", here+"/value", "longer than %d characters", mostChoice)
		}
	}
	for _, pair := range [][2]string{{"min_value", "max_value"}, {"min_length", "max_length"}} {
		least, has := asFloat(o[pair[0]])
		most, hasMost := asFloat(o[pair[1]])
		if has && hasMost && least > most {
			r.add("C9", path+"/"+pair[0], "%s is above %s", pair[0], pair[1])
		}
	}
}

// commandText is what C12 counts.
func commandText(o object) int {
	total := longest(o, "name") + longest(o, "description")
	for _, option := range objects(o, "options") {
		total += commandText(option)
	}
	for _, choice := range objects(o, "choices") {
		total += longest(choice, "name") + utf8.RuneCountInString(text(choice, "value"))
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
		if utf8.RuneCountInString(text(c, "value")) > mostChoice {
			r.add("C17", here+"/value", "longer than %d characters", mostChoice)
		}
		if !fits(c["value"], kind) {
			r.add("C17", here+"/value", "%v is no value for an option of type %d", c["value"], kind)
		}
	}
}

// fits reports whether a value is of an option's type; 0 is any.
func fits(value any, kind int) bool {
	_, isText := value.(string)
	_, isInt := asInt(value)
	_, isNumber := asFloat(value)
	switch kind {
	case optionString:
		return isText
	case optionInteger:
		return isInt
	case optionNumber:
		return isNumber
	}
	return true
}
