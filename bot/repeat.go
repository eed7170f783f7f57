package bot

import (
	"fmt"
	"slices"
	"time"

	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// A keptReply is kept with a delivery's id, so that a second delivery is answered like
// the first: the lines, and what else the command has set. The board is the current one.
type keptReply struct {
	Lines   []keptMessage  `cbor:"1,keyasint,omitempty"`
	Actions [][]keptAction `cbor:"2,keyasint,omitempty"`
	Menu    []keptChoice   `cbor:"3,keyasint,omitempty"` // of a reply that asks for a choice
	NoBoard bool           `cbor:"4,keyasint,omitempty"`
	Pages   bool           `cbor:"5,keyasint,omitempty"`
	Alone   bool           `cbor:"6,keyasint,omitempty"`
	Others  bool           `cbor:"7,keyasint,omitempty"`
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
	argMention
	argMentions
)

type keptAction struct {
	_      struct{} `cbor:",toarray"`
	Label  keptMessage
	Text   string
	Answer Answer
	Main   bool
}

type keptChoice struct {
	_        struct{} `cbor:",toarray"`
	Move     string
	Card, On game.Card
}

// keepReply encodes the answer to a second delivery.
func keepReply(t *Turn) []byte {
	r := &t.Reply
	k := keptReply{Lines: each(r.Lines, keepMessage), NoBoard: t.NoBoard, Pages: t.Pages, Alone: t.Alone, Others: r.ForOthers}
	k.Actions = each(r.Actions, func(row []Action) []keptAction {
		return each(row, func(a Action) keptAction {
			return keptAction{Label: keepMessage(a.Label), Text: a.Text, Answer: a.Answer, Main: a.Main}
		})
	})
	if r.Choose {
		k.Menu = each(r.Menu, func(c command.Choice) keptChoice { return keptChoice{Move: c.Move.String(), Card: c.Card, On: c.On} })
	}
	data, err := persist.Marshal(k)
	if err != nil {
		panic(fmt.Sprintf("bot: a reply can't be encoded: %v", err)) // it holds texts and numbers only
	}
	return data
}

// repeat answers a delivery that was carried out before, and reports whether it was.
// The reply is kept for a while only: after that the answer is the current board.
func repeat(t *Turn) bool {
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
	r.Lines, r.ForOthers = each(k.Lines, readMessage), k.Others
	r.Actions = each(k.Actions, func(row []keptAction) []Action {
		return each(row, func(a keptAction) Action {
			return Action{Label: readMessage(a.Label), Text: a.Text, Answer: a.Answer, Main: a.Main}
		})
	})
	r.Choose = len(k.Menu) > 0
	r.Menu = each(k.Menu, func(c keptChoice) command.Choice {
		move, _ := game.ParseMove(c.Move) // keepReply wrote it
		return command.Choice{Move: move, Card: c.Card, On: c.On}
	})
	return true
}

// each applies f to a list. For an empty list it returns nil.
func each[T, U any](list []T, f func(T) U) (result []U) {
	for _, v := range list {
		result = append(result, f(v))
	}
	return result
}

func keepMessage(m locale.Message) keptMessage {
	return keptMessage{Key: m.Key, Args: each(m.Args, keepArg)}
}

func keepArg(a locale.Arg) keptArg {
	arg := keptArg{Name: a.Name}
	switch v := a.Value.(type) {
	case string:
		arg.Text = v
	case int:
		arg.Kind, arg.Int = argInt, int64(v)
	case locale.Card:
		arg.Kind, arg.Text = argCard, string(v)
	case locale.Cards:
		arg.Kind, arg.Words = argCards, each(v, func(c locale.Card) string { return string(c) })
	case locale.Name:
		arg.Kind, arg.Text = argName, string(v)
	case locale.Names:
		arg.Kind, arg.Words = argNames, v
	case locale.Mention:
		arg.Kind, arg.Words = argMention, []string{v.ID, v.Name}
	case locale.Mentions:
		arg.Kind = argMentions
		for _, m := range v {
			arg.Words = append(arg.Words, m.ID, m.Name)
		}
	case locale.Message:
		arg.Kind, arg.List = argList, []keptMessage{keepMessage(v)}
	case locale.List:
		arg.Kind, arg.List = argList, each(v, keepMessage)
	case locale.Moment:
		arg.Kind, arg.Int = argMoment, time.Time(v).Unix()
	case locale.Date:
		arg.Kind, arg.Int = argDate, time.Time(v).Unix()
	case locale.Language:
		arg.Kind, arg.Text = argLanguage, string(v)
	default:
		arg.Text = fmt.Sprint(v)
	}
	return arg
}

func readMessage(k keptMessage) locale.Message {
	return locale.Message{Key: k.Key, Args: each(k.Args, readArg)}
}

func readArg(a keptArg) locale.Arg {
	var value any = a.Text
	switch a.Kind {
	case argInt:
		value = int(a.Int)
	case argCard:
		value = locale.Card(a.Text)
	case argCards:
		value = locale.Cards(each(a.Words, func(w string) locale.Card { return locale.Card(w) }))
	case argName:
		value = locale.Name(a.Text)
	case argNames:
		value = locale.Names(a.Words)
	case argMention, argMentions:
		var people locale.Mentions
		for pair := range slices.Chunk(a.Words, 2) {
			people = append(people, locale.Mention{ID: pair[0], Name: pair[len(pair)-1]})
		}
		if value = people; a.Kind == argMention && len(people) == 1 {
			value = people[0]
		}
	case argList:
		value = locale.List(each(a.List, readMessage))
	case argMoment:
		value = locale.Moment(time.Unix(a.Int, 0).UTC())
	case argDate:
		value = locale.Date(time.Unix(a.Int, 0).UTC())
	case argLanguage:
		value = locale.Language(a.Text)
	}
	return locale.Arg{Name: a.Name, Value: value}
}
