package daily

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// Words for the rankings.
const (
	spanToday     = "today"
	spanYesterday = "yesterday"
	spanWeek      = "week"
	spanMonth     = "month"
	spanAll       = "all"
	scopeHere     = "here"
	scopeAll      = "everywhere"
)

func spans() []string { return []string{spanToday, spanYesterday, spanWeek, spanMonth, spanAll} }

// pageRows is the number of rows on a page of a ranking.
const pageRows = 10

// A ranking identifies a ranking.
type ranking struct {
	rules game.Rules
	span  string
	scope string
}

// Leaderboard shows a page of a daily deal's ranking.
func Leaderboard() bot.Command {
	return bot.Command{
		Spec: command.Spec{
			Name: "leaderboard", Reads: true, Public: true, Named: true, Example: "/solitaire leaderboard week",
			Options: []command.Option{
				{Name: "span", Values: spans()},
				gameOption(), drawOption(),
				{Name: "scope", Values: []string{scopeHere, scopeAll}},
				{Name: "page", Kind: command.Number},
			},
		},
		Run: func(t *bot.Turn, args command.Args) error {
			r, ok := chosenRules(t, args)
			if !ok {
				return nil
			}
			which := ranking{rules: r, span: cmp.Or(args.Text("span"), spanToday), scope: cmp.Or(args.Text("scope"), scopeHere)}
			if t.Scope() == "" {
				which.scope = scopeAll
			}
			number, _ := args.Number("page")
			t.NoBoard, t.Pages = true, true
			t.Alone = t.Setting(bot.SettingLeaderboard) == bot.Anonymous // it shows the reader's own place
			return which.show(t, max(1, number))
		},
	}
}

// board is the ranking's name in the store.
func (w ranking) board(t *bot.Turn) persist.Board {
	today := persist.DayOf(t.Now)
	board := persist.Board{Deal: w.rules.String()}
	if w.scope == scopeHere {
		board.Scope = t.Scope()
	}
	switch w.span {
	case spanYesterday:
		board.Index = int(today - 1)
	case spanWeek:
		board.Span, board.Index = persist.Week, today.Week()
	case spanMonth:
		board.Span, board.Index = persist.Month, today.Month()
	case spanAll:
		board.Span = persist.AllTime
	default:
		board.Index = int(today)
	}
	return board
}

// show shows a page. After the last page comes the last page again.
func (w ranking) show(t *bot.Turn, number int) error {
	board := w.board(t)
	page, err := t.Bot.Store.Page(t.Ctx, board, (min(number, 1<<30)-1)*pageRows, pageRows)
	if err != nil {
		return fmt.Errorf("%w board: %w", bot.ErrLoad, err)
	}
	pages := max(1, (page.Total+pageRows-1)/pageRows)
	if number > pages {
		return w.show(t, pages)
	}
	t.Reply.Title = []locale.Message{locale.Msg("title." + w.rules.Game)}
	if w.rules.HasStock() {
		t.Reply.Title = append(t.Reply.Title, locale.Msg("title.draw", "Draw", w.rules.Draw))
	}
	t.Reply.Title = append(t.Reply.Title, locale.Msg("board.span-"+w.span, "Day", board.Index), locale.Msg("board.scope-"+w.scope))
	switch oneDay := board.Span == persist.OneDay; {
	case page.Total == 0 && oneDay:
		t.Say("board.empty")
	case page.Total == 0:
		t.Say("board.no-wins")
	case oneDay:
		t.Say("board.finished", "Count", page.Total)
	default:
		t.Say("board.winners", "Count", page.Total)
	}
	for _, row := range page.Rows {
		name, err := w.nameOf(t, row.Player)
		if err != nil {
			return err
		}
		t.SayAll(rowInWords(board, row, name))
	}
	own, offset, err := t.Bot.Store.Place(t.Ctx, board, t.Request.Player)
	if err != nil && !errors.Is(err, persist.ErrNotFound) {
		return fmt.Errorf("%w board: %w", bot.ErrLoad, err)
	}
	ownPage := 0
	if err == nil {
		ownPage = offset/pageRows + 1
		t.Say("board.you", "Place", own.Place, "Total", page.Total)
	}
	t.Say("board.ends", "Ends", locale.Moment((persist.DayOf(t.Now) + 1).Start()))
	t.Reply.Actions = w.buttons(number, pages, ownPage)
	t.Reply.Show, err = w.weekChart(t, board)
	return err
}

