// Package bottest helps to test the bot as its users see it. A [World] is a bot with a
// clock that only the test moves. A [Person] sends commands, reads the replies in English
// and fails the test if a reply is malformed. A [Mailbox] collects the bot's posts.
// [Solver] and [NewAdviser] connect the engine. Only tests import it.
package bottest

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/bot/play"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

// A Person talks to a bot and reads its replies.
type Person struct {
	T       testing.TB
	Bot     *bot.Bot
	Player  persist.Player
	Name    string // as the platform shows it
	Place   bot.Place
	Admin   bool
	ID      string // of the next delivery
	Speaker *locale.Speaker
}

// NewPerson returns a person with a bot of their own on an empty store in memory.
// The bot understands the command words of all languages.
func NewPerson(t testing.TB) *Person {
	t.Helper()
	b := play.New(persisttest.NewMemory())
	b.Words = Catalogue(t).Words()
	return PersonOn(t, b)
}

// PersonOn returns a person who uses a bot in a terminal.
func PersonOn(t testing.TB, b *bot.Bot) *Person {
	t.Helper()
	return &Person{T: t, Bot: b, Player: persist.Player{Platform: "terminal", User: "ann"}, Speaker: Catalogue(t).In("en", false)}
}

var catalogue = sync.OnceValues(locale.Load)

