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

// rooms is a table of every package and which of ours it may import. Imports run one
// way: the engine knows nobody, and only the command line knows all. The fakes stand
// for the platforms, so they know nothing of ours but bot/chat/fake, their common
// part. Only tests import bot/bottest.
const rooms = `
game                           →
game/gametest                  → game
game/lines                     → game
game/solve/pace                →
game/solve/internal/search     → game/solve/pace
game/solve/internal/cards      → game
game/solve/internal/line       → game
game/solve/internal/table      → game/solve/internal/search
game/solve/internal/chunks     →
game/solve/internal/shorten    → game game/solve/internal/chunks game/solve/internal/search game/solve/pace
game/solve/internal/yukon      → game game/solve/internal/chunks game/solve/internal/search game/solve/pace
game/solve/internal/unlimited  → game game/solve/internal/cards game/solve/internal/line game/solve/internal/search game/solve/internal/table
game/solve/internal/limited    → game game/solve/internal/cards game/solve/internal/line game/solve/internal/search game/solve/internal/unlimited
game/solve/internal/solvetest  → game game/gametest
game/solve                     → game game/solve/internal/limited game/solve/internal/search game/solve/internal/shorten game/solve/internal/unlimited game/solve/internal/yukon
game/hint                      → game game/solve game/solve/pace
game/review                    → game game/hint game/solve game/solve/pace

render                         → game
render/picture                 → game render

persist                        →
persist/lease                  → persist
persist/bolt                   → persist persist/lease
persist/postgres               → persist
persist/postgres/postgrestest  →
persist/persisttest            → persist persist/lease
persist/portable               → persist

bot/locale                     →
bot/locale/report              → bot/locale
bot/command                    → bot/locale game
bot                            → bot/command bot/locale game persist
bot/daily                      → bot bot/command bot/locale game persist
bot/play                       → bot bot/command bot/daily bot/locale game persist
bot/bottest                    → bot bot/command bot/daily bot/locale bot/play game game/hint game/review game/solve persist persist/bolt persist/persisttest
bot/chat                       → bot bot/locale render render/picture
bot/console/table              → bot bot/command bot/locale game render
bot/console                    → bot bot/command bot/console/table bot/locale persist render
bot/discord                    → bot bot/chat bot/command bot/locale game persist persist/lease render render/picture
bot/slack                      → bot bot/chat bot/command bot/locale game persist render render/picture
bot/web                        → bot bot/command bot/locale game persist render render/picture
bot/chat/fake                  →
bot/discord/discordfake        → bot/chat/fake
bot/discord/discordpage        → render render/picture
bot/slack/slackfake            → bot/chat/fake

cmd/solitaire/internal/advise  → bot game game/hint game/review game/solve game/solve/pace persist cmd/solitaire/internal/cputime
cmd/solitaire/internal/cputime →
cmd/solitaire/internal/files   →
cmd/solitaire                  → bot bot/console bot/daily bot/discord bot/discord/discordpage bot/locale bot/play bot/slack bot/web game game/hint game/lines game/review game/solve persist persist/bolt persist/lease persist/portable persist/postgres render render/picture cmd/solitaire/internal/advise cmd/solitaire/internal/cputime cmd/solitaire/internal/files
`

// mayImport reads the table.
func mayImport(t *testing.T) map[string][]string {
	t.Helper()
	table := map[string][]string{}
	for row := range strings.Lines(rooms) {
		room, others, ok := strings.Cut(row, "→")
		if !ok && strings.TrimSpace(row) != "" {
			t.Fatalf("no arrow in %q", row)
		}
		table[strings.TrimSpace(room)] = strings.Fields(others)
	}
	return table
}

// libraries lists the one room of each third-party module. What the fakes need
// to stand for a platform is in theirs too.
func libraries() map[string][]string {
	return map[string][]string{
		"github.com/alecthomas/kong":               {"cmd/solitaire"},
		"github.com/adrg/xdg":                      {"cmd/solitaire"},
		"github.com/prometheus/client_golang":      {"cmd/solitaire"},
		"github.com/schollz/progressbar/v3":        {"cmd/solitaire"},
		"go.yaml.in/yaml/v4":                       {"cmd/solitaire"},
		"golang.org/x/sys":                         {"cmd/solitaire", "cmd/solitaire/internal/cputime"},
		"golang.org/x/sync":                        {"cmd/solitaire"},
		"go.etcd.io/bbolt":                         {"persist/bolt"},
		"github.com/jackc/pgx/v5":                  {"persist/postgres", "persist/postgres/postgrestest"},
		"github.com/fxamacker/cbor/v2":             {"persist"},
		"github.com/google/go-cmp":                 {"persist/persisttest"},
		"pgregory.net/rapid":                       {"persist/persisttest"},
		"golang.org/x/time":                        {"bot", "bot/web"},
		"github.com/BurntSushi/toml":               {"bot/locale"},
		"golang.org/x/text":                        {"bot/locale"},
		"golang.org/x/term":                        {"bot/console", "cmd/solitaire"},
		"charm.land/bubbletea/v2":                  {"bot/console/table"},
		"charm.land/bubbles/v2":                    {"bot/console/table"},
		"charm.land/lipgloss/v2":                   {"bot/console/table"},
		"github.com/bwmarrin/discordgo":            {"bot/discord"},
		"github.com/slack-go/slack":                {"bot/slack"},
		"golang.org/x/image":                       {"render/picture"},
		"github.com/gorilla/websocket":             {"bot/discord", "bot/discord/discordfake", "bot/slack/slackfake"},
		"github.com/santhosh-tekuri/jsonschema/v6": {"bot/chat/fake"},
	}
}

func TestImportsRunOneWay(t *testing.T) {
	t.Parallel()
	table := mayImport(t)
	for _, pkg := range packages(t) {
		room := strings.TrimPrefix(pkg.ImportPath, module)
		allowed, known := table[room]
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
	for lib, homes := range libraries() {
		if path == lib || strings.HasPrefix(path, lib+"/") {
			if !slices.Contains(homes, room) {
				t.Errorf("%s imports %s, whose room is %s", room, path, strings.Join(homes, ", "))
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
