package slackfake

import (
	"bytes"
	"encoding/json"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// An object is a decoded JSON object. Payloads are checked as they were sent, not
// as a Go type would have them.
type object = map[string]any

// decode reads JSON with exact numbers.
func decode(data []byte) (any, error) {
	return jsonschema.UnmarshalJSON(bytes.NewReader(data))
}

// decodeObject reads a JSON object; nil if it is none.
func decodeObject(data []byte) object {
	value, err := decode(data)
	if err != nil {
		return nil
	}
	o, _ := value.(object)
	return o
}

// encode writes a value of the fake's own, which always can be written.
func encode(value any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		panic(err)
	}
	return bytes.TrimSpace(b.Bytes())
}

// clone copies a value deeply.
func clone[T any](value T) T {
	decoded, err := decode(encode(value))
	if err != nil {
		panic(err)
	}
	same, _ := decoded.(T)
	return same
}

// get returns a value of a type; zero if there is none.
func get[T any](o object, key string) T {
	value, _ := o[key].(T)
	return value
}

func str(o object, key string) string { return get[string](o, key) }

func flag(o object, key string) bool { return get[bool](o, key) }

func sub(o object, key string) object { return get[object](o, key) }

func list(o object, key string) []any { return get[[]any](o, key) }

// all returns the elements of a list that have a type; the schema reports others.
func all[T any](o object, key string) []T {
	var found []T
	for _, v := range list(o, key) {
		if t, ok := v.(T); ok {
			found = append(found, t)
		}
	}
	return found
}

func objects(o object, key string) []object { return all[object](o, key) }

// walk calls f for every object in a value, the outer ones first.
func walk(value any, f func(object)) {
	switch v := value.(type) {
	case object:
		f(v)
		for _, inner := range v {
			walk(inner, f)
		}
	case []any:
		for _, inner := range v {
			walk(inner, f)
		}
	}
}
