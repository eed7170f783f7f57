package daily

import (
	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// pageRows is how many rows of a board are shown at once.
const pageRows = 10

// Words for the boards.
const (
	spanToday     = "today"
	spanYesterday = "yesterday"
	spanWeek      = "week"
	spanMonth     = "month"
	spanAll       = "all"

	scopeHere = "here"
	scopeAll  = "everywhere"
)

func boardOptions() []command.Option {
	return []command.Option{
		{Name: "span", Values: []string{spanToday, spanYesterday, spanWeek, spanMonth, spanAll}},
		{Name: "game", Values: gameNames()},
		{Name: "draw", Values: []string{"1", "3"}},
		{Name: "scope", Values: []string{scopeHere, scopeAll}},
		{Name: "page", Kind: command.Number},
	}
}

// A boardChoice is which board is looked at.
type boardChoice struct {
	rules game.Rules
	span  string
	scope string
}

func (b boardChoice) text(page int) string {
	return fmt.Sprintf("leaderboard span %s %s scope %s page %d", b.span, dailyName(b.rules), b.scope, page)
}

// leaderboard shows a page of the ranking of a deal of the day.
func leaderboard(t *bot.Turn, args command.Args) error {
	given, r, ok := whichDaily(t, c)
	if !ok {
		return nil
	}
	choice := boardChoice{r, or(given["span"], spanToday), given["scope"]}
	if choice.scope == "" || t.Scope() == "" {
		choice.scope = map[bool]string{true: scopeAll, false: scopeHere}[t.Scope() == ""]
	}
	page, err := strconv.Atoi(or(given["page"], "1"))
	if err != nil || page < 1 || page > 1<<30 {
		page = 1
	}
	t.NoBoard, t.Pages = true, true
	t.Alone = t.Record.Settings[bot.SettingLeaderboard] == bot.Anonymous // it tells the reader's own place
	return showBoard(t, choice, page)
}

func boardOf(t *bot.Turn, b boardChoice) persist.Board {
	today := persist.DayOf(t.Now)
	board := persist.Board{Deal: b.rules.String()}
	if b.scope == scopeHere {
		board.Scope = t.Scope()
	}
	switch b.span {
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

func showBoard(t *bot.Turn, choice boardChoice, number int) error {
	board := boardOf(t, choice)
	page, err := t.Bot.Store.Page(t.Ctx, board, (number-1)*pageRows, pageRows)
	if err != nil {
		return fmt.Errorf("%w board: %w", bot.ErrLoad, err)
	}
	pages := max(1, (page.Total+pageRows-1)/pageRows)
	if number > pages {
		return showBoard(t, choice, pages)
	}
	sayBoard(t, choice, board, page.Total)
	for _, row := range page.Rows {
		line, err := row(t, choice, board, row)
		if err != nil {
			return err
		}
		t.Say(line)
	}
	own, offset, err := t.Bot.Store.Place(t.Ctx, board, t.Request.Player)
	if err != nil && !errors.Is(err, persist.ErrNotFound) {
		return fmt.Errorf("%w board: %w", bot.ErrLoad, err)
	}
	if err == nil {
		t.Say("board.you", "Place", own.Place, "Total", page.Total)
	}
	t.Say("board.ends", "Ends", locale.Moment((persist.DayOf(t.Now) + 1).Start()))
	t.Reply.Actions = boardButtons(choice, number, pages, err == nil, offset/pageRows+1)
	t.Reply.Show, err = weekShow(t, choice, board)
	return err
}

// sayBoard says which board it is.
func sayBoard(t *bot.Turn, choice boardChoice, board persist.Board, total int) {
	deal := locale.Msg("title."+choice.rules.Game, "Draw", choice.rules.Draw)
	t.Reply.Title = []locale.Message{deal}
	if choice.rules.HasStock() {
		t.Reply.Title = append(t.Reply.Title, locale.Msg("title.draw", "Draw", choice.rules.Draw))
	}
	t.Reply.Title = append(t.Reply.Title, locale.Msg("board.span-"+choice.span, "Day", board.Index), locale.Msg("board.scope-"+choice.scope))
	switch {
	case total == 0 && board.Span == persist.OneDay:
		t.Say("board.empty")
	case total == 0:
		t.Say("board.no-wins")
	case board.Span == persist.OneDay:
		t.Say("board.finished", "Count", total)
	default:
		t.Say("board.winners", "Count", total)
	}
}

// row says one row. Clean is a win without undo and hint, late one that was
// finished after its day.
func row(t *bot.Turn, choice boardChoice, board persist.Board, r persist.Row) (locale.Message, error) {
	name, err := nameOf(t, r.Player, choice.scope)
	if err != nil {
		return locale.Message{}, err
	}
	score := r.Score
	kind := "won"
	switch {
	case board.Span != persist.OneDay:
		kind = "sum"
	case score.Won == 0:
		kind = "lost"
	case score.Aids == 0:
		kind = "clean"
	}
	if score.Late {
		kind += "-late"
	}
	return locale.Msg("board.row-"+kind, "Place", r.Place, "Name", shownName(name), "Moves", score.Moves, "Aids", score.Aids,
		"Time", duration(score.Seconds), "Up", score.Up, "Won", score.Won), nil
}

// shownName returns what stands in a line for others as somebody's name.
func shownName(name string) any {
	if name == "" {
		return locale.Msg("board.somebody")
	}
	return locale.Name(name)
}

// nameOf returns the name under which a player stands on a board; empty for one
// who is not named there. Everywhere, that takes the player's leave.
func nameOf(t *bot.Turn, p persist.Player, scope string) (string, error) {
	rec, err := t.Bot.Store.Load(t.Ctx, p)
	if errors.Is(err, persist.ErrNotFound) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("%w name: %w", bot.ErrLoad, err)
	}
	choice := rec.Settings[bot.SettingLeaderboard]
	if choice == named || scope == scopeHere && choice != bot.Anonymous || p == t.Request.Player {
		return rec.Name, nil
	}
	return "", nil
}

// duration writes seconds as 1:02:03 or 2:03.
func duration(seconds int64) string {
	d := time.Duration(seconds) * time.Second
	h, m, sec := int(d.Hours()), int(d.Minutes())%60, int(d.Seconds())%60
	if h > 0 {
		return fmt.Sprintf("%d:%02d:%02d", h, m, sec)
	}
	return fmt.Sprintf("%d:%02d", m, sec)
}

func boardButtons(b boardChoice, page, pages int, on bool, ownPage int) [][]bot.Action {
	var leaf []bot.Action
	if page > 1 {
		leaf = append(leaf, bot.Action{Label: locale.Msg("button.page-before"), Text: b.text(page - 1)})
	}
	if page < pages {
		leaf = append(leaf, bot.Action{Label: locale.Msg("button.page-next"), Text: b.text(page + 1)})
	}
	if away := ownPage - page; on && (away < -1 || away > 1) { // the pages beside have a button
		leaf = append(leaf, bot.Action{Label: locale.Msg("button.page-own"), Text: b.text(ownPage)})
	}
	var spans []bot.Action
	for _, span := range []string{spanToday, spanYesterday, spanWeek, spanMonth, spanAll} {
		if span != b.span {
			other := b
			other.span = span
			spans = append(spans, bot.Action{Label: locale.Msg("board.span-"+span, "Day", 0), Text: other.text(1)})
		}
	}
	var rows [][]bot.Action
	if len(leaf) > 0 {
		rows = append(rows, leaf)
	}
	rows = append(rows, spans)
	other := b
	other.scope = map[string]string{scopeHere: scopeAll, scopeAll: scopeHere}[b.scope]
	return append(rows, []bot.Action{{Label: locale.Msg("board.scope-" + other.scope), Text: other.text(1)}})
}

// or returns the first text unless it is empty.
func or(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}
