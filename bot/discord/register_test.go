package discord_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/discord/discordfake"
	"github.com/solitaire-chat/solitaire/bot/play"
)

// Commands are installed once. Up-to-date commands aren't sent again, and a dry run sends
// nothing.
func TestRegister(t *testing.T) {
	s := discordfake.New(t, discordfake.Options{})
	a := mustNew(t, s, nil)
	register := func(dryRun bool) string {
		t.Helper()
		changes, err := a.Register(context.Background(), dryRun)
		if err != nil {
			t.Fatal(err)
		}
		if changes.None() != (changes.String() == "The commands are up to date.") {
			t.Errorf("None and String don't agree: %s", changes)
		}
		return changes.String()
	}
	dry := register(true)
	if sent(s) != 0 {
		t.Error("a dry run has sent something")
	}
	for _, spec := range play.Commands() {
		if alone(spec) == strings.Contains(dry, "\n+ /solitaire "+spec.Name+": ") || spec.Own != strings.Contains("\n"+dry, "\n+ /"+spec.Name+": ") {
			t.Errorf("%s is not announced in\n%s", spec.Name, dry)
		}
	}
	for _, line := range []string{
		"+ /move: Move cards: 3 5, w f, 9h 10s; on its own it lists your moves (contexts [0 1 2]) (installs [0 1])",
		"+ /solitaire new passes: How many times you may go through the stock (string, 1, 3, unlimited)",
		"+ /solitaire undo steps: How many steps (integer, from 1)",
		"+ /move from: From: a pile 1-7, w, f, or a card; or the whole move, such as 3 5 (string, completed)",
	} {
		if !strings.Contains(dry+"\n", line+"\n") {
			t.Errorf("no line %q in\n%s", line, dry)
		}
	}
	if got := register(false); got != dry {
		t.Errorf("the dry run has promised something else than\n%s", got)
	}
	for range 2 {
		if got := register(false); got != "The commands are up to date." || sent(s) != 1 {
			t.Errorf("after %d requests: %s", sent(s), got)
		}
	}
	drain(t, a)
}

