package bot

import (
	"encoding/base64"
	"strconv"
	"strings"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
)

// What a flow has set of a reply besides its messages is kept behind them, so
// that a second delivery is answered like the first: a line that begins with a
// mark and the flags, then fields as those of a message, each a letter for its
// type and the value. Most replies have nothing of it, and no such line.
const (
	shapeMark = "\x01"

	flagNoBoard = 'b'
	flagLeafs   = 'l'
	flagQuiet   = 'q'
	flagChoose  = 'c'

	fieldRow    = "r" // begins a row of buttons
	fieldAction = "a" // a button: its answer, its label and its text
	fieldMove   = "m" // an entry of the menu: its move and the two cards
)

// kept is the reply as far as a second delivery can't do without.
func (s *session) kept() []byte {
	kept := encodeOutcome(s.reply.Lines)
	if shape := s.shape(); shape != shapeMark {
		kept = append(append(kept, '\n'), shape...)
	}
	return kept
}

// restore sets the reply to what was kept of it.
func (s *session) restore(kept []byte) {
	lines, shape, _ := strings.Cut(string(kept), "\n"+shapeMark)
	s.reply.Lines = decodeOutcome([]byte(lines))
	if shape != "" {
		s.reshape(strings.Split(shape, "\t"))
	}
}

func (s *session) shape() string {
	r := &s.reply
	var b strings.Builder
	b.WriteString(shapeMark)
	for _, f := range []struct {
		flag byte
		set  bool
	}{{flagNoBoard, s.noBoard}, {flagLeafs, s.leafs}, {flagQuiet, s.quiet}, {flagChoose, r.Choose}} {
		if f.set {
			b.WriteByte(f.flag)
		}
	}
	for _, row := range r.Actions {
		b.WriteString("\t" + fieldRow)
		for _, a := range row {
			label := base64.RawURLEncoding.EncodeToString(encodeOutcome([]locale.Message{a.Label}))
			b.WriteString("\t" + fieldAction + strconv.Itoa(int(a.Answer)) + label + "," + oneField(a.Text))
		}
	}
	if r.Choose {
		for _, c := range r.Menu {
			b.WriteString("\t" + fieldMove + c.Move.String() + "," + strconv.Itoa(int(c.Card)) + "," + strconv.Itoa(int(c.On)))
		}
	}
	return b.String()
}

func (s *session) reshape(fields []string) {
	r, flags := &s.reply, fields[0]
	has := func(flag byte) bool { return strings.IndexByte(flags, flag) >= 0 }
	s.noBoard, s.leafs, s.quiet, r.Choose = has(flagNoBoard), has(flagLeafs), has(flagQuiet), has(flagChoose)
	for _, field := range fields[1:] {
		switch kind, value := field[:min(1, len(field))], field[min(1, len(field)):]; kind {
		case fieldRow:
			r.Actions = append(r.Actions, nil)
		case fieldAction:
			if last := len(r.Actions) - 1; last >= 0 {
				r.Actions[last] = append(r.Actions[last], keptAction(value))
			}
		case fieldMove:
			r.Menu = append(r.Menu, keptChoice(value))
		}
	}
}

func keptAction(value string) (a Action) {
	label, text, _ := strings.Cut(value, ",")
	if label == "" {
		return a
	}
	packed, _ := base64.RawURLEncoding.DecodeString(label[1:])
	if lines := decodeOutcome(packed); len(lines) > 0 {
		a.Label = lines[0]
	}
	a.Answer, a.Text = Answer(label[0]-'0'), text
	return a
}

func keptChoice(value string) (c Choice) {
	parts := strings.Split(value, ",")
	if len(parts) != 3 {
		return c
	}
	c.Move, _ = game.ParseMove(parts[0]) // what was kept was written here
	card, _ := strconv.ParseUint(parts[1], 10, 8)
	on, _ := strconv.ParseUint(parts[2], 10, 8)
	c.Card, c.On = game.Card(card), game.Card(on)
	return c
}
