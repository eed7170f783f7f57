package discordfake

import (
	"fmt"
	"testing"
)

// A Kind says which request a payload is the body of.
type Kind string

// The kinds of payloads.
const (
	Callback       Kind = "callback"             // POST /interactions/…/callback
	FollowUp       Kind = "follow-up"            // POST /webhooks/…
	WebhookEdit    Kind = "webhook edit"         // PATCH /webhooks/…/messages/…
	ChannelMessage Kind = "channel message"      // POST /channels/…/messages
	ChannelEdit    Kind = "channel message edit" // PATCH /channels/…/messages/…
	CommandSet     Kind = "command set"          // PUT …/commands
	Command        Kind = "command"              // POST …/commands
	CommandEdit    Kind = "command edit"         // PATCH …/commands/…
	DirectMessage  Kind = "direct message"       // POST /users/@me/channels
)

// About is what the verdict on a payload depends on besides the payload.
type About struct {
	V2    bool     // the message to be edited has Components V2
	Type  int      // of the option that an autocomplete answer is for; 0: not known
	Files []string // names of the uploaded files and of those the message has
}

// A Violation is one thing Discord would refuse, or the project forbids.
type Violation struct {
	Rule string // "schema", a number of specs/README.md such as "D4", or a word
	Path string // where in the payload, as a JSON pointer
	Text string
}

func (v Violation) String() string {
	return fmt.Sprintf("%s at %q: %s", v.Rule, v.Path, v.Text)
}

// A Checker judges payloads by Discord's own schemas and by the rules that
// these don't express.
type Checker struct {
	schemas *schemas // nil where SOLITAIRE_SHARED is not set
}

// NewChecker returns a Checker. The schemas are read from $SOLITAIRE_SHARED;
// without that variable only the rules are checked, and with it, but without
// the files, the test ends.
func NewChecker(t testing.TB) *Checker {
	t.Helper()
	s, err := sharedSchemas()
	if err != nil {
		t.Fatal(err)
	}
	return &Checker{schemas: s}
}

// HasSchemas reports whether the schemas are checked too.
func (c *Checker) HasSchemas() bool { return c.schemas != nil }

// Check returns everything that is wrong with a payload.
func (c *Checker) Check(kind Kind, body []byte, about About) []Violation {
	doc, err := decode(body)
	if err != nil {
		return []Violation{{Rule: "json", Text: err.Error()}}
	}
	return c.check(kind, doc, about)
}

func (c *Checker) check(kind Kind, doc any, about About) []Violation {
	r := new(report)
	if c.schemas != nil {
		c.schemas.check(r, kind, doc)
	}
	switch kind {
	case CommandSet:
		checkCommandSet(r, doc)
	case Command, CommandEdit:
		o, _ := doc.(object)
		checkCommand(r, "", o, kind == CommandEdit)
	case Callback:
		o, _ := doc.(object)
		checkCallback(r, o, about)
	case DirectMessage:
	default:
		o, _ := doc.(object)
		checkMessage(r, message(kind, "", o, about))
	}
	return r.found
}

// checkCallback judges the answer to an interaction by its type.
func checkCallback(r *report, o object, about About) {
	data, has := o["data"]
	if data == nil {
		has = false
	}
	m := message(Callback, "/data", child(o, "data"), about)
	switch number(o, "type", 0) {
	case callbackMessage:
		m.isNew = true
		checkMessage(r, m)
	case callbackDefer:
		checkDeferral(r, m.data)
	case callbackDeferUpdate:
		if has {
			r.add("D1", "/data", "a deferred update has no data")
		}
	case callbackUpdate:
		checkMessage(r, m)
	case callbackChoices:
		checkChoices(r, m.data, about.Type)
	case callbackModal:
		checkModal(r, m.data)
	}
}

// A report collects violations.
type report struct {
	found []Violation
}

func (r *report) add(rule, path, format string, args ...any) {
	r.found = append(r.found, Violation{Rule: rule, Path: path, Text: fmt.Sprintf(format, args...)})
}
