package discordfake

import (
	"fmt"
	"slices"
	"strconv"
	"time"
)

// A stored is a message as Discord keeps it.
type stored struct {
	id       string
	place    *Place
	content  string
	embeds   []any
	parts    []any // components
	files    []object
	flags    int
	owner    string // id of the only user who sees it; empty: everybody
	gone     bool   // deleted
	hidden   bool   // private, and the owner has reloaded
	version  int
	created  time.Time
	edited   time.Time
	by       *interaction // whose token made it; nil: the bot itself
	followUp bool
}

func (m *stored) loading() bool { return m.flags&flagLoading != 0 }

func (m *stored) about() About {
	about := About{V2: m.flags&flagV2 != 0}
	for _, f := range m.files {
		about.Files = append(about.Files, text(f, "filename"))
	}
	return about
}

// create adds a message. The caller holds the lock.
func (s *Server) create(p *Place, by *interaction, owner string) *stored {
	m := &stored{id: s.newID(), place: p, owner: owner, by: by, created: s.opts.Now()}
	if owner != "" {
		m.flags = flagEphemeral
	}
	s.messages[m.id] = m
	s.order[p.Channel] = append(s.order[p.Channel], m)
	return m
}

// change writes what was sent into a message; keys that were not sent stay as
// they are. The caller holds the lock and has judged the data.
func (s *Server) change(m *stored, data object, b body) {
	if value, has := data["content"]; has {
		m.content, _ = value.(string)
	}
	if value, has := data["embeds"]; has {
		m.embeds, _ = clone(value).([]any)
		for _, e := range m.embeds {
			e.(object)["type"] = "rich"
		}
	}
	if value, has := data["components"]; has {
		m.parts, _ = clone(value).([]any)
		numberParts(m.parts)
	}
	s.changeFiles(m, data, b)
	m.flags |= number(data, "flags", 0) & (flagV2 | flagSilent)
	m.flags = m.flags&^flagSuppressEmbeds | number(data, "flags", m.flags)&flagSuppressEmbeds
	if m.version++; m.version > 1 {
		m.edited = s.opts.Now()
	}
	m.flags &^= flagLoading
}

// numberParts gives ids to those components that have none.
func numberParts(parts []any) {
	taken := make(map[int]bool)
	whole := object{"components": parts}
	for p := range walk(whole, "") {
		taken[number(p.object, "id", 0)] = true
	}
	next := 1
	for p := range walk(whole, "") {
		if number(p.object, "id", 0) != 0 {
			continue
		}
		for taken[next] {
			next++
		}
		taken[next] = true
		p.object["id"] = next
	}
}

// changeFiles keeps the files that the data lists, or all if it has no list,
// and adds the uploaded ones.
func (s *Server) changeFiles(m *stored, data object, b body) {
	listed := objects(data, "attachments")
	if _, has := data["attachments"]; has {
		m.files = slices.DeleteFunc(m.files, func(f object) bool {
			return !slices.ContainsFunc(listed, func(l object) bool { return idOf(l) == text(f, "id") })
		})
	}
	for i, f := range b.files {
		id := s.newID()
		path := "/attachments/" + m.place.Channel + "/" + id + "/" + f.Name
		s.files[path] = f.Data
		file := object{"id": id, "filename": f.Name, "size": len(f.Data), "url": s.URL + path, "proxy_url": s.URL + path}
		for _, l := range listed {
			if idOf(l) == b.ids[i] && l["description"] != nil {
				file["description"] = l["description"]
			}
		}
		m.files = append(m.files, file)
	}
}

// idOf is the id of an attachment, which may be a number or a string.
func idOf(o object) string {
	if n, ok := asInt(o["id"]); ok {
		return strconv.Itoa(n)
	}
	return text(o, "id")
}

// judge checks a payload that makes a message, or changes m if that is not nil.
// path leads to the message's data.
func (s *Server) judge(kind Kind, b body, m *stored, path string) error {
	var about About
	data := b.object()
	if path != "" {
		data = child(data, "data")
	}
	var kept []object
	if m != nil {
		about, kept = m.about(), m.files
	}
	about.Files = append(about.Files, b.names()...)
	found := s.checker.check(kind, b.doc, about)
	for i, a := range objects(data, "attachments") {
		id := idOf(a)
		if !slices.Contains(b.ids, id) && !slices.ContainsFunc(kept, func(f object) bool { return text(f, "id") == id }) {
			found = append(found, Violation{"attachment", at(path+"/attachments", i), fmt.Sprintf("there is no file %q", id)})
		}
	}
	if m != nil && emptied(m, data, b) {
		found = append(found, Violation{"D9", path, "the edit leaves nothing of the message"})
	}
	if len(found) > 0 {
		return invalidForm(found)
	}
	return nil
}

// emptied reports whether an edit takes away all that a message has.
func emptied(m *stored, data object, b body) bool {
	left := func(key string, has bool) bool {
		if value, sent := data[key]; sent {
			return !blank(value)
		}
		return has
	}
	return !left("content", m.content != "") && !left("embeds", len(m.embeds) > 0) &&
		!left("components", len(m.parts) > 0) && !left("attachments", len(m.files) > 0) && len(b.files) == 0
}

// json is a message as Discord sends it.
func (s *Server) json(m *stored) object {
	o := object{
		"id": m.id, "channel_id": m.place.Channel, "type": 0, "flags": m.flags,
		"content": m.content, "embeds": orEmpty(m.embeds), "components": orEmpty(m.parts),
		"attachments": files(m), "author": s.botUser(), "mentions": []any{}, "mention_roles": []any{},
		"mention_everyone": false, "pinned": false, "tts": false,
		"timestamp": stamp(m.created), "edited_timestamp": nil,
	}
	if !m.edited.IsZero() {
		o["edited_timestamp"] = stamp(m.edited)
	}
	if m.by != nil {
		s.addOrigin(o, m)
	}
	return o
}

// addOrigin tells which interaction a message comes from.
func (s *Server) addOrigin(o object, m *stored) {
	o["application_id"], o["webhook_id"] = s.opts.ApplicationID, s.opts.ApplicationID
	if m.by.kind == interactionCommand && !m.followUp {
		o["type"] = 20
	}
	o["interaction_metadata"] = object{
		"id": m.by.id, "type": m.by.kind, "user": m.by.user.json(),
		"authorizing_integration_owners": m.by.place.owners(m.by.user),
	}
}

func orEmpty(l []any) []any {
	if l == nil {
		return []any{}
	}
	return clone(l).([]any)
}

func files(m *stored) []any {
	all := []any{}
	for _, f := range m.files {
		all = append(all, clone(f))
	}
	return all
}

func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000+00:00") }
