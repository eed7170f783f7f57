package bot

import (
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// A Request is one thing that a person did.
type Request struct {
	// ID is the platform's id of the delivery. A second request of the same
	// player with it gets the first one's answer and changes nothing. Empty
	// where nothing is ever delivered twice.
	ID          string
	Player      persist.Player
	Place       Place
	Name        string    // the player's, for others to read; empty if not known
	Locale      string    // the player's on the platform, such as "en-GB"; empty if not known
	PlaceLocale string    // the server's
	Admin       bool      // may change what holds for the place
	Mentions    []Mention // people named in the text, in its order
	Text        string    // the command as typed, or as the button says
	Board       BoardRef  // what a tap was on; zero for typed text
	Tap         bool      // not typed: a button or a menu entry
	Own         bool      // the tapped message was posted for this player
	Home        bool      // the answer is for a page that leads to everything; see [Bot.Home]
}

// A Place is where something is said. The zero value is a place of the
// player's own, such as the terminal.
type Place struct {
	Server  string // Discord's server or Slack's workspace; empty in a conversation outside of any
	Channel string
	Shared  bool // others read what is posted there, if it isn't marked as private
}

// A Mention is a person who is named in a text.
type Mention struct {
	Player persist.Player
	Name   string
}

// A BoardRef says which state of which game a board shows.
type BoardRef struct {
	Game    string
	Version uint64
}

// A Reply is what to show. It holds nothing that the player may not see.
type Reply struct {
	Lines   []locale.Message // what happened or is wrong, or a question; never empty texts
	Title   []locale.Message // of the board: facts to be joined by the adapter; the pass is not among them
	Board   *game.View       // nil: no board is shown
	Status  []locale.Message // under the board: facts to be joined
	Actions [][]Action       // rows of buttons
	Menu    []Choice         // the legal moves, in an order that follows from what is visible
	Choose  bool             // the lines ask for a choice out of Menu
	Private bool             // in a shared place: for the player's eyes only
	Replace bool             // the answer to a tap takes the place of the tapped message
	Ref     BoardRef         // to be carried by every button and menu entry
	Lang    string           // language of the reader
	Style   string           // board style the player chose; empty: the adapter's default
	Files   []File
	Show    *Show  // nil: there is nothing to be painted but the board
	Posts   []Post // for others; Respond delivers them after the reply

	FourColour bool // where cards are coloured, each suit has a colour of its own
}

// An Action is a button: its text is a command.
type Action struct {
	Label  locale.Message
	Text   string
	Answer Answer // set where the reply asks yes or no
}

// Answer marks the two buttons of a question.
type Answer uint8

// The answers.
const (
	NoAnswer  Answer = iota // an ordinary button
	AnswerYes               // does what was asked about
	AnswerNo                // leaves everything as it is
)

// A Choice is one legal move in the menu.
type Choice struct {
	Move game.Move
	Card game.Card // the lowest card that moves
	On   game.Card // the card it goes on; none on an empty column or a foundation
}

// Text returns the command that makes this move and no other: between columns
// it says the count, also of one card.
func (c Choice) Text() string {
	text := "move " + c.Move.String()
	if c.Move.Count == 1 && c.Move.From.Tableau() && c.Move.To.Tableau() {
		text += ":1"
	}
	return text
}

// Label returns the move in words.
func (c Choice) Label() locale.Message { return moveMessage(c.Move, c.Card, c.On) }

// A File is sent along with a reply.
type File struct {
	Name string
	Data []byte
}
