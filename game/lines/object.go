package lines

import "encoding/json"

// An object is a JSON object whose keys are told apart exactly; encoding/json
// would take "Cards" for "cards" when it fills a struct.
type object map[string]json.RawMessage

// has reports whether the key is there and not null.
func (o object) has(key string) bool {
	raw, ok := o[key]
	return ok && string(raw) != "null"
}

// text returns the string at the key; false if there is none.
func (o object) text(key string) (s string, ok bool) {
	ok = o.has(key) && json.Unmarshal(o[key], &s) == nil
	return s, ok
}

// object returns the object at the key, nil if it is left out; false if there
// is another value.
func (o object) object(key string) (inner object, ok bool) {
	ok = !o.has(key) || json.Unmarshal(o[key], &inner) == nil
	return inner, ok
}

// texts returns the list of strings at the key, nil if it is left out; false
// if there is another value.
func (o object) texts(key string) (list []string, ok bool) {
	if !o.has(key) {
		return nil, true
	}
	return textList(o[key])
}

// textList reads a list of strings. A null in it is no string.
func textList(raw json.RawMessage) ([]string, bool) {
	var found []*string
	if json.Unmarshal(raw, &found) != nil {
		return nil, false
	}
	list := make([]string, len(found))
	for i, s := range found {
		if s == nil {
			return nil, false
		}
		list[i] = *s
	}
	return list, true
}
