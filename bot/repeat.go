package bot

import (
	"fmt"
	"time"

	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// What a command has said is kept with the delivery's id, so that a second delivery
// is answered like the first: its lines, and what it has set of the reply besides.
// The board is that of the moment.
type keptReply struct {
	Lines   []keptMessage  `cbor:"1,keyasint,omitempty"`
	Actions [][]keptAction `cbor:"2,keyasint,omitempty"`
	Menu    []keptChoice   `cbor:"3,keyasint,omitempty"` // of a reply that asks for a choice
	NoBoard bool           `cbor:"4,keyasint,omitempty"`
	Pages   bool           `cbor:"5,keyasint,omitempty"`
	Alone   bool           `cbor:"6,keyasint,omitempty"`
}

type keptMessage struct {
	_    struct{} `cbor:",toarray"`
	Key  string
	Args []keptArg
}

// A keptArg is one argument of a message. The kind says which of the other fields
// holds its value, and of which type it is.
type keptArg struct {
	_     struct{} `cbor:",toarray"`
	Name  string
	Kind  argKind
	Text  string
	Int   int64
	Words []string
	List  []keptMessage
}

type argKind uint8

const (
	argText argKind = iota
	argInt
	argCard
	argCards
	argName
	argNames
	argList
	argMoment
	argDate
	argLanguage
)

type keptAction struct {
	_      struct{} `cbor:",toarray"`
	Label  keptMessage
	Text   string
	Answer Answer
}

type keptChoice struct {
	_        struct{} `cbor:",toarray"`
	Move     string
	Card, On game.Card
}

// kept encodes what a second delivery is answered with.
func (t *Turn) kept() []byte {
	r := &t.Reply
	k := keptReply{Lines: keepMessages(r.Lines), NoBoard: t.NoBoard, Pages: t.Pages, Alone: t.Alone}
	for _, row := range r.Actions {
		var kept []keptAction
		for _, a := range row {
			kept = append(kept, keptAction{Label: keepMessage(a.Label), Text: a.Text, Answer: a.Answer})
		}
		k.Actions = append(k.Actions, kept)
	}
	if r.Choose {
		for _, c := range r.Menu {
			k.Menu = append(k.Menu, keptChoice{Move: c.Move.String(), Card: c.Card, On: c.On})
		}
	}
	data, err := persist.Marshal(k)
	if err != nil {
		panic(fmt.Sprintf("bot: a reply can't be encoded: %v", err)) // it holds texts and numbers only
	}
	return data
}

// repeated answers a delivery that was carried out before, and reports whether it
// was. What was said is kept for a while only: after it the answer is the board as it
// is now.
func (t *Turn) repeated() bool {
	if t.Request.ID == "" {
		return false
	}
	data, ok := t.Record.Deliveries.Find(t.Request.ID)
	if !ok {
		return false
	}
	var k keptReply
	if persist.Unmarshal(data, &k) != nil {
		t.Need()
		return true
	}
	t.NoBoard, t.Pages, t.Alone = k.NoBoard, k.Pages, k.Alone
	r := &t.Reply
	r.Lines = readMessages(k.Lines)
	for _, row := range k.Actions {
		var actions []Action
		for _, a := range row {
			actions = append(actions, Action{Label: a.Label.read(), Text: a.Text, Answer: a.Answer})
		}
		r.Actions = append(r.Actions, actions)
	}
	for _, c := range k.Menu {
		move, _ := game.ParseMove(c.Move) // it was written by kept
		r.Menu, r.Choose = append(r.Menu, command.Choice{Move: move, Card: c.Card, On: c.On}), true
	}
	return true
}

func keepMessages(list []locale.Message) (kept []keptMessage) {
	for _, m := range list {
		kept = append(kept, keepMessage(m))
	}
	return kept
}

func keepMessage(m locale.Message) keptMessage {
	k := keptMessage{Key: m.Key}
	for _, a := range m.Args {
		arg := keptArg{Name: a.Name}
		switch v := a.Value.(type) {
		case string:
			arg.Text = v
		case int:
			arg.Kind, arg.Int = argInt, int64(v)
		case locale.Card:
			arg.Kind, arg.Text = argCard, string(v)
		case locale.Cards:
			arg.Kind = argCards
			for _, c := range v {
				arg.Words = append(arg.Words, string(c))
			}
		case locale.Name:
			arg.Kind, arg.Text = argName, string(v)
		case locale.Names:
			arg.Kind, arg.Words = argNames, v
		case locale.Message:
			arg.Kind, arg.List = argList, []keptMessage{keepMessage(v)}
		case locale.List:
			arg.Kind, arg.List = argList, keepMessages(v)
		case locale.Moment:
			arg.Kind, arg.Int = argMoment, time.Time(v).Unix()
		case locale.Date:
			arg.Kind, arg.Int = argDate, time.Time(v).Unix()
		case locale.Language:
			arg.Kind, arg.Text = argLanguage, string(v)
		default:
			arg.Text = fmt.Sprint(v)
		}
		k.Args = append(k.Args, arg)
	}
	return k
}

func readMessages(kept []keptMessage) (list []locale.Message) {
	for _, k := range kept {
		list = append(list, k.read())
	}
	return list
}

func (k keptMessage) read() locale.Message {
	m := locale.Message{Key: k.Key}
	for _, a := range k.Args {
		m.Args = append(m.Args, locale.Arg{Name: a.Name, Value: a.read()})
	}
	return m
}

func (a keptArg) read() any {
	switch a.Kind {
	case argInt:
		return int(a.Int)
	case argCard:
		return locale.Card(a.Text)
	case argCards:
		var cards locale.Cards
		for _, w := range a.Words {
			cards = append(cards, locale.Card(w))
		}
		return cards
	case argName:
		return locale.Name(a.Text)
	case argNames:
		return locale.Names(a.Words)
	case argList:
		return locale.List(readMessages(a.List))
	case argMoment:
		return locale.Moment(time.Unix(a.Int, 0).UTC())
	case argDate:
		return locale.Date(time.Unix(a.Int, 0).UTC())
	case argLanguage:
		return locale.Language(a.Text)
	}
	return a.Text
}
