package discordfake

import "strconv"

// Types of callbacks.
const (
	callbackPong        = 1
	callbackMessage     = 4
	callbackDefer       = 5
	callbackDeferUpdate = 6
	callbackUpdate      = 7
	callbackChoices     = 8
	callbackModal       = 9
)

// Flags of messages.
const (
	flagSuppressEmbeds = 1 << 2
	flagEphemeral      = 1 << 6
	flagLoading        = 1 << 7
	flagSilent         = 1 << 12
	flagVoice          = 1 << 13
	flagV2             = 1 << 15
)

const (
	mostContent    = 2000
	mostEmbedText  = 6000
	mostRows       = 5
	mostComponents = 40
	mostV2Text     = 4000
	mostV2Bytes    = 10170
	v2Overhead     = 12 // bytes that each text display costs besides its text
)

// A sent is a message, or an edit of one, as the bot sent it.
type sent struct {
	kind  Kind
	path  string // of data in the payload
	data  object
	isNew bool
	wasV2 bool
	about About
}

func message(kind Kind, path string, data object, about About) sent {
	return sent{
		kind: kind, path: path, data: data, about: about, wasV2: about.V2,
		isNew: kind == FollowUp || kind == ChannelMessage,
	}
}

func (m sent) flags() int { return number(m.data, "flags", 0) }
func (m sent) v2() bool   { return m.wasV2 || m.flags()&flagV2 != 0 }

// checkDeferral is D1 for callback 5.
func checkDeferral(r *report, data object) {
	for key, value := range data {
		if key == "flags" {
			if n, ok := asInt(value); !ok || n != 0 && n != flagEphemeral {
				r.add("D1", "/data/flags", "a deferral may only have the flag 64, not %v", value)
			}
		} else if !blank(value) {
			r.add("D1", "/data/"+key, "a deferral has no content")
		}
	}
}

// blank reports whether a value is what discordgo emits for "not set".
func blank(value any) bool {
	switch v := value.(type) {
	case nil:
		return true
	case bool:
		return !v
	case string:
		return v == ""
	case []any:
		return len(v) == 0
	}
	return false
}

func checkMessage(r *report, m sent) {
	checkFlags(r, m)
	if m.v2() {
		checkV2(r, m)
	} else {
		checkLegacy(r, m)
	}
	checkContent(r, m)
	checkEmbeds(r, m)
	checkMentions(r, m)
	checkComponents(r, m.data, m.path)
	checkFiles(r, m)
}

// checkFlags is D2.
func checkFlags(r *report, m sent) {
	allowed := flagSuppressEmbeds | flagV2
	switch {
	case m.isNew && m.kind == ChannelMessage:
		allowed |= flagSilent | flagVoice
	case m.isNew:
		allowed |= flagEphemeral | flagSilent | flagVoice
	}
	if wrong := m.flags() &^ allowed; wrong != 0 {
		r.add("D2", m.path+"/flags", "flags %d can't be set here", wrong)
	}
}

// checkV2 is D3 and D5 to D8: messages of components only.
func checkV2(r *report, m sent) {
	if text(m.data, "content") != "" {
		r.add("D3", m.path+"/content", "a message of Components V2 has no content")
	}
	for _, key := range []string{"embeds", "sticker_ids"} {
		if len(list(m.data, key)) > 0 {
			r.add("D3", m.path+"/"+key, "a message of Components V2 has no %s", key)
		}
	}
	if m.data["poll"] != nil {
		r.add("D3", m.path+"/poll", "a message of Components V2 has no poll")
	}
	checkV2Amount(r, m)
	checkV2Edit(r, m)
}

func checkV2Amount(r *report, m sent) {
	count, chars, bytes := 0, 0, 0
	for c := range walk(m.data, m.path) {
		count++
		if c.kind() == typeTextDisplay {
			content := text(c.object, "content")
			chars += length(content)
			bytes += len(content) + v2Overhead
		}
	}
	path := m.path + "/components"
	if count > mostComponents {
		r.add("D5", path, "%d components at all depths; at most %d", count, mostComponents)
	}
	if chars > mostV2Text {
		r.add("D6", path, "%d characters in all text displays; at most %d", chars, mostV2Text)
	}
	if bytes > mostV2Bytes {
		r.add("D7", path, "%d bytes of text displays; above %d Discord fails", bytes, mostV2Bytes)
	}
}

