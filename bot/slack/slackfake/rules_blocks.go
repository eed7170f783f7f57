package slackfake

import (
	"net/url"
	"unicode/utf8"
)

// checkBlocks judges the blocks of a message or a view by the rules S1 to S11
// and S16.
func checkBlocks(f *findings, o object) {
	seen := map[string]bool{}
	for _, block := range objects(o, "blocks") {
		if id := str(block, "block_id"); id != "" {
			if seen[id] {
				f.add("S2", "block_id %q occurs twice", id)
			}
			seen[id] = true
		}
		checkBlock(f, block)
	}
}

func checkBlock(f *findings, block object) {
	switch str(block, "type") {
	case "section":
		checkSection(f, block)
	case "actions", "context":
		if len(list(block, "elements")) == 0 {
			f.add("S5", "a block of type %s has no elements", str(block, "type"))
		}
	case "rich_text":
		checkRichText(f, block)
		return // its texts are no mrkdwn, its elements no buttons
	}
	checkActionIDs(f, block)
	walk(block, func(o object) { checkElement(f, o) })
}

func checkSection(f *findings, block object) {
	const most = 2000
	fields := objects(block, "fields")
	if sub(block, "text") == nil && len(fields) == 0 {
		f.add("S4", "a section has neither text nor fields")
	}
	for i, field := range fields {
		if n := utf8.RuneCountInString(str(field, "text")); n > most {
			f.add("S4", "field %d of a section has %d characters, more than %d", i+1, n, most)
		}
	}
}

// checkRichText judges rich text at any depth (S9).
func checkRichText(f *findings, block object) {
	walk(block, func(o object) {
		switch kind := str(o, "type"); kind {
		case "rich_text", "rich_text_section", "rich_text_preformatted", "rich_text_quote", "rich_text_list":
			if len(list(o, "elements")) == 0 {
				f.add("S9", "%s has no elements", kind)
			}
		case "text":
			if str(o, "text") == "" {
				f.add("S9", "a text of rich text is empty")
			}
		}
	})
}

// checkActionIDs judges the names of a block's interactive elements (S1).
func checkActionIDs(f *findings, block object) {
	seen := map[string]bool{}
	for _, e := range elementsOf(block) {
		switch id := str(e, "action_id"); {
		case id == "":
			f.add("S1", "an element of type %s has no action_id", str(e, "type"))
		case seen[id]:
			f.add("S1", "action_id %q occurs twice in a block", id)
		default:
			seen[id] = true
		}
	}
}

// elementsOf returns the elements of a block that people can use.
func elementsOf(block object) []object {
	var all []object
	candidates := objects(block, "elements")
	for _, key := range []string{"accessory", "element"} {
		if e := sub(block, key); e != nil {
			candidates = append(candidates, e)
		}
	}
	for _, e := range candidates {
		switch str(e, "type") {
		case "image", "mrkdwn", "plain_text", "rich_text_section", "rich_text_preformatted", "rich_text_quote", "rich_text_list":
		default:
			all = append(all, e)
		}
	}
	return all
}

// checkElement judges one object of a block: element, option or text.
func checkElement(f *findings, o object) {
	switch kind := str(o, "type"); kind {
	case "mrkdwn":
		checkMarkup(f, "mrkdwn", str(o, "text"))
	case "button":
		if value, has := o["value"]; has && value == "" {
			f.add("S8", "a button's value is empty")
		}
		if link, has := o["url"]; has && !isWebAddress(link) {
			f.add("S8", "%q is no http or https address", link)
		}
	case "overflow":
		const most = 5
		if n := len(list(o, "options")); n > most {
			f.add("S7", "an overflow menu has %d options, more than %d", n, most)
		}
		checkOptions(f, objects(o, "options"))
	case "static_select", "multi_static_select":
		checkSelect(f, o)
	}
}

func isWebAddress(link any) bool {
	text, _ := link.(string)
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}

// checkSelect judges a menu (S6).
func checkSelect(f *findings, menu object) {
	const most = 100
	_, hasOptions := menu["options"]
	_, hasGroups := menu["option_groups"]
	if hasOptions == hasGroups {
		f.add("S6", "a menu needs either options or option_groups")
	}
	lists := [][]object{objects(menu, "options")}
	if hasGroups {
		lists = lists[:0]
		groups := objects(menu, "option_groups")
		if len(groups) == 0 || len(groups) > most {
			f.add("S6", "a menu has %d groups, not 1 to %d", len(groups), most)
		}
		for _, group := range groups {
			checkGroupLabel(f, group)
			lists = append(lists, objects(group, "options"))
		}
	}
	var all []object
	for _, options := range lists {
		if len(options) == 0 || len(options) > most {
			f.add("S6", "a menu has %d options, not 1 to %d", len(options), most)
		}
		all = append(all, options...)
	}
	checkOptions(f, all)
	checkInitial(f, menu, all)
}

func checkGroupLabel(f *findings, group object) {
	const most = 75
	if n := utf8.RuneCountInString(str(sub(group, "label"), "text")); n == 0 || n > most {
		f.add("S6", "the label of a group has %d characters, not 1 to %d", n, most)
	}
}

// checkOptions judges the values of a menu's options together (S6, S16).
func checkOptions(f *findings, options []object) {
	const most = 75
	seen := map[string]bool{}
	for _, option := range options {
		value := str(option, "value")
		switch n := utf8.RuneCountInString(value); {
		case n == 0:
			f.add("S6", "an option has no value")
		case n > most:
			f.add("S16", "an option's value has %d characters, more than %d", n, most)
		case seen[value]:
			f.add("S6", "option value %q occurs twice", value)
		}
		seen[value] = true
	}
}

func checkInitial(f *findings, menu object, options []object) {
	initial, has := menu["initial_option"]
	if !has {
		return
	}
	for _, option := range options {
		if string(encode(option)) == string(encode(initial)) {
			return
		}
	}
	f.add("S6", "initial_option is none of the options")
}

// checkView judges a view as a whole (S13), and finds blocks that hold nothing,
// which the schemas of views let through (S3).
func checkView(f *findings, view object) {
	const most = 250_000
	if n := size(view); n > most {
		f.add("S13", "the view has %d bytes, more than %d", n, most)
	}
	for _, block := range objects(view, "blocks") {
		if kind := str(block, "type"); kind != "divider" && isBare(block) {
			f.add("S3", "a block of type %s holds nothing", kind)
		}
		if str(view, "type") == "modal" && str(block, "type") == "input" && sub(view, "submit") == nil {
			f.add("S13", "a modal with an input needs submit")
			return
		}
	}
}

func isBare(block object) bool {
	for key := range block {
		if key != "type" && key != "block_id" {
			return false
		}
	}
	return true
}
