package persist

import (
	"encoding/binary"
	"math"
)

// A Board is one ranking of the players of daily deals.
type Board struct {
	Scope string // a server's or workspace's id, prefixed with its platform; empty means everywhere
	Deal  string // the name of the rule set
	Span  Span
	Index int // which day, week or month; 0 for all time
}

// A Span is the period that a board covers.
type Span uint8

// The spans.
const (
	OneDay Span = iota // results of one day, won or not
	Week               // this and the following: sums of all wins
	Month
	AllTime
)

// A Score decides a player's place on a board.
type Score struct {
	Won     int   `cbor:"1,keyasint,omitempty"` // deals won
	Up      int   `cbor:"2,keyasint,omitempty"` // cards on the foundations; on one-day boards
	Moves   int   `cbor:"3,keyasint,omitempty"`
	Aids    int   `cbor:"4,keyasint,omitempty"` // undos and hints
	Seconds int64 `cbor:"5,keyasint,omitempty"` // from the first move to the last
	Late    bool  `cbor:"6,keyasint,omitempty"` // finished after its day; on one-day boards
}

// A Row is a player's place on a board. Players with equal scores share a place: 1, 2, 2,
// 4.
type Row struct {
	Place  int
	Player Player
	Score  Score
}

// A Page is a part of a board.
type Page struct {
	Total int // rows of the whole board
	Won   int // how many of them have won; these come first
	Rows  []Row
}

// Ranked returns the score of a daily deal's result on the boards of its day.
func (r Result) Ranked() Score {
	s := Score{Up: r.Up, Moves: r.Moves, Aids: r.Undos + r.Hints, Late: r.Late}
	if r.Outcome == Won {
		s.Won = 1
	}
	if !r.First.IsZero() {
		s.Seconds = int64(r.Last.Sub(r.First).Seconds())
	}
	return s
}

// Plus returns the sum of two scores, for boards of more than a day.
func (s Score) Plus(t Score) Score {
	return Score{Won: s.Won + t.Won, Moves: s.Moves + t.Moves, Aids: s.Aids + t.Aids, Seconds: s.Seconds + t.Seconds}
}

// Boards returns the boards on which a result counts. There are none unless it is a daily
// deal's, and only those of the day unless it is a win.
func (r Result) Boards() []Board {
	if r.Day == 0 {
		return nil
	}
	var boards []Board
	for _, scope := range append([]string{""}, r.Here...) {
		boards = append(boards, Board{scope, r.Rules, OneDay, int(r.Day)})
		if r.Outcome == Won {
			boards = append(boards,
				Board{scope, r.Rules, Week, r.Day.Week()},
				Board{scope, r.Rules, Month, r.Day.Month()},
				Board{scope, r.Rules, AllTime, 0})
		}
	}
	return boards
}

// AppendKey appends the board as a key. No board's key is a prefix of another's.
func (b Board) AppendKey(key []byte) []byte {
	for _, s := range []string{b.Scope, b.Deal} {
		key = binary.AppendUvarint(key, uint64(len(s)))
		key = append(key, s...)
	}
	key = append(key, byte(b.Span))
	return binary.BigEndian.AppendUint32(key, uint32(b.Index))
}

// CutBoard removes the board from the front of a key. The error is ErrDamaged.
func CutBoard(key []byte) (b Board, rest []byte, err error) {
	rest = key
	for _, part := range []*string{&b.Scope, &b.Deal} {
		if *part, rest, err = cutPart(rest); err != nil {
			return Board{}, nil, err
		}
	}
	const size = 5 // of span and index
	if len(rest) < size {
		return Board{}, nil, errKey()
	}
	b.Span, b.Index = Span(rest[0]), int(binary.BigEndian.Uint32(rest[1:]))
	return b, rest[size:], nil
}

// RankDepth is the longest prefix of a rank, in bytes, by which a store counts. Few
// players have so much of a rank in common.
const RankDepth = 5

// AppendRank appends a score as bytes that sort in the board's order, the best first.
// Equal ranks share a place. On one-day boards, wins come before losses; winners are
// ordered by fewer moves, fewer aids and less time, the others by more cards up, then
// fewer moves. The other boards contain winners only, ordered by more wins, then fewer
// moves, fewer aids and less time in total.
func (b Board) AppendRank(key []byte, s Score) []byte {
	switch {
	case b.Span != OneDay:
		key = binary.BigEndian.AppendUint16(key, math.MaxUint16-uint16(least(s.Won, math.MaxUint16)))
		key = appendUint24(key, s.Moves)
		key = appendUint24(key, s.Aids)
		return appendSeconds(key, s.Seconds)
	case s.Won > 0:
		key = append(key, win)
		key = binary.BigEndian.AppendUint16(key, uint16(least(s.Moves, math.MaxUint16)))
		key = binary.BigEndian.AppendUint16(key, uint16(least(s.Aids, math.MaxUint16)))
		return appendSeconds(key, s.Seconds)
	}
	key = append(key, loss, byte(math.MaxUint8-least(s.Up, math.MaxUint8)))
	key = binary.BigEndian.AppendUint16(key, uint16(least(s.Moves, math.MaxUint16)))
	return append(key, 0, 0, 0, 0, 0)
}

// WinRank returns the prefix that the ranks of all winners on the board have, and no
// others.
func (b Board) WinRank() []byte {
	if b.Span != OneDay {
		return nil // there are only winners
	}
	return []byte{win}
}

// First bytes of ranks on one-day boards.
const (
	win  = 0
	loss = 1
)

func appendUint24(key []byte, n int) []byte {
	n = least(n, 1<<24-1)
	return append(key, byte(n>>16), byte(n>>8), byte(n))
}

func appendSeconds(key []byte, n int64) []byte {
	return binary.BigEndian.AppendUint32(key, uint32(max(0, min(n, math.MaxUint32))))
}

// least limits a number to the range 0 to most; larger numbers rank like most.
func least(n, most int) int { return max(0, min(n, most)) }

// EncodeScore returns the stored form of a player's score.
func EncodeScore(p Player, s Score) ([]byte, error) { return encode(0, scored{p, s}) }

// DecodeScore parses the stored form of a player's score. The error wraps ErrDamaged or
// ErrNewer.
func DecodeScore(b []byte) (Player, Score, error) {
	var s scored
	_, err := decode(b, &s)
	return s.Player, s.Score, err
}

type scored struct {
	Player Player `cbor:"1,keyasint"`
	Score  Score  `cbor:"2,keyasint"`
}

// EncodeCount returns the stored form of a number of rows.
func EncodeCount(n int) ([]byte, error) { return encode(0, n) }

// DecodeCount parses the stored form of a number of rows. The error wraps ErrDamaged or
// ErrNewer.
func DecodeCount(b []byte) (int, error) {
	var n int
	_, err := decode(b, &n)
	return n, err
}
