package game

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
)

// Faults of a stored game, found by errors.Is.
var (
	// ErrDamaged says that the bytes are not what was written.
	ErrDamaged = errors.New("the stored game is damaged")
	// ErrVersion says that a newer program wrote the game.
	ErrVersion = errors.New("the stored game is of a newer version")
	// ErrDiverged says that the bytes are whole, but replaying the steps gives
	// another position than the one that was stored: the engine has changed.
	ErrDiverged = errors.New("the stored game replays to another position")
)

// codecVersion is the first byte of a stored game.
const codecVersion = 1

// The binary form, in this order: version; rules; deck; origin; undos, number
// of steps, cursor; the steps, one or two bytes each; the check sum of the
// state at the cursor; a CRC-32 of all that. Numbers are unsigned varints, the
// two sums little-endian.

// AppendBinary appends the stored form of the game.
func (g *Game) AppendBinary(b []byte) ([]byte, error) {
	start := len(b)
	b = append(b, codecVersion)
	b = appendRules(b, g.rules)
	b = binary.AppendUvarint(b, uint64(len(g.deck)))
	b = appendCards(b, g.deck)
	b = appendString(b, g.origin.Generator)
	b = binary.AppendUvarint(b, uint64(g.origin.Number))
	b = binary.AppendUvarint(b, uint64(g.undos))
	b = binary.AppendUvarint(b, uint64(len(g.steps)))
	b = binary.AppendUvarint(b, uint64(g.cursor))
	for _, m := range g.steps {
		b = appendMove(b, m)
	}
	b = binary.LittleEndian.AppendUint64(b, g.state.Sum())
	return binary.LittleEndian.AppendUint32(b, crc32.ChecksumIEEE(b[start:])), nil
}

// MarshalBinary returns the stored form of the game.
func (g *Game) MarshalBinary() ([]byte, error) { return g.AppendBinary(nil) }

// UnmarshalBinary reads a stored game and replays it. The error is, by
// errors.Is, [ErrDamaged], [ErrVersion] or [ErrDiverged]; then g is unchanged.
func (g *Game) UnmarshalBinary(b []byte) error {
	if len(b) > 0 && b[0] > codecVersion {
		return fmt.Errorf("%w: %d, not %d", ErrVersion, b[0], codecVersion)
	}
	if len(b) < 1+8+4 || b[0] == 0 || crc32.ChecksumIEEE(b[:len(b)-4]) != binary.LittleEndian.Uint32(b[len(b)-4:]) {
		return fmt.Errorf("%w: check sum", ErrDamaged)
	}
	d := decoder{b: b[1 : len(b)-12]}
	read := Game{rules: d.rules(), deck: d.deck(), origin: Origin{d.string(), d.int(MaxNumber)}, undos: d.int(maxPasses)}
	n := d.int(MaxSteps)
	read.cursor = d.int(n)
	read.steps = make([]Move, 0, n+1) // with room for the step that is to come
	for range n {
		read.steps = append(read.steps, d.move())
	}
	if d.bad || len(d.b) > 0 {
		return fmt.Errorf("%w: layout", ErrDamaged)
	}
	if err := read.replayChecked(binary.LittleEndian.Uint64(b[len(b)-12:])); err != nil {
		return err
	}
	*g = read
	return nil
}

// replayChecked replays the steps with all checks, those that can be redone
// included, and compares the state at the cursor with the stored sum.
func (g *Game) replayChecked(sum uint64) error {
	state, err := Deal(g.rules, g.deck)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	for i, m := range g.steps {
		switch i {
		case g.cursor:
			g.state = state
		case g.cursor - 1:
			g.before, g.known = state, true
		}
		if reason := state.refusal(m); reason != "" {
			return fmt.Errorf("%w: step %d is refused: %s", ErrDiverged, i+1, reason)
		}
		state.do(m)
	}
	if g.cursor == len(g.steps) {
		g.state = state
	}
	if g.state.Sum() != sum {
		return fmt.Errorf("%w after step %d", ErrDiverged, g.cursor)
	}
	return nil
}

func appendRules(b []byte, r Rules) []byte {
	b = appendString(b, r.Game)
	for _, n := range []int{r.Ranks, r.Piles, r.Draw, r.Passes, boolInt(r.Return), int(r.Groups), int(r.Scoring)} {
		b = binary.AppendUvarint(b, uint64(n))
	}
	return b
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

func appendString(b []byte, s string) []byte {
	b = binary.AppendUvarint(b, uint64(len(s)))
	return append(b, s...)
}

// appendMove packs both piles into one byte; a count follows only between
// columns, where alone it can be more than one.
func appendMove(b []byte, m Move) []byte {
	b = append(b, byte(m.From)<<4|byte(m.To))
	if m.From.Tableau() && m.To.Tableau() {
		b = append(b, byte(m.Count))
	}
	return b
}

// A decoder reads from the front of b. After the first fault everything it
// returns is zero and bad is set.
type decoder struct {
	b   []byte
	bad bool
}

func (d *decoder) take(n int) []byte {
	if d.bad || n > len(d.b) {
		d.bad = true
		return make([]byte, n)
	}
	head := d.b[:n]
	d.b = d.b[n:]
	return head
}

// int reads a number from 0 to most.
func (d *decoder) int(most int) int {
	v, n := binary.Uvarint(d.b)
	if d.bad || n <= 0 || v > uint64(most) {
		d.bad = true
		return 0
	}
	d.b = d.b[n:]
	return int(v)
}

func (d *decoder) string() string { return string(d.take(d.int(maxName))) }

func (d *decoder) rules() Rules {
	return Rules{
		Game: d.string(), Ranks: d.int(King), Piles: d.int(MaxPiles), Draw: d.int(MaxDraw), Passes: d.int(maxPasses),
		Return: d.int(1) == 1, Groups: Groups(d.int(int(AnyGroup))), Scoring: Scoring(d.int(int(Vegas))),
	}
}

func (d *decoder) deck() Deck {
	var deck Deck
	for _, c := range d.take(d.int(deckSize)) {
		deck = append(deck, Card(c))
	}
	return deck
}

func (d *decoder) move() Move {
	piles := d.take(1)[0]
	m := Move{From: Pile(piles >> 4), To: Pile(piles & 15), Count: 1}
	if m.From.Tableau() && m.To.Tableau() {
		m.Count = int(d.take(1)[0])
	}
	if m.From == Stock || m.To == Stock {
		m.Count = 0
	}
	return m
}
