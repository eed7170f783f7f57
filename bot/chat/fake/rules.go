package fake

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A Violation is something that a platform would refuse, drop or show wrongly, or that
// the project forbids.
type Violation struct {
	Rule  string // "schema", a number of specs/README.md such as "D4", or a word
	Where string // the request or the kind of payload
	Text  string
}

func (v Violation) String() string {
	return strings.TrimPrefix(fmt.Sprintf("%s: %s: %s", v.Where, v.Rule, v.Text), ": ")
}

// Schema is the rule of violations that a platform's own JSON Schemas report.
const Schema = "schema"

// A Rule is a requirement of a platform that its schemas can't express. (The type has no
// name of its own, so that a table of rules needs no names of fields.)
type Rule = struct {
	Name  string
	About string                // the kinds of objects that it judges, with spaces between
	Fault func(o Object) string // empty: none
}

// Judge applies the rules about any of an object's kinds.
func Judge(rules []Rule, kinds string, o Object) (found []Violation) {
	has := strings.Fields(kinds)
	for _, r := range rules {
		if !slices.ContainsFunc(strings.Fields(r.About), func(kind string) bool { return slices.Contains(has, kind) }) {
			continue
		}
		if text := r.Fault(o); text != "" {
			found = append(found, Violation{Rule: r.Name, Text: text})
		}
	}
	return found
}

// When returns a fault if something is broken.
func When(broken bool, format string, args ...any) string {
	if broken {
		return fmt.Sprintf(format, args...)
	}
	return ""
}

// First returns the first fault of a list.
func First(all []Object, fault func(Object) string) string {
	for _, o := range all {
		if text := fault(o); text != "" {
			return text
		}
	}
	return ""
}

// Limit is the fault that the value at a path has another size. See [At] and [Size].
func Limit(path string, least, most int) func(Object) string {
	return func(o Object) string {
		for _, value := range At(o, path) {
			if n := Size(value); n < least || n > most {
				return fmt.Sprintf("%s has size %d, not %d to %d", path, n, least, most)
			}
		}
		return ""
	}
}

// Repeated is the fault that two objects have the same value for a key. Those without
// a value don't count.
func Repeated(all []Object, key string) string {
	seen := map[any]bool{nil: false, "": false}
	for _, o := range all {
		value := o[key]
		if seen[value] {
			return fmt.Sprintf("%s %v is there twice", key, value)
		}
		seen[value] = value != nil && value != ""
	}
	return ""
}

// SharedVariable names the folder whose folder specs has the schemas.
const SharedVariable = "SOLITAIRE_SHARED"

// Schemas are a platform's own, by kind of payload; nil if they aren't available.
type Schemas map[string]*jsonschema.Schema

// LoadSchemas compiles schemas, which places names as file#pointer. adapt changes each
// file first. If the variable isn't set, there are no schemas and no error; if it is set
// but the files are missing, there is an error.
func LoadSchemas(places map[string]string, adapt func(Object)) (Schemas, error) {
	shared := os.Getenv(SharedVariable)
	if shared == "" {
		return nil, nil
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	loaded := map[string]bool{}
	schemas := Schemas{}
	for kind, place := range places {
		file, _, _ := strings.Cut(place, "#")
		if !loaded[file] {
			data, err := os.ReadFile(filepath.Join(shared, "specs", file))
			if err != nil {
				return nil, fmt.Errorf("%s is set, but a schema can't be read: %w", SharedVariable, err)
			}
			doc, err := Decode(data)
			if err == nil {
				Walk(doc, adapt)
				err = compiler.AddResource("mem:///"+file, doc)
			}
			if err != nil {
				return nil, fmt.Errorf("%s is set, but %s can't be used: %w", SharedVariable, file, err)
			}
			loaded[file] = true
		}
		schema, err := compiler.Compile("mem:///" + place)
		if err != nil {
			return nil, fmt.Errorf("%s is set, but %s can't be used: %w", SharedVariable, place, err)
		}
		schemas[kind] = schema
	}
	return schemas, nil
}

// Check reports what the schema of a kind says about a value. Without schemas every kind
// passes; with them, an unknown kind doesn't.
func (s Schemas) Check(kind string, value any) (found []Violation) {
	if s == nil {
		return nil
	}
	if s[kind] == nil {
		return []Violation{{Rule: Schema, Text: "no such payload: " + kind}}
	}
	if err := s[kind].Validate(value); err != nil {
		return []Violation{{Rule: Schema, Text: brief(err)}}
	}
	return nil
}

// brief returns only the deepest causes: an anyOf of twenty blocks would otherwise list
// nineteen irrelevant ones.
func brief(err error) string {
	var invalid *jsonschema.ValidationError
	if !errors.As(err, &invalid) {
		return err.Error()
	}
	deepest, lines := 0, []string{}
	var visit func(*jsonschema.ValidationError)
	visit = func(e *jsonschema.ValidationError) {
		for _, cause := range e.Causes {
			visit(cause)
		}
		if len(e.Causes) > 0 || len(e.InstanceLocation) < deepest {
			return
		}
		if len(e.InstanceLocation) > deepest {
			deepest, lines = len(e.InstanceLocation), nil
		}
		lines = append(lines, strings.TrimPrefix(e.Error(), "jsonschema validation failed with "))
	}
	visit(invalid)
	return strings.Join(lines[:min(len(lines), 5)], "; ")
}