// checkV2Edit is D8. An empty content stands for null, which discordgo can't
// send; a poll is never left behind, because no message here has one.
func checkV2Edit(r *report, m sent) {
	if m.isNew {
		return
	}
	_, flagged := m.data["flags"]
	if m.wasV2 {
		if flagged && m.flags()&flagV2 == 0 {
			r.add("D8", m.path+"/flags", "an edit can't take Components V2 away")
		}
		return
	}
	for _, key := range []string{"content", "embeds"} {
		if _, has := m.data[key]; !has {
			r.add("D8", m.path+"/"+key, "an edit that adds Components V2 empties %s", key)
		}
	}
}

// checkLegacy is D4.
func checkLegacy(r *report, m sent) {
	rows := list(m.data, "components")
	if len(rows) > mostRows {
		r.add("D4", m.path+"/components", "%d rows; at most %d", len(rows), mostRows)
	}
	for c := range walk(m.data, m.path) {
		switch {
		case c.kind() > typeChannelSelect:
			r.add("D4", c.path, "component type %d needs the flag of Components V2", c.kind())
		case c.depth == 0 && c.kind() != typeRow:
			r.add("D4", c.path, "component type %d stands in no row", c.kind())
		}
	}
}

// checkContent is D9 and D10.
func checkContent(r *report, m sent) {
	content := length(text(m.data, "content"))
	if (m.kind == ChannelMessage || m.kind == ChannelEdit) && content > mostContent {
		r.add("D10", m.path+"/content", "%d characters; at most %d", content, mostContent)
	}
	if m.isNew && content == 0 && !hasParts(m.data) && len(m.about.Files) == 0 {
		r.add("D9", m.path, "the message is empty")
	}
}

func hasParts(data object) bool {
	for _, key := range []string{"embeds", "components", "attachments", "sticker_ids"} {
		if len(list(data, key)) > 0 {
			return true
		}
	}
	return data["poll"] != nil
}

// checkEmbeds is D11 and D12.
func checkEmbeds(r *report, m sent) {
	total := 0
	for i, e := range objects(m.data, "embeds") {
		path := at(m.path+"/embeds", i)
		total += embedText(e)
		for j, field := range objects(e, "fields") {
			for _, key := range []string{"name", "value"} {
				if length(text(field, key)) == 0 {
					r.add("D12", at(path+"/fields", j)+"/"+key, "a field needs a name and a value")
				}
			}
		}
		if !visible(e) {
			r.add("D12", path, "nothing of the embed can be seen")
		}
	}
	if total > mostEmbedText {
		r.add("D11", m.path+"/embeds", "%d characters in all embeds; at most %d", total, mostEmbedText)
	}
}

func embedText(e object) int {
	total := length(text(e, "title")) + length(text(e, "description")) +
		length(text(child(e, "footer"), "text")) + length(text(child(e, "author"), "name"))
	for _, field := range objects(e, "fields") {
		total += length(text(field, "name")) + length(text(field, "value"))
	}
	return total
}

func visible(e object) bool {
	return embedText(e) > 0 || child(e, "image") != nil || child(e, "thumbnail") != nil
}

// checkMentions is D13. That nobody is ever mentioned is the project's rule.
func checkMentions(r *report, m sent) {
	path := m.path + "/allowed_mentions"
	mentions := child(m.data, "allowed_mentions")
	parse, has := mentions["parse"].([]any)
	if !has || len(parse) > 0 {
		r.add("D13", path, `"parse" must be there and empty`)
	}
	for _, what := range parse {
		if key, _ := what.(string); key != "" && len(list(mentions, key)) > 0 {
			r.add("D13", path+"/"+key, "excluded by parse %q", key)
		}
	}
}

// checkFiles finds references to files that nobody sent.
func checkFiles(r *report, m sent) {
	uploaded := make(map[string]bool)
	for _, name := range m.about.Files {
		uploaded[name] = true
	}
	for url, path := range references(m.data, m.path) {
		if !uploaded[url] {
			r.add("attachment", path, "there is no file %s", strconv.Quote(url))
		}
	}
}
