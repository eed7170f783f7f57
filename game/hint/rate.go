package hint

import (
	"context"
	"math/rand/v2"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve"
)

// A Rating says how often a player that can't peek has won a deal.
type Rating struct {
	Games, Won int
}

// A Difficulty is what a rating comes to.
type Difficulty uint8

// The difficulties.
const (
	Unrated Difficulty = iota // too few games were played
	Easy
	Medium
	Hard
	Expert
)

// String returns the word: unrated, easy, medium, hard or expert.
func (d Difficulty) String() string {
	return [...]string{"unrated", "easy", "medium", "hard", "expert"}[min(d, Expert)]
}

// RateGames is how many games a rating should rest on.
const RateGames = 200

// Difficulty returns what the rating comes to; unrated below [RateGames] games.
func (r Rating) Difficulty() Difficulty {
	switch {
	case r.Games < RateGames:
		return Unrated
	case r.Won*100 >= r.Games*easyFrom:
		return Easy
	case r.Won*100 >= r.Games*mediumFrom:
		return Medium
	case r.Won*100 >= r.Games*hardFrom:
		return Hard
	}
	return Expert
}

// The least percentages of games won. Of 40 deals proved winnable with limited
// passes, the player never won 30 in 20 games each; of the others it won five in
// more than 40 % of the games, four in 10 to 40 %. So "easy" is one such deal in
// eight, "medium" one in ten. Most Yukon deals that can be won are easy.
const (
	easyFrom   = 40
	mediumFrom = 10
	hardFrom   = 1
)

// Rate lets a player that can't peek play a deal so many times, each time with
// other samples. It plays fast rather than well, so that what it wins is less
// than a hint would. When the context ends, what was played until then counts.
// The error is that of [game.Deal].
func Rate(ctx context.Context, s *solve.Solver, r game.Rules, d game.Deck, games int, seed uint64) (Rating, error) {
	state, err := game.Deal(r, d)
	if err != nil {
		return Rating{}, err
	}
	var rating Rating
	for i := range games {
		p := Player{Solver: s, Source: rand.NewPCG(seed, uint64(i)), Limits: rateLimits(r)}
		end := p.Play(ctx, state)
		if ctx.Err() != nil {
			break
		}
		rating.Games++
		if end.Won() {
			rating.Won++
		}
	}
	return rating, nil
}

// rateLimits make a game take some hundredths of a second; in Yukon, where one
// question takes longer, some tenths.
func rateLimits(r game.Rules) Limits {
	if !r.HasStock() {
		return Limits{Samples: 4, Each: 60, Early: true}
	}
	return Limits{Samples: 12, Each: 300, Early: true}
}
