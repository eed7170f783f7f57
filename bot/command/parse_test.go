package command_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
)

// grammar has a command of each kind that the parser knows.
func grammar(t testing.TB) *command.Grammar {
	t.Helper()
	catalogue, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	games := command.Option{Name: "game", Values: []string{"klondike", "yukon"}}
	draw := command.Option{Name: "draw", Values: []string{"1", "3"}}
	passes := command.Option{Name: "passes", Values: []string{"1", "3", "unlimited"}}
	return &command.Grammar{Words: catalogue.Words(), Specs: []command.Spec{
		{Name: "new", Also: []string{"start", "new game"}, Named: true, Example: "/solitaire new klondike draw 3", Options: []command.Option{
			games, draw, passes,
			{Name: "return", Values: []string{"yes", "no"}},
			{Name: "scoring", Values: []string{"standard", "vegas"}},
			{Name: "deal", Kind: command.Number, Most: game.MaxNumber, Fault: "new.number"},
			{Name: "winnable", Kind: command.Flag},
			{Name: "public", Kind: command.Flag},
		}},
		{Name: "show", Also: []string{"board"}, Reads: true, Example: "/solitaire show", Options: []command.Option{
			{Name: "game", Values: []string{"free", "daily", "challenge", "practice"}},
			{Name: "as", Values: []string{"unicode", "ascii"}},
		}},
		{Name: "move", Also: []string{"m"}, Own: true, Example: "/move 3 5", Options: []command.Option{
			{Name: "from", Kind: command.Spot}, {Name: "to", Kind: command.Spot}, {Name: "count", Kind: command.Number},
		}},
		{Name: "draw", Also: []string{"d", "turn over"}, Own: true, Example: "/draw"},
		{Name: "undo", Also: []string{"u"}, Own: true, Example: "/undo", Options: []command.Option{{Name: "steps", Kind: command.Number, Fault: "undo.number"}}},
		{Name: "hint", Own: true, Example: "/hint"},
		{Name: "daily", Reads: true, Named: true, Example: "/solitaire daily yukon", Options: []command.Option{
			games, draw, {Name: "practice", Kind: command.Flag}, {Name: "day", Kind: command.Date},
		}},
		{Name: "leaderboard", Reads: true, Public: true, Named: true, Example: "/solitaire leaderboard week", Options: []command.Option{
			{Name: "span", Values: []string{"today", "week"}}, games, draw, {Name: "page", Kind: command.Number},
		}},
		{Name: "stats", Reads: true, Example: "/solitaire stats", Options: []command.Option{{Name: "user", Kind: command.Person}}},
		{Name: "challenge", Answers: []string{"accept", "decline"}, Reads: true, Public: true, Named: true, Example: "/solitaire challenge @ann draw 3", Options: []command.Option{
			{Name: "user", Kind: command.Person}, {Name: "user2", Kind: command.Person}, games, draw, passes,
		}},
		{Name: "resign", Also: []string{"give up"}, Example: "/solitaire resign"},
		{Name: "rules", Reads: true, Example: "/solitaire rules yukon", Options: []command.Option{games}},
		{Name: "settings", Reads: true, Example: "/solitaire settings style ascii", Options: []command.Option{
			{Name: "name", Values: []string{"style", "channel", "reminder"}}, {Name: "value", Kind: command.Word},
		}},
		{Name: "my-data", Also: []string{"mydata", "my data"}, Reads: true, Example: "/solitaire my-data"},
		{Name: "forget-me", Also: []string{"forgetme", "forget me"}, AnyWords: true, Reads: true, Example: "/solitaire forget-me"},
		{Name: "help", Also: []string{"h", "?", "commands"}, Reads: true, Example: "/solitaire help", Options: []command.Option{{Name: "command", Kind: command.Word}}},
	}}
}

