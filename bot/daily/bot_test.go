package daily_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/bot/play"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/bolt"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

// Deals that are won by these lines, under the default rules of their games.
const (
	wonKlondike = 1141
	wonDraw3    = 1770
	wonYukon    = 452

	lineKlondike = "6>3, 6>f, d, w>f, 3>f, d, d, w>1, d, d, w>f, d, w>5, 2>5, d, d, w>2, d, w>5, d, d, d, w>f, d, w>1, d, w>f, d, w>f, 3>f, 3>2, d, w>f, d, d, w>6, d, w>f, d, d, w>1, 6>1:2, 6>f, 3>f, w>f, 2>f, 5>3:4, 5>4, 6>4, 6>f, 4>f, 2>f, 7>f, 1>f, 7>5, 7>1, 7>f, 7>f, 5>7:2, 4>5:2, 4>f, 4>2, d, w>f, w>f, 4>f, 3>f, w>4, w>3, d, w>6, 7>6:3, 7>f, d, w>4, w>4, w>f, 5>f, w>f, 2>f, 2>f, 5>f, 5>f, 1>f, 5>f, 6>f, 4>f, 1>f, 1>f, 6>f, 3>f, 1>f, 3>f, 4>f, 6>f, 3>f, 3>f, 1>f, 1>f, 6>f, 4>f"
	lineDraw3    = "5>f, 4>f, 3>7, 4>6, 3>1, 7>3:2, 7>f, 5>f, 5>2, 4>3, 2>4:2, d, w>7, 6>7:2, 6>f, 6>f, 7>f, 1>f, w>2, 6>2, d, w>f, 7>f, 1>f, 5>7, 7>5:3, 7>f, d, w>1, w>2, d, w>f, w>1, w>f, d, w>7, w>6, w>1, 7>1:2, d, w>f, w>f, 2>f, w>f, 4>f, 4>f, 1>f, 3>f, 6>3:2, 6>f, 3>f, 1>f, w>6, w>f, 2>f, 5>f, 4>3, d, w>f, 2>f, 5>f, 2>f, 5>f, w>6, w>f, 7>f, w>7, w>f, d, w>f, 5>f, 3>f, 3>f, 1>f, w>f, w>f, 7>f, 6>f, 3>f, 6>f, 1>f, 7>f, 3>f, 3>f, 1>f"
	lineYukon    = "4>f, 3>2:5, 6>4:5, 6>f, 6>f, 6>f, 6>f, 6>f, 5>6:3, 5>f, 7>f, 1>f, 4>f, 5>4:1, 5>f, 6>f, 2>6:9, 6>1:6, 7>1:1, 3>7:1, 6>1:4, 4>6:9, 4>6:1, 6>3:8, 1>7:1, 1>f, 5>f, 5>f, 3>f, 4>f, 2>4:1, 7>2:5, 7>f, 3>f, 7>4:1, 7>2:1, 6>4:1, 7>6:1, 3>6:2, 7>3:1, 2>4:7, 3>4:4, 3>f, 4>2:8, 4>f, 5>f, 1>f, 2>f, 6>f, 1>f, 1>f, 2>f, 1>f, 4>f, 3>f, 4>f, 2>f, 1>f, 7>f, 4>f, 2>f, 1>f, 2>f, 1>f, 6>f, 6>f, 4>f, 2>f, 2>f, 4>f, 1>f, 4>f, 1>f, 6>f, 6>f, 2>f"
)

// A person talks to a bot and reads its answers in English.
type person struct {
	t       testing.TB
	bot     *bot.Bot
	player  persist.Player
	speaker *locale.Speaker
	id      string // of the next delivery
}

// newPerson returns a person with a bot on an empty store in memory, which
// understands the words of all languages.
func newPerson(t testing.TB) *person {
	t.Helper()
	b := play.New(persisttest.NewMemory())
	b.Words = mustLoad(t).Words()
	return personOn(t, b)
}

func personOn(t testing.TB, b *bot.Bot) *person {
	t.Helper()
	return &person{
		t: t, bot: b, player: persist.Player{Platform: "terminal", User: "ann"},
		speaker: mustLoad(t).In("en", false),
	}
}

// catalogue is loaded once for all tests.
var catalogue = sync.OnceValues(locale.Load)

func mustLoad(t testing.TB) *locale.Catalogue {
	t.Helper()
	c, err := catalogue()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func mustOpen(t testing.TB, path string) persist.Store {
	t.Helper()
	store, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil && !errors.Is(err, persist.ErrClosed) {
			t.Error(err)
		}
	})
	return store
}

// say types a command.
func (p *person) say(text string) bot.Reply { return p.send(text, bot.BoardRef{}) }

