package discordfake

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

const (
	sharedVariable = "SOLITAIRE_SHARED"
	specification  = "mem:///discord.json"
	component      = "#/components/schemas/"
)

// schemaPlaces says where in Discord's specification the schema of a kind is. That
// of a callback depends on its type: an error of one schema says more than one
// of all.
var schemaPlaces = map[Kind]string{
	Callback + " 1": component + "PongInteractionCallbackRequest",
	Callback + " 4": component + "CreateMessageInteractionCallbackRequest",
	Callback + " 5": component + "CreateMessageInteractionCallbackRequest",
	Callback + " 6": component + "UpdateMessageInteractionCallbackRequest",
	Callback + " 7": component + "UpdateMessageInteractionCallbackRequest",
	Callback + " 8": component + "ApplicationCommandAutocompleteCallbackRequest",
	FollowUp:        component + "IncomingWebhookRequestPartial",
	WebhookEdit:     component + "IncomingWebhookUpdateRequestPartial",
	ChannelMessage:  component + "MessageCreateRequest",
	ChannelEdit:     component + "MessageEditRequestPartial",
	DirectMessage:   component + "CreatePrivateChannelRequest",
	NewEmoji:        "#/paths/~1applications~1{application_id}~1emojis/post/requestBody/content/application~1json/schema",
	CommandSet:      "#/paths/~1applications~1{application_id}~1commands/put/requestBody/content/application~1json/schema",
}

// schemas are Discord's, compiled in strict mode.
type schemas map[Kind]*jsonschema.Schema

// compiled is shared by all tests of a process, because compiling is slow. It
// returns nil without an error where the variable is not set.
var compiled = sync.OnceValues(compile)

func compile() (schemas, error) {
	dir := os.Getenv(sharedVariable)
	if dir == "" {
		return nil, nil
	}
	fail := func(err error) (schemas, error) {
		return nil, fmt.Errorf("%s is set, but Discord's specification can't be used: %w", sharedVariable, err)
	}
	data, err := os.ReadFile(filepath.Join(dir, "specs", "discord-openapi.json"))
	if err != nil {
		return fail(err)
	}
	doc, err := decode(data)
	if err != nil {
		return fail(err)
	}
	walk(doc, func(o object) { // strict mode: a key that isn't listed is an error, so that misspelt ones are found
		_, open := o["additionalProperties"]
		if child(o, "properties") != nil && o["type"] == "object" && !open {
			o["additionalProperties"] = false
		}
		if len(list(o, "enum")) == 1 { // without the list of all values, a check takes half the time
			delete(o, "allOf")
		}
	})
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	compiler.AssertFormat()
	if err := compiler.AddResource(specification, doc); err != nil {
		return fail(err)
	}
	all := schemas{}
	for kind, place := range schemaPlaces {
		if all[kind], err = compiler.Compile(specification + place); err != nil {
			return fail(err)
		}
	}
	return all, nil
}

// check validates a payload without the keys that discordgo always emits and that
// Discord takes although its schemas don't list them.
func (s schemas) check(kind Kind, doc any) error {
	o, _ := doc.(object)
	callback := 0
	if kind == Callback {
		callback = number(o, "type", 0)
		kind = Kind(fmt.Sprintf("%s %d", kind, callback))
	}
	if s[kind] == nil {
		return fmt.Errorf("no such type of callback: %v", o["type"])
	}
	return s[kind].Validate(without(doc, func(key string, value any) bool {
		switch key {
		case "tts":
			return callback >= callbackUpdate && value == false
		case "content":
			return callback == callbackChoices && value == ""
		case "ID", "Channel":
			return kind == ChannelEdit
		case "autocomplete":
			return kind == CommandSet && value == false
		}
		return value == nil
	}))
}
