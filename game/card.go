package game

// A Suit is one of the four suits, in the order clubs, diamonds, hearts,
// spades, which is the order of a fresh deck and of the foundations.
type Suit uint8

// The suits.
const (
	Clubs Suit = iota
	Diamonds
	Hearts
	Spades
)

// Suits is the number of suits.
const Suits = 4

// Red reports whether s is diamonds or hearts.
func (s Suit) Red() bool { return s == Diamonds || s == Hearts }

// String returns the letter of the suit: C, D, H or S.
func (s Suit) String() string { return string(suitLetters[s&3]) }

// Ranks run from the ace (1) to the king (13).
const (
	Ace  = 1
	King = 13
)

const (
	rankLetters = "A23456789TJQK"
	suitLetters = "CDHS"
)

// A Card is rank and suit. The zero Card is no card: an empty place, or one
// that may not be seen.
type Card uint8

// NewCard returns the card of a rank from 1 (ace) to 13 (king) in a suit.
func NewCard(rank int, suit Suit) Card { return Card(rank<<2) | Card(suit) }

// Rank returns the rank, from 1 (ace) to 13 (king); 0 for no card.
func (c Card) Rank() int { return int(c >> 2) }

// Suit returns the suit.
func (c Card) Suit() Suit { return Suit(c & 3) }

// Red reports whether the card is a diamond or a heart.
func (c Card) Red() bool { return c.Suit().Red() }

// Valid reports whether c is one of the 52 cards.
func (c Card) Valid() bool { return c.Rank() >= Ace && c.Rank() <= King }

// String returns rank and suit in two letters, such as "TH" for the ten of
// hearts; "--" for no card.
func (c Card) String() string {
	if !c.Valid() {
		return "--"
	}
	return string([]byte{rankLetters[c.Rank()-1], suitLetters[c.Suit()]})
}

// ParseCard reads the two letters that [Card.String] writes. It reports false
// for anything else.
func ParseCard(s string) (Card, bool) {
	if len(s) != 2 {
		return 0, false
	}
	for rank := Ace; rank <= King; rank++ {
		if rankLetters[rank-1] != s[0] {
			continue
		}
		for suit := Clubs; suit <= Spades; suit++ {
			if suitLetters[suit] == s[1] {
				return NewCard(rank, suit), true
			}
		}
	}
	return 0, false
}
