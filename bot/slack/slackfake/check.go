package slackfake

import (
	"maps"
	"strings"
	"sync"
	"testing"

	"github.com/solitaire-chat/solitaire/bot/chat/fake"
)

type object = fake.Object

// Schema and Transport are the rules of violations that have no number: a JSON Schema,
// and the ways of talking to Slack.
const (
	Schema    = fake.Schema
	Transport = "transport"
)

// A Checker judges payloads by the schemas, if they are at hand, and by the rules.
type Checker struct{ schemas fake.Schemas }

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
func (c *Checker) Message(body []byte) []fake.Violation { return c.decoded(body, "message") }

// Home judges the view of an App Home.
func (c *Checker) Home(view []byte) []fake.Violation { return c.decoded(view, "home") }

// Manifest judges an app manifest in JSON.
func (c *Checker) Manifest(manifest []byte) []fake.Violation { return c.decoded(manifest, "manifest") }

func (c *Checker) decoded(body []byte, kind string) []fake.Violation {
	if o := fake.DecodeObject(body); o != nil {
		return c.judge(kind, kind, o)
	}
	return []fake.Violation{{Rule: Schema, Where: kind, Text: "this is no JSON object"}}
}

func (c *Checker) judge(where, kind string, body object) []fake.Violation {
	if kind == "message" { // slack-go always sends some keys that Slack ignores
		body = maps.Clone(body)
		maps.DeleteFunc(body, func(key string, value any) bool {
			return key == "token" || key == "as_user" || key == "link_names" || key == "blocks" && value == nil
		})
	}
	found := c.schemas.Check(kind, body)
	if kind == "home" {
		for _, block := range fake.List(body, "blocks") { // the schema of views accepts blocks without content
			for _, v := range c.schemas.Check("block", block) {
				v.Rule = "S3"
				found = append(found, v)
			}
		}
	}
	found = append(found, fake.Judge(rules, kind, body)...)
	fake.Walk(fake.List(body, "blocks"), func(o object) { found = append(found, fake.Judge(rules, fake.Text(o, "type"), o)...) })
	for i := range found {
		found[i].Where = where
	}
	return found
}

// load compiles the schemas once for all tests of a process.
var load = sync.OnceValues(func() (fake.Schemas, error) {
	return fake.LoadSchemas(map[string]string{
		"message": "slack-message.schema.json", "home": "slack-home.schema.json",
		"block": "slack-home.schema.json#/definitions/KnownBlock", "manifest": "manifest.schema.2.0.0.json",
	}, func(o object) { // Go has no look-aheads; these are about domains, which the bot doesn't name
		if strings.Contains(fake.Text(o, "pattern"), "(?!") {
			delete(o, "pattern")
		}
	})
})
