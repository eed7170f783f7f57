package bot

import (
	"slices"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// How long and how many servers and workspaces are remembered in which a player
// has used the bot: those on whose boards results count.
const (
	seenDays = 30
	seenMost = 20
)

// scope names a place on whose boards results count; empty where there is none.
func (s *session) scope() string {
	switch {
	case s.req.Place.Server != "":
		return s.req.Player.Platform + "|" + s.req.Place.Server
	case s.req.Player.Platform == "terminal":
		return s.req.Player.Platform
	}
	return ""
}

// meet brings the record up to date with what the request tells and the time
// that has passed. What changes here alone is stored with the next change.
func (s *session) meet() {
	if s.req.Name != s.rec.Name { // nearly always it is as it was
		s.rec.Name = or(harmless(s.req.Name), s.rec.Name)
	}
	today := persist.DayOf(s.now)
	scope := s.scope()
	seen := slices.DeleteFunc(s.rec.Seen, func(e persist.Seen) bool {
		return e.Scope == scope || e.Day < today-seenDays
	})
	if scope != "" {
		seen = slices.Insert(seen, 0, persist.Seen{Scope: scope, Day: today})
	}
	s.rec.Seen = seen[:min(len(seen), seenMost)]
	s.closeGames()
}

// closeGames ends games whose time is over, and drops those that have ended,
// unless they are the current one.
func (s *session) closeGames() {
	for i := 0; i < len(s.rec.Games); i++ {
		slot := &s.rec.Games[i]
		if slot.Until.IsZero() || s.now.Before(slot.Until) {
			continue
		}
		if slot.Outcome == "" {
			s.expire(i)
		}
		if slot.ID != s.rec.Current {
			s.rec.Games = slices.Delete(s.rec.Games, i, i+1)
			i--
		}
	}
}

// expire ends a game of which the time is over. One that was never begun counts
// nothing.
func (s *session) expire(i int) {
	slot := &s.rec.Games[i]
	g := new(game.Game)
	if slot.First.IsZero() || g.UnmarshalBinary(slot.Data) != nil {
		slot.Outcome = persist.Expired
		if slot.Kind == daily {
			s.endAttempt(slot)
		}
	} else {
		s.end(&table{slot: i, game: g, state: g.State()}, persist.Expired)
	}
	slot.Version++
	s.changed = true
}
