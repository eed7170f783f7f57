package daily

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// How long the solver may work on one deal before it tries the next, how many deals it
// tries, and how long it may look for a shorter line.
const (
	proofTime   = 5 * time.Second
	proofTries  = 1000
	shortenTime = 5 * time.Second
)

// errNoDeal means that a day's deal couldn't be made.
var errNoDeal = errors.New("no deal of the day could be proved winnable")

// seed returns the seed for shuffling a day's deal. Nobody can predict it without the
// secret. Each field is prefixed with its length, so that no two tries have the same
// bytes.
func seed(secret []byte, day persist.Day, deal string, counter uint32) (seed [32]byte) {
	mac := hmac.New(sha256.New, secret)
	for _, field := range []string{"daily", deal, strconv.Itoa(int(day)), strconv.FormatUint(uint64(counter), 10)} {
		var length [4]byte
		binary.BigEndian.PutUint32(length[:], uint32(len(field)))
		mac.Write(length[:])
		mac.Write([]byte(field))
	}
	return [32]byte(mac.Sum(nil))
}

// Find returns a day's deal by the name of its rules, with the version of its doc: 0 if
// the deal hasn't been made.
func Find(ctx context.Context, b *bot.Bot, day persist.Day, deal string) (d persist.Daily, version uint64, err error) {
	return bot.ReadDoc[persist.Daily](ctx, b, persist.DailyKind, persist.DailyKey(day, deal))
}

// dealOf returns a day's deal, and makes it if nobody has yet. If several callers ask at
// once, one makes it and the others wait. Two copies of the bot that make it at once make
// the same deal, and the first one stored stays.
func dealOf(ctx context.Context, b *bot.Bot, day persist.Day, r game.Rules) (persist.Daily, error) {
	deal := r.String()
	d, version, err := Find(ctx, b, day, deal)
	if err != nil || version > 0 {
		return d, err
	}
	unlock, err := b.Lock(ctx, "daily "+persist.DailyKey(day, deal))
	if err != nil {
		return d, err
	}
	defer unlock()
	if d, version, err = Find(ctx, b, day, deal); err != nil || version > 0 {
		return d, err
	}
	if d, err = prove(ctx, b, day, r); err != nil {
		return d, err
	}
	err = b.Put(ctx, persist.Doc{Kind: persist.DailyKind, Key: persist.DailyKey(day, deal)}, d)
	if errors.Is(err, persist.ErrConflict) {
		d, _, err = Find(ctx, b, day, deal)
	}
	return d, err
}

// deckOf returns the cards of a day's deal.
func deckOf(d persist.Daily) (game.Deck, error) {
	played := new(game.Game)
	if err := played.UnmarshalBinary(d.Game); err != nil {
		return game.Deck{}, fmt.Errorf("daily %d: %w", d.Day, err)
	}
	return played.Deck(), nil
}

// prove returns the first of a day's candidate deals that the solver wins under exactly
// the rules of the game. If the solver can't win or can't decide, it takes the next one.
func prove(ctx context.Context, b *bot.Bot, day persist.Day, r game.Rules) (persist.Daily, error) {
	if b.Solver == nil || len(b.Secret) == 0 {
		return persist.Daily{}, fmt.Errorf("%w: there is no solver or no secret", errNoDeal)
	}
	for counter := range uint32(proofTries) {
		deck := game.Seeded(seed(b.Secret, day, r.String(), counter))
		start, err := game.Deal(r, deck)
		if err != nil {
			return persist.Daily{}, fmt.Errorf("daily: %w", err)
		}
		line, ok := b.Solver.Win(ctx, start, proofTime)
		if err := ctx.Err(); err != nil {
			return persist.Daily{}, err
		}
		if !ok {
			continue
		}
		d := persist.Daily{Day: day, Deal: r.String(), Counter: counter}
		d.Game, d.Par, err = playOut(r, deck, line)
		return d, err
	}
	return persist.Daily{}, fmt.Errorf("%w: day %d, %s", errNoDeal, day, r)
}

