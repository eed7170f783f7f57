package discordfake

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// object is a JSON object as it was sent. Payloads are judged in this form, so
// that keys that no struct knows are seen too.
type object = map[string]any

func decode(data []byte) (any, error) {
	return jsonschema.UnmarshalJSON(bytes.NewReader(data)) // keeps numbers exact
}

// encode marshals values that were decoded or built here, which can't fail.
func encode(value any) []byte {
	data, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return data
}

// get returns the value of a key, or zero if it is missing or of another type.
func get[T any](o object, key string) T {
	value, _ := o[key].(T)
	return value
}

func text(o object, key string) string { return get[string](o, key) }

func list(o object, key string) []any { return get[[]any](o, key) }

func child(o object, key string) object { return get[object](o, key) }

func objects(o object, key string) []object { return onlyObjects(list(o, key)) }

func onlyObjects(all []any) (found []object) {
	for _, element := range all {
		if o, ok := element.(object); ok {
			found = append(found, o)
		}
	}
	return found
}

// number returns an integer, or a default if there is none.
func number(o object, key string, without int) int {
	if n, ok := asInt(o[key]); ok {
		return n
	}
	return without
}

func asInt(value any) (int, bool) {
	switch n := value.(type) {
	case json.Number:
		i, err := n.Int64()
		return int(i), err == nil
	case int:
		return n, true
	}
	return 0, false
}

func asFloat(value any) (float64, bool) {
	n, ok := value.(json.Number)
	if !ok {
		return 0, false
	}
	f, err := n.Float64()
	return f, err == nil
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

// size is the size that Discord limits: the elements of a list, or the code
// points of a text without white space around it.
func size(value any) int {
	switch v := value.(type) {
	case string:
		return utf8.RuneCountInString(strings.TrimSpace(v))
	case []any:
		return len(v)
	}
	return 0
}

// at returns the values at a path such as "embeds/fields/name", which leads
// through every element of a list. A missing value is nil.
func at(value any, path string) []any {
	key, rest, _ := strings.Cut(path, "/")
	switch v := value.(type) {
	case object:
		if rest == "" {
			return []any{v[key]}
		}
		return at(v[key], rest)
	case []any:
		var found []any
		for _, element := range v {
			found = append(found, at(element, path)...)
		}
		return found
	}
	return nil
}

// walk calls f for every object in a value, the outer ones first.
func walk(value any, f func(object)) {
	switch v := value.(type) {
	case object:
		f(v)
		for _, element := range v {
			walk(element, f)
		}
	case []any:
		for _, element := range v {
			walk(element, f)
		}
	}
}

// without copies a value deeply, except for the keys that drop names.
func without[T any](value T, drop func(key string, value any) bool) T {
	var copied any = value
	switch v := copied.(type) {
	case object:
		c := make(object, len(v))
		for key, element := range v {
			if !drop(key, element) {
				c[key] = without(element, drop)
			}
		}
		copied = c
	case []any:
		c := make([]any, len(v))
		for i, element := range v {
			c[i] = without(element, drop)
		}
		copied = c
	}
	same, _ := copied.(T)
	return same
}

func clone[T any](value T) T { return without(value, func(string, any) bool { return false }) }
