package slackfake

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/solitaire-chat/solitaire/bot/chat/fake"
)

// rules judge messages, views and manifests as wholes, and the blocks, elements
// and texts in messages and views by their types.
var rules = []fake.Rule{
	{"S1", "section actions input", actionIDs},
	{"S2", "message home", func(o object) string { return fake.Repeated(fake.Objects(o, "blocks"), "block_id") }},
	{"S3", "home", bareBlocks},
	{"S4", "section", func(o object) string {
		return fake.When(fake.Child(o, "text") == nil && len(fake.Objects(o, "fields")) == 0, "neither text nor fields")
	}},
	{"S4", "section", fake.Limit("fields/text", 0, 2000)},
	{"S5", "actions context", fake.Limit("elements", 1, 25)},
	{"S6", "static_select", func(o object) string {
		return fake.When(len(optionsOf(o)) == 0 || o["option_groups"] != nil, "options are needed, and option_groups are not supported")
	}},
	{"S6", "static_select", initialOption},
	{"S6", "static_select overflow", optionValues},
	{"S7", "overflow", fake.Limit("options", 0, 5)},
	{"S8", "button", func(o object) string { return fake.When(o["value"] == "", "an empty value") }},
	{"S8", "button", func(o object) string {
		u, err := url.Parse(fake.Text(o, "url"))
		return fake.When(o["url"] != nil && (err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https"), "url is no http or https address")
	}},
	{"S9", "rich_text rich_text_section rich_text_preformatted rich_text_quote rich_text_list", fake.Limit("elements", 1, 3000)},
	{"S9", "text", fake.Limit("text", 1, 3000)},
	{"S10", "message", fake.Limit("text", 1, 4000)}, // notifications and screen readers need it
	{"S11", "message mrkdwn", markup},
	{"S13", "home", func(o object) string { return fake.When(len(fake.Encode(o)) > 250_000, "more than 250 kB") }},
	{"S16", "static_select overflow", fake.Limit("options/value", 0, 75)},

	{"M1", "manifest", func(o object) string {
		colour, has := fake.Child(o, "display_information")["background_color"]
		return fake.When(has && !regexp.MustCompile(`^#([0-9a-fA-F]{3}){1,2}$`).MatchString(fmt.Sprint(colour)), "background_color is no colour")
	}},
	{"M2", "manifest", commandNames},
	{"M3", "manifest", addresses},
	{"M4", "manifest", func(o object) string {
		return difference(scopesOf(o), "commands chat:write users:read", "chat:write.public im:write im:history files:write")
	}},
	{"M5", "manifest", func(o object) string {
		return difference(eventsOf(o), "app_home_opened", "user_change app_uninstalled tokens_revoked message.im")
	}},
	{"M5", "manifest", func(o object) string {
		unread := slices.Contains(eventsOf(o), "message.im") && !slices.Contains(scopesOf(o), "im:history")
		return fake.When(unread, "message.im needs the scope im:history")
	}},
	{"M5", "manifest", func(o object) string {
		return fake.When(!fake.Flag(fake.Child(fake.Child(o, "features"), "app_home"), "home_tab_enabled"), "home_tab_enabled is not true")
	}},
	{"M5", "manifest", func(o object) string {
		return fake.When(!fake.Flag(fake.Child(fake.Child(o, "settings"), "interactivity"), "is_enabled"), "interactivity is not enabled")
	}},
	{"M6", "manifest", func(o object) string {
		return fake.When(strings.Contains(string(fake.Encode(o)), `locali`), "Slack has no translations")
	}},
}

func actionIDs(block object) string {
	elements := elementsOf(block)
	if text := fake.Repeated(elements, "action_id"); text != "" {
		return text
	}
	return fake.First(elements, func(e object) string {
		return fake.When(fake.Text(e, "action_id") == "", "an element has no action_id")
	})
}

// bareBlocks finds blocks without content, which the schemas of views accept.
func bareBlocks(view object) string {
	return fake.First(fake.Objects(view, "blocks"), func(block object) string {
		for key := range block {
			if key != "type" && key != "block_id" {
				return ""
			}
		}
		return fake.When(fake.Text(block, "type") != "divider", "a block without content")
	})
}

// elementsOf returns the elements of a block that people can use.
func elementsOf(block object) []object {
	candidates := append(fake.Objects(block, "elements"), fake.Child(block, "accessory"), fake.Child(block, "element"))
	return slices.DeleteFunc(candidates, func(e object) bool {
		kind := fake.Text(e, "type")
		return e == nil || kind == "image" || kind == "mrkdwn" || kind == "plain_text" || strings.HasPrefix(kind, "rich_text")
	})
}

func optionsOf(menu object) []object { return fake.Objects(menu, "options") }

func initialOption(menu object) string {
	initial, has := menu["initial_option"]
	isInitial := func(option object) bool { return string(fake.Encode(option)) == string(fake.Encode(initial)) }
	return fake.When(has && !slices.ContainsFunc(optionsOf(menu), isInitial), "initial_option is none of the options")
}

func optionValues(menu object) string {
	if text := fake.Repeated(optionsOf(menu), "value"); text != "" {
		return text
	}
	return fake.First(optionsOf(menu), func(o object) string { return fake.When(fake.Text(o, "value") == "", "an option has no value") })
}

// reference matches what may be in angle brackets: people, channels, dates and links.
// Notifying a whole channel isn't allowed in a game.
var reference = regexp.MustCompile(
	`<(?:@[UW][A-Z0-9]+|#C[A-Z0-9]+|!date\^\d+\^[^<>|]+\|[^<>|]+|(?:https?://|mailto:)[^<>|\s]+)(?:\|[^<>|]*)?>`)

// markup judges text that Slack reads as mrkdwn.
func markup(o object) string {
	text := fake.Text(o, "text")
	if strings.Count(text, "```")%2 != 0 {
		return fmt.Sprintf("a code fence stays open in %.60q", text)
	}
	rest := strings.NewReplacer("&amp;", "", "&lt;", "", "&gt;", "").Replace(text)
	return fake.When(strings.ContainsAny(reference.ReplaceAllString(rest, ""), "&<>"), "not escaped: %.60q", text)
}

func commandsOf(manifest object) []object {
	return fake.Objects(fake.Child(manifest, "features"), "slash_commands")
}

func scopesOf(manifest object) []string {
	return fake.All[string](fake.List(fake.Child(fake.Child(manifest, "oauth_config"), "scopes"), "bot"))
}

func eventsOf(manifest object) []string {
	return fake.All[string](fake.List(fake.Child(fake.Child(manifest, "settings"), "event_subscriptions"), "bot_events"))
}

func commandNames(manifest object) string {
	if text := fake.Repeated(commandsOf(manifest), "command"); text != "" {
		return text
	}
	return fake.First(commandsOf(manifest), func(c object) string {
		name := fake.Text(c, "command")
		return fake.When(name != strings.ToLower(name) || strings.ContainsAny(name, " \t\n"), "%s must be in lower case and without spaces", name)
	})
}

// addresses requires no address with Socket Mode, and all of them without.
func addresses(manifest object) string {
	settings := fake.Child(manifest, "settings")
	all := []string{fake.Text(fake.Child(settings, "event_subscriptions"), "request_url"), fake.Text(fake.Child(settings, "interactivity"), "request_url")}
	for _, c := range commandsOf(manifest) {
		all = append(all, fake.Text(c, "url"))
	}
	socket := fake.Flag(settings, "socket_mode_enabled")
	wrong := slices.ContainsFunc(all, func(address string) bool { return (address == "") != socket })
	return fake.When(wrong, "Socket Mode needs no address, and HTTP all of them")
}

// difference requires all of the first names, and no others than those of both lists.
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
