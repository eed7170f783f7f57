package discordfake

import (
	"iter"
	"strings"
)

// Types of components.
const (
	typeRow           = 1
	typeButton        = 2
	typeStringSelect  = 3
	typeTextInput     = 4
	typeUserSelect    = 5
	typeChannelSelect = 8
	typeTextDisplay   = 10
	typeLabel         = 18
)

// Styles of buttons that are no ordinary ones.
const (
	styleLink    = 5
	stylePremium = 6
)

// A part is a component with its place in the payload.
type part struct {
	object
	path  string
	depth int
}

func (p part) kind() int { return number(p.object, "type", 0) }

func (p part) isSelect() bool {
	return p.kind() == typeStringSelect || p.kind() >= typeUserSelect && p.kind() <= typeChannelSelect
}

// walk goes through all components at every depth, accessories too.
func walk(data object, path string) iter.Seq[part] {
	return func(yield func(part) bool) { walkFrom(data, path, 0, yield) }
}

func walkFrom(o object, path string, depth int, yield func(part) bool) bool {
	for i, element := range list(o, "components") {
		c, _ := element.(object)
		if !visit(part{c, at(path+"/components", i), depth}, yield) {
			return false
		}
	}
	for _, key := range []string{"accessory", "component"} {
		if c := child(o, key); c != nil && !visit(part{c, path + "/" + key, depth}, yield) {
			return false
		}
	}
	return true
}

func visit(p part, yield func(part) bool) bool {
	return yield(p) && walkFrom(p.object, p.path, p.depth+1, yield)
}

// references lists the files that a message names, with one place of each.
func references(o object, path string) map[string]string {
	found := make(map[string]string)
	var search func(value any, path string)
	search = func(value any, path string) {
		switch v := value.(type) {
		case object:
			for key, element := range v {
				search(element, path+"/"+key)
			}
		case []any:
			for i, element := range v {
				search(element, at(path, i))
			}
		case string:
			if name, ok := strings.CutPrefix(v, "attachment://"); ok && strings.HasSuffix(path, "/url") {
				found[name] = path
			}
		}
	}
	search(o, path)
	return found
}

func checkComponents(r *report, data object, path string) {
	checkIDs(r, data, path)
	for c := range walk(data, path) {
		switch {
		case c.kind() == typeRow:
			checkRow(r, c)
		case c.kind() == typeButton:
			checkButton(r, c)
		case c.isSelect():
			checkSelect(r, c)
		}
	}
}

// checkIDs is D14 and D15.
func checkIDs(r *report, data object, path string) {
	names, ids := make(map[string]bool), make(map[int]bool)
	for c := range walk(data, path) {
		if name := text(c.object, "custom_id"); name != "" {
			if names[name] {
				r.add("D14", c.path+"/custom_id", "%q is there twice", name)
			}
			names[name] = true
		}
		if id := number(c.object, "id", 0); id != 0 {
			if ids[id] {
				r.add("D15", c.path+"/id", "%d is there twice", id)
			}
			ids[id] = true
		}
	}
}

// checkRow is D16.
func checkRow(r *report, row part) {
	buttons, selects := 0, 0
	for c := range walk(row.object, row.path) {
		switch {
		case c.kind() == typeButton:
			buttons++
		case c.isSelect():
			selects++
		}
	}
	const most = 5
	if buttons > most || selects > 1 || buttons > 0 == (selects > 0) {
		r.add("D16", row.path, "a row has one to five buttons or one select, not %d and %d", buttons, selects)
	}
}

// checkButton is D17.
func checkButton(r *report, b part) {
	has := func(key string) bool { return b.object[key] != nil && b.object[key] != "" }
	forbid := func(keys ...string) {
		for _, key := range keys {
			if has(key) {
				r.add("D17", b.path+"/"+key, "a button of style %d has no %s", number(b.object, "style", 0), key)
			}
		}
	}
	need := func(key string) {
		if !has(key) {
			r.add("D17", b.path+"/"+key, "a button of style %d needs %s", number(b.object, "style", 0), key)
		}
	}
	switch number(b.object, "style", 0) {
	case stylePremium:
		need("sku_id")
		forbid("custom_id", "label", "url", "emoji")
		return
	case styleLink:
		need("url")
		forbid("custom_id", "sku_id")
	default:
		need("custom_id")
		forbid("url", "sku_id")
	}
	if length(text(b.object, "label")) == 0 && !has("emoji") {
		r.add("D17", b.path+"/label", "a button needs a label or an emoji")
	}
}

// checkSelect is D18.
func checkSelect(r *report, s part) {
	least, most := number(s.object, "min_values", 1), number(s.object, "max_values", 1)
	if least > most {
		r.add("D18", s.path+"/min_values", "min_values %d is above max_values %d", least, most)
	}
	if s.kind() != typeStringSelect {
		return
	}
	options := objects(s.object, "options")
	if most > len(options) {
		r.add("D18", s.path+"/max_values", "max_values %d, but %d options", most, len(options))
	}
	values, chosen := make(map[string]bool), 0
	for i, option := range options {
		value := text(option, "value")
		if values[value] {
			r.add("D18", at(s.path+"/options", i)+"/value", "%q is there twice", value)
		}
		values[value] = true
		if truth(option, "default") {
			chosen++
		}
	}
	if chosen > most {
		r.add("D18", s.path+"/options", "%d options are chosen beforehand; at most %d", chosen, most)
	}
}

// checkModal is D19.
func checkModal(r *report, data object) {
	const most, path = 5, "/data"
	top := objects(data, "components")
	if len(top) == 0 || len(top) > most {
		r.add("D19", path+"/components", "%d components; one to %d", len(top), most)
	}
	for i, c := range top {
		if number(c, "type", 0) == typeRow {
			checkModalRow(r, part{c, at(path+"/components", i), 0})
		}
	}
	names := make(map[string]bool)
	for c := range walk(data, path) {
		if name := text(c.object, "custom_id"); name != "" {
			if names[name] {
				r.add("D19", c.path+"/custom_id", "%q is there twice", name)
			}
			names[name] = true
		}
		if truth(c.object, "disabled") {
			r.add("D19", c.path+"/disabled", "nothing is disabled in a modal")
		}
		if least, most := number(c.object, "min_length", 0), number(c.object, "max_length", 4000); least > most {
			r.add("D19", c.path+"/min_length", "min_length %d is above max_length %d", least, most)
		}
	}
}

func checkModalRow(r *report, row part) {
	inputs := objects(row.object, "components")
	if len(inputs) != 1 || number(inputs[0], "type", 0) != typeTextInput {
		r.add("D19", row.path, "a row of a modal holds one text input")
		return
	}
	if length(text(inputs[0], "label")) == 0 {
		r.add("D19", row.path+"/components/0/label", "a text input in a row needs a label")
	}
}
