package slackfake

import "fmt"

// Schema is the source of what a JSON Schema refuses. The other sources are the
// numbers of the rules, such as S4 or M2, and "transport" for the ways of
// talking to Slack.
const (
	Schema    = "schema"
	Transport = "transport"
)

// A Violation is something that Slack would refuse, drop or show wrongly.
type Violation struct {
	Source string // Schema, Transport, or a rule's number
	Where  string // the method or the kind of payload
	Text   string
}

func (v Violation) String() string { return fmt.Sprintf("%s: %s: %s", v.Where, v.Source, v.Text) }

// findings collects what is wrong in one payload.
type findings struct {
	where string
	all   []Violation
}

func (f *findings) add(source, format string, args ...any) {
	f.all = append(f.all, Violation{Source: source, Where: f.where, Text: fmt.Sprintf(format, args...)})
}
