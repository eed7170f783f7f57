package fake

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// An Object is a JSON object as it was sent. Rules judge payloads in this form, so that
// they also see keys that no struct has.
type Object = map[string]any

// Decode reads JSON and keeps numbers exact.
func Decode(data []byte) (any, error) { return jsonschema.UnmarshalJSON(bytes.NewReader(data)) }

// DecodeObject reads a JSON object. It returns nil for anything else.
func DecodeObject(data []byte) Object {
	value, _ := Decode(data)
	o, _ := value.(Object)
	return o
}

// Encode writes a value that was decoded or built here, which can't fail.
func Encode(value any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		panic(err)
	}
	return bytes.TrimSpace(b.Bytes())
}

// Get returns the value of a key, or zero if it is missing or of another type.
func Get[T any](o Object, key string) T {
	value, _ := o[key].(T)
	return value
}

// Text, Flag, List and Child are Get for the types that JSON has.
func Text(o Object, key string) string { return Get[string](o, key) }

func Flag(o Object, key string) bool { return Get[bool](o, key) }

func List(o Object, key string) []any { return Get[[]any](o, key) }

func Child(o Object, key string) Object { return Get[Object](o, key) }

// All returns the elements of a list that have a type; the schemas report others.
func All[T any](list []any) (found []T) {
	for _, element := range list {
		if t, ok := element.(T); ok {
			found = append(found, t)
		}
	}
	return found
}

// Objects returns the objects of the list at a key.
func Objects(o Object, key string) []Object { return All[Object](List(o, key)) }

// Number returns an integer, or a default if there is none.
func Number(o Object, key string, without int) int {
	if n, ok := Int(o[key]); ok {
		return n
	}
	return without
}

// Int returns a value as an integer, if it is one.
func Int(value any) (int, bool) {
	switch n := value.(type) {
	case json.Number:
		i, err := n.Int64()
		return int(i), err == nil
	case int:
		return n, true
	}
	return 0, false
}

// Blank reports whether a value is what a Go library sends for "not set".
func Blank(value any) bool {
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

// Size is the size that platforms limit: the number of elements of a list, or of code
// points of a text without surrounding white space.
func Size(value any) int {
	switch v := value.(type) {
	case string:
		return utf8.RuneCountInString(strings.TrimSpace(v))
	case []any:
		return len(v)
	}
	return 0
}

// At returns the values at a path such as "embeds/fields/name", which leads
// through every element of a list. A missing value is nil.
func At(value any, path string) []any {
	key, rest, _ := strings.Cut(path, "/")
	switch v := value.(type) {
	case Object:
		if rest == "" {
			return []any{v[key]}
		}
		return At(v[key], rest)
	case []any:
		var found []any
		for _, element := range v {
			found = append(found, At(element, path)...)
		}
		return found
	}
	return nil
}

// Walk calls f for every object in a value, the outer ones first.
func Walk(value any, f func(Object)) {
	switch v := value.(type) {
	case Object:
		f(v)
		for _, element := range v {
			Walk(element, f)
		}
	case []any:
		for _, element := range v {
			Walk(element, f)
		}
	}
}

// Without copies a value deeply, except for the keys that drop names.
func Without[T any](value T, drop func(key string, value any) bool) T {
	var copied any = value
	switch v := copied.(type) {
	case Object:
		c := make(Object, len(v))
		for key, element := range v {
			if !drop(key, element) {
				c[key] = Without(element, drop)
			}
		}
		copied = c
	case []any:
		c := make([]any, len(v))
		for i, element := range v {
			c[i] = Without(element, drop)
		}
		copied = c
	}
	same, _ := copied.(T)
	return same
}

// Clone copies a value deeply.
func Clone[T any](value T) T { return Without(value, func(string, any) bool { return false }) }
