package game

// These are the points of the two scorings. Standard is the table of the old Windows
// solitaire without its clock; vegas costs 52 for the deal and pays 5 for each card. A
// change here breaks no stored game, but must increase [ScoringVersion].
const (
	wasteToTableau = 5
	toFoundation   = 10
	turnedUp       = 5
	takenBack      = -15
	turnOverDraw1  = -100
	turnOverDrawN  = -20
	freeTurnOvers  = 3 // at draw 2 or more

	vegasDeal = -52
	vegasCard = 5
)

// ScoringVersion is stored with each result. Records of different versions are never
// compared.
const ScoringVersion = 1

// Scoring is a way to count points.
type Scoring uint8

// The scorings.
const (
	Standard Scoring = iota
	Vegas
)

// String returns the name of the scoring: "standard" or "vegas".
func (s Scoring) String() string {
	if s == Vegas {
		return "vegas"
	}
	return "standard"
}

// vegasPasses is the number of passes that vegas sets. It is also the default of other
// games.
func vegasPasses(draw int) int {
	if draw == 1 {
		return 1
	}
	return 3
}

// openingScore is the score of a position without a history. Under vegas it is the only
// score: it follows from the cards on the foundations.
func (s *State) openingScore() int {
	if s.rules.Scoring == Vegas {
		return vegasDeal + vegasCard*s.TotalUp()
	}
	return 0
}

// points returns what a step is worth under standard scoring.
func (s *State) points(e Effect) int {
	p := 0
	_, back := e.Move.From.Foundation()
	switch {
	case e.Move == TurnOver && s.rules.Draw == 1:
		p = turnOverDraw1
	case e.Move == TurnOver && s.pass-1 > freeTurnOvers: // the pass that this step has begun
		p = turnOverDrawN
	case e.Move == TurnOver:
	case back:
		p = takenBack
	case e.Move.To == Foundation:
		p = toFoundation
	case e.Move.From == Waste:
		p = wasteToTableau
	}
	if e.Turned != 0 {
		p += turnedUp
	}
	return p
}