// rowInWords describes one row. A clean row is a win without undo and hint, a late one
// was finished after its day.
func rowInWords(board persist.Board, r persist.Row, name string) locale.Message {
	kind := "won"
	switch {
	case board.Span != persist.OneDay:
		kind = "sum"
	case r.Score.Won == 0:
		kind = "lost"
	case r.Score.Aids == 0:
		kind = "clean"
	}
	if r.Score.Late {
		kind += "-late"
	}
	return locale.Msg("board.row-"+kind, "Place", r.Place, "Name", nameInWords(name), "Moves", r.Score.Moves, "Aids", r.Score.Aids,
		"Time", bot.Duration(r.Score.Seconds), "Up", r.Score.Up, "Won", r.Score.Won)
}

// nameOf returns a player's name in a ranking; empty for a player who isn't named there.
// On a server that is the name used there. A player is named everywhere, by the
// platform's name, only by choice.
func (w ranking) nameOf(t *bot.Turn, p persist.Player) (string, error) {
	rec, err := t.Bot.Store.Load(t.Ctx, p)
	if err != nil && !errors.Is(err, persist.ErrNotFound) {
		return "", fmt.Errorf("%w name: %w", bot.ErrLoad, err)
	}
	choice := rec.Settings[bot.SettingLeaderboard]
	if choice == bot.Named || w.scope == scopeHere && choice != bot.Anonymous || p == t.Request.Player {
		if w.scope == scopeHere {
			return rec.NameIn(t.Scope()), nil
		}
		return rec.Name, nil
	}
	return "", nil
}

// nameInWords is somebody's name in a line for others.
func nameInWords(name string) any {
	if name == "" {
		return locale.Msg("board.somebody")
	}
	return locale.Name(name)
}

// buttons lead to other pages, the player's own among them if there is one, to other
// spans and to the other scope.
func (w ranking) buttons(page, pages, ownPage int) [][]bot.Action {
	button := func(label string, w ranking, page int) bot.Action {
		text := fmt.Sprintf("leaderboard span %s %s scope %s page %d", w.span, name(w.rules), w.scope, page)
		return bot.Action{Label: locale.Msg(label, "Day", 0), Text: text}
	}
	var turn, others []bot.Action
	if page > 1 {
		turn = append(turn, button("button.page-before", w, page-1))
	}
	if page < pages {
		turn = append(turn, button("button.page-next", w, page+1))
	}
	if ownPage > 0 && (ownPage < page-1 || ownPage > page+1) { // the neighbouring pages already have a button
		turn = append(turn, button("button.page-own", w, ownPage))
	}
	for _, span := range spans() {
		if span != w.span {
			others = append(others, button("board.span-"+span, ranking{w.rules, span, w.scope}, 1))
		}
	}
	scope := scopeAll
	if w.scope == scopeAll {
		scope = scopeHere
	}
	rows := [][]bot.Action{others, {button("board.scope-"+scope, ranking{w.rules, w.span, scope}, 1)}}
	if len(turn) > 0 {
		rows = slices.Insert(rows, 0, turn)
	}
	return rows
}

// weekChart shows how many players have finished each of a week's daily deals; nil for
// other rankings.
func (w ranking) weekChart(t *bot.Turn, board persist.Board) (*bot.Show, error) {
	if board.Span != persist.Week || !t.Paints() {
		return nil, nil
	}
	c := bot.Chart{Title: locale.Msg("chart.week"), Legend: bot.WonLegend()}
	finished := 0
	for day := persist.DayOf(t.Now); day.Week() == board.Index; day-- {
		on := board
		on.Span, on.Index = persist.OneDay, int(day)
		page, err := t.Bot.Store.Page(t.Ctx, on, 0, 0)
		if err != nil {
			return nil, fmt.Errorf("%w board: %w", bot.ErrLoad, err)
		}
		finished += page.Total
		c.Labels = append(c.Labels, bot.ChartLabel("#"+bot.DayNumber(day)))
		c.Parts = append(c.Parts, []int{page.Won, page.Total - page.Won})
	}
	slices.Reverse(c.Labels)
	slices.Reverse(c.Parts)
	if finished == 0 {
		return nil, nil
	}
	return &bot.Show{Alt: locale.Msg("chart.alt-week", "Count", finished, "Game", locale.Msg("title."+w.rules.Game)), Charts: []bot.Chart{c}}, nil
}
