package slackfake

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// A rule is something that Slack demands and its schemas can't express.
type rule struct {
	source string
	about  string                // the types of the objects that it judges
	fault  func(o object) string // empty: none
}

// rules judge messages, views and manifests as wholes, and the blocks, elements
// and texts in messages and views by their types.
var rules = []rule{
	{"S1", "section actions input", actionIDs},
	{"S2", "message home", func(o object) string { return repeated(objects(o, "blocks"), "block_id") }},
	{"S3", "home", bareBlocks},
	{"S4", "section", func(o object) string {
		return when(sub(o, "text") == nil && len(objects(o, "fields")) == 0, "neither text nor fields")
	}},
	{"S4", "section", sizes("fields/text", 0, 2000)},
	{"S5", "actions context", sizes("elements", 1, 25)},
	{"S6", "static_select", func(o object) string {
		return when(len(optionsOf(o)) == 0 || o["option_groups"] != nil, "options are needed, and option_groups are not supported")
	}},
	{"S6", "static_select", initialOption},
	{"S6", "static_select overflow", optionValues},
	{"S7", "overflow", sizes("options", 0, 5)},
	{"S8", "button", func(o object) string { return when(o["value"] == "", "an empty value") }},
	{"S8", "button", func(o object) string {
		u, err := url.Parse(str(o, "url"))
		return when(o["url"] != nil && (err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https"), "url is no http or https address")
	}},
	{"S9", "rich_text rich_text_section rich_text_preformatted rich_text_quote rich_text_list", sizes("elements", 1, 3000)},
	{"S9", "text", sizes("text", 1, 3000)},
	{"S10", "message", sizes("text", 1, 4000)}, // notifications and screen readers need it
	{"S11", "message mrkdwn", markup},
	{"S13", "home", func(o object) string { return when(len(encode(o)) > 250_000, "more than 250 kB") }},
	{"S16", "static_select overflow", sizes("options/value", 0, 75)},

	{"M1", "manifest", func(o object) string {
		colour, has := sub(o, "display_information")["background_color"]
		return when(has && !regexp.MustCompile(`^#([0-9a-fA-F]{3}){1,2}$`).MatchString(fmt.Sprint(colour)), "background_color is no colour")
	}},
	{"M2", "manifest", commandNames},
	{"M3", "manifest", addresses},
	{"M4", "manifest", func(o object) string {
		return difference(scopesOf(o), "commands chat:write users:read", "chat:write.public im:write files:write")
	}},
	{"M5", "manifest", func(o object) string {
		return difference(eventsOf(o), "app_home_opened", "user_change app_uninstalled tokens_revoked message.im")
	}},
	{"M5", "manifest", func(o object) string {
		return when(!flag(sub(sub(o, "features"), "app_home"), "home_tab_enabled"), "home_tab_enabled is not true")
	}},
	{"M5", "manifest", func(o object) string {
		return when(!flag(sub(sub(o, "settings"), "interactivity"), "is_enabled"), "interactivity is not enabled")
	}},
	{"M6", "manifest", func(o object) string {
		return when(strings.Contains(string(encode(o)), `locali`), "Slack has no translations")
	}},
}

func when(broken bool, text string) string {
	if broken {
		return text
	}
	return ""
}

// each returns the first fault.
func each(all []object, fault func(object) string) string {
	for _, o := range all {
		if text := fault(o); text != "" {
			return text
		}
	}
	return ""
}

// sizes limits the size of a list, or the characters of a text without white space
// around it, at a key, or at a key of each element of a list.
func sizes(path string, least, most int) func(object) string {
	return func(o object) string {
		key, inner, isList := strings.Cut(path, "/")
		if isList {
			return each(objects(o, key), sizes(inner, least, most))
		}
		n := len(list(o, key)) + utf8.RuneCountInString(strings.TrimSpace(str(o, key)))
		return when(n < least || n > most, fmt.Sprintf("%s has size %d, not %d to %d", key, n, least, most))
	}
}

// repeated returns a value that is there twice, ignoring empty ones.
func repeated(objects []object, key string) string {
	seen := map[string]bool{"": false}
	for _, o := range objects {
		value := str(o, key)
		if seen[value] {
			return fmt.Sprintf("%s %q occurs twice", key, value)
		}
		seen[value] = value != ""
	}
	return ""
}

func actionIDs(block object) string {
	elements := elementsOf(block)
	if text := repeated(elements, "action_id"); text != "" {
		return text
	}
	return each(elements, func(e object) string { return when(str(e, "action_id") == "", "an element has no action_id") })
}

// bareBlocks finds blocks without content, which the schemas of views accept.
func bareBlocks(view object) string {
	return each(objects(view, "blocks"), func(block object) string {
		for key := range block {
			if key != "type" && key != "block_id" {
				return ""
			}
		}
		return when(str(block, "type") != "divider", "a block without content")
	})
}

// elementsOf returns the elements of a block that people can use.
func elementsOf(block object) []object {
	candidates := append(objects(block, "elements"), sub(block, "accessory"), sub(block, "element"))
	return slices.DeleteFunc(candidates, func(e object) bool {
		kind := str(e, "type")
		return e == nil || kind == "image" || kind == "mrkdwn" || kind == "plain_text" || strings.HasPrefix(kind, "rich_text")
	})
}

func optionsOf(menu object) []object { return objects(menu, "options") }

func initialOption(menu object) string {
	initial, has := menu["initial_option"]
	isInitial := func(option object) bool { return string(encode(option)) == string(encode(initial)) }
	return when(has && !slices.ContainsFunc(optionsOf(menu), isInitial), "initial_option is none of the options")
}

func optionValues(menu object) string {
	if text := repeated(optionsOf(menu), "value"); text != "" {
		return text
	}
	return each(optionsOf(menu), func(o object) string { return when(str(o, "value") == "", "an option has no value") })
}

// reference matches what may stand in angle brackets: people, channels, dates
// and links. Calling a whole channel is not for a game.
var reference = regexp.MustCompile(
	`<(?:@[UW][A-Z0-9]+|#C[A-Z0-9]+|!date\^\d+\^[^<>|]+\|[^<>|]+|(?:https?://|mailto:)[^<>|\s]+)(?:\|[^<>|]*)?>`)

// markup judges text that Slack reads as mrkdwn.
func markup(o object) string {
	text := str(o, "text")
	if strings.Count(text, "```")%2 != 0 {
		return fmt.Sprintf("a code fence stays open in %.60q", text)
	}
	rest := strings.NewReplacer("&amp;", "", "&lt;", "", "&gt;", "").Replace(text)
	return when(strings.ContainsAny(reference.ReplaceAllString(rest, ""), "&<>"), fmt.Sprintf("not escaped: %.60q", text))
}

func commandsOf(manifest object) []object {
	return objects(sub(manifest, "features"), "slash_commands")
}

func scopesOf(manifest object) []string {
	return all[string](sub(sub(manifest, "oauth_config"), "scopes"), "bot")
}

func eventsOf(manifest object) []string {
	return all[string](sub(sub(manifest, "settings"), "event_subscriptions"), "bot_events")
}

func commandNames(manifest object) string {
	if text := repeated(commandsOf(manifest), "command"); text != "" {
		return text
	}
	return each(commandsOf(manifest), func(c object) string {
		name := str(c, "command")
		return when(name != strings.ToLower(name) || strings.ContainsAny(name, " \t\n"), name+" must be in lower case and without spaces")
	})
}

// addresses wants no address with Socket Mode, and all of them without.
func addresses(manifest object) string {
	settings := sub(manifest, "settings")
	all := []string{str(sub(settings, "event_subscriptions"), "request_url"), str(sub(settings, "interactivity"), "request_url")}
	for _, c := range commandsOf(manifest) {
		all = append(all, str(c, "url"))
	}
	socket := flag(settings, "socket_mode_enabled")
	wrong := slices.ContainsFunc(all, func(address string) bool { return (address == "") != socket })
	return when(wrong, "Socket Mode needs no address, and HTTP all of them")
}

// difference wants all of the first names, and no others than those of both lists.
func difference(names []string, needed, known string) string {
	for _, name := range strings.Fields(needed) {
		if !slices.Contains(names, name) {
			return name + " is missing"
		}
	}
	for _, name := range names {
		if !slices.Contains(strings.Fields(needed+" "+known), name) {
			return name + " is none that the bot uses"
		}
	}
	return ""
}
