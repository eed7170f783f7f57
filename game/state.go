package game

// deckSize is the most cards that a place can hold.
const deckSize = Suits * King

// A column is one pile of the tableau, its face-down cards first. Unused places are zero,
// so that equal columns compare equal.
type column struct {
	cards  [deckSize]Card
	n      uint8 // cards
	hidden uint8 // how many of them are face down
}

func (c *column) top() Card {
	if c.n == 0 {
		return 0
	}
	return c.cards[c.n-1]
}

func (c *column) push(cards ...Card) {
	copy(c.cards[c.n:], cards)
	c.n += uint8(len(cards))
}

// A talon is stock and waste in one: all their cards in the order in which they are
// drawn. The first drawn of them are the waste, so that drawing and turning over change a
// number and move no cards.
type talon struct {
	cards [deckSize]Card
	n     uint8 // cards
	drawn uint8 // how many of them are on the waste
	fan   uint8 // cards of the last draw still at the end of the waste, at least its top card
}

func (t *talon) take() {
	copy(t.cards[t.drawn-1:], t.cards[t.drawn:t.n])
	t.n--
	t.cards[t.n] = 0
	t.drawn--
	t.fan = min(max(t.fan-1, 1), t.drawn)
}

// State is one position under its rules. It is a value: two states are equal exactly when
// they are the same position with the same score, and a copy is independent of the
// original.
type State struct {
	rules Rules
	piles [MaxPiles]column
	talon talon
	up    [Suits]uint8 // cards on each foundation
	pass  int          // passes begun; 0 without a stock
	score int
}

// Deal lays out a deck: the triangle with the last card of each pile face up, then the
// stock. Without a stock, the rest goes face up in rows on piles 2…7. The error is that
// of [Rules.Check] or [Deck.Check].
func Deal(r Rules, d Deck) (State, error) {
	if err := r.Check(); err != nil {
		return State{}, err
	}
	if err := d.Check(r); err != nil {
		return State{}, err
	}
	s := State{rules: r}
	s.score = s.openingScore()
	for row := range r.Piles {
		for p := row; p < r.Piles; p++ {
			s.piles[p].push(d[0])
			s.piles[p].hidden = uint8(row)
			d = d[1:]
		}
	}
	if r.Stock {
		s.talon.n = uint8(copy(s.talon.cards[:], d))
		s.pass = 1
		return s, nil
	}
	for i, c := range d {
		s.piles[1+i%(r.Piles-1)].push(c)
	}
	return s, nil
}

// Rules returns the rules of the state.
func (s *State) Rules() Rules { return s.rules }

// Pass returns the number of the current pass, from 1; 0 in a game without a stock.
func (s *State) Pass() int { return s.pass }

// Score returns the points.
func (s *State) Score() int { return s.score }

// PassLeft reports whether the waste may be turned over once more.
func (s *State) PassLeft() bool {
	return s.rules.HasStock() && (s.rules.Passes == 0 || s.pass < s.rules.Passes)
}

// Stock returns the cards in the stock, the next one to be drawn first.
func (s *State) Stock() []Card {
	return append([]Card(nil), s.talon.cards[s.talon.drawn:s.talon.n]...)
}

// Waste returns the cards on the waste, the top card last.
func (s *State) Waste() []Card {
	return append([]Card(nil), s.talon.cards[:s.talon.drawn]...)
}

// Fan returns how many cards at the end of the waste are spread out: those left of the
// last draw, at least the top one.
func (s *State) Fan() int { return int(s.talon.fan) }

// Pile returns the cards of a column, the bottom one first, and how many of
// them are face down.
func (s *State) Pile(p Pile) (cards []Card, hidden int) {
	if !p.Tableau() {
		return nil, 0
	}
	c := &s.piles[p-1]
	return append([]Card(nil), c.cards[:c.n]...), int(c.hidden)
}

// Find returns where a face-up card lies, and how many cards lie on it: in a column, on
// the waste or on the foundation of its suit. It returns no pile (0) for a face-down card
// or one of the stock.
func (s *State) Find(c Card) (p Pile, above int) {
	if up := int(s.up[c.Suit()]); c.Rank() <= up {
		return FoundationOf(c.Suit()), up - c.Rank()
	}
	for p := range s.rules.Piles {
		col := &s.piles[p]
		for i := col.hidden; i < col.n; i++ {
			if col.cards[i] == c {
				return Pile(p + 1), int(col.n-i) - 1
			}
		}
	}
	for i := range s.talon.drawn {
		if s.talon.cards[i] == c {
			return Waste, int(s.talon.drawn-i) - 1
		}
	}
	return 0, 0
}

// Up returns the number of cards on the foundation of a suit.
func (s *State) Up(suit Suit) int { return int(s.up[suit&3]) }

// TotalUp returns the number of cards on all foundations.
func (s *State) TotalUp() int {
	n := 0
	for _, up := range s.up {
		n += int(up)
	}
	return n
}

// Won reports whether all cards are on the foundations.
func (s *State) Won() bool { return s.TotalUp() == s.rules.Cards() }
