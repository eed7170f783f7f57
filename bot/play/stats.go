package play

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/daily"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// stats says what the player, or somebody who lets it be seen, has played.
func stats() bot.Command {
	return bot.Command{
		Spec: command.Spec{Name: "stats", Reads: true, Options: []command.Option{{Name: "user", Kind: command.Person}}, Example: "/solitaire stats"},
		Run: func(t *bot.Turn, _ command.Args) error {
			t.NoBoard, t.Pages = true, true
			if len(t.Request.Mentions) > 0 && t.Request.Mentions[0].Player != t.Request.Player {
				return statsOf(t, t.Request.Mentions[0])
			}
			results, err := t.History()
			if err != nil {
				return err
			}
			return sayStats(t, results)
		},
	}
}

// statsOf says what somebody else has played, if that player is named on all
// rankings.
func statsOf(t *bot.Turn, other bot.Mention) error {
	name := locale.Name(bot.SafeName(other.Name))
	rec, err := t.Bot.Store.Load(t.Ctx, other.Player)
	if err != nil && !errors.Is(err, persist.ErrNotFound) {
		return fmt.Errorf("%w: %w", bot.ErrLoad, err)
	}
	if rec.Settings[bot.SettingLeaderboard] != bot.Named {
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

// sayStats says the sums for each set of rules, the streaks of daily deals, and
// paints charts.
func sayStats(t *bot.Turn, results []persist.Result) (err error) {
	const most = 12 // sets of rules: nobody plays more
	if len(results) == 0 {
		t.Say("stats.none")
		return nil
	}
	list := sumUp(results)
	for _, s := range list[:min(len(list), most)] {
		t.Say("stats.games", "Rules", bot.RulesInWords(s.rules), "Count", s.played, "Won", s.won, "Percent", s.percent())
		if s.won > 0 {
			t.Say("stats.best", "Moves", s.moves, "Score", s.score)
		}
	}
	played, won := daily.Streaks(results, daily.OpenDay(t.Now))
	if played.Best > 0 {
		t.Say("stats.streak", "Now", played.Now, "Best", played.Best)
		t.Say("stats.streak-won", "Now", won.Now, "Best", won.Best)
		t.Say("board.ends", "Ends", locale.Moment((persist.DayOf(t.Now) + 1).Start()))
	}
	t.Reply.Show, err = statsCharts(t, results)
	return err
}

// sums are those of the finished games of one set of rules. Versions of the scoring
// are never mixed in a best score.
type sums struct {
	rules  string
	played int
	won    int
	moves  int  // fewest in a won game
	score  int  // best of a won game, by the present scoring
	scored bool // there is such a game
}

// percent is the share of games won, rounded: 0 and 100 mean none and all.
func (s sums) percent() int {
	p := (100*s.won + s.played/2) / s.played
	switch {
	case p == 0 && s.won > 0:
		return 1
	case p == 100 && s.won < s.played:
		return 99
	}
	return p
}

// sumUp sums results up by rules, those played most first.
func sumUp(results []persist.Result) []sums {
	byRules := map[string]*sums{}
	for _, r := range results {
		s := byRules[r.Rules]
		if s == nil {
			s = &sums{rules: r.Rules}
			byRules[r.Rules] = s
		}
		s.played++
		if r.Outcome != persist.Won {
			continue
		}
		s.won++
		if s.won == 1 || r.Moves < s.moves {
			s.moves = r.Moves
		}
		if r.Scoring == game.ScoringVersion && (!s.scored || r.Score > s.score) {
			s.score, s.scored = r.Score, true
		}
	}
	var list []sums
	for _, s := range byRules {
		list = append(list, *s)
	}
	slices.SortFunc(list, func(a, b sums) int {
		return cmp.Or(cmp.Compare(b.played, a.played), cmp.Compare(a.rules, b.rules))
	})
	return list
}
