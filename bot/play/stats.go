package play

import (
	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
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

func (table tally) percent() int { return (100*table.won + table.played/2) / table.played }

// tallies sums results up by rules, those played most first.
func tallies(results []persist.Result) []tally {
	byRules := map[string]*tally{}
	for _, r := range results {
		table := byRules[r.Rules]
		if table == nil {
			table = &tally{rules: r.Rules}
			byRules[r.Rules] = table
		}
		table.add(r)
	}
	var list []tally
	for _, table := range byRules {
		list = append(list, *table)
	}
	slices.SortFunc(list, func(a, b tally) int {
		return cmp.Or(cmp.Compare(b.played, a.played), cmp.Compare(a.rules, b.rules))
	})
	return list
}

func (table *tally) add(r persist.Result) {
	table.played++
	if r.Outcome != persist.Won {
		return
	}
	table.won++
	if table.won == 1 || r.Moves < table.moves {
		table.moves = r.Moves
	}
	if r.Scoring == game.ScoringVersion && (!table.scored || r.Score > table.score) {
		table.score, table.scored = r.Score, true
	}
}

// stats tells what the player, or somebody who lets it be seen, has played. A
// word that names nobody, such as a name in the terminal, doesn't mean the player.
func stats(t *bot.Turn, args command.Args) error {
	t.NoBoard, t.Pages = true, true
	if len(t.Request.Mentions) > 0 && t.Request.Mentions[0].Player != t.Request.Player {
		return statsOf(t, t.Request.Mentions[0])
	}
	if _, fault := c.readOptions(); fault != nil {
		t.Say(*fault)
		return nil
	}
	results, err := t.History()
	if err != nil {
		return err
	}
	return sayStats(t, results)
}

func statsOf(t *bot.Turn, other bot.Mention) error {
	name := locale.Name(bot.SafeName(other.Name))
	shown, err := shows(t, other.Player)
	if err != nil {
		return err
	}
	if !shown {
		t.Say("stats.private", "Name", name)
		return nil
	}
	results, err := t.Bot.Store.Results(t.Ctx, other.Player)
	if err != nil {
		return fmt.Errorf("%w results: %w", bot.ErrLoad, err)
	}
	t.Say("stats.of", "Name", name)
	return sayStats(t, results)
}

// shows reports whether somebody lets others see statistics.
func shows(t *bot.Turn, p persist.Player) (bool, error) {
	rec, err := t.Bot.Store.Load(t.Ctx, p)
	if errors.Is(err, persist.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("%w: %w", bot.ErrLoad, err)
	}
	return rec.Settings[bot.SettingLeaderboard] == named, nil
}

// mostTallies is how many rule sets are told; nobody plays so many.
const mostTallies = 12

func sayStats(t *bot.Turn, results []persist.Result) (err error) {
	if len(results) == 0 {
		t.Say("stats.none")
		return nil
	}
	list := tallies(results)
	for _, table := range list[:min(len(list), mostTallies)] {
		t.Say("stats.games", "Rules", bot.RulesInWords(table.rules), "Count", table.played, "Won", table.won, "Percent", table.percent())
		if table.won > 0 {
			t.Say("stats.best", "Moves", table.moves, "Score", table.score)
		}
	}
	played, won := dailyStreaks(results, openDay(t))
	if played.best > 0 {
		t.Say("stats.streak", "Now", played.now, "Best", played.best)
		t.Say("stats.streak-won", "Now", won.now, "Best", won.best)
		t.Say("board.ends", "Ends", locale.Moment((persist.DayOf(t.Now) + 1).Start()))
	}
	t.Reply.Show, err = statsShow(t, results)
	return err
}