// Catalogue returns the texts of all languages, loaded once.
func Catalogue(t testing.TB) *locale.Catalogue {
	t.Helper()
	c, err := catalogue()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Request returns what a platform would send for a command that mentions others.
func (p *Person) Request(text string, mentioned ...*Person) bot.Request {
	req := bot.Request{ID: p.ID, Player: p.Player, Name: p.Name, Place: p.Place, Admin: p.Admin, Text: text}
	for _, m := range mentioned {
		req.Mentions = append(req.Mentions, bot.Mention{Player: m.Player, Name: m.Name})
	}
	return req
}

// Say types a command.
func (p *Person) Say(text string, mentioned ...*Person) bot.Reply {
	p.T.Helper()
	return p.Handle(p.Request(text, mentioned...))
}

// Tap presses a button or picks a menu entry of a reply.
func (p *Person) Tap(r bot.Reply, text string) bot.Reply {
	p.T.Helper()
	if !Offers(r, text) {
		p.T.Fatalf("the reply has no button %q: %v", text, r.Actions)
	}
	return p.Send(text, r.Ref)
}

// Send sends a command for a board, as a button does.
func (p *Person) Send(text string, ref bot.BoardRef) bot.Reply {
	p.T.Helper()
	req := p.Request(text)
	req.Board = ref
	return p.Handle(req)
}

// Handle sends a request, which must succeed, and checks that the reply is well
// formed.
func (p *Person) Handle(req bot.Request) bot.Reply {
	p.T.Helper()
	r, err := p.Bot.Handle(context.Background(), req)
	if err != nil {
		p.T.Fatalf("%q: %v", req.Text, err)
	}
	if len(r.Lines) == 0 && r.Board == nil && len(r.Actions) == 0 {
		p.T.Fatalf("%q: got an empty reply", req.Text)
	}
	p.WellFormed(req.Text, r)
	return r
}

// WellFormed checks what holds for every reply: each message has a text with all
// its arguments, a row has one to five buttons, no two buttons send the same command
// (a platform may refuse those), and a board comes with its reference, unless it is of
// a reveal and so nobody's.
func (p *Person) WellFormed(text string, r bot.Reply) {
	p.T.Helper()
	messages := slices.Concat(r.Lines, r.Title, r.Status)
	seen := map[string]bool{}
	for _, row := range r.Actions {
		if len(row) == 0 || len(row) > 5 {
			p.T.Errorf("%q: got a row of %d buttons, want 1 to 5", text, len(row))
		}
		for _, a := range row {
			if seen[a.Text] {
				p.T.Errorf("%q: got two buttons for %q", text, a.Text)
			}
			seen[a.Text] = true
			messages = append(messages, a.Label)
		}
	}
	for _, c := range r.Menu {
		messages = append(messages, c.Label())
	}
	for _, m := range messages {
		if said := p.Speaker.Say(m); said == m.Key || said == "" || strings.Contains(said, "<no value>") || !utf8.ValidString(said) {
			p.T.Errorf("%q: message %v has the text %q", text, m, said)
		}
	}
	if (r.Board == nil) != (r.Ref == bot.BoardRef{}) && !strings.HasPrefix(text, "reveal") && !strings.HasPrefix(text, "review") {
		p.T.Errorf("%q: got a board: %v, but the reference %v", text, r.Board != nil, r.Ref)
	}
}

// Text returns the lines of a reply, without title, board and buttons.
func (p *Person) Text(r bot.Reply) string {
	var lines []string
	for _, m := range r.Lines {
		lines = append(lines, p.Speaker.Say(m))
	}
	return strings.Join(lines, "\n")
}

// Expect types a command and checks that the reply contains a text.
func (p *Person) Expect(command, want string) bot.Reply {
	p.T.Helper()
	r := p.Say(command)
	if got := p.Text(r); !strings.Contains(got, want) {
		p.T.Fatalf("%q: got %q, want it to contain %q", command, got, want)
	}
	return r
}

// Has checks that a reply's lines have these keys.
func (p *Person) Has(r bot.Reply, keys ...string) {
	p.T.Helper()
	if got, want := Keys(r), strings.Join(keys, " "); got != want {
		p.T.Fatalf("got the lines %q (%s), want %q", got, p.Text(r), want)
	}
}

// Forget deletes everything stored about the person.
func (p *Person) Forget() bot.Reply {
	p.T.Helper()
	return p.Yes(p.Say("forget-me"))
}

// Yes answers the question of a reply with yes.
func (p *Person) Yes(r bot.Reply) bot.Reply {
	p.T.Helper()
	if len(r.Actions) != 1 || r.Actions[0][0].Answer != bot.AnswerYes {
		p.T.Fatalf("got no question: %s", p.Text(r))
	}
	return p.Send(r.Actions[0][0].Text, r.Ref)
}

// Results returns the stored results.
func (p *Person) Results() []persist.Result {
	p.T.Helper()
	list, err := p.Bot.Store.Results(context.Background(), p.Player)
	if err != nil {
		p.T.Fatal(err)
	}
	return list
}

// Current returns the person's current game from the store, and its moves.
func (p *Person) Current() (persist.Game, *game.Game) {
	p.T.Helper()
	rec, err := p.Bot.Store.Load(context.Background(), p.Player)
	if err != nil {
		p.T.Fatal(err)
	}
	i := slices.IndexFunc(rec.Games, func(g persist.Game) bool { return g.ID == rec.Current })
	if i < 0 {
		p.T.Fatal("there is no current game")
	}
	g := new(game.Game)
	if err := g.UnmarshalBinary(rec.Games[i].Data); err != nil {
		p.T.Fatal(err)
	}
	return rec.Games[i], g
}

// Hints returns how many hints the current game counts.
func (p *Person) Hints() int {
	p.T.Helper()
	stored, _ := p.Current()
	return stored.Hints
}

// Play makes moves in one message.
func (p *Person) Play(line []game.Move) bot.Reply {
	p.T.Helper()
	return p.Say(Moves(line))
}

// PlayGreedily makes moves that go up, turn a card up or come from the waste, and draws
// if there are none, until it can do neither.
func (p *Person) PlayGreedily(r bot.Reply) bot.Reply {
	p.T.Helper()
	for {
		i := slices.IndexFunc(r.Menu, func(c command.Choice) bool {
			pile := c.Move.From
			turns := pile.Tableau() && r.Board.Piles[pile-1].Hidden > 0 && len(r.Board.Piles[pile-1].Up) == c.Move.Count
			return c.Move.To == game.Foundation || turns || pile == game.Waste
		})
		switch {
		case i >= 0:
			r = p.Say(r.Menu[i].Text())
		case Offers(r, "draw"):
			r = p.Say("d")
		default:
			return r
		}
	}
}

// Keys returns the keys of a reply's lines, with a space between two.
func Keys(r bot.Reply) string {
	var list []string
	for _, m := range r.Lines {
		list = append(list, m.Key)
	}
	return strings.Join(list, " ")
}

// Said reports whether a reply has a line with a key.
func Said(r bot.Reply, key string) bool {
	return slices.Contains(strings.Fields(Keys(r)), key)
}

// Offers reports whether a reply has a button or menu entry that sends a command and
// can be pressed.
func Offers(r bot.Reply, text string) bool {
	for _, a := range slices.Concat(r.Actions...) {
		if a.Text == text && !a.Idle {
			return true
		}
	}
	return slices.ContainsFunc(r.Menu, func(c command.Choice) bool { return c.Text() == text })
}

// Find returns the command of the button with a label, "" if there is none.
func Find(r bot.Reply, label string) string {
	for _, a := range slices.Concat(r.Actions...) {
		if a.Label.Key == label {
			return a.Text
		}
	}
	return ""
}

// Moves returns the command that makes moves.
func Moves(line []game.Move) string {
	var moves []string
	for _, m := range line {
		moves = append(moves, strings.TrimPrefix(command.Choice{Move: m}.Text(), "move "))
	}
	return "move " + strings.Join(moves, ", ")
}
