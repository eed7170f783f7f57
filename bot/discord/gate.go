package discord

import "sync/atomic"

// gateRoom is for interactions beyond those that the bot lets work at once: they
// are told that it is busy, each by a call to Discord, and some wait for theirs
// while the bot is done with them already.
const gateRoom = 256

// A gate counts the interactions from the gateway that are under way. Over HTTP
// the listener bounds them. The zero value is ready for use.
type gate struct{ inside atomic.Int64 }

// enter lets one in, which must be followed by leave, unless there are as many
// inside as may work at once, and as there is room for. It never waits: heartbeats
// are acknowledged by the same reader. An atOnce of 0 is no limit.
func (g *gate) enter(atOnce int) bool {
	n := g.inside.Add(1)
	if atOnce == 0 || n <= int64(atOnce)+gateRoom {
		return true
	}
	g.leave()
	return false
}

func (g *gate) leave() { g.inside.Add(-1) }
