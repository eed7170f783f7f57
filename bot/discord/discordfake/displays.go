package discordfake

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
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

func hasDisplays(p *payload) bool {
	return p.isMessage && number(p.data, "flags", 0)&flagDisplays != 0
}

func hasNoDisplays(p *payload) bool {
	return p.isMessage && number(p.data, "flags", 0)&flagDisplays == 0
}

// displayRules are D3 to D7 of specs/README.md, for messages with the flag, and what
// clients show of them.
var displayRules = []payloadRule{
	{"D3", hasDisplays, func(p *payload) string {
		for _, key := range []string{"content", "embeds", "poll", "sticker_ids"} {
			if !blank(p.data[key]) {
				return "the flag 32768 forbids " + key
			}
		}
		return ""
	}},
	{"D4", hasDisplays, func(p *payload) string {
		return first(objects(p.data, "components"), func(c object) string {
			kind := number(c, "type", 0)
			return when(kind == typeButton || isSelect(c), "component type %d stands in no row", kind)
		})
	}},
	{"D5", hasDisplays, func(p *payload) string {
		n := len(components(p.data))
		return when(n > 40, "%d components; at most 40", n)
	}},
	{"D6", hasDisplays, func(p *payload) string {
		total := 0
		for _, text := range displays(p.data) {
			total += size(text)
		}
		return when(total > 4000, "%d characters in all text displays; at most 4000", total)
	}},
	{"D7", hasDisplays, func(p *payload) string {
		total := 0
		for _, text := range displays(p.data) {
			total += len(text) + 12
		}
		return when(total > 10_170, "%d bytes in all text displays; Discord fails beyond 10170", total)
	}},
	{"D9", hasDisplays, func(p *payload) string {
		return when(blank(p.data["components"]), "the message has no components")
	}},
	{"nodes", hasDisplays, func(p *payload) string {
		for _, text := range displays(p.data) {
			if n := Nodes(text); n > MaxNodes {
				return fmt.Sprintf("clients draw %d parts of a text, not %d", MaxNodes, n)
			}
		}
		return ""
	}},
	{"attachment", hasDisplays, func(p *payload) string {
		var shown []string
		for _, c := range components(p.data) {
			for _, path := range []string{"file/url", "items/media/url"} {
				for _, url := range at(c, path) {
					name, _ := url.(string)
					shown = append(shown, strings.TrimPrefix(name, "attachment://"))
				}
			}
		}
		for _, name := range p.about.Files {
			if !slices.Contains(shown, name) {
				return "no component shows the file " + name
			}
		}
		return ""
	}},
}

// displays returns the texts of all text displays.
func displays(data object) (texts []string) {
	for _, c := range components(data) {
		if number(c, "type", 0) == typeTextDisplay {
			texts = append(texts, text(c, "content"))
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
func keepsDisplays(m *message, data object) (found []Violation) {
	will := number(data, "flags", 0)&flagDisplays != 0
	switch {
	case m.flags&flagDisplays != 0 && !will && (!blank(data["content"]) || !blank(data["embeds"])):
		return []Violation{{"D8", "the flag 32768 is never taken from a message"}}
	case m.flags&flagDisplays == 0 && will && !m.loading():
		for _, key := range []string{"content", "embeds"} {
			if value, has := data[key]; (!has || !blank(value)) && !blank(m.doc[key]) {
				return []Violation{{"D8", "the edit adds the flag 32768 but leaves the " + key}}
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
