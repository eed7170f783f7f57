package locale_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot/play"
)

// notForPlayers returns the files with texts for operators and platforms only.
func notForPlayers() []string {
	return []string{
		"../discord/changes.go", "../discord/gateway.go", "../discord/connection.go", "../discord/rest.go", "../slack/call.go", // operators
		"../discord/message.go", "../slack/http.go", "../web/server.go", "../web/share.go", "../web/events.go", // headers
		"../slack/manifest.go", // Slack accepts it in one language only
	}
}

// No string literal in the code consists of words, unless it is an error, a panic, a log
// line or something that people type.
func TestPlayersReadNoTextFromTheCode(t *testing.T) {
	for _, dir := range append(rooms(t), ".") {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			if strings.HasSuffix(name, "_test.go") || slices.Contains(notForPlayers(), filepath.ToSlash(name)) {
				continue
			}
			for position, text := range sentences(t, name) {
				t.Errorf("%s has the text %q: put it into the catalogues", position, text)
			}
		}
	}
}

// sentences returns a file's literals that contain words for players, by position.
func sentences(t *testing.T, name string) map[token.Position]string {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	words := regexp.MustCompile(`\p{L}{2,}[,.:;]* \p{L}{2,}`)
	found := map[token.Position]string{}
	logged := map[ast.Node]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if logged[n] {
			return false
		}
		switch n := n.(type) {
		case *ast.CallExpr:
			if f, ok := n.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "way" {
				logged[n.Args[0]] = true // the log's name for a way to answer
			}
			return !forTheOperator(n)
		case *ast.BasicLit:
			text, err := strconv.Unquote(n.Value)
			if n.Kind == token.STRING && err == nil && words.MatchString(text) && !typed(text) {
				found[set.Position(n.Pos())] = text
			}
		}
		return true
	})
	return found
}

func TestTheSearchForSentencesFindsThem(t *testing.T) {
	name := filepath.Join(t.TempDir(), "x.go")
	code := `package x
func f() { say("You won the game"); log.Info("a line of the log"); do("settings style text"); panic("no way out"); say("won") }`
	if err := os.WriteFile(name, []byte(code), 0o600); err != nil {
		t.Fatal(err)
	}
	found := sentences(t, name)
	if len(found) != 1 || !slices.Contains(slices.Collect(maps.Values(found)), "You won the game") {
		t.Errorf("found %v, want only the text of say", found)
	}
}

// forTheOperator reports whether players never read the arguments of a call.
func forTheOperator(call *ast.CallExpr) bool {
	name := ""
	switch f := call.Fun.(type) {
	case *ast.Ident:
		name = f.Name
	case *ast.SelectorExpr:
		name = f.Sel.Name
	}
	switch name {
	case "panic", "New", "Errorf", "Debug", "Info", "Warn", "Error", "DebugContext", "InfoContext", "WarnContext", "ErrorContext":
		return true
	}
	return false
}

// typed reports whether a text is a command or part of one.
func typed(text string) bool {
	if strings.HasPrefix(text, "/") || text == "<no value>" {
		return true
	}
	first, _, _ := strings.Cut(strings.TrimSpace(text), " ")
	words := []string{"turn", "give", "my", "forget"} // of two-word commands
	for _, spec := range play.Commands() {
		words = append(words, spec.Name)
		for _, o := range spec.Options {
			words = append(words, o.Name)
		}
	}
	return slices.Contains(words, first)
}

// rooms returns the other directories whose code has texts for players.
func rooms(t *testing.T) []string {
	t.Helper()
	dirs := []string{"..", "../../render", "../console/table"}
	entries, err := os.ReadDir("..")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() && e.Name() != "bottest" && e.Name() != "locale" {
			dirs = append(dirs, filepath.Join("..", e.Name()))
		}
	}
	return dirs
}
