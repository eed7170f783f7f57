package game

// A View is what the player has been shown, and nothing else: face-down cards
// and cards of the stock that were never turned are not in it, so whatever is
// built from a View alone can't give them away.
type View struct {
	Rules       Rules
	Piles       []ViewPile
	Stock       []Card // the next card to be turned first; no card (0) where it was not yet shown
	Waste       []Card // the top card last
	Fan         int    // cards at the end of the waste that lie spread out
	Foundations [Suits]int
	Pass        int  // the current pass, from 1; 0 in a game without a stock
	PassLeft    bool // the waste may be turned over once more
	Score       int
	Won         bool
}

// A ViewPile is one column: how many cards lie face down, then the face-up
// ones, the lowest first.
type ViewPile struct {
	Hidden int
	Up     []Card
}

// Empty reports whether no card lies there.
func (p ViewPile) Empty() bool { return p.Hidden == 0 && len(p.Up) == 0 }

// View returns what the player has been shown. An earlier pass has shown every
// card of the stock that is still there.
func (s *State) View() View {
	v := View{
		Rules:    s.rules,
		Piles:    make([]ViewPile, s.rules.Piles),
		Stock:    make([]Card, s.talon.n-s.talon.drawn),
		Waste:    s.Waste(),
		Fan:      s.Fan(),
		Pass:     s.pass,
		PassLeft: s.PassLeft(),
		Score:    s.score,
		Won:      s.Won(),
	}
	for i := range v.Piles {
		c := &s.piles[i]
		v.Piles[i] = ViewPile{int(c.hidden), append([]Card(nil), c.cards[c.hidden:c.n]...)}
	}
	if s.unseenStock() == 0 {
		copy(v.Stock, s.talon.cards[s.talon.drawn:])
	}
	for suit, up := range s.up {
		v.Foundations[suit] = int(up)
	}
	return v
}

// unseenStock returns how many cards of the stock the player hasn't seen.
func (s *State) unseenStock() int {
	if s.pass > 1 {
		return 0
	}
	return int(s.talon.n - s.talon.drawn)
}

// Reveals reports whether a legal move would show the player an unseen card: it
// draws from the stock in the first pass, or bares a face-down card. Any
// text about the position after such a move depends on hidden cards, so there must
// be none before the move is made.
func (s *State) Reveals(m Move) bool {
	if m == Draw {
		return s.unseenStock() > 0
	}
	if !m.From.Tableau() {
		return false
	}
	c := &s.piles[m.From-1]
	return c.hidden > 0 && m.Count == int(c.n-c.hidden)
}

// TotalUp returns the number of cards on all foundations.
func (v *View) TotalUp() int {
	n := 0
	for _, up := range v.Foundations {
		n += up
	}
	return n
}
