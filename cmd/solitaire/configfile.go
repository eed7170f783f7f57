package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"
)

// A setter takes the value of a key. Its error says what should stand there
// instead.
type setter func(value *yaml.Node) error

// readKeys sets every key that a YAML file holds. A key that is in nobody's
// list, twice in the file, or has a value that can't be, is told with its line;
// all faults of a file are told at once.
func readKeys(file string, content []byte, known map[string]setter) error {
	top, err := parseYAML(content)
	if err != nil {
		return configf("%s:%w", file, err)
	}
	if top == nil {
		return nil
	}
	r := keyReader{file: file, known: known, seen: map[string]bool{}}
	r.section("", top)
	if len(r.faults) > 0 {
		return &configError{errors.Join(r.faults...)}
	}
	return nil
}

// parseYAML returns the only value of a file; nil if it has none. The error
// begins with its line.
func parseYAML(content []byte) (*yaml.Node, error) {
	loader, err := yaml.NewLoader(bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	var document, second yaml.Node
	switch err := loader.Load(&document); {
	case errors.Is(err, io.EOF):
		return nil, nil
	case err != nil:
		return nil, yamlFault(err)
	}
	if err := loader.Load(&second); !errors.Is(err, io.EOF) {
		return nil, errors.New(" more than one document: take the lines with --- out")
	}
	return document.Content[0], nil
}

// yamlFault puts the parser's error into the form of the others.
func yamlFault(err error) error {
	if fault, ok := errors.AsType[*yaml.LoadError](err); ok {
		return fmt.Errorf("%d: this is no YAML: %s", fault.Mark.Line, fault.Message)
	}
	return fmt.Errorf(" this is no YAML: %w", err)
}

// A keyReader goes through a file and collects its faults.
type keyReader struct {
	file   string
	known  map[string]setter
	seen   map[string]bool
	faults []error
}

func (r *keyReader) fault(line int, format string, args ...any) {
	r.faults = append(r.faults, fmt.Errorf("%s:%d: %w", r.file, line, fmt.Errorf(format, args...)))
}

// section reads the keys of a mapping, whose own key is path. An empty one is
// what is left when all its keys are commented out.
func (r *keyReader) section(path string, n *yaml.Node) {
	switch {
	case n.Tag == "!!null":
		return
	case n.Kind != yaml.MappingNode:
		r.fault(n.Line, "%s must have keys of its own: %s", named(path), strings.Join(r.within(path), ", "))
		return
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		r.key(path, n.Content[i], n.Content[i+1])
	}
}

func (r *keyReader) key(path string, name, value *yaml.Node) {
	full := join(path, name.Value)
	set, isKey := r.known[full]
	switch {
	case r.seen[full]:
		r.fault(name.Line, "%s is set twice", full)
	case isKey:
		if err := set(value); err != nil {
			r.fault(value.Line, "%s: %w", full, err)
		}
	case len(r.within(full)) > 0:
		r.section(full, value)
	default:
		r.unknown(path, name)
	}
	r.seen[full] = true
}

// unknown tells what can be set instead. A secret is not among it.
func (r *keyReader) unknown(path string, name *yaml.Node) {
	for _, word := range []string{"token", "secret", "password"} {
		if strings.Contains(strings.ToLower(name.Value), word) {
			r.fault(name.Line, "%q: secrets don't belong in this file; they come from the environment, see config.example.yaml", name.Value)
			return
		}
	}
	r.fault(name.Line, "there is no key %q%s, only %s", name.Value, inside(path), strings.Join(r.within(path), ", "))
}

// within lists the keys right under one, in order; of the whole file if path is
// empty.
func (r *keyReader) within(path string) []string {
	names := map[string]bool{}
	for key := range r.known {
		if rest, ok := strings.CutPrefix(key, join(path, "")); ok {
			name, _, _ := strings.Cut(rest, ".")
			names[name] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// join returns the path of a key under another one; nothing is above "".
func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func named(path string) string {
	if path == "" {
		return "the file"
	}
	return path
}

func inside(path string) string {
	if path == "" {
		return ""
	}
	return " under " + path
}
