package slack

import (
	"cmp"
	"regexp"
	"strings"

	"github.com/solitaire-chat/solitaire/bot"
)

// In texts, Slack puts what it has recognised into angle brackets: people as <@U123|ann>,
// channels as <#C123|general>, groups as <!here>, addresses as
// <http://example.org|example.org>. The characters & < > themselves come as entities, so
// 3>5 arrives as 3&gt;5.

// marked matches one thing in angle brackets: its kind, its id, its name.
func marked() *regexp.Regexp { return regexp.MustCompile(`<([@#!]?)([^<>|]*)(?:\|([^<>]*))?>`) }

// A reader reads typed text.
type reader struct{ marked *regexp.Regexp }

// read returns a text as the person saw it, and the people named in it. People and
// channels appear by their ids, <@U123> and <#C123>, the bot's form on all platforms.
func (r reader) read(raw string, from installation) (text string, people []bot.Mention) {
	var b strings.Builder
	last := 0
	for _, at := range r.marked.FindAllStringSubmatchIndex(raw, -1) {
		b.WriteString(unescape(raw[last:at[0]]))
		last = at[1]
		kind, id, name := raw[at[2]:at[3]], raw[at[4]:at[5]], ""
		if at[6] >= 0 {
			name = unescape(raw[at[6]:at[7]])
		}
		name = cmp.Or(name, unescape(id))
		switch {
		case kind == "@":
			people = append(people, bot.Mention{Player: from.player(id), Name: id}) // the label is the handle
			name = "<@" + id + ">"
		case kind == "#" && isChannel(id):
			name = "<#" + id + ">"
		case kind == "#":
			name = "#" + name
		case kind == "!":
			name = "@" + name
		}
		b.WriteString(name)
	}
	b.WriteString(unescape(raw[last:]))
	return b.String(), people
}

func unescape(s string) string {
	return strings.NewReplacer("&lt;", "<", "&gt;", ">", "&amp;", "&").Replace(s)
}