// tap presses a button or picks a menu entry of a reply.
func (p *person) tap(r bot.Reply, text string) bot.Reply {
	p.t.Helper()
	if !offers(r, text) {
		p.t.Fatalf("the reply has no button %q: %v", text, r.Actions)
	}
	return p.send(text, r.Ref)
}

func offers(r bot.Reply, text string) bool {
	for _, row := range r.Actions {
		for _, a := range row {
			if a.Text == text {
				return true
			}
		}
	}
	for _, c := range r.Menu {
		if c.Text() == text {
			return true
		}
	}
	return false
}

func (p *person) send(text string, ref bot.BoardRef) bot.Reply {
	p.t.Helper()
	r, err := p.bot.Handle(context.Background(), bot.Request{ID: p.id, Player: p.player, Text: text, Board: ref})
	if err != nil {
		p.t.Fatalf("%q: %v", text, err)
	}
	if len(r.Lines) == 0 && r.Board == nil && len(r.Actions) == 0 {
		p.t.Fatalf("%q: an empty reply", text)
	}
	p.wellFormed(text, r)
	return r
}

// wellFormed checks what holds for every reply: each message has a text with
// all its arguments, and each button a command.
func (p *person) wellFormed(text string, r bot.Reply) {
	p.t.Helper()
	messages := slices.Concat(r.Lines, r.Title, r.Status)
	oneButtonEach(p.t, text, r)
	for _, row := range r.Actions {
		if len(row) == 0 || len(row) > 5 {
			p.t.Errorf("%q: a row of %d buttons", text, len(row))
		}
		for _, a := range row {
			messages = append(messages, a.Label)
		}
	}
	for _, c := range r.Menu {
		messages = append(messages, c.Label())
	}
	for _, m := range messages {
		if said := p.speaker.Say(m); said == m.Key || said == "" || strings.Contains(said, "<no value>") || !utf8.ValidString(said) {
			p.t.Errorf("%q: message %v says %q", text, m, said)
		}
	}
	if (r.Board == nil) != (r.Ref == bot.BoardRef{}) {
		p.t.Errorf("%q: board and its reference don't go together", text)
	}
}

// oneButtonEach checks that no two buttons do the same: a platform may refuse
// them.
func oneButtonEach(t testing.TB, text string, r bot.Reply) {
	t.Helper()
	seen := map[string]bool{}
	for _, row := range r.Actions {
		for _, a := range row {
			if seen[a.Text] {
				t.Errorf("%q: two buttons for %q", text, a.Text)
			}
			seen[a.Text] = true
		}
	}
}

// text returns what a reply says, without the board.
func (p *person) text(r bot.Reply) string {
	var lines []string
	for _, m := range r.Lines {
		lines = append(lines, p.speaker.Say(m))
	}
	return strings.Join(lines, "\n")
}

// expect says a command and checks that the answer holds a text.
func (p *person) expect(command, want string) bot.Reply {
	p.t.Helper()
	r := p.say(command)
	if got := p.text(r); !strings.Contains(got, want) {
		p.t.Fatalf("%q: got %q, want it to hold %q", command, got, want)
	}
	return r
}

// has checks that the keys of a reply's lines are these.
func (p *person) has(r bot.Reply, keys ...string) {
	p.t.Helper()
	var got []string
	for _, m := range r.Lines {
		got = append(got, m.Key)
	}
	if strings.Join(got, " ") != strings.Join(keys, " ") {
		p.t.Fatalf("got %v (%s), want %v", got, p.text(r), keys)
	}
}

// forget deletes everything stored of the person.
func (p *person) forget() bot.Reply {
	p.t.Helper()
	return p.yes(p.say("forget-me"))
}

// yes answers the question of a reply with yes.
func (p *person) yes(r bot.Reply) bot.Reply {
	p.t.Helper()
	if len(r.Actions) != 1 || r.Actions[0][0].Answer != bot.AnswerYes {
		p.t.Fatalf("no question: %s", p.text(r))
	}
	return p.send(r.Actions[0][0].Text, r.Ref)
}

// results returns what is stored of finished games.
func (p *person) results() []persist.Result {
	p.t.Helper()
	list, err := p.bot.Store.Results(context.Background(), p.player)
	if err != nil {
		p.t.Fatal(err)
	}
	return list
}

// clock is a time that goes on by a second whenever it is asked.
func clock() func() time.Time {
	now := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	return func() time.Time { now = now.Add(time.Second); return now }
}

