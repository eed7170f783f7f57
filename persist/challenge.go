package persist

import "time"

// A Challenge is one deal for several players of one server or workspace.
type Challenge struct {
	ID      string       `cbor:"1,keyasint"`
	Scope   string       `cbor:"2,keyasint"`           // the server or workspace, its platform before it
	Channel string       `cbor:"3,keyasint"`           // where it was posted, and the result will be; empty: nowhere that all read
	Game    []byte       `cbor:"4,keyasint"`           // the engine's stored form, nothing played
	Until   time.Time    `cbor:"5,keyasint"`           // when it ends for those who have not finished
	Players []Challenger `cbor:"6,keyasint"`           // who began it first
	Posted  bool         `cbor:"7,keyasint,omitempty"` // the result was posted; such a challenge is deleted
	Tell    time.Time    `cbor:"8,keyasint,omitzero"`  // the time from which the jobs post the result; zero before the end
}

// A Challenger is a player of a challenge, invited or inviting.
type Challenger struct {
	Player Player `cbor:"1,keyasint"`
	Name   string `cbor:"2,keyasint"`
	State  string `cbor:"3,keyasint"` // one of the states
	Score  Score  `cbor:"4,keyasint"` // once finished

	Told    bool `cbor:"5,keyasint,omitempty"` // has got the result in a direct message
	Pending bool `cbor:"6,keyasint,omitempty"` // has yet to get the invitation in a direct message
}

// The states of a challenger.
const (
	Invited  = "invited"
	Playing  = "playing"
	Declined = "declined"
	Finished = "finished"
)

// ChallengeKind is the kind of docs that hold a [Challenge]. Their key is its id.
const ChallengeKind = "challenge"
