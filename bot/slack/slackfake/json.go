package slackfake

import (
	"bytes"
	"encoding/json"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// An object is a decoded JSON object. Payloads are judged as they were sent,
// not as a Go type would have them.
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

// encode writes what the fake made itself, which always can be written.
func encode(value any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		panic(err)
	}
	return bytes.TrimSpace(b.Bytes())
}

// clone copies a decoded value, so that what a test holds no longer changes.
func clone[T any](value T) T {
	decoded, err := decode(encode(value))
	if err != nil {
		panic(err)
	}
	same, _ := decoded.(T)
	return same
}

func str(o object, key string) string {
	s, _ := o[key].(string)
	return s
}

func flag(o object, key string) bool {
	b, _ := o[key].(bool)
	return b
}

func sub(o object, key string) object {
	m, _ := o[key].(object)
	return m
}

func list(o object, key string) []any {
	l, _ := o[key].([]any)
	return l
}

// objects returns the objects of a list; what is none is the schema's to report.
func objects(o object, key string) []object {
	var all []object
	for _, v := range list(o, key) {
		if m, ok := v.(object); ok {
			all = append(all, m)
		}
	}
	return all
}

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
