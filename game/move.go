package game

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// A Pile names a place on the table. The values 1 to 7 are the columns of the
// tableau, counted from the left.
type Pile uint8

// The other places.
const (
	Stock Pile = iota + MaxPiles + 1
	Waste
	// Foundation is the target of a move to the foundation of the card's suit.
	Foundation
	foundations // followed by one for each suit, see FoundationOf
)

// FoundationOf names the foundation of a suit: the source of a move that takes
// a card back.
func FoundationOf(s Suit) Pile { return foundations + Pile(s) }

// Tableau reports whether p is a column.
func (p Pile) Tableau() bool { return p >= 1 && p <= MaxPiles }

// Foundation returns the suit if p is the foundation of one.
func (p Pile) Foundation() (Suit, bool) {
	if p >= foundations && p < foundations+Suits {
		return Suit(p - foundations), true
	}
	return 0, false
}

// String returns the pile's notation: 1…7, w, f, or fc fd fh fs. The stock is s, though
// no move needs to name it.
func (p Pile) String() string {
	if suit, ok := p.Foundation(); ok {
		return "f" + strings.ToLower(suit.String())
	}
	switch p {
	case Stock:
		return "s"
	case Waste:
		return "w"
	case Foundation:
		return "f"
	}
	return strconv.Itoa(int(p))
}

// A Move takes Count cards from one pile to another. Drawing is a move from the stock to
// the waste, and turning over one from the waste to the stock; both have Count 0, since
// the rules determine the number of cards.
type Move struct {
	From, To Pile
	Count    int
}

// The two moves of the stock.
var (
	// Draw turns cards from the stock onto the waste.
	Draw = Move{From: Stock, To: Waste}
	// TurnOver makes the waste the stock again, in the same order.
	TurnOver = Move{From: Waste, To: Stock}
)

// String returns the move in notation: "d", "r", "w>5", "3>f", "3>5:2",
// "fh>4".
func (m Move) String() string {
	switch m {
	case Draw:
		return "d"
	case TurnOver:
		return "r"
	}
	s := m.From.String() + ">" + m.To.String()
	if m.Count != 1 {
		s += ":" + strconv.Itoa(m.Count)
	}
	return s
}

// ErrUnreadable means that a text isn't a move in notation.
var ErrUnreadable = errors.New("not a move")

// ParseMove parses what [Move.String] returns, and accepts ":1" as well. The error is
// [ErrUnreadable]. It doesn't check whether the move is legal.
func ParseMove(s string) (Move, error) {
	switch s {
	case "d":
		return Draw, nil
	case "r":
		return TurnOver, nil
	}
	places, count, counted := strings.Cut(s, ":")
	from, to, ok := strings.Cut(places, ">")
	m := Move{From: parsePile(from), To: parsePile(to), Count: 1}
	if counted {
		m.Count, _ = number(count, 99)
	}
	if !ok || !m.readable() {
		return Move{}, fmt.Errorf("%w: %.20q", ErrUnreadable, s)
	}
	return m, nil
}

// readable reports whether a move between these places makes sense at all.
func (m Move) readable() bool {
	if m == Draw || m == TurnOver {
		return true
	}
	_, back := m.From.Foundation()
	from := m.From.Tableau() || m.From == Waste || back
	to := m.To.Tableau() || m.To == Foundation
	return from && to && m.Count >= 1
}

func parsePile(s string) Pile {
	switch {
	case s == "w":
		return Waste
	case s == "f":
		return Foundation
	case len(s) == 1 && s[0] >= '1' && s[0] <= '0'+MaxPiles:
		return Pile(s[0] - '0')
	case len(s) == 2 && s[0] == 'f':
		if i := strings.IndexByte("cdhs", s[1]); i >= 0 {
			return FoundationOf(Suit(i))
		}
	}
	return 0
}
