package main

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/solitaire-chat/solitaire/"

// rooms lists every package and which of ours it may import. Imports run one
// way: the engine knows nobody, and only the command line knows all.
func rooms() map[string][]string {
	return map[string][]string{
		"game":                {},
		"game/lines":          {"game"},
		"game/solve":          {"game"},
		"render":              {"game"},
		"persist":             {},
		"persist/bolt":        {"persist"},
		"persist/persisttest": {"persist"},
		"bot/locale":          {},
		"bot":                 {"bot/locale", "game", "persist"},
		"bot/console":         {"bot", "bot/locale", "game", "persist", "render"},
		"cmd/solitaire":       {"bot", "bot/console", "bot/locale", "game", "game/lines", "game/solve", "persist", "persist/bolt", "render"},
	}
}

// libraries lists the one room of each third-party module.
func libraries() map[string]string {
	return map[string]string{
		"github.com/alecthomas/kong":        "cmd/solitaire",
		"github.com/adrg/xdg":               "cmd/solitaire",
		"go.etcd.io/bbolt":                  "persist/bolt",
		"github.com/fxamacker/cbor/v2":      "persist",
		"github.com/nicksnyder/go-i18n/v2":  "bot/locale",
		"github.com/BurntSushi/toml":        "bot/locale",
		"golang.org/x/text":                 "bot/locale",
		"golang.org/x/term":                 "bot/console",
		"github.com/google/go-cmp":          "persist/persisttest",
		"pgregory.net/rapid":                "persist/persisttest",
		"golang.org/x/sys":                  "cmd/solitaire",
		"github.com/schollz/progressbar/v3": "cmd/solitaire",
	}
}

func TestImportsRunOneWay(t *testing.T) {
	for _, pkg := range packages(t) {
		room := strings.TrimPrefix(pkg.ImportPath, module)
		allowed, known := rooms()[room]
		if !known {
			t.Errorf("%s is in no room: add it to the plan in this test", room)
			continue
		}
		for _, path := range pkg.Imports {
			if ours, ok := strings.CutPrefix(path, module); ok {
				if !slices.Contains(allowed, ours) {
					t.Errorf("%s must not import %s", room, ours)
				}
			} else if strings.Contains(strings.Split(path, "/")[0], ".") {
				checkLibrary(t, room, path)
			}
		}
	}
}

func checkLibrary(t *testing.T, room, path string) {
	t.Helper()
	for lib, home := range libraries() {
		if path == lib || strings.HasPrefix(path, lib+"/") {
			if room != home {
				t.Errorf("%s imports %s, whose room is %s", room, path, home)
			}
			return
		}
	}
	t.Errorf("%s imports %s, which has no room yet", room, path)
}

// A listed is what "go list" says of a package, without its tests.
type listed struct {
	ImportPath string
	Imports    []string
}

func packages(t *testing.T) []listed {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", module+"...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []listed
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var pkg listed
		if err := d.Decode(&pkg); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, pkg)
	}
}
