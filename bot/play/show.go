package play

import (
	"fmt"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/daily"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// filmLook is the look in which a won game is shown from its beginning.
const filmLook = "film"

// show posts the board again, with the last step in words, and for this once in
// another style if one is named. With a kind of game it makes that game the current
// one.
func show() bot.Command {
	return bot.Command{
		Spec: command.Spec{
			Name: "show", Also: []string{"board"}, Reads: true, Example: "/solitaire show",
			Options: []command.Option{
				{Name: "game", Values: bot.Kinds()},
				{Name: "as", Values: []string{"unicode", "ascii", "coloured", "text", bot.Picture, bot.Cards, filmLook}},
			},
		},
		Run: runShow,
	}
}

func runShow(t *bot.Turn, args command.Args) error {
	if kind := args.Text("game"); kind != "" {
		i := t.Latest(kind)
		if i < 0 {
			t.Say("show.none", "Input", command.Quoted(kind))
			return nil
		}
		t.MakeCurrent(t.Record.Games[i].ID)
	}
	if t.Look = args.Text("as"); t.Look == filmLook {
		t.Look = ""
		return showFilm(t)
	}
	table := t.Playing()
	if table == nil {
		return nil
	}
	if e, ok := table.Game.LastEffect(); ok {
		t.SayAll(command.Done(e, &table.State)...)
	}
	announceEnd(t)
	return nil
}

// more offers the buttons that have no room under every board.
func more() bot.Command {
	return bot.Command{
		Spec: command.Spec{Name: "more", Reads: true, Example: "/solitaire more"},
		Run: func(t *bot.Turn, _ command.Args) error {
			var row []bot.Action
			if table := t.Current(); table != nil && table.Entry().Outcome == "" {
				if table.Game.Undone() > 0 {
					row = append(row, bot.Button("redo"))
				}
				if table.Game.Done() > 0 && table.Entry().Kind != bot.Daily {
					row = append(row, bot.Button("restart"))
				}
				if mayPeek(t, table) {
					row = append(row, bot.Button("verdict"))
				}
				if table.Game.Begun() || competes(*table.Entry()) {
					row = append(row, bot.Button("resign"))
				}
			}
			if len(row) > 0 {
				t.Reply.Actions = append(t.Reply.Actions, row)
			}
			deals := []bot.Action{bot.Button("new")}
			if t.Bot.Advisor != nil {
				deals = append(deals, bot.Action{Label: locale.Msg("button.winnable"), Text: "new winnable"})
			}
			others := []bot.Action{bot.Button("daily"), bot.Button("leaderboard"), bot.Button("stats")}
			if t.Bot.Page != "" {
				others = append(others, bot.Button("open"))
			}
			t.Reply.Actions = append(t.Reply.Actions,
				others,
				append(deals, bot.Button("rules"), bot.Button("settings"), bot.Button("help")),
			)
			return nil
		},
	}
}

// showFilm shows a won game from the deal to the win. The film shows all cards, so
// that of a deal which others are still playing is not shown.
func showFilm(t *bot.Turn) error {
	table := t.Need()
	if table == nil {
		return nil
	}
	t.NoBoard = true
	until, err := daily.SecretUntil(t.Ctx, t.Bot, *table.Entry())
	switch {
	case table.Entry().Outcome != persist.Won:
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
	until, err := daily.SecretUntil(t.Ctx, t.Bot, g)
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
