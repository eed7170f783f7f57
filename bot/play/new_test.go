package play_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/bot/play"
	"github.com/solitaire-chat/solitaire/game"
)

func TestOptionsOfANewGame(t *testing.T) {
	for text, want := range map[string]string{
		"new":                            "klondike-d1-1pass-noreturn",
		"new draw 3":                     "klondike-d3-3pass-noreturn",
		"new klondike passes unlimited":  "klondike-d1-unlimited-noreturn",
		"new draw 3 passes 1 return yes": "klondike-d3-1pass-return",
		"new return yes yukon":           "yukon-return",
		"NEW  Yukon":                     "yukon-noreturn",
		"new vegas":                      "klondike-d1-1pass-noreturn-vegas",
		"new draw=3 scoring=vegas":       "klondike-d3-3pass-noreturn-vegas",
		"new draw:3 Scoring: vegas":      "klondike-d3-3pass-noreturn-vegas",
		"/solitaire new unlimited":       "klondike-d1-unlimited-noreturn",
		"new game klondike draw 3 passes unlimited public deal 5": "klondike-d3-unlimited-noreturn",
		"new game yukon deal 7":                                   "yukon-noreturn",
	} {
		p := bottest.NewPerson(t)
		r := p.Say(text)
		if r.Board == nil {
			t.Errorf("%q: got no board: %s", text, p.Text(r))
			continue
		}
		if got := r.Board.Rules.String(); got != want {
			t.Errorf("%q deals %s, want %s", text, got, want)
		}
	}
}

func TestImpossibleNewGamesAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		"new draw 2":                  "draw can be 1, 3",
		"new draw":                    "draw can be 1, 3",
		"new draw 1 draw 3":           "“draw” twice",
		"new klondike yukon":          "“game” twice",
		"new yukon draw 3":            "Yukon has no stock",
		"new yukon passes 3":          "Yukon has no stock",
		"new yukon vegas":             "Yukon has no stock",
		"new vegas passes unlimited":  "Vegas scoring sets the passes",
		"new vegas draw 3 passes 1":   "Vegas scoring sets the passes",
		"new deal 0":                  "isn't a deal number",
		"new deal 1000000000":         "isn't a deal number",
		"new deal -5":                 "isn't a deal number",
		"new deal":                    "deal can be 1–999999999",
		"new klondike unlimited draw": "draw can be 1, 3",
		"new freecell":                "doesn't belong here",
		"new <@123> `rm`":             "doesn't belong here",
	} {
		p := bottest.NewPerson(t)
		if r := p.Expect(text, want); r.Board != nil {
			t.Errorf("%q dealt a game", text)
		}
	}
}

// A new game offers the same deal with unlimited passes where that is another game.
func TestUnlimitedPassesAreOffered(t *testing.T) {
	for text, want := range map[string]bool{
		"new": true, "new draw 3": true, "new return yes": true,
		"new passes unlimited": false, "new vegas": false, "new vegas draw 3": false, "new yukon": false,
	} {
		p := bottest.NewPerson(t)
		r := p.Say(text)
		offered := slices.IndexFunc(slices.Concat(r.Actions...), func(a bot.Action) bool { return a.Label.Key == "button.unlimited" }) >= 0
		if offered != want {
			t.Errorf("%q: unlimited passes are offered: %v, want %v", text, offered, want)
		}
	}
}

// B15: the help and the reply to a new game show the options for draw and passes. A
// test in render shows that the last draw lies spread out.
func TestDrawAndPassesCanBeDiscovered(t *testing.T) {
	p := bottest.NewPerson(t)
	for _, want := range []string{"draw 1|3", "passes 1|3|unlimited", "return yes|no"} {
		p.Expect("help all", want)
		p.Expect("help new", want)
	}
	r := p.Expect("new draw 3 return yes deal 7", "through the stock 3 times")
	easier := p.Tap(r, "new klondike draw 3 passes unlimited deal 7 return yes")
	if got := easier.Board.Rules.String(); got != "klondike-d3-unlimited-return" {
		t.Errorf("the button: got %s, want unlimited passes with return", got)
	}
}

func TestADealNumberNamesOneDeal(t *testing.T) {
	p := bottest.NewPerson(t)
	p.Bot.Number = func() int { return 77 }
	first := p.Say("new")
	if got := p.Speaker.Join(first.Title); got != "Klondike · deal 77 · draw 1" {
		t.Errorf("got the title %q, want the number in it", got)
	}
	again := p.Say("new deal 77")
	if first.Board.Piles[6].Up[0] != again.Board.Piles[6].Up[0] {
		t.Error("deal 77 differs when it is dealt again")
	}
	if want := game.Numbered(77)[27]; again.Board.Piles[6].Up[0] != want {
		t.Errorf("pile 7: got %v, want %v", again.Board.Piles[6].Up[0], want)
	}
}