// Commands of other types stay when the commands are installed: Discord refuses a
// set that lacks the application's entry point.
func TestRegisterKeepsCommandsOfOtherTypes(t *testing.T) {
	s := discordfake.New(t, discordfake.Options{})
	s.Install(`{"name":"launch","description":"","type":4,"handler":2,"contexts":[0,1],"integration_types":[0,1],"version":"12"}`)
	s.Install(`{"name":"Who is that","type":2}`)
	s.Install(`{"name":"old","description":"Goes","type":1}`)
	a := mustNew(t, s, nil)
	changes, err := a.Register(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	if text := changes.String(); strings.Contains(text, "launch") || strings.Contains(text, "Who is that") || !strings.Contains(text, "- /old: Goes") {
		t.Errorf("changes %s", text)
	}
	names := s.Commands()
	if !slices.Contains(names, "launch") || !slices.Contains(names, "Who is that") || !slices.Contains(names, "solitaire") || slices.Contains(names, "old") {
		t.Errorf("installed are %v", names)
	}
	for _, p := range s.Payloads() {
		if !strings.Contains(p.Body, `"handler":2`) {
			t.Errorf("the entry point has lost its handler: %s", p.Body)
		}
	}
	if changes, err = a.Register(t.Context(), false); err != nil || !changes.None() || sent(s) != 1 {
		t.Errorf("again: %s, %v, %d sets", changes, err, sent(s))
	}
	drain(t, a)
}

// sent counts the sets of commands that were sent.
func sent(s *discordfake.Server) (n int) {
	for _, p := range s.Payloads() {
		if p.Route == discordfake.RouteCommands {
			n++
		}
	}
	return n
}

// alone reports whether a command is no subcommand, since there is room for 25.
func alone(s bot.Command) bool { return s.Own && len(s.Options) == 0 }

// Every command of the table is there, as subcommand and, where it shall be,
// by itself, and its options are the table's.
func TestAllCommandsAreThere(t *testing.T) {
	st := setup{}.open(t)
	ann := st.ann()
	for _, spec := range play.Commands() {
		var names []string
		if !alone(spec) {
			names = append(names, "solitaire "+spec.Name)
		}
		if spec.Own {
			names = append(names, spec.Name)
		}
		for _, name := range names {
			a := ann.Slash(name)
			if text := said(t, a.Message); strings.Contains(text, "I don't know") {
				t.Errorf("/%s: %s", name, text)
			}
			for _, o := range spec.Options {
				for _, value := range append(o.Values, map[command.Kind]string{command.Number: "1", command.Spot: "3 5", command.Word: "draw", command.Flag: "true", command.Date: "today", command.Person: "8"}[o.Kind]) {
					if value != "" {
						ann.Slash(name, o.Name+":"+value)
					}
				}
			}
		}
	}
}

// Moves are suggested in words during typing, and both the words and what they stand for
// are understood.
func TestSuggestions(t *testing.T) {
	both(t, func(t *testing.T, s setup) {
		st := s.open(t)
		ann := st.ann()
		if got := ann.Autocomplete("move", "from:"); len(got) != 0 {
			t.Errorf("without a game: %v", got)
		}
		ann.Slash("solitaire new", "deal:1141", "passes:unlimited")
		list := ann.Autocomplete("move", "from:6")
		if len(list) == 0 || !strings.Contains(list[0].Name, "→") {
			t.Fatalf("suggestions %v", list)
		}
		says(t, ann.Slash("move", "from:"+list[0].Value.(string)).Message, "1 move ·")
		says(t, ann.Slash("undo").Message, "0 moves")
		says(t, ann.Slash("move", "from:"+list[0].Name).Message, "1 move ·")
		if further := ann.Autocomplete("solitaire move", "from:d, draw"); len(further) != 0 {
			t.Fatalf("a card that was not seen yet is drawn for the suggestions %v", further)
		}
		const firstPass = 25 // draws, and the turn-over
		says(t, ann.Slash("move", "from:"+strings.Repeat("d, ", firstPass)).Message, "pass 2")
		further := ann.Autocomplete("solitaire move", "from:d, draw")
		if len(further) != 1 || further[0].Value != "d, d" {
			t.Fatalf("suggestions %v", further)
		}
		says(t, ann.Slash("solitaire move", "from:"+further[0].Name).Message, "27 moves")
	})
}

// A list of moves that is too long to be suggested can still be typed.
func TestLongSuggestions(t *testing.T) {
	st := setup{}.open(t)
	ann := st.ann()
	ann.Slash("solitaire new", "deal:1141", "passes:unlimited")
	ann.Slash("move", "from:"+strings.Repeat("d, ", 25)) // to the second pass, of which all cards are known
	for _, draws := range []int{20, 40, 60} {
		ann.Autocomplete("move", "from:"+strings.Repeat("d, ", draws))
	}
	says(t, ann.Slash("move", "from:"+strings.Repeat("d, ", 40)).Message, "63 moves")
}

// Commands have names and descriptions in the languages that Discord and the
// catalogue share, and in no other.
func TestTranslatedCommands(t *testing.T) {
	a := mustNew(t, discordfake.New(t, discordfake.Options{}), nil)
	changes, err := a.Register(context.Background(), true)
	if err != nil {
		t.Fatal(err)
	}
	listed := changes.String()
	for _, want := range []string{
		"/solitaire new is called, bg: нова-игра", "/solitaire new is called, vi: ván-mới", "/undo is called, vi: hoàn-tác",
		"/solitaire, bg: Пасианси Клондайк и Юкон", "/move from, vi: Từ đâu",
	} {
		if !strings.Contains(listed, want) {
			t.Errorf("it lacks %q", want)
		}
	}
	for _, lang := range []string{"sq", "mt", "sn"} {
		if strings.Contains(listed, ", "+lang+": ") {
			t.Errorf("%s, which Discord doesn't know, is among the translations", lang)
		}
	}
	for _, spec := range play.Commands() {
		for _, lang := range []string{"bg", "vi"} {
			if !strings.Contains(listed, "/"+spec.Name+" is called, "+lang) && !strings.Contains(listed, "/solitaire "+spec.Name+" is called, "+lang) {
				t.Errorf("%s has no name in %s", spec.Name, lang)
			}
		}
	}
}
