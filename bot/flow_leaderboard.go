package bot

import (
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

func boardOptions() []Option {
	return []Option{
		{Name: "span", Values: []string{spanToday, spanYesterday, spanWeek, spanMonth, spanAll}},
		{Name: "game", Values: gameNames()},
		{Name: "draw", Values: []string{"1", "3"}},
		{Name: "scope", Values: []string{scopeHere, scopeAll}},
		{Name: "page", Kind: Number},
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
func leaderboard(s *session, c command) error {
	given, r, ok := s.whichDaily(c)
	if !ok {
		return nil
	}
	choice := boardChoice{r, or(given["span"], spanToday), given["scope"]}
	if choice.scope == "" || s.scope() == "" {
		choice.scope = map[bool]string{true: scopeAll, false: scopeHere}[s.scope() == ""]
	}
	page, err := strconv.Atoi(or(given["page"], "1"))
	if err != nil || page < 1 || page > 1<<30 {
		page = 1
	}
	s.noBoard, s.leafs = true, true
	s.quiet = s.rec.Settings[settingLeaderboard] == anonymous // it tells the reader's own place
	return s.showBoard(choice, page)
}

func (s *session) boardOf(b boardChoice) persist.Board {
	today := persist.DayOf(s.now)
	board := persist.Board{Deal: b.rules.String()}
	if b.scope == scopeHere {
		board.Scope = s.scope()
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

func (s *session) showBoard(choice boardChoice, number int) error {
	board := s.boardOf(choice)
	page, err := s.bot.Store.Page(s.ctx, board, (number-1)*pageRows, pageRows)
	if err != nil {
		return fmt.Errorf("%w board: %w", errLoad, err)
	}
	pages := max(1, (page.Total+pageRows-1)/pageRows)
	if number > pages {
		return s.showBoard(choice, pages)
	}
	s.sayBoard(choice, board, page.Total)
	for _, row := range page.Rows {
		line, err := s.row(choice, board, row)
		if err != nil {
			return err
		}
		s.say(line)
	}
	own, offset, err := s.bot.Store.Place(s.ctx, board, s.req.Player)
	if err != nil && !errors.Is(err, persist.ErrNotFound) {
		return fmt.Errorf("%w board: %w", errLoad, err)
	}
	if err == nil {
		s.say(msg("board.you", "Place", own.Place, "Total", page.Total))
	}
	s.say(msg("board.ends", "Ends", locale.Moment((persist.DayOf(s.now) + 1).Start())))
	s.reply.Actions = boardButtons(choice, number, pages, err == nil, offset/pageRows+1)
	s.reply.Show, err = s.weekShow(choice, board)
	return err
}

// sayBoard says which board it is.
func (s *session) sayBoard(choice boardChoice, board persist.Board, total int) {
	deal := msg("title."+choice.rules.Game, "Draw", choice.rules.Draw)
	s.reply.Title = []locale.Message{deal}
	if choice.rules.HasStock() {
		s.reply.Title = append(s.reply.Title, msg("title.draw", "Draw", choice.rules.Draw))
	}
	s.reply.Title = append(s.reply.Title, msg("board.span-"+choice.span, "Day", board.Index), msg("board.scope-"+choice.scope))
	switch {
	case total == 0 && board.Span == persist.OneDay:
		s.say(msg("board.empty"))
	case total == 0:
		s.say(msg("board.no-wins"))
	case board.Span == persist.OneDay:
		s.say(msg("board.finished", "Count", total))
	default:
		s.say(msg("board.winners", "Count", total))
	}
}

// row says one row. Clean is a win without undo and hint, late one that was
// finished after its day.
func (s *session) row(choice boardChoice, board persist.Board, r persist.Row) (locale.Message, error) {
	name, err := s.nameOf(r.Player, choice.scope)
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
	return msg("board.row-"+kind, "Place", r.Place, "Name", shownName(name), "Moves", score.Moves, "Aids", score.Aids,
		"Time", duration(score.Seconds), "Up", score.Up, "Won", score.Won), nil
}

// shownName returns what stands in a line for others as somebody's name.
func shownName(name string) any {
	if name == "" {
		return msg("board.somebody")
	}
	return locale.Name(name)
}

// nameOf returns the name under which a player stands on a board; empty for one
// who is not named there. Everywhere, that takes the player's leave.
func (s *session) nameOf(p persist.Player, scope string) (string, error) {
	rec, err := s.bot.Store.Load(s.ctx, p)
	if errors.Is(err, persist.ErrNotFound) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("%w name: %w", errLoad, err)
	}
	choice := rec.Settings[settingLeaderboard]
	if choice == named || scope == scopeHere && choice != anonymous || p == s.req.Player {
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

func boardButtons(b boardChoice, page, pages int, on bool, ownPage int) [][]Action {
	var leaf []Action
	if page > 1 {
		leaf = append(leaf, Action{Label: msg("button.page-before"), Text: b.text(page - 1)})
	}
	if page < pages {
		leaf = append(leaf, Action{Label: msg("button.page-next"), Text: b.text(page + 1)})
	}
	if away := ownPage - page; on && (away < -1 || away > 1) { // the pages beside have a button
		leaf = append(leaf, Action{Label: msg("button.page-own"), Text: b.text(ownPage)})
	}
	var spans []Action
	for _, span := range []string{spanToday, spanYesterday, spanWeek, spanMonth, spanAll} {
		if span != b.span {
			other := b
			other.span = span
			spans = append(spans, Action{Label: msg("board.span-"+span, "Day", 0), Text: other.text(1)})
		}
	}
	var rows [][]Action
	if len(leaf) > 0 {
		rows = append(rows, leaf)
	}
	rows = append(rows, spans)
	other := b
	other.scope = map[string]string{scopeHere: scopeAll, scopeAll: scopeHere}[b.scope]
	return append(rows, []Action{{Label: msg("board.scope-" + other.scope), Text: other.text(1)}})
}

// or returns the first text unless it is empty.
func or(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}
