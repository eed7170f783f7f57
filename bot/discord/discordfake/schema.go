package discordfake

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

const (
	sharedVariable = "SOLITAIRE_SHARED"
	specification  = "mem:///discord.json"
	component      = "#/components/schemas/"
	commandSetPath = "#/paths/~1applications~1{application_id}~1commands/put/requestBody/content/application~1json/schema"
)

// schemas are Discord's, compiled in strict mode, by their place in the
// specification.
type schemas map[string]*jsonschema.Schema

// compiled is shared by all tests of a process: compiling takes a while, and
// compiled schemas don't change. It returns nil without an error where the
// variable is not set.
var compiled = sync.OnceValues(compile)

func compile() (schemas, error) {
	dir := os.Getenv(sharedVariable)
	if dir == "" {
		return nil, nil
	}
	file, err := os.Open(filepath.Join(dir, "specs", "discord-openapi.json"))
	if err != nil {
		return nil, fmt.Errorf("%s is set, but Discord's specification can't be read: %w", sharedVariable, err)
	}
	defer file.Close()
	doc, err := jsonschema.UnmarshalJSON(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file.Name(), err)
	}
	closeObjects(doc)
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	compiler.AssertFormat()
	if err := compiler.AddResource(specification, doc); err != nil {
		return nil, fmt.Errorf("%s: %w", file.Name(), err)
	}
	all := schemas{}
	for _, place := range append(slices.Collect(maps.Values(callbackSchemas)), slices.Collect(maps.Values(kindSchemas))...) {
		if all[place], err = compiler.Compile(specification + place); err != nil {
			return nil, fmt.Errorf("%s: %w", file.Name(), err)
		}
	}
	return all, nil
}

// closeObjects makes the schemas strict: a key that they don't list is an
// error, so that a misspelt one is found. Where only one value is possible, the
// list of all values of that kind says nothing more; without it a check takes
// half the time.
func closeObjects(doc any) {
	switch v := doc.(type) {
	case object:
		_, open := v["additionalProperties"]
		if _, has := v["properties"].(object); has && v["type"] == "object" && !open {
			v["additionalProperties"] = false
		}
		if len(list(v, "enum")) == 1 {
			delete(v, "allOf")
		}
		for _, element := range v {
			closeObjects(element)
		}
	case []any:
		for _, element := range v {
			closeObjects(element)
		}
	}
}

// callbackSchemas names the schema of each type of callback: judging by the
// type gives better words than trying all of them.
var callbackSchemas = map[int]string{
	callbackPong:        component + "PongInteractionCallbackRequest",
	callbackMessage:     component + "CreateMessageInteractionCallbackRequest",
	callbackDefer:       component + "CreateMessageInteractionCallbackRequest",
	callbackDeferUpdate: component + "UpdateMessageInteractionCallbackRequest",
	callbackUpdate:      component + "UpdateMessageInteractionCallbackRequest",
	callbackChoices:     component + "ApplicationCommandAutocompleteCallbackRequest",
}

var kindSchemas = map[Kind]string{
	FollowUp:       component + "IncomingWebhookRequestPartial",
	WebhookEdit:    component + "IncomingWebhookUpdateRequestPartial",
	ChannelMessage: component + "MessageCreateRequest",
	ChannelEdit:    component + "MessageEditRequestPartial",
	CommandSet:     commandSetPath,
	DirectMessage:  component + "CreatePrivateChannelRequest",
}

func (s schemas) check(r *report, kind Kind, doc any) {
	place, known := kindSchemas[kind]
	if kind == Callback {
		o, _ := doc.(object)
		if place, known = callbackSchemas[number(o, "type", 0)]; !known {
			r.add("schema", "/type", "no such type of callback: %v", o["type"])
			return
		}
	}
	if !known {
		panic("discordfake: no schema for a " + string(kind))
	}
	if err := s[place].Validate(normal(kind, doc)); err != nil {
		r.add("schema", "", "%v", err)
	}
}

// normal returns a copy of a payload without the keys that discordgo always
// emits and that Discord takes although its schemas don't list them.
func normal(kind Kind, doc any) any {
	doc = clone(doc)
	dropNulls(doc)
	o, _ := doc.(object)
	switch kind {
	case Callback:
		data, callback := child(o, "data"), number(o, "type", 0)
		if callback >= callbackUpdate && data["tts"] == false {
			delete(data, "tts")
		}
		if callback >= callbackChoices && data["content"] == "" {
			delete(data, "content")
		}
	case ChannelEdit:
		delete(o, "ID")
		delete(o, "Channel")
	case CommandSet:
		commands, _ := doc.([]any)
		for _, element := range commands {
			c, _ := element.(object)
			dropUnset(c)
		}
	}
	return doc
}

func dropUnset(o object) {
	for _, option := range objects(o, "options") {
		if option["autocomplete"] == false {
			delete(option, "autocomplete")
		}
		dropUnset(option)
	}
}

func dropNulls(doc any) {
	switch v := doc.(type) {
	case object:
		for key, element := range v {
			if element == nil {
				delete(v, key)
			}
			dropNulls(element)
		}
	case []any:
		for _, element := range v {
			dropNulls(element)
		}
	}
}
