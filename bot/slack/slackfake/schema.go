package slackfake

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// sharedEnv names the folder of the schemas' parent.
const sharedEnv = "SOLITAIRE_SHARED"

// schemas are the compiled files of the folder specs.
type schemas struct {
	message, home, modal, block, manifest *jsonschema.Schema
}

// load compiles the schemas, once for all tests of a process: they are large
// and never change. It gives nil where the variable isn't set.
var load = sync.OnceValues(func() (*schemas, error) {
	shared := os.Getenv(sharedEnv)
	if shared == "" {
		return nil, nil
	}
	s, err := compileAll(filepath.Join(shared, "specs"))
	if err != nil {
		return nil, fmt.Errorf("%s is set, but its schemas can't be used: %w", sharedEnv, err)
	}
	return s, nil
})

func compileAll(dir string) (*schemas, error) {
	var s schemas
	for _, want := range []struct {
		to         **jsonschema.Schema
		file, part string
	}{
		{&s.message, "slack-message.schema.json", ""},
		{&s.home, "slack-home.schema.json", ""},
		{&s.modal, "slack-modal.schema.json", ""},
		{&s.block, "slack-home.schema.json", "#/definitions/KnownBlock"},
		{&s.manifest, "manifest.schema.2.0.0.json", ""},
	} {
		compiled, err := compile(filepath.Join(dir, want.file), want.part)
		if err != nil {
			return nil, err
		}
		*want.to = compiled
	}
	return &s, nil
}

func compile(path, part string) (*jsonschema.Schema, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	doc, err := decode(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	dropLookAheads(doc)
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft7)
	c.AssertFormat()
	url := "mem:///" + filepath.Base(path)
	if err := c.AddResource(url, doc); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return c.Compile(url + part)
}

// dropLookAheads takes away the patterns that Go can't compile. They are about
// domains, of which a bot like ours names none.
func dropLookAheads(doc any) {
	walk(doc, func(o object) {
		if strings.Contains(str(o, "pattern"), "(?!") {
			delete(o, "pattern")
		}
	})
}
