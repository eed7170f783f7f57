package play

import (
	"fmt"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/daily"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// showFilm shows a won game from the deal to the win. The film shows all cards, so
// that of a deal which others are still playing is not shown.
func showFilm(t *bot.Turn) error {
	table := t.Need()
	if table == nil {
		return nil
	}
	t.NoBoard = true
	entry := *table.Entry()
	until, err := daily.SecretUntil(t, entry)
	switch {
	case entry.Outcome != persist.Won:
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
	t.SayAll(alt)
	t.Reply.Show = &bot.Show{Alt: alt, Film: views}
	return nil
}

// filmReady reports whether the film of a game can be shown now.
func filmReady(t *bot.Turn, g persist.Game) bool {
	if g.Outcome != persist.Won || !t.Paints() {
		return false
	}
	until, err := daily.SecretUntil(t, g)
	return err == nil && !t.Now.Before(until)
}

// filmOf returns what the player saw after each step that was not taken back. Of a
// long game some steps are left out.
func filmOf(g *game.Game) ([]game.View, error) {
	const most = 400 // views
	state, err := game.Deal(g.Rules(), g.Deck())
	if err != nil {
		return nil, fmt.Errorf("film: %w", err)
	}
	views := []game.View{state.View()}
	steps := g.Steps()
	every := 1 + len(steps)/most
	for i, m := range steps {
		if state, _, err = state.Apply(m); err != nil {
			return nil, fmt.Errorf("film: %w", err)
		}
		if (len(steps)-1-i)%every == 0 { // the last one is never left out
			views = append(views, state.View())
		}
	}
	return views, nil
}
