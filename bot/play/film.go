package play

import (
	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"fmt"
	"time"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// film shows a won game from the deal to the win. It tells all cards, so a deal
// that others are still playing is not shown.
func film(t *bot.Turn) error {
	table := t.Need()
	if table == nil {
		return nil
	}
	slot := t.Entry(table)
	t.NoBoard = true
	until, err := secretUntil(t, slot)
	switch {
	case slot.Outcome != persist.Won:
		t.Say("film.not-won")
		return nil
	case err != nil:
		return err
	case t.Now.Before(until):
		t.Say("film.too-early", "Ends", locale.Moment(until))
		return nil
	case !t.Paints():
		t.Say("film.off")
		return nil
	}
	views, err := filmOf(table.Game)
	if err != nil {
		return err
	}
	alt := locale.Msg("film.alt", "Count", table.Game.Length())
	t.Say(alt)
	t.Reply.Show = &bot.Show{Alt: alt, Film: views}
	return nil
}

// showsFilm reports whether the film of a game can be shown now.
func showsFilm(t *bot.Turn, slot persist.Game) bool {
	if slot.Outcome != persist.Won || !t.Paints() {
		return false
	}
	until, err := secretUntil(t, slot)
	return err == nil && !t.Now.Before(until)
}

// secretUntil is when nobody plays a game's deal for a place any more; zero if
// nobody does.
func secretUntil(t *bot.Turn, slot persist.Game) (time.Time, error) {
	switch {
	case slot.Day > 0:
		return (slot.Day + 1).Start().Add(closing), nil
	case slot.Link != "":
		c, _, _, err := bot.ReadDoc[persist.Challenge](t, persist.ChallengeKind, slot.Link) // one that is gone is over
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
