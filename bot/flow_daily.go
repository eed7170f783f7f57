package bot

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// The kinds of docs that belong to one player's attempt at one deal.
const (
	attemptKind   = "attempt"   // it goes on
	forgottenKind = "forgotten" // somebody who had one is forgotten: no second one
)

// attemptKey is under the deal, so that all attempts at it are found together.
func attemptKey(day persist.Day, deal string, p persist.Player) string {
	return persist.DailyKey(day, deal) + "|" + string(p.AppendKey(nil))
}

func (s *session) forgottenKey(day persist.Day, deal string) string {
	return persist.DailyKey(day, deal) + "|" + keyed(s.bot.Secret, string(s.req.Player.AppendKey(nil)))
}

func dailyOptions() []Option {
	return []Option{
		{Name: "game", Values: gameNames()},
		{Name: "draw", Values: []string{"1", "3"}},
		{Name: "practice", Kind: Flag},
		{Name: "day", Kind: Date},
	}
}

// chosenDaily returns which of the deals of the day is meant.
func chosenDaily(given map[string]string, c command) (game.Rules, *locale.Message) {
	for _, r := range dailyRules() {
		switch {
		case given["game"] == "" && given["draw"] == "",
			(given["game"] == "" || given["game"] == r.Game) && given["draw"] == strconv.Itoa(r.Draw),
			given["game"] == r.Game && given["draw"] == "":
			return r, nil
		}
	}
	return game.Rules{}, ptr(needsStock("draw", given["game"], c))
}

// whichDaily reads a command's options, and which of the deals of the day is
// meant. If it can't, it says why.
func (s *session) whichDaily(c command) (given map[string]string, r game.Rules, ok bool) {
	given, fault := c.readOptions()
	if fault == nil {
		r, fault = chosenDaily(given, c)
	}
	if fault != nil {
		s.say(*fault)
	}
	return given, r, fault == nil
}

// playDaily begins or goes on with the counted attempt at a deal of the day, or
// deals it as practice.
func playDaily(s *session, c command) error {
	given, r, ok := s.whichDaily(c)
	if !ok {
		return nil
	}
	today := persist.DayOf(s.now)
	day, fault := readDay(given["day"], today)
	if fault != nil {
		s.say(*fault)
		return nil
	}
	attempt := s.attempt(day, r)
	switch {
	case given["practice"] != "":
		return s.practiseDaily(c, day, r, attempt)
	case attempt >= 0:
		s.goOn(attempt)
		return nil
	case day != today:
		return s.pastDaily(day, r)
	}
	return s.beginDaily(day, r)
}

// pastDaily says that a day is over, and offers its deal as practice if there was
// one.
func (s *session) pastDaily(day persist.Day, r game.Rules) error {
	_, _, err := s.bot.storedDaily(s.ctx, day, r.String())
	switch {
	case errors.Is(err, persist.ErrNotFound):
		s.noSuchDaily(day, r)
		return nil
	case err != nil:
		return fmt.Errorf("%w: %w", errLoad, err)
	}
	s.say(msg("daily.over", "Day", dayNumber(day), "Date", locale.Date(day.Start())))
	s.offerPractice(day, r)
	return nil
}

// noSuchDaily says that a day had no such deal, and offers today's.
func (s *session) noSuchDaily(day persist.Day, r game.Rules) {
	s.say(msg("daily.no-such", "Day", dayNumber(day)))
	s.reply.Actions = [][]Action{{{Label: msg("button.daily"), Text: "daily " + dailyName(r)}}}
}

// attempt returns the index of the player's attempt at a deal, or -1.
func (s *session) attempt(day persist.Day, r game.Rules) int {
	return slices.IndexFunc(s.rec.Games, func(g persist.Game) bool {
		var played game.Game
		return g.Kind == daily && g.Day == day && played.UnmarshalBinary(g.Data) == nil && played.Rules() == r
	})
}

// goOn makes an attempt the current game, whether it still goes on or has ended.
func (s *session) goOn(i int) {
	s.makeCurrent(s.rec.Games[i].ID)
	t := s.need()
	if t == nil {
		return
	}
	slot := s.rec.Games[i]
	switch ends := (slot.Day + 1).Start(); {
	case slot.Outcome != "":
		s.say(msg("daily.done"))
		s.offerAfter(slot.Day, t.game.Rules())
	case s.now.Before(ends):
		s.say(msg("daily.goes-on", "Ends", locale.Moment(ends)))
	default:
		s.say(msg("daily.goes-on-late", "Closes", locale.Moment(slot.Until)))
	}
}

func (s *session) beginDaily(day persist.Day, r game.Rules) error {
	if gone, err := s.forgotten(day, r); err != nil || gone {
		s.say(msg("daily.forgotten"))
		s.offerPractice(day, r)
		return err
	}
	if had, err := s.hadAttempt(day, r); err != nil || had {
		s.say(msg("game.unreadable"))
		return err
	}
	d, err := s.bot.daily(s.ctx, day, r)
	if errors.Is(err, ErrNoDaily) {
		s.noBoard = true
		s.say(msg("daily.none"))
		return nil
	}
	if err != nil {
		return fmt.Errorf("%w: %w", errLoad, err)
	}
	played := new(game.Game)
	if err := played.UnmarshalBinary(d.Game); err != nil {
		return fmt.Errorf("daily %d: %w", day, err)
	}
	if err := s.deal(persist.Game{Kind: daily, Day: day, Until: (day + 1).Start().Add(closing), Difficulty: d.Difficulty}, -1, r, played.Deck(), game.Origin{}); err != nil {
		return err
	}
	if err := s.write(attemptKind, attemptKey(day, r.String(), s.req.Player), s.req.Player); err != nil {
		return err
	}
	s.say(msg("daily.begin", "Ends", locale.Moment((day + 1).Start()), "Closes", locale.Moment((day + 1).Start().Add(closing))))
	if r.Passes == 1 {
		s.say(msg("daily.one-pass"))
	}
	if d.Difficulty != "" {
		s.say(msg("daily.difficulty", "Difficulty", msg("difficulty."+d.Difficulty)))
	}
	return nil
}

