package bot

import (
	"fmt"
	"time"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// film shows a won game from the deal to the win. It tells all cards, so a deal
// that others are still playing is not shown.
func (s *session) film() error {
	t := s.need()
	if t == nil {
		return nil
	}
	slot := s.rec.Games[t.slot]
	s.noBoard = true
	until, err := s.secretUntil(slot)
	switch {
	case slot.Outcome != persist.Won:
		s.say(msg("film.not-won"))
		return nil
	case err != nil:
		return err
	case s.now.Before(until):
		s.say(msg("film.too-early", "Ends", locale.Moment(until)))
		return nil
	case !s.paints():
		s.say(msg("film.off"))
		return nil
	}
	views, err := filmOf(t.game)
	if err != nil {
		return err
	}
	alt := msg("film.alt", "Count", t.game.Length())
	s.say(alt)
	s.reply.Show = &Show{Alt: alt, Film: views}
	return nil
}

// showsFilm reports whether the film of a game can be shown now.
func (s *session) showsFilm(slot persist.Game) bool {
	if slot.Outcome != persist.Won || !s.paints() {
		return false
	}
	until, err := s.secretUntil(slot)
	return err == nil && !s.now.Before(until)
}

// secretUntil is when nobody plays a game's deal for a place any more; zero if
// nobody does.
func (s *session) secretUntil(slot persist.Game) (time.Time, error) {
	switch {
	case slot.Day > 0:
		return (slot.Day + 1).Start().Add(closing), nil
	case slot.Link != "":
		c, _, _, err := read[persist.Challenge](s, persist.ChallengeKind, slot.Link) // one that is gone is over
		return c.Until, err
	}
	return time.Time{}, nil
}

// mostViews bounds a film. Of a longer game some steps are left out.
const mostViews = 400

// filmOf returns what the player saw after each step that stands.
func filmOf(g *game.Game) ([]game.View, error) {
	state, err := game.Deal(g.Rules(), g.Deck())
	if err != nil {
		return nil, fmt.Errorf("film: %w", err)
	}
	views := []game.View{state.View()}
	steps := g.Steps()
	every := 1 + len(steps)/mostViews
	for i, m := range steps {
		next, _, err := state.Apply(m)
		if err != nil {
			return nil, fmt.Errorf("film: %w", err)
		}
		state = next
		if (len(steps)-1-i)%every == 0 { // the last one is never left out
			views = append(views, state.View())
		}
	}
	return views, nil
}
