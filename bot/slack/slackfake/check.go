package slackfake

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// The sources of violations are the numbers of rules, such as S4 or M2, and these.
const (
	Schema    = "schema"    // a JSON Schema
	Transport = "transport" // the ways of talking to Slack
)

// A Violation is something that Slack would refuse, drop or show wrongly.
type Violation struct {
	Source string
	Where  string // the method or the kind of payload
	Text   string
}

func (v Violation) String() string { return fmt.Sprintf("%s: %s: %s", v.Where, v.Source, v.Text) }

// A Checker judges payloads by the schemas, if they are at hand, and by the rules.
type Checker struct{ schemas map[string]*jsonschema.Schema }

// NewChecker makes a checker. It fails the test if SOLITAIRE_SHARED is set but
// the schemas can't be used.
func NewChecker(t testing.TB) *Checker {
	t.Helper()
	s, err := load()
	if err != nil {
		t.Fatal(err)
	}
	return &Checker{schemas: s}
}

// Message judges the body of a message: an acknowledgement's payload, a post to a
// response_url, or the arguments of a chat method as JSON.
func (c *Checker) Message(body []byte) []Violation { return c.decoded(body, "message") }

// Home judges the view of an App Home.
func (c *Checker) Home(view []byte) []Violation { return c.decoded(view, "home") }

// Manifest judges an app manifest in JSON.
func (c *Checker) Manifest(manifest []byte) []Violation { return c.decoded(manifest, "manifest") }

func (c *Checker) decoded(body []byte, kind string) []Violation {
	if o := decodeObject(body); o != nil {
		return c.judge(kind, kind, o)
	}
	return []Violation{{Source: Schema, Where: kind, Text: "this is no JSON object"}}
}

func (c *Checker) judge(where, kind string, body object) (found []Violation) {
	add := func(source, text string) { found = append(found, Violation{source, where, text}) }
	if kind == "message" { // slack-go always sends some keys that Slack ignores
		body = maps.Clone(body)
		maps.DeleteFunc(body, func(key string, value any) bool {
			return key == "token" || key == "as_user" || key == "link_names" || key == "blocks" && value == nil
		})
	}
	if s := c.schemas[kind]; s != nil {
		if err := s.Validate(body); err != nil {
			add(Schema, brief(err))
		}
	}
	if s := c.schemas["block"]; s != nil && kind == "home" {
		for i, block := range list(body, "blocks") { // the schema of views accepts blocks without content
			if err := s.Validate(block); err != nil {
				add("S3", fmt.Sprintf("block %d is none that Slack knows: %s", i+1, brief(err)))
			}
		}
	}
	apply := func(kind string, o object) {
		for _, r := range rules {
			if !slices.Contains(strings.Fields(r.about), kind) {
				continue
			}
			if text := r.fault(o); text != "" {
				add(r.source, kind+": "+text)
			}
		}
	}
	apply(kind, body)
	walk(list(body, "blocks"), func(o object) { apply(str(o, "type"), o) })
	return found
}

// brief returns the deepest causes only: an anyOf of twenty blocks would name
// nineteen that nobody meant.
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

const sharedEnv = "SOLITAIRE_SHARED"

var schemaFiles = map[string]string{
	"message": "slack-message.schema.json", "home": "slack-home.schema.json",
	"block": "slack-home.schema.json#/definitions/KnownBlock", "manifest": "manifest.schema.2.0.0.json",
}

// load compiles the schemas once for all tests of a process. It returns nil if
// the variable isn't set.
var load = sync.OnceValues(func() (map[string]*jsonschema.Schema, error) {
	shared := os.Getenv(sharedEnv)
	if shared == "" {
		return nil, nil
	}
	schemas := map[string]*jsonschema.Schema{}
	for kind, file := range schemaFiles {
		var err error
		if schemas[kind], err = compile(filepath.Join(shared, "specs"), file); err != nil {
			return nil, fmt.Errorf("%s is set, but %s can't be used: %w", sharedEnv, file, err)
		}
	}
	return schemas, nil
})

func compile(dir, file string) (*jsonschema.Schema, error) {
	name, _, _ := strings.Cut(file, "#")
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		return nil, err
	}
	doc, err := decode(data)
	if err != nil {
		return nil, err
	}
	walk(doc, func(o object) { // Go has no look-aheads; these are about domains, which the bot doesn't name
		if strings.Contains(str(o, "pattern"), "(?!") {
			delete(o, "pattern")
		}
	})
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft7)
	c.AssertFormat()
	if err := c.AddResource("mem:///"+name, doc); err != nil {
		return nil, err
	}
	return c.Compile("mem:///" + file)
}
