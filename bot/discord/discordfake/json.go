package discordfake

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// object is a JSON object as it was sent. Payloads are judged in this form and
// not as structs, so that nothing a struct doesn't know gets lost.
type object = map[string]any

func decode(data []byte) (any, error) {
	return jsonschema.UnmarshalJSON(bytes.NewReader(data)) // keeps numbers exact
}

// encode marshals what was decoded or built here, which can't fail.
func encode(value any) []byte {
	data, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return data
}

func text(o object, key string) string {
	s, _ := o[key].(string)
	return s
}

func list(o object, key string) []any {
	l, _ := o[key].([]any)
	return l
}

func child(o object, key string) object {
	c, _ := o[key].(object)
	return c
}

// objects returns those elements of a list that are objects.
func objects(o object, key string) []object {
	var all []object
	for _, element := range list(o, key) {
		if c, ok := element.(object); ok {
			all = append(all, c)
		}
	}
	return all
}

// number returns an integer, or what stands in for it when there is none.
func number(o object, key string, without int) int {
	n, ok := asInt(o[key])
	if !ok {
		return without
	}
	return n
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

func truth(o object, key string) bool {
	b, _ := o[key].(bool)
	return b
}

// length is what Discord counts: code points without white space around them.
func length(s string) int {
	return utf8.RuneCountInString(strings.TrimSpace(s))
}

func at(path string, index int) string { return path + "/" + strconv.Itoa(index) }

// clone copies a decoded value as deep as it goes.
func clone(value any) any {
	switch v := value.(type) {
	case object:
		c := make(object, len(v))
		for key, element := range v {
			c[key] = clone(element)
		}
		return c
	case []any:
		c := slices.Clone(v)
		for i := range c {
			c[i] = clone(c[i])
		}
		return c
	}
	return value
}

// attachment returns the name of the uploaded file that a URL refers to.
func attachment(value any) (name string, ok bool) {
	url, _ := value.(string)
	return strings.CutPrefix(url, "attachment://")
}
