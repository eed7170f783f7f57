package locale_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/bot/locale"
)

// Every key in the code has a text, and every text is used. A key in the code that ends
// in "." or "-" is a prefix of keys.
func TestKeysInTheCodeAndInTheCataloguesAgree(t *testing.T) {
	keys := catalogueKeys(t)
	used := literals(t, rooms(t)...)
	spaces := map[string]bool{}
	for _, key := range keys {
		space, _, _ := strings.Cut(key, ".")
		spaces[space] = true
		if !slices.ContainsFunc(used, func(lit string) bool {
			return lit == key || strings.HasSuffix(lit, ".") && strings.HasPrefix(key, lit) || strings.HasSuffix(lit, "-") && strings.HasPrefix(key, lit)
		}) {
			t.Errorf("no code uses the text %q", key)
		}
	}
	for _, lit := range used {
		space, rest, ok := strings.Cut(lit, ".")
		if !ok || !spaces[space] || slices.Contains([]string{"json", "png", "gif", "html"}, rest) { // names of files
			continue
		}
		if !slices.ContainsFunc(keys, func(key string) bool {
			return key == lit || (strings.HasSuffix(lit, ".") || strings.HasSuffix(lit, "-")) && strings.HasPrefix(key, lit)
		}) {
			t.Errorf("the key %q has no text", lit)
		}
	}
}

// catalogueKeys returns the keys of the English catalogue, which has all of them.
func catalogueKeys(t *testing.T) []string {
	t.Helper()
	var texts map[string]any
	if _, err := toml.DecodeFile("en.toml", &texts); err != nil {
		t.Fatal(err)
	}
	delete(texts, "language") // the header of the file
	delete(texts, "words")
	return slices.Sorted(maps.Keys(texts))
}

// literals returns the string literals of packages that may be keys.
func literals(t *testing.T, dirs ...string) []string {
	t.Helper()
	like := regexp.MustCompile(`^[a-z-]+(\.[a-z0-9-]*)?$`)
	var found []string
	for _, dir := range dirs {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
					if s, err := strconv.Unquote(lit.Value); err == nil && like.MatchString(s) {
						found = append(found, s)
					}
				}
				return true
			})
		}
	}
	return found
}

// One word means one thing (B56).
func TestEnglishTextsKeepToTheGlossary(t *testing.T) {
	p := bottest.NewPerson(t)
	for _, key := range catalogueKeys(t) {
		text := strings.ToLower(p.Speaker.Text(key, locale.Args{"Count": 2}))
		for _, wrong := range []string{"talon", "discard", "column", "redeal", "recycle", "tableau", "deck", "pip", "hand "} {
			if strings.Contains(text, wrong) {
				t.Errorf("%s has the word %q: %s", key, wrong, text)
			}
		}
	}
}