// The second text is the call's own. "!" stands for the confirmation.
func TestTextsAreParsedAsCalls(t *testing.T) {
	g := grammar(t)
	for text, want := range map[string]string{
		"":                                     "show",
		"/solitaire":                           "show",
		"/solitaire /new":                      "new",
		"  SOLITAIRE   New  Game ":             "new",
		"start":                                "new",
		"new draw 3 yukon":                     "new yukon draw 3",
		"new public deal #7 winnable vegas":    "new scoring vegas deal #7 winnable public",
		"new draw:3 passes:unlimited":          "new draw 3 passes unlimited",
		"new draw=3":                           "new draw 3",
		"нова игра draw 3":                     "new draw 3",
		"board ascii free":                     "show free ascii",
		"show ascii bar":                       "show bar ascii",
		"show as ascii game free":              "show free ascii",
		"3 5":                                  "move 3 5",
		"m 3 5":                                "move 3 5",
		"move 3>5, d ; w f":                    "move 3>5, d, w f",
		"d":                                    "move d",
		"9h:2":                                 "move 9h:2",
		"3 zz":                                 "move 3 zz",
		"move":                                 "move",
		"turn over":                            "draw",
		"u 3":                                  "undo 3",
		"undo steps:3":                         "undo 3",
		"undo steps":                           "undo",
		"give up confirm":                      "resign !",
		"resign":                               "resign",
		"daily yesterday":                      "daily yesterday",
		"daily practice #12 yukon":             "daily yukon practice #12",
		"daily day 12":                         "daily #12",
		"leaderboard today page 2":             "leaderboard today page 2",
		"leaderboard page":                     "leaderboard",
		"leaderboard page two":                 "leaderboard page two",
		"stats":                                "stats",
		"stats <@1>":                           "stats",
		"stats user:<@1>":                      "stats",
		"challenge <@1> draw 3 <@2>":           "challenge draw 3",
		"challenge user:<@1> user2:<@2> yukon": "challenge yukon",
		"challenge accept 8f2c":                "challenge accept 8f2c",
		"rules whist":                          "rules whist",
		"settings":                             "settings",
		"settings style:ascii":                 "settings style ascii",
		"settings reminder 18:30":              "settings reminder 18:30",
		"settings channel <#C123|General>":     "settings channel <#C123|General>",
		"settings channel:<#C123> confirm":     "settings channel <#C123> !",
		"settings channel <#A1> <#B2>":         "settings channel <#a1> <#b2>",
		"mydata":                               "my-data",
		"forget me nothing confirm":            "forget-me nothing !",
		"?":                                    "help",
		"h d":                                  "help d",
		"help new game":                        "help new game",
	} {
		c, fault := g.Parse(text)
		if fault != nil {
			t.Errorf("%q: got the fault %s %v", text, fault.Key, fault.Args)
			continue
		}
		want, confirmed := strings.CutSuffix(want, " !")
		if c.Text() != want || c.Confirmed != confirmed {
			t.Errorf("%q: got %q, confirmed: %t; want %q", text, c.Text(), c.Confirmed, want)
		}
	}
}

