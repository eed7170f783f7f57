package discordfake

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/solitaire-chat/solitaire/bot/chat/fake"
)

// flagDisplays marks a message whose texts are components (Components V2).
const flagDisplays = 1 << 15

// Types of components in such a message.
const (
	typeTextDisplay = 10
	typeGallery     = 12
	typeFile        = 13
	typeContainer   = 17
)

// MaxNodes is how many emojis and formatted parts clients draw of one text. They drop
// the rest without a sign.
const MaxNodes = 200

// displayRules are D3 to D7 of specs/README.md, for messages with the flag, and what
// clients show of them.
var displayRules = []fake.Rule{
	{"D3", "displays", func(o object) string {
		for _, key := range []string{"content", "embeds", "poll", "sticker_ids"} {
			if !fake.Blank(o[key]) {
				return "the flag 32768 forbids " + key
			}
		}
		return ""
	}},
	{"D4", "displays", func(o object) string {
		return fake.First(fake.Objects(o, "components"), func(c object) string {
			kind := fake.Number(c, "type", 0)
			return fake.When(kind == typeButton || isSelect(c), "component type %d stands in no row", kind)
		})
	}},
	{"D5", "displays", func(o object) string {
		n := len(components(o))
		return fake.When(n > 40, "%d components; at most 40", n)
	}},
	{"D6", "displays", func(o object) string {
		total := 0
		for _, text := range displays(o) {
			total += fake.Size(text)
		}
		return fake.When(total > 4000, "%d characters in all text displays; at most 4000", total)
	}},
	{"D7", "displays", func(o object) string {
		total := 0
		for _, text := range displays(o) {
			total += len(text) + 12
		}
		return fake.When(total > 10_170, "%d bytes in all text displays; Discord fails beyond 10170", total)
	}},
	{"D9", "displays", func(o object) string {
		return fake.When(fake.Blank(o["components"]), "the message has no components")
	}},
	{"nodes", "displays", func(o object) string {
		for _, text := range displays(o) {
			if n := Nodes(text); n > MaxNodes {
				return fmt.Sprintf("clients draw %d parts of a text, not %d", MaxNodes, n)
			}
		}
		return ""
	}},
}

// unshown lists the files that no component shows.
func unshown(o object, files []string) (found []fake.Violation) {
	var shown []string
	for _, c := range components(o) {
		for _, path := range []string{"file/url", "items/media/url"} {
			for _, url := range fake.At(c, path) {
				name, _ := url.(string)
				shown = append(shown, strings.TrimPrefix(name, "attachment://"))
			}
		}
	}
	for _, name := range files {
		if !slices.Contains(shown, name) {
			found = append(found, fake.Violation{Rule: "attachment", Text: "no component shows the file " + name})
		}
	}
	return found
}

// displays returns the texts of all text displays.
func displays(data object) (texts []string) {
	for _, c := range components(data) {
		if fake.Number(c, "type", 0) == typeTextDisplay {
			texts = append(texts, fake.Text(c, "content"))
		}
	}
	return texts
}

// Nodes counts the parts of a text that are not plain: emojis, mentions and moments,
// headings, small print, escapes, code, and signs of emphasis.
func Nodes(text string) int { return len(formatted.FindAllString(text, -1)) }

var formatted = regexp.MustCompile("<[^<>\n]+>" + `|\\.|(?m:^(?:-# |#{1,3} |> |- ))|` + "```[^`]*```|`[^`]+`|[*_~|]+")

// Characters counts a text as Discord does.
func Characters(text string) int { return utf8.RuneCountInString(strings.TrimSpace(text)) }

// keepsDisplays is D8: an edit can't turn a message with displays into another one, and
// one that adds displays takes the content and embeds away.
func keepsDisplays(m *message, data object) (found []fake.Violation) {
	will := fake.Number(data, "flags", 0)&flagDisplays != 0
	switch {
	case m.flags&flagDisplays != 0 && !will && (!fake.Blank(data["content"]) || !fake.Blank(data["embeds"])):
		return []fake.Violation{{Rule: "D8", Text: "the flag 32768 is never taken from a message"}}
	case m.flags&flagDisplays == 0 && will && !m.loading():
		for _, key := range []string{"content", "embeds"} {
			if value, has := data[key]; (!has || !fake.Blank(value)) && !fake.Blank(m.doc[key]) {
				return []fake.Violation{{Rule: "D8", Text: "the edit adds the flag 32768 but leaves the " + key}}
			}
		}
	}
	return nil
}

// Displays lists the texts of a message's text displays.
func (m *Message) Displays() (texts []string) {
	var look func(list []Component)
	look = func(list []Component) {
		for _, c := range list {
			if c.Type == typeTextDisplay {
				texts = append(texts, c.Content)
			}
			look(c.Components)
		}
	}
	look(m.Components)
	return texts
}