func TestWinKlondike(t *testing.T) {
	p := newPerson(t)
	p.bot.Now = clock()
	p.say("/solitaire new deal 1141")
	for move := range strings.SplitSeq(lineKlondike, ", ") {
		r := p.say("/move " + move)
		if len(r.Lines) == 0 || strings.HasPrefix(r.Lines[0].Key, "refused") {
			t.Fatalf("%s: %s", move, p.text(r))
		}
	}
	r := p.say("show")
	p.has(r, "game.over-won")
	if !r.Board.Won || len(r.Menu) != 0 {
		t.Error("a won game must show no legal move")
	}
	results := p.results()
	if len(results) != 1 {
		t.Fatalf("%d results, want 1", len(results))
	}
	got := results[0]
	if got.Outcome != persist.Won || got.Moves != 101 || got.Up != 52 || got.Number != wonKlondike || got.Rules != "klondike-d1-1pass-noreturn" || got.Undos != 0 {
		t.Errorf("result %+v", got)
	}
	if d := got.Last.Sub(got.First); d != 100*time.Second {
		t.Errorf("duration %v, want 100 s", d)
	}
}

func TestWinInOneMessage(t *testing.T) {
	for _, c := range []struct{ begin, line string }{
		{"new deal 1141", lineKlondike},
		{"new draw 3 deal 1770", lineDraw3},
		{"new yukon deal 452", lineYukon},
	} {
		p := newPerson(t)
		p.say(c.begin)
		p.expect("/move "+c.line, "You won!")
		if r := p.results(); len(r) != 1 || r[0].Outcome != persist.Won {
			t.Errorf("%s: results %+v", c.begin, r)
		}
	}
}

func TestWholeTableHasFlows(t *testing.T) {
	for _, spec := range play.Commands() {
		p := newPerson(t)
		p.say("new deal 1")
		p.say("d")
		if r := p.say(spec.Example); len(r.Lines) > 0 && strings.HasPrefix(r.Lines[0].Key, "unknown") {
			t.Errorf("the example of %s is not understood: %s", spec.Name, p.text(r))
		}
	}
}

// The same deal without a limit on passes is offered where it is the same game.
func TestUnlimitedPassesAreOffered(t *testing.T) {
	for text, want := range map[string]bool{
		"new": true, "new draw 3": true, "new return yes": true,
		"new passes unlimited": false, "new vegas": false, "new vegas draw 3": false, "new yukon": false,
	} {
		p := newPerson(t)
		r := p.say(text)
		offered := slices.IndexFunc(slices.Concat(r.Actions...), func(a bot.Action) bool { return strings.Contains(a.Text, "passes unlimited") }) >= 0
		if offered != want {
			t.Errorf("%q: offered %v, want %v", text, offered, want)
		}
	}
}

func TestNewOptions(t *testing.T) {
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
		"new game yukon deal 7":          "yukon-noreturn",
	} {
		p := newPerson(t)
		r := p.say(text)
		if r.Board == nil {
			t.Errorf("%q: %s", text, p.text(r))
			continue
		}
		if got := r.Board.Rules.String(); got != want {
			t.Errorf("%q deals %s, want %s", text, got, want)
		}
	}
}

func TestNewRefused(t *testing.T) {
	for text, want := range map[string]string{
		"new draw 2":                  "draw can be 1, 3",
		"new draw":                    "draw can be 1, 3",
		"new draw 1 draw 3":           "“draw” twice",
		"new klondike yukon":          "“game” twice",
		"new yukon draw 3":            "Yukon has no stock",
		"new yukon passes 3":          "Yukon has no stock",
		"new yukon vegas":             "Yukon has no stock",
		"new vegas passes unlimited":  "Vegas scoring sets the passes itself",
		"new vegas draw 3 passes 1":   "Vegas scoring sets the passes itself",
		"new deal 0":                  "isn't a deal number",
		"new deal 1000000000":         "isn't a deal number",
		"new deal -5":                 "isn't a deal number",
		"new deal":                    "deal can be 1–999999999",
		"new klondike unlimited draw": "draw can be 1, 3",
		"new freecell":                "doesn't belong here",
		"new <@123> `rm`":             "doesn't belong here",
	} {
		p := newPerson(t)
		if r := p.expect(text, want); r.Board != nil {
			t.Errorf("%q dealt a game", text)
		}
	}
}

func TestDealNumberIsShownAndDealtAgain(t *testing.T) {
	p := newPerson(t)
	p.bot.Number = func() int { return 77 }
	first := p.say("new")
	if got := p.speaker.Join(first.Title); got != "Klondike · deal 77 · draw 1" {
		t.Errorf("title %q", got)
	}
	again := p.say("new deal 77")
	if first.Board.Piles[6].Up[0] != again.Board.Piles[6].Up[0] {
		t.Error("deal 77 differs from itself")
	}
	if want := game.Numbered(77)[27]; again.Board.Piles[6].Up[0] != want {
		t.Errorf("pile 7 shows %v, want %v", again.Board.Piles[6].Up[0], want)
	}
}
