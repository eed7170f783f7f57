package slackfake

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A Checker judges payloads: by the schemas, where they are at hand, and always
// by the rules that schemas can't express.
type Checker struct{ schemas *schemas }

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

// HasSchemas tells whether the schemas are at hand.
func (c *Checker) HasSchemas() bool { return c.schemas != nil }

// Message judges the body of a message: an ack's payload, what goes to a
// response_url, or the arguments of a chat method as JSON.
func (c *Checker) Message(body []byte) []Violation {
	return c.judge("message", body, c.message)
}

// Home judges the view of an App Home.
func (c *Checker) Home(view []byte) []Violation { return c.judge("home", view, c.home) }

// Modal judges a modal view.
func (c *Checker) Modal(view []byte) []Violation { return c.judge("modal", view, c.modal) }

// Manifest judges an app manifest in JSON.
func (c *Checker) Manifest(manifest []byte) []Violation {
	return c.judge("manifest", manifest, c.manifest)
}

func (c *Checker) judge(where string, body []byte, by func(*findings, object)) []Violation {
	f := &findings{where: where}
	if o := decodeObject(body); o != nil {
		by(f, o)
	} else {
		f.add(Schema, "this is no JSON object")
	}
	return f.all
}

func (c *Checker) message(f *findings, message object) {
	message = normal(message)
	if flag(message, "delete_original") && message["text"] == nil {
		onlyKnownKeys(f, message)
		return
	}
	if c.schemas != nil {
		bySchema(f, c.schemas.message, message)
	}
	checkText(f, message)
	checkBlocks(f, message)
}

func (c *Checker) home(f *findings, view object) {
	if c.schemas != nil {
		bySchema(f, c.schemas.home, view)
	}
	c.view(f, view)
}

func (c *Checker) modal(f *findings, view object) {
	if c.schemas != nil {
		bySchema(f, c.schemas.modal, view)
	}
	c.view(f, view)
}

// view judges what holds for views of both kinds.
func (c *Checker) view(f *findings, view object) {
	if c.schemas != nil {
		for i, block := range list(view, "blocks") {
			if err := c.schemas.block.Validate(block); err != nil {
				f.add("S3", "block %d is none that Slack knows: %s", i+1, brief(err))
			}
		}
	}
	checkView(f, view)
	checkBlocks(f, view)
}

func (c *Checker) manifest(f *findings, manifest object) {
	if c.schemas != nil {
		bySchema(f, c.schemas.manifest, manifest)
	}
	checkManifest(f, manifest)
}

func bySchema(f *findings, s *jsonschema.Schema, value any) {
	if err := s.Validate(value); err != nil {
		f.add(Schema, "%s", brief(err))
	}
}

// brief returns the deepest causes only: an anyOf of twenty blocks would name
// nineteen that nobody meant.
func brief(err error) string {
	invalid, ok := err.(*jsonschema.ValidationError)
	if !ok {
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
	const most = 5
	return strings.Join(lines[:min(len(lines), most)], "; ")
}

// normal leaves out of a copy what slack-go sends without being asked to and
// Slack ignores.
func normal(message object) object {
	kept := object{}
	for key, value := range message {
		switch key {
		case "token", "as_user", "link_names":
		case "blocks":
			if value != nil {
				kept[key] = value
			}
		default:
			kept[key] = value
		}
	}
	return kept
}

func onlyKnownKeys(f *findings, message object) {
	for key := range message {
		switch key {
		case "delete_original", "replace_original", "response_type", "metadata", "thread_ts":
		default:
			f.add("S14", "%q has no place in a body that only deletes", key)
		}
	}
}

// size is how many bytes a view has as JSON.
func size(value any) int {
	data, _ := json.Marshal(value) // decoded JSON can always be written
	return len(data)
}