// hadAttempt reports whether the player has begun the deal, though there is no
// such game that can be read: one attempt it is all the same.
func (s *session) hadAttempt(day persist.Day, r game.Rules) (bool, error) {
	_, _, open, err := read[persist.Player](s, attemptKind, attemptKey(day, r.String(), s.req.Player))
	if err != nil || open {
		return open, err
	}
	_, _, err = s.bot.Store.Place(s.ctx, persist.Board{Deal: r.String(), Index: int(day)}, s.req.Player)
	if errors.Is(err, persist.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("%w board: %w", errLoad, err)
	}
	return true, nil
}

// forgotten reports whether this player had an attempt at the deal that was
// deleted with all else.
func (s *session) forgotten(day persist.Day, r game.Rules) (bool, error) {
	_, err := s.bot.Store.Doc(s.ctx, forgottenKind, s.forgottenKey(day, r.String()))
	if errors.Is(err, persist.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("%w: %w", errLoad, err)
	}
	return true, nil
}

// practiseDaily deals a day's cards without counting. As long as an attempt
// could still count it has to be over first.
func (s *session) practiseDaily(c command, day persist.Day, r game.Rules, attempt int) error {
	gone, err := s.forgotten(day, r)
	switch over := attempt >= 0 && s.rec.Games[attempt].Outcome != ""; {
	case err != nil:
		return err
	case !gone && !over && (attempt >= 0 || day == persist.DayOf(s.now)):
		s.say(msg("daily.attempt-first"))
		return nil
	}
	if i := s.kind(practice); i >= 0 && !c.confirm && s.wouldLose(i) {
		s.ask("again.ask", c)
		return nil
	}
	d, _, err := s.bot.storedDaily(s.ctx, day, r.String())
	if errors.Is(err, persist.ErrNotFound) {
		s.noSuchDaily(day, r)
		return nil
	}
	if err != nil {
		return fmt.Errorf("%w: %w", errLoad, err)
	}
	played := new(game.Game)
	if err := played.UnmarshalBinary(d.Game); err != nil {
		return fmt.Errorf("daily %d: %w", day, err)
	}
	if err := s.deal(persist.Game{Kind: practice, Day: day, Difficulty: d.Difficulty}, s.kind(practice), r, played.Deck(), game.Origin{}); err != nil {
		return err
	}
	s.say(msg("again.done"))
	return nil
}

// endDaily completes the result of an attempt: its day, and the boards on which
// it counts. One that expires was left when its last step was made; any other is
// finished now.
func (s *session) endDaily(slot *persist.Game, result *persist.Result) {
	end := s.now
	if slot.Outcome == persist.Expired {
		end = slot.Last
	}
	result.Day, result.Late = slot.Day, persist.DayOf(end) > slot.Day
	for _, e := range s.rec.Seen {
		result.Here = append(result.Here, e.Scope)
	}
	s.endAttempt(slot)
}

// endAttempt takes an attempt off the list of those that go on.
func (s *session) endAttempt(slot *persist.Game) {
	var g game.Game
	if g.UnmarshalBinary(slot.Data) == nil {
		s.erase(attemptKind, attemptKey(slot.Day, g.Rules().String(), s.req.Player))
	}
}

// dailyName returns what a player types to get a deal of the day.
func dailyName(r game.Rules) string {
	if r.Draw > 1 {
		return r.Game + " draw " + strconv.Itoa(r.Draw)
	}
	return r.Game
}

// offerPractice gives what there is to do about a deal that can't count any more:
// to practise it, and to play today's, or those of today's that are left.
func (s *session) offerPractice(day persist.Day, r game.Rules) {
	row := []Action{{Label: msg("button.practice"), Text: fmt.Sprintf("daily %s #%d practice", dailyName(r), day)}}
	if day == persist.DayOf(s.now) {
		s.reply.Actions = [][]Action{append(row, s.otherDaily(r)...)}
		return
	}
	s.reply.Actions = [][]Action{append(row, Action{Label: msg("button.daily"), Text: "daily " + dailyName(r)})}
}

// offerAfter gives what there is to do once an attempt is over.
func (s *session) offerAfter(day persist.Day, r game.Rules) {
	s.reply.Actions = [][]Action{{
		{Label: msg("button.share"), Text: "share"},
		boardButton(day, r, persist.DayOf(s.now)),
		{Label: msg("button.practice"), Text: fmt.Sprintf("daily %s #%d practice", dailyName(r), day)},
		button("more"),
	}}
	if others := s.otherDaily(r); others != nil {
		s.reply.Actions = append(s.reply.Actions, others)
	}
}

// boardButton leads to the board on which an attempt at a deal stands: the day's,
// as long as there is a word for it.
func boardButton(day persist.Day, r game.Rules, today persist.Day) Action {
	text := "leaderboard " + dailyName(r)
	if day == today-1 {
		text += " " + spanYesterday
	}
	return Action{Label: msg("button.leaderboard"), Text: text}
}

// otherDaily gives a button for each of today's deals that the player has not
// begun.
func (s *session) otherDaily(than game.Rules) []Action {
	var row []Action
	for _, r := range dailyRules() {
		if r != than && s.attempt(persist.DayOf(s.now), r) < 0 {
			row = append(row, Action{Label: msg("button.daily-"+r.Game, "Draw", max(r.Draw, 1)), Text: "daily " + dailyName(r)})
		}
	}
	return row
}
