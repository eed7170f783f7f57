package slackfake

import (
	"slices"
	"strings"
	"time"
)

// tiers of the Web API, as calls a minute.
const (
	tier3   = 50
	tier4   = 100
	perRoom = 60 // of chat.postMessage in one channel
)

// tier is how often a minute a method may be called, also one in one channel;
// 0: it isn't counted.
func tier(name string) int {
	if _, _, room := strings.Cut(name, " "); room {
		return perRoom
	}
	return methods()[name].tier
}

// Calls tells how often a method was called.
func (s *Server) Calls(method string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.calls[method])
}

// OverTier returns the methods that were called more often in some minute than
// Slack surely lets through, such as "chat.update", or "chat.postMessage C1" for
// one channel.
func (s *Server) OverTier() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var over []string
	for name, times := range s.calls {
		if limit := tier(name); limit > 0 && peak(times) > limit {
			over = append(over, name)
		}
	}
	slices.Sort(over)
	return over
}

// peak is the largest number of calls within a minute.
func peak(times []time.Time) int {
	most, first := 0, 0
	for i, at := range times {
		for at.Sub(times[first]) >= time.Minute {
			first++
		}
		most = max(most, i-first+1)
	}
	return most
}
