package hint

import (
	"context"
	"math/rand/v2"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve"
)

// A Player plays whole games by its own hints. It sees only what a person would see.
type Player struct {
	Solver *solve.Solver
	Source rand.Source
	Limits Limits

	// KnowsStock says that the player knows the order of the stock from the start, as in
	// some published figures.
	KnowsStock bool
	// Next returns the context for the next advice. If it is nil, that of the game is
	// used.
	Next func(context.Context) context.Context
	// Heard, if not nil, receives each advice that rests on samples.
	Heard func(Advice)
}

// longestGame is the most steps in a game.
const longestGame = 5000

// Play plays from a position to a win, until nothing can change any more, or until the
// context ends. It returns the last position.
func (p *Player) Play(ctx context.Context, s game.State) game.State {
	adviser, table := NewAdviser(p.Solver), NewTable(seen(&s, p.KnowsStock))
	for steps := 0; !s.Won() && steps < longestGame && ctx.Err() == nil; {
		now := ctx
		if p.Next != nil {
			now = p.Next(ctx)
		}
		a := adviser.Advise(now, table, p.Source, p.Limits)
		if p.Heard != nil && a.Samples > 0 {
			p.Heard(a)
		}
		if !a.OK {
			break
		}
		for _, m := range a.Plan {
			next, _, err := s.Apply(m)
			if err != nil {
				return s // advice is always legal
			}
			s = next
			table = table.Then(seen(&s, p.KnowsStock))
			steps++
		}
	}
	return s
}

// A Rating says how often a player that can't peek has won a deal.
type Rating struct {
	Games, Won int
}

// A Difficulty is a rating in a word.
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

// RateGames is the number of games that a rating should rest on.
const RateGames = 200

// Difficulty returns the word for the rating; unrated below [RateGames] games.
//
// From 40 % of games won a deal is easy, from 10 % medium, from 1 % hard. Of 40 deals
// proved winnable with limited passes, the player never won 30 in 20 games each. Of the
// other ten, it won five in more than 40 % of the games, and four in 10 to 40 %. So
// "easy" is one such deal in eight, and "medium" one in ten. Most winnable Yukon deals
// are easy.
func (r Rating) Difficulty() Difficulty {
	switch {
	case r.Games < RateGames:
		return Unrated
	case r.Won*100 >= r.Games*40:
		return Easy
	case r.Won*100 >= r.Games*10:
		return Medium
	case r.Won*100 >= r.Games*1:
		return Hard
	}
	return Expert
}

// Rate lets a player that can't peek play a deal several times, each time with different
// samples. It plays fast rather than well, so it wins less than a hint would. If the
// context ends, the games finished by then count. The error is that of [game.Deal].
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

// rateLimits make a game take a few hundredths of a second; in Yukon, where one question
// takes longer, a few tenths.
func rateLimits(r game.Rules) Limits {
	if r.Engine != game.KlondikeEngine {
		return Limits{Samples: 4, Each: 60, Early: true}
	}
	return Limits{Samples: 12, Each: 300, Early: true}
}
