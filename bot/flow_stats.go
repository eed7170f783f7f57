package bot

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// A tally sums up the finished games of one set of rules. Versions of the
// scoring are never mixed in a record.
type tally struct {
	rules  string
	played int
	won    int
	moves  int  // fewest in a won game
	score  int  // best of a won game, by the present scoring
	scored bool // there is such a game
}

func (t tally) percent() int { return (100*t.won + t.played/2) / t.played }

// tallies sums results up by rules, those played most first.
func tallies(results []persist.Result) []tally {
	byRules := map[string]*tally{}
	for _, r := range results {
		t := byRules[r.Rules]
		if t == nil {
			t = &tally{rules: r.Rules}
			byRules[r.Rules] = t
		}
		t.add(r)
	}
	var list []tally
	for _, t := range byRules {
		list = append(list, *t)
	}
	slices.SortFunc(list, func(a, b tally) int {
		return cmp.Or(cmp.Compare(b.played, a.played), cmp.Compare(a.rules, b.rules))
	})
	return list
}

func (t *tally) add(r persist.Result) {
	t.played++
	if r.Outcome != persist.Won {
		return
	}
	t.won++
	if t.won == 1 || r.Moves < t.moves {
		t.moves = r.Moves
	}
	if r.Scoring == game.ScoringVersion && (!t.scored || r.Score > t.score) {
		t.score, t.scored = r.Score, true
	}
}

// stats tells what the player, or somebody who lets it be seen, has played. A
// word that names nobody, such as a name in the terminal, doesn't mean the player.
func stats(s *session, c command) error {
	s.noBoard, s.leafs = true, true
	if len(s.req.Mentions) > 0 && s.req.Mentions[0].Player != s.req.Player {
		return s.statsOf(s.req.Mentions[0])
	}
	if _, fault := c.readOptions(); fault != nil {
		s.say(*fault)
		return nil
	}
	results, err := s.history()
	if err != nil {
		return err
	}
	return s.sayStats(results)
}

func (s *session) statsOf(other Mention) error {
	name := locale.Name(harmless(other.Name))
	shown, err := s.shows(other.Player)
	if err != nil {
		return err
	}
	if !shown {
		s.say(msg("stats.private", "Name", name))
		return nil
	}
	results, err := s.bot.Store.Results(s.ctx, other.Player)
	if err != nil {
		return fmt.Errorf("%w results: %w", errLoad, err)
	}
	s.say(msg("stats.of", "Name", name))
	return s.sayStats(results)
}

// shows reports whether somebody lets others see statistics.
func (s *session) shows(p persist.Player) (bool, error) {
	rec, err := s.bot.Store.Load(s.ctx, p)
	if errors.Is(err, persist.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("%w: %w", errLoad, err)
	}
	return rec.Settings[settingLeaderboard] == named, nil
}

// mostTallies is how many rule sets are told; nobody plays so many.
const mostTallies = 12

func (s *session) sayStats(results []persist.Result) (err error) {
	if len(results) == 0 {
		s.say(msg("stats.none"))
		return nil
	}
	list := tallies(results)
	for _, t := range list[:min(len(list), mostTallies)] {
		s.say(msg("stats.games", "Rules", rulesInWords(t.rules), "Count", t.played, "Won", t.won, "Percent", t.percent()))
		if t.won > 0 {
			s.say(msg("stats.best", "Moves", t.moves, "Score", t.score))
		}
	}
	played, won := dailyStreaks(results, s.openDay())
	if played.best > 0 {
		s.say(msg("stats.streak", "Now", played.now, "Best", played.best))
		s.say(msg("stats.streak-won", "Now", won.now, "Best", won.best))
		s.say(msg("board.ends", "Ends", locale.Moment((persist.DayOf(s.now) + 1).Start())))
	}
	s.reply.Show, err = s.statsShow(results)
	return err
}