// The number shown is that of the board shown (B34).
func TestDealNumbersDoNotDependOnOptions(t *testing.T) {
	p := bottest.NewPerson(t)
	first := p.Say("new deal 77")
	for _, options := range []string{"draw 3", "passes unlimited return yes", "vegas"} {
		r := p.Say("new " + options + " deal 77")
		if !strings.Contains(p.Speaker.Join(r.Title), "deal 77") || r.Board.Piles[6].Up[0] != first.Board.Piles[6].Up[0] {
			t.Errorf("%s: got %s, want deal 77", options, p.Speaker.Join(r.Title))
		}
	}
	p.Bot.Number = func() int { return 78 }
	if r := p.Say("new"); !strings.Contains(p.Speaker.Join(r.Title), "deal 78") {
		t.Errorf("got the title %s, want deal 78", p.Speaker.Join(r.Title))
	}
}

// A refusal shows which numbers are possible. A # may stand before a number, as
// before the number of a day.
func TestADealNumberMayHaveAHash(t *testing.T) {
	w := bottest.NewWorld(t)
	ann := w.Member("ann")
	ann.Expect("new deal", "deal can be 1–999999999.")
	ann.Expect("new deal 0", "“0” isn't a deal number")
	titled := func(m locale.Message) bool { return ann.Speaker.Say(m) == "deal 1141" }
	if r := ann.Say("new deal #1141"); !slices.ContainsFunc(r.Title, titled) {
		t.Errorf("#1141: got %v, %s, want deal 1141", r.Title, ann.Text(r))
	}
}

// The example of another command, such as new, would do something else.
func TestARefusalsExampleIsOfTheSameCommand(t *testing.T) {
	w := bottest.NewWorld(t)
	ann, bob := w.Member("ann"), w.Member("bob")
	for command, want := range map[string]string{
		"new yukon draw 3":              "/solitaire new yukon return yes",
		"daily yukon draw 3":            "/solitaire daily yukon",
		"leaderboard week yukon draw 1": "/solitaire leaderboard yukon",
		"reveal yukon draw 3":           "/solitaire reveal yukon",
		"challenge <@bob> yukon draw 3": "/solitaire challenge @ann yukon",
	} {
		r := ann.Say(command, bob)
		ann.Has(r, "new.needs-stock")
		if got := ann.Text(r); !strings.HasSuffix(got, ": "+want) {
			t.Errorf("%q: got %q, want it to end with %q", command, got, want)
		}
	}
}

func TestRandomDealNumbersAreInRange(t *testing.T) {
	seen := map[int]bool{}
	for range 100 {
		n := bot.RandomNumber()
		if n < 1 || n > game.MaxNumber {
			t.Fatalf("got the number %d, want 1 to %d", n, game.MaxNumber)
		}
		seen[n] = true
	}
	if len(seen) < 90 {
		t.Errorf("got %d different numbers in 100, want 90 or more", len(seen))
	}
}

// Commands that only read, settings, unanswered questions and a restart of the bot don't
// change the current game (B35).
func TestReadingAndRestartsDoNotEndAGame(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	store := bottest.OpenBolt(t, path)
	p := bottest.PersonOn(t, play.New(store))
	p.Say("new draw 3 deal 1")
	before := p.Say("5 4")
	for _, text := range []string{"help", "help move", "rules", "rules yukon", "settings", "settings style ascii", "more", "my-data", "show", "", "forget-me", "resign", "new"} {
		p.Say(text)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	p.Bot = play.New(bottest.OpenBolt(t, path))
	after := p.Say("show")
	if after.Ref != before.Ref || after.Board.Score != before.Board.Score {
		t.Errorf("got the board %v, want %v", after.Ref, before.Ref)
	}
	p.Has(p.Tap(before, "undo"), "undo.done") // a button from before the restart still works
}

func TestReplacingPracticeIsAskedFirst(t *testing.T) {
	p := bottest.NewPerson(t)
	p.Say("new deal 5")
	p.Say("d")
	p.Say("resign confirm")
	p.Say("again")
	begun := p.Say("d")
	p.Say("new deal 7")
	p.Say("d")
	p.Say("resign confirm")
	asked := p.Say("again")
	p.Has(asked, "again.ask")
	if r := p.Say("show practice"); r.Ref != begun.Ref {
		t.Error("the practice game is gone")
	}
	p.Say("show free")
	p.Has(p.Yes(p.Say("again")), "again.done")
}

func TestLosingAGameIsAskedFirst(t *testing.T) {
	p := bottest.NewPerson(t)
	p.Say("new draw 3 deal 1")
	r := p.Say("d")
	for _, text := range []string{"new yukon", "restart", "resign", "forget-me"} {
		asked := p.Say(text)
		if asked.Ref != r.Ref || len(asked.Actions) != 1 || asked.Actions[0][0].Answer != bot.AnswerYes || asked.Actions[0][1].Answer != bot.AnswerNo {
			t.Errorf("%q: got the buttons %v, want a question", text, asked.Actions)
		}
	}
	p.Tap(p.Say("restart"), "show") // no
	p.Has(p.Say("yes"), "unknown.no-question")
	if n := len(p.Results()); n != 0 {
		t.Errorf("got %d results, want none", n)
	}
}
