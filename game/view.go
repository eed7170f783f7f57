package game

// A View is what the player has seen, and nothing else. It holds no face-down card and no
// card of the stock that was never drawn, so nothing built from a View alone can reveal
// them.
type View struct {
	Rules       Rules
	Piles       []ViewPile
	Stock       []Card // the next card to be drawn first; no card (0) where the player hasn't seen it
	Waste       []Card // the top card last
	Fan         int    // how many cards at the end of the waste are spread out
	Foundations [Suits]int
	Pass        int  // the current pass, from 1; 0 in a game without a stock
	PassLeft    bool // the waste may be turned over once more
	Score       int
	Won         bool
}

// A ViewPile is one column: the number of face-down cards, then the face-up ones, the
// lowest first.
type ViewPile struct {
	Hidden int
	Up     []Card
}

// Empty reports whether the column has no cards.
func (p ViewPile) Empty() bool { return p.Hidden == 0 && len(p.Up) == 0 }

// View returns what the player has seen. After the first pass, that includes every card
// left in the stock.
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

// Reveals reports whether a legal move would show the player an unseen card: it draws
// from the stock in the first pass, or uncovers a face-down card. Any text about the
// position after such a move depends on hidden cards, so the bot must not show one before
// the move is made.
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