// playOut plays a line with the engine, which proves it. It returns the won game in its
// stored form, and its length.
func playOut(r game.Rules, deck game.Deck, line []game.Move) (data []byte, length int, err error) {
	g, err := game.New(r, deck, game.Origin{})
	if err != nil {
		return nil, 0, fmt.Errorf("daily: %w", err)
	}
	for _, m := range line {
		if _, err := g.Do(m); err != nil {
			return nil, 0, fmt.Errorf("the solver's line: %w", err)
		}
	}
	if state := g.State(); !state.Won() {
		return nil, 0, errors.New("the solver's line doesn't win")
	}
	data, err = g.MarshalBinary()
	return data, g.Length(), err
}

// Prepare makes the missing deals of a day and the days after it, and returns how many it
// made. If one fails, it still makes the others.
func Prepare(ctx context.Context, b *bot.Bot, from persist.Day, days int) (made int, err error) {
	var faults []error
	for day := from; day < from+persist.Day(days); day++ {
		for _, r := range rankedRules() {
			_, version, err := Find(ctx, b, day, r.String())
			if err == nil && version == 0 {
				if _, err = dealOf(ctx, b, day, r); err == nil {
					made++
				}
			}
			if err != nil {
				faults = append(faults, fmt.Errorf("daily of day %d, %s: %w", day, r, err))
			}
		}
	}
	return made, errors.Join(faults...)
}

// shorten looks for a shorter line for the first deal for which it hasn't been done,
// within a range of days.
func shorten(ctx context.Context, b *bot.Bot, from persist.Day, days int) error {
	if b.Solver == nil {
		return nil
	}
	missing := func(d persist.Daily) bool { return !d.Improved }
	return improveFirst(ctx, b, from, days, missing, func(d *persist.Daily, g *game.Game) error {
		start, err := game.Deal(g.Rules(), g.Deck())
		if err != nil {
			return err
		}
		line, minimal := b.Solver.Shorten(ctx, start, g.Steps(), shortenTime)
		if err := ctx.Err(); err != nil {
			return err // another time
		}
		d.Minimal, d.Improved = minimal, true
		d.Game, d.Par, err = playOut(g.Rules(), g.Deck(), line)
		return err
	})
}

// rate finds out how hard the first deal without a difficulty is, within a range of days,
// and stores that with the deal.
func rate(ctx context.Context, b *bot.Bot, from persist.Day, days int) error {
	if b.Advisor == nil {
		return nil
	}
	missing := func(d persist.Daily) bool { return d.Difficulty == "" }
	return improveFirst(ctx, b, from, days, missing, func(d *persist.Daily, g *game.Game) (err error) {
		d.Difficulty, err = b.Advisor.Rate(ctx, g.Rules(), g.Deck())
		return err
	})
}

// improveFirst computes something for the first deal that lacks it, within a range of
// days, and stores it with the deal. It skips unreadable deals, which [Prepare] reports.
func improveFirst(
	ctx context.Context, b *bot.Bot, from persist.Day, days int,
	missing func(persist.Daily) bool, improve func(*persist.Daily, *game.Game) error,
) error {
	for day := from; day < from+persist.Day(days); day++ {
		for _, r := range rankedRules() {
			d, version, err := Find(ctx, b, day, r.String())
			if err != nil || version == 0 || !missing(d) {
				continue
			}
			var g game.Game
			if err = g.UnmarshalBinary(d.Game); err == nil {
				err = improve(&d, &g)
			}
			if err != nil {
				return fmt.Errorf("daily of day %d, %s: %w", day, r, err)
			}
			doc := persist.Doc{Kind: persist.DailyKind, Key: persist.DailyKey(d.Day, d.Deal), Version: version}
			return bot.IgnoreConflict(b.Put(ctx, doc, d))
		}
	}
	return nil
}
