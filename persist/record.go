package persist

import "time"

// A Record is everything that is stored about one player, except results.
type Record struct {
	Version    uint64            `cbor:"-" json:"version"`                              // increased by every commit; 0 means never stored
	Current    string            `cbor:"1,keyasint,omitempty" json:"current,omitempty"` // id of the game that moves act on
	Games      []Game            `cbor:"2,keyasint,omitempty" json:"games,omitempty"`
	Settings   map[string]string `cbor:"3,keyasint,omitempty" json:"settings,omitempty"`
	Deliveries Deliveries        `cbor:"4,keyasint,omitempty" json:"deliveries,omitempty"` // 5 was used for references to older deliveries
	Name       string            `cbor:"6,keyasint,omitempty" json:"name,omitempty"`       // the latest name that others see
	Seen       []Seen            `cbor:"7,keyasint,omitempty" json:"seen,omitempty"`       // where the player has played, the latest first
	Reminded   Day               `cbor:"8,keyasint,omitempty" json:"reminded,omitempty"`   // when the player was last reminded of the day's deal
	Waiting    []byte            `cbor:"9,keyasint,omitempty" json:"waiting,omitempty"`    // what is said above the answer to the next command, as the bot stores messages
}

// A Seen is a server or workspace in which the player has used the bot.
type Seen struct {
	Scope string `cbor:"1,keyasint" json:"scope"` // its id, prefixed with its platform
	Day   Day    `cbor:"2,keyasint" json:"day"`   // when last

	Name string `cbor:"3,keyasint,omitempty" json:"name,omitempty"` // the player's name there, if it differs from the record's
}

// NameIn returns the player's name in a server or workspace. A name used in one of them
// is never shown in another.
func (r *Record) NameIn(scope string) string {
	for _, e := range r.Seen {
		if e.Scope == scope && e.Name != "" {
			return e.Name
		}
	}
	return r.Name
}

// A Game is one of a player's games, running or just finished.
type Game struct {
	ID      string    `cbor:"1,keyasint" json:"id"`                          // random, in every button of its board
	Kind    string    `cbor:"2,keyasint" json:"kind"`                        // "free", "practice", "daily" or "challenge"
	Version uint64    `cbor:"3,keyasint" json:"version"`                     // increased by every change of the game
	Data    []byte    `cbor:"4,keyasint" json:"data"`                        // the engine's stored form
	Hints   int       `cbor:"5,keyasint,omitempty" json:"hints,omitempty"`   // hints shown
	First   time.Time `cbor:"6,keyasint" json:"first,omitzero"`              // time of the first step; zero before it
	Last    time.Time `cbor:"7,keyasint" json:"last,omitzero"`               // time of the latest step
	Outcome Outcome   `cbor:"8,keyasint,omitempty" json:"outcome,omitempty"` // how it ended; empty while it runs
	Public  bool      `cbor:"9,keyasint,omitempty" json:"public,omitempty"`  // everybody in the channel may watch
	Day     Day       `cbor:"10,keyasint,omitempty" json:"day,omitempty"`    // of a daily deal, including practice
	Link    string    `cbor:"11,keyasint,omitempty" json:"link,omitempty"`   // the challenge it belongs to
	Until   time.Time `cbor:"12,keyasint,omitzero" json:"until,omitzero"`    // when it ends by itself; zero means never

	Difficulty string `cbor:"13,keyasint,omitempty" json:"difficulty,omitempty"` // of a daily deal, if it was worked out when that was dealt
	Where      string `cbor:"14,keyasint,omitempty" json:"where,omitempty"`      // the server or workspace in which a public game is public; empty: everywhere
}

// PublicIn reports whether everybody in a place of a server or workspace may watch.
func (g *Game) PublicIn(scope string) bool { return g.Public && (g.Where == "" || g.Where == scope) }

// An Outcome says how a game ended.
type Outcome string

// The outcomes.
const (
	Won      Outcome = "won"
	Resigned Outcome = "resigned"
	Replaced Outcome = "replaced" // the player began a new game instead
	Expired  Outcome = "expired"  // its time ran out
)

// A Result is one finished game. It is written once and never changed.
type Result struct {
	ID        string    `cbor:"1,keyasint" json:"id"`                            // the game's
	Kind      string    `cbor:"2,keyasint" json:"kind"`                          // the game's
	Rules     string    `cbor:"3,keyasint" json:"rules"`                         // the name of the rule set
	Scoring   int       `cbor:"4,keyasint" json:"scoring_version"`               // results of different versions are never compared
	Generator string    `cbor:"5,keyasint,omitempty" json:"generator,omitempty"` // of a numbered deal
	Number    int       `cbor:"6,keyasint,omitempty" json:"number,omitempty"`    // of a numbered deal
	Outcome   Outcome   `cbor:"7,keyasint" json:"outcome"`                       //
	Moves     int       `cbor:"8,keyasint" json:"moves"`                         // draws and moves in the final line
	Undos     int       `cbor:"9,keyasint" json:"undos"`                         // steps taken back
	Hints     int       `cbor:"10,keyasint" json:"hints"`                        // hints shown
	Up        int       `cbor:"11,keyasint" json:"up"`                           // cards on the foundations
	Score     int       `cbor:"12,keyasint" json:"score"`                        // points
	First     time.Time `cbor:"13,keyasint" json:"first"`                        // the first step
	Last      time.Time `cbor:"14,keyasint" json:"last"`                         // the last step
	Day       Day       `cbor:"15,keyasint,omitempty" json:"day,omitempty"`      // of a daily deal; the day of its board
	Late      bool      `cbor:"16,keyasint,omitempty" json:"late,omitempty"`     // finished after that day
	Here      []string  `cbor:"17,keyasint,omitempty" json:"here,omitempty"`     // servers and workspaces on whose boards it counts
	Suits     [4]int    `cbor:"18,keyasint,omitempty" json:"suits,omitzero"`     // cards up, clubs to spades
}