// A text without a valid call gives the reason, and the command if it is known.
func TestFaultsNameTheReason(t *testing.T) {
	g := grammar(t)
	for text, want := range map[string]string{
		strings.Repeat("x", command.MaxText+1): "unknown.too-long ",
		"yes":                                  "unknown.no-question ",
		"xyzzy":                                "unknown.command ",
		"hnit":                                 "unknown.near ",
		"draw 3":                               "unknown.surplus draw",
		"undo 3 4":                             "unknown.surplus undo",
		"show free bar":                        "choice.unknown show",
		"show free ascii bar":                  "unknown.surplus show",
		"show bar free":                        "choice.twice show",
		"show ascii unicode":                   "choice.twice show",
		"show as bar":                          "choice.value show",
		"challenge user ann":                   "choice.unknown challenge",
		"new whist":                            "choice.unknown new",
		"new 3":                                "choice.unknown new",
		"new draw":                             "choice.value new",
		"new draw 5":                           "choice.value new",
		"new draw 5 whist":                     "choice.value new",
		"new draw 3 draw 1":                    "choice.twice new",
		"new klondike yukon":                   "choice.twice new",
		"new deal":                             "choice.value new",
		"new deal x":                           "new.number new",
		"new deal 0":                           "new.number new",
		"new deal x whist":                     "choice.unknown new",
		"daily day":                            "day.unreadable daily",
		"daily day first":                      "day.unreadable daily",
		"undo x":                               "undo.number undo",
		"undo 0":                               "undo.number undo",
		"undo #3":                              "undo.number undo",
		"stats ann":                            "choice.unknown stats",
		"challenge <@1> ann":                   "choice.unknown challenge",
	} {
		c, fault := g.Parse(text)
		if fault == nil {
			t.Errorf("%q: got %q, want a fault", text, c.Text())
		} else if got := fault.Key + " " + c.Spec.Name; got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

func TestTypedOptionsMakeTheSameCallAsText(t *testing.T) {
	g := grammar(t)
	for _, test := range []struct {
		name    string
		options map[string]string
		text    string
	}{
		{"new", map[string]string{"draw": "3", "public": "true", "deal": "7"}, "new draw 3 deal 7 public"},
		{"new", map[string]string{"game": "klondike", "draw": "3", "passes": "unlimited", "public": "true"}, "new klondike draw 3 passes unlimited public"},
		{"new", map[string]string{"draw": "5"}, "new draw 5"},
		{"new", map[string]string{"deal": "0"}, "new deal 0"},
		{"move", map[string]string{"from": "3", "to": "5", "count": "2"}, "move 3 5 x2"},
		{"move", map[string]string{"from": "3", "count": "2"}, "move 3 x2"},
		{"move", map[string]string{"from": "3 5, D"}, "move 3 5, d"},
		{"move", nil, "move"},
		{"undo", map[string]string{"steps": "4"}, "undo 4"},
		{"undo", map[string]string{"steps": "0"}, "undo 0"},
		{"settings", map[string]string{"name": "style", "value": "ascii"}, "settings style ascii"},
		{"challenge", map[string]string{"user": "1", "game": "yukon"}, "challenge <@1> yukon"},
		{"settings", map[string]string{"name": "channel", "value": "<#C1>"}, "settings channel <#C1>"},
		{"daily", map[string]string{"day": "#12"}, "daily #12"},
		{"xyzzy", nil, "xyzzy"},
	} {
		got, fault := g.Build(test.name, test.options)
		want, wantFault := g.Parse(test.text)
		if got.Spec.Name != want.Spec.Name || !reflect.DeepEqual(fault, wantFault) {
			t.Errorf("%s %v: got %q with %v, want %q with %v", test.name, test.options, got.Text(), fault, want.Text(), wantFault)
		}
		if fault == nil && got.Text() != want.Text() {
			t.Errorf("%s %v: got %q, want %q", test.name, test.options, got.Text(), want.Text())
		}
	}
}

func TestInvalidNumbersCountAsMissing(t *testing.T) {
	g := grammar(t)
	for text, want := range map[string]int{"leaderboard page 2": 2, "leaderboard": 0, "leaderboard page x": 0, "leaderboard page 99999999999999999999": 0} {
		c, _ := g.Parse(text)
		if n, given := c.Args.Number("page"); n != want || given != (want > 0) {
			t.Errorf("%q: got page %d, given: %t, want %d", text, n, given, want)
		}
	}
}

// A call is public if its command is, or if it makes a new game public.
func TestPublicCommandsAndGamesAreAnsweredPublicly(t *testing.T) {
	g := grammar(t)
	for text, want := range map[string]bool{"new": false, "new public": true, "leaderboard": true, "show": false, "daily": false} {
		if c, _ := g.Parse(text); c.Public() != want {
			t.Errorf("%q: got public: %t, want %t", text, c.Public(), want)
		}
	}
}

func TestUsageListsTheOptions(t *testing.T) {
	g := grammar(t)
	for name, want := range map[string]string{
		"new":         "/solitaire new [klondike|yukon] [draw 1|3] [passes 1|3|unlimited] [return yes|no] [scoring standard|vegas] [deal N] [winnable] [public]",
		"m":           "/move [FROM] [TO] [COUNT]",
		"d":           "/draw",
		"daily":       "/solitaire daily [klondike|yukon] [draw 1|3] [practice] [yesterday|#N]",
		"leaderboard": "/solitaire leaderboard [today|week] [klondike|yukon] [draw 1|3] [page N]",
		"stats":       "/solitaire stats [@user]",
		"?":           "/solitaire help [COMMAND]",
	} {
		if s, ok := g.Find(name); !ok || s.Usage() != want {
			t.Errorf("%s: got %q, want %q", name, s.Usage(), want)
		}
	}
	if s, ok := g.Find("solitare"); ok {
		t.Errorf("got %s for an unknown name", s.Name)
	}
}

func TestQuotedInputIsHarmless(t *testing.T) {
	for input, want := range map[string]string{
		"<@1> *hey* [x](y)":     "1 hey x y",
		strings.Repeat("é", 31): strings.Repeat("é", 30) + "…",
		"ann":                   "ann",
	} {
		if got := command.Quoted(input); got != want {
			t.Errorf("%q: got %q, want %q", input, got, want)
		}
	}
}

// FuzzParse parses any text. The text of the resulting call, and its arguments as a
// platform's typed options, must give the same call again.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"", "new draw:3 public", "3>5, 9h:2", "settings channel <#C1>", "show bar ascii", "daily day 12", "challenge accept x", "forget me x confirm", "a:b:c", "u 3", "вземи 3"} {
		f.Add(text)
	}
	g := grammar(f)
	f.Fuzz(func(t *testing.T, text string) {
		c, fault := g.Parse(text)
		if fault != nil || strings.Contains(c.Text(), command.ConfirmWord) { // it is parsed only at the end
			return
		}
		again, fault := g.Parse(c.Text())
		if c.Confirmed = false; fault != nil || !reflect.DeepEqual(readings(again), readings(c)) {
			t.Fatalf("%q: got %q, and from that %q: %v", text, c.Text(), again.Text(), fault)
		}
		if len(c.Args.Words()) > 0 { // for buttons alone
			return
		}
		options := map[string]string{}
		for _, o := range c.Spec.Options {
			if c.Args.Has(o.Name) {
				options[o.Name] = c.Args.Text(o.Name)
			}
		}
		if c.Spec.Name == "move" {
			_, options["from"], _ = strings.Cut(c.Text(), " ")
		}
		built, fault := g.Build(c.Spec.Name, options)
		if fault != nil || !reflect.DeepEqual(readings(built), readings(c)) {
			t.Fatalf("%q: got %q, and from its options %q: %v", text, c.Text(), built.Text(), fault)
		}
	})
}

// readings returns a call, or the words of its moves: a colon in an order means the same
// as a space.
func readings(c command.Call) any {
	if c.Spec.Name != "move" {
		return c
	}
	var orders []string
	for _, o := range c.Args.Orders() {
		words := strings.FieldsFunc(o.Text(), func(r rune) bool { return r == ' ' || r == ':' })
		if len(words) > 0 {
			orders = append(orders, strings.Join(words, " "))
		}
	}
	return orders
}
