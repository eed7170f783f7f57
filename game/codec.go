package game

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
)

// Errors of stored games; test for them with errors.Is.
var (
	// ErrDamaged means that the bytes aren't what was written.
	ErrDamaged = errors.New("the stored game is damaged")
	// ErrVersion means that a newer program wrote the game.
	ErrVersion = errors.New("the stored game is of a newer version")
	// ErrDiverged means that the bytes are intact, but replaying the steps leads to
	// another position than the stored one: the engine has changed.
	ErrDiverged = errors.New("the stored game replays to another position")
)

// The first byte of the binary form is its version. Version 1 differs only in its
// checksum, which includes the score.
const (
	scoreSummed  = 1
	codecVersion = 2
)

// The binary form consists of: version; rules; deck; origin; undos, number of steps,
// cursor; the steps, one or two bytes each; the checksum of the position at the cursor; a
// CRC-32 of everything before it. Numbers are unsigned varints; the two checksums are
// little-endian.

// MarshalBinary returns the stored form of the game.
func (g *Game) MarshalBinary() ([]byte, error) {
	b := append(make([]byte, 0, 160+2*len(g.steps)), codecVersion)
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
	b = binary.LittleEndian.AppendUint64(b, checksum(&g.state))
	return binary.LittleEndian.AppendUint32(b, crc32.ChecksumIEEE(b)), nil
}

// UnmarshalBinary parses a stored game and replays it. The error wraps [ErrDamaged],
// [ErrVersion] or [ErrDiverged], and g is then unchanged.
func (g *Game) UnmarshalBinary(b []byte) error {
	if len(b) > 0 && b[0] > codecVersion {
		return fmt.Errorf("%w: %d, not %d", ErrVersion, b[0], codecVersion)
	}
	if len(b) < 1+8+4 || b[0] == 0 || crc32.ChecksumIEEE(b[:len(b)-4]) != binary.LittleEndian.Uint32(b[len(b)-4:]) {
		return fmt.Errorf("%w: checksum mismatch", ErrDamaged)
	}
	d := decoder{b: b[1 : len(b)-12]}
	read := Game{rules: d.rules(), deck: d.deck(), origin: Origin{d.string(), d.int(MaxNumber)}, undos: d.int(maxPasses)}
	n := d.int(MaxSteps)
	read.cursor = d.int(n)
	read.steps = make([]Move, 0, n+1) // with room for the next step
	for range n {
		read.steps = append(read.steps, d.move())
	}
	if d.unknown != "" {
		return fmt.Errorf("%w: unknown game %q", ErrVersion, d.unknown)
	}
	if d.bad || len(d.b) > 0 {
		return fmt.Errorf("%w: layout", ErrDamaged)
	}
	state, err := Deal(read.rules, read.deck)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	read.state = state
	for i, m := range read.steps { // including those that can be redone
		if reason := state.refusal(m); reason != "" {
			return fmt.Errorf("%w: step %d is refused: %s", ErrDiverged, i+1, reason)
		}
		if state.do(m); i+1 == read.cursor {
			read.state = state
		}
	}
	if !sumFits(b[0], checksum(&read.state), binary.LittleEndian.Uint64(b[len(b)-12:])) {
		return fmt.Errorf("%w after step %d", ErrDiverged, read.cursor)
	}
	*g = read
	return nil
}

// checksum returns the FNV-1a hash of where all cards lie. It is stored with a game, and
// reveals a change of the engine that would rewrite history. The score isn't part of it:
// what a move is worth may change.
func checksum(s *State) uint64 {
	b := make([]byte, 0, 128)
	for i := range s.piles {
		c := &s.piles[i]
		b = append(b, c.n, c.hidden)
		b = appendCards(b, c.cards[:c.n])
	}
	b = append(b, s.talon.n, s.talon.drawn, s.talon.fan)
	b = appendCards(b, s.talon.cards[:s.talon.n])
	b = append(b, s.up[:]...)
	b = binary.AppendVarint(b, int64(s.pass))
	return fnv1a(0xcbf2_9ce4_8422_2325, b)
}

func fnv1a(sum uint64, b []byte) uint64 {
	for _, x := range b {
		sum = (sum ^ uint64(x)) * 0x0000_0100_0000_01b3
	}
	return sum
}

// oldScores is the number of scores that a version 1 game could have: as signed varints,
// those from -10,000 to 9,999.
const oldScores = 20_000

// sumFits reports whether a stored checksum belongs to a position. In version 1 the score
// followed the position, by a table that no longer exists. Any score is therefore
// accepted: a different position fits one of them only by an accident of 20,000 in 2^64.
func sumFits(version byte, position, stored uint64) bool {
	if version != scoreSummed {
		return position == stored
	}
	b := make([]byte, 0, binary.MaxVarintLen64)
	for score := range uint64(oldScores) {
		if fnv1a(position, binary.AppendUvarint(b, score)) == stored {
			return true
		}
	}
	return false
}

func appendCards(b []byte, cards []Card) []byte {
	for _, c := range cards {
		b = append(b, byte(c))
	}
	return b
}

func appendRules(b []byte, r Rules) []byte {
	ret := 0
	if r.Return {
		ret = 1
	}
	b = appendString(b, r.Game)
	for _, n := range []int{r.Ranks, r.Piles, r.Draw, r.Passes, ret, int(r.Groups), int(r.Scoring)} {
		b = binary.AppendUvarint(b, uint64(n))
	}
	return b
}

func appendString(b []byte, s string) []byte {
	b = binary.AppendUvarint(b, uint64(len(s)))
	return append(b, s...)
}

// appendMove packs both piles into one byte. A count follows only for moves between
// columns; elsewhere it is always one.
func appendMove(b []byte, m Move) []byte {
	b = append(b, byte(m.From)<<4|byte(m.To))
	if m.From.Tableau() && m.To.Tableau() {
		b = append(b, byte(m.Count))
	}
	return b
}

// A decoder reads from the front of b. After the first error it returns only zeros, and
// bad is set.
type decoder struct {
	b       []byte
	bad     bool
	unknown string // the family that the rules name, if it is unknown
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

// int parses a number from 0 to most.
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
	name := d.string()
	family, ok := FamilyNamed(name)
	if !ok {
		d.bad, d.unknown = true, name
	}
	r := Rules{
		Family: family, Ranks: d.int(King), Piles: d.int(MaxPiles), Draw: d.int(MaxDraw), Passes: d.int(maxPasses),
		Return: d.int(1) == 1,
	}
	groups := Groups(d.int(int(AnyGroup)))
	r.Scoring = Scoring(d.int(int(Vegas)))
	d.bad = d.bad || groups != r.Groups
	return r
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
