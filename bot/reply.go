package bot

import (
	"slices"
	"strings"

	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
)

// A Reply is what to show. It is in no language yet, and holds nothing that the
// player may not see.
type Reply struct {
	Lines   []locale.Message // what happened, what is wrong, or a question; no empty texts
	Title   []locale.Message // of the board: facts to be joined by the adapter; the pass is not among them
	Board   *game.View       // nil: no board is shown
	Moved   game.Card        // the card on the board that was moved last; 0: none
	Status  []locale.Message // under the board: facts to be joined
	Today   []locale.Message // the deals of the day, in a reply for a Home
	Actions [][]Action       // rows of buttons
	Menu    []command.Choice // the legal moves, in an order that follows from what is visible
	Playing bool             // the board is that of an open game: it takes moves
	Choose  bool             // the lines ask for a choice from Menu
	Hint    *game.Move       // what the lines advise, for a board that can show it; nil: nothing
	Private bool             // in a shared place: for the player's eyes only
	Replace bool             // the answer to a tap takes the place of the tapped message
	Ref     BoardRef         // to be carried by every button and menu entry
	Lang    string           // language of the reader
	Style   string           // board style the player chose; empty: the adapter's default
	Files   []File
	Show    *Show  // pictures beside the text; nil: none but the board's
	Posts   []Post // messages to others; Respond delivers them after the reply

	ForOthers  bool // its lines address others, so they stand where notifications and copies take their text from
	FourColour bool // each suit has its own colour where cards are coloured
}

// Say adds a line.
func (r *Reply) Say(key string, pairs ...any) { r.Lines = append(r.Lines, locale.Msg(key, pairs...)) }

// An Action is a button: its text is a command.
type Action struct {
	Label  locale.Message
	Text   string
	Answer Answer // set where the reply asks yes or no
	Main   bool   // the most likely choice
	Idle   bool   // disabled: it would do nothing now, but keeps the others in their places
	Beside bool   // stands in the row of the moves, if there is one, so that it leaves no gap when it vanishes with the first move
}

// Button is the button of a command without options. Its label has the command's
// name.
func Button(text string) Action { return Action{Label: locale.Msg("button." + text), Text: text} }

// BackText is the command of the button that leads back to the board.
const BackText = "show"

// Back is the button that leads from any other screen to the board.
func Back() Action { return Action{Label: locale.Msg("button.board"), Text: BackText} }

// Asks reports whether the reply asks yes or no.
func (r *Reply) Asks() bool {
	for _, row := range r.Actions {
		for _, act := range row {
			if act.Answer != NoAnswer {
				return true
			}
		}
	}
	return false
}

// Answer returns the command that a typed answer, in English words, gives to the reply's
// question. It reports false if the reply doesn't ask, or if the words are no answer.
func (r *Reply) Answer(typed []string) (text string, ok bool) {
	answers := map[string]Answer{"yes": AnswerYes, "y": AnswerYes, "no": AnswerNo, "n": AnswerNo}
	answer := answers[strings.Join(typed, " ")]
	for _, row := range r.Actions {
		for _, act := range row {
			if answer != NoAnswer && act.Answer == answer {
				return act.Text, true
			}
		}
	}
	return "", false
}

// Quick returns at most this many moves, each to get a button beside the menu; see
// [command.Quick]. A move that the reply offers by a button of its own isn't among them.
func (r *Reply) Quick(most int) []command.Choice {
	if !r.Playing || r.Choose || r.Asks() {
		return nil
	}
	offered := slices.Concat(r.Actions...)
	return slices.DeleteFunc(command.Quick(r.Board, r.Menu, most), func(c command.Choice) bool {
		return slices.ContainsFunc(offered, func(a Action) bool { return a.Text == c.Text() })
	})
}

// Answer marks the two buttons of a question.
type Answer uint8

// The answers.
const (
	NoAnswer  Answer = iota // an ordinary button
	AnswerYes               // does what was asked about
	AnswerNo                // leaves everything as it is
)

// A File is sent along with a reply.
type File struct {
	Name string
	Data []byte
}

// Sentences is the board style for people who listen: cards are words everywhere.
const Sentences = "text"

// Picture is the board style that is painted. Where that takes too long, the
// adapter shows the board as text.
const Picture = "picture"

// Cards is the board style that is made of small pictures in the text. Only some
// platforms have it, see [Bot.Cards].
const Cards = "cards"

// A Show is a picture beside a reply's text, where pictures can be painted: charts or a
// film.
type Show struct {
	Alt    locale.Message // describes it to people who can't see it
	Charts []Chart
	Film   []game.View // a game from the deal to its end
}

// A Chart has a column for each day or the like, with one part or several on
// top of each other, or a line.
type Chart struct {
	Title  locale.Message
	Legend []locale.Message // of the parts, the lowest first; none where there is only one
	Labels []locale.Message // under the columns; one without a key is empty
	Parts  [][]int          // by column
	Line   []float64        // by column, in percent, instead of parts; below 0 there is no point
}

// ChartLabel returns the label of a column: a text, or a value in the format of the
// reader's language.
func ChartLabel(value any) locale.Message { return locale.Msg("chart.label", "Label", value) }

// WonLegend names the parts of columns that count won games, then others.
func WonLegend() []locale.Message {
	return []locale.Message{locale.Msg("chart.won"), locale.Msg("chart.not-won")}
}
