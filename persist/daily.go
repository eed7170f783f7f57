package persist

import "fmt"

// A Daily is the deal of a day, the same for everybody of an installation. It
// is proved winnable under exactly its rules, and never changed, but for a
// better line and how hard it turns out to be.
type Daily struct {
	Day        Day    `cbor:"1,keyasint"`
	Deal       string `cbor:"2,keyasint"`           // the name of the rule set
	Counter    uint32 `cbor:"3,keyasint"`           // which try at a winnable deal it is
	Game       []byte `cbor:"4,keyasint"`           // the engine's stored form of the winning line, played
	Par        int    `cbor:"5,keyasint"`           // the line's draws and moves
	Minimal    bool   `cbor:"6,keyasint,omitempty"` // no line is shorter: proved
	Improved   bool   `cbor:"8,keyasint,omitempty"` // a shorter line was looked for
	Difficulty string `cbor:"7,keyasint,omitempty"` // how hard it is, once that was worked out
}

// DailyKind is the kind of docs that hold a [Daily].
const DailyKind = "daily"

// DailyKey returns the key of a day's deal, in the order of the days.
func DailyKey(day Day, deal string) string { return fmt.Sprintf("%08d|%s", day, deal) }
