package game

import "slices"

// Names of the families.
const (
	Klondike = "klondike"
	Yukon    = "yukon"
)

// A Family is what stays the same in a game whatever options a player chooses. All
// families deal the same triangle of face-down cards with one face-up card on each pile,
// and are won by putting all cards on the foundations.
//
// A new family needs an entry in this file, its texts (catalogue keys that end in its
// name, such as title.yukon and rules.yukon), and an engine that solves it. Other
// packages ask for these properties, never for a name.
type Family struct {
	Game   string // the name, as in commands, rule names and stored games
	Stock  bool   // the rest of the deck is a stock, with draws, passes and vegas scoring; otherwise it is dealt face up
	Build  Build  // which card may lie on which in the tableau
	Groups Groups // what moves together
	Engine Engine // the solver for its positions
}

// Build says which card of the next lower rank may lie on a card in the tableau.
type Build uint8

// The ways to build.
const (
	AlternateColours Build = iota
	SameSuit
)

// Groups says which cards of a pile may move together.
type Groups uint8

const (
	// Runs allows cards that are built on each other, up to the end of the pile.
	Runs Groups = iota
	// AnyGroup allows any face-up card with everything on it.
	AnyGroup
)

// Engine names a solver. Package solve maps it to the code.
type Engine uint8

// The engines.
const (
	NoEngine       Engine = iota // no verdicts: every answer is "unknown"
	KlondikeEngine               // a stock, alternate colours, runs
	YukonEngine                  // no stock, alternate colours, any group
)

var (
	klondike = &Family{Game: Klondike, Stock: true, Build: AlternateColours, Groups: Runs, Engine: KlondikeEngine}
	yukon    = &Family{Game: Yukon, Build: AlternateColours, Groups: AnyGroup, Engine: YukonEngine}

	families = []*Family{klondike, yukon}
)

// Families returns all families, the default one first.
func Families() []*Family { return slices.Clone(families) }

// FamilyNames returns the names of all families, the default one first.
func FamilyNames() (names []string) {
	for _, f := range families {
		names = append(names, f.Game)
	}
	return names
}

// FamilyNamed returns the family with a name. It reports false if there is none. The
// caller must then refuse the name, and never use another family instead.
func FamilyNamed(name string) (*Family, bool) {
	for _, f := range families {
		if f.Game == name {
			return f, true
		}
	}
	return nil, false
}

// builds reports whether a card may lie on another in the tableau.
func (f *Family) builds(card, on Card) bool {
	if card.Rank()+1 != on.Rank() {
		return false
	}
	if f.Build == SameSuit {
		return card.Suit() == on.Suit()
	}
	return card.Red() != on.Red()
}
