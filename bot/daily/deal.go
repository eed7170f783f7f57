package daily

import (
	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// dailyRules are the deals of each day, the first one that which is meant when
// none is named.
func dailyRules() []game.Rules {
	return []game.Rules{game.KlondikeRules(1, 1, false), game.KlondikeRules(3, 3, false), game.YukonRules(false)}
}

// closing is how long after its day an attempt that was begun in time may be
// finished: until noon UTC.
const closing = 12 * time.Hour

// closed reports whether the last attempts of a day have ended.
func closed(d persist.Day, now time.Time) bool { return !now.Before((d + 1).Start().Add(closing)) }

// A Solver knows all cards. It works for no longer than its budget, in which the
// time does not count that it stands still to let players go first, nor beyond the
// end of the context.
type Solver interface {
	// Win looks for a line that wins. It reports false when there is none or
	// when it can't tell.
	Win(ctx context.Context, s game.State, budget time.Duration) (line []game.Move, ok bool)
	// Shorten returns a line as short as it can find, and whether it has proved
	// that none is shorter.
	Shorten(ctx context.Context, s game.State, line []game.Move, budget time.Duration) (better []game.Move, minimal bool)
}

// seed returns what a day's deal is shuffled by. Without the secret it can't be
// foreseen. Each field has its length before it, so that no two tries have the
// same bytes.
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

// proofTime is how long the solver may work on one deal of a day before the
// next is tried, and proofTries how many are.
const (
	proofTime  = 5 * time.Second
	proofTries = 1000
)

// ErrNoDaily says that a day's deal could not be made.
var ErrNoDaily = errors.New("no deal of the day could be proved winnable")

// daily returns a day's deal, and makes it if nobody has yet. Of those who ask
// for it at once one makes it and the others wait.
func daily(b *bot.Bot, ctx context.Context, day persist.Day, r game.Rules) (persist.Daily, error) {
	d, _, err := storedDaily(b, ctx, day, r.String())
	if !errors.Is(err, persist.ErrNotFound) {
		return d, err
	}
	unlock, err := b.making.lock(ctx, persist.DailyKey(day, r.String()))
	if err != nil {
		return d, err
	}
	defer unlock()
	if d, _, err = storedDaily(b, ctx, day, r.String()); !errors.Is(err, persist.ErrNotFound) {
		return d, err
	}
	return makeDaily(b, ctx, day, r)
}

// makeDaily makes a day's deal and stores it. Two copies of the bot that do it at
// once make the same, and the first one stored stands.
func makeDaily(b *bot.Bot, ctx context.Context, day persist.Day, r game.Rules) (persist.Daily, error) {
	d, err := provedDaily(b, ctx, day, r)
	if err != nil {
		return d, err
	}
	doc, err := persist.Pack(persist.DailyKind, persist.DailyKey(day, d.Deal), 0, d)
	if err != nil {
		return d, err
	}
	err = b.Store.Commit(ctx, persist.Change{Docs: []persist.Doc{doc}})
	if errors.Is(err, persist.ErrConflict) {
		d, _, err = storedDaily(b, ctx, day, r.String())
	}
	return d, err
}

func storedDaily(b *bot.Bot, ctx context.Context, day persist.Day, deal string) (d persist.Daily, version uint64, err error) {
	doc, err := b.Store.Doc(ctx, persist.DailyKind, persist.DailyKey(day, deal))
	if err != nil {
		return d, 0, err
	}
	d, err = persist.Unpack[persist.Daily](doc)
	return d, doc.Version, err
}

// provedDaily looks for the first deal of a day that the solver wins under
// exactly its rules. "Can't be won" and "can't tell" both mean: the next one.
func provedDaily(b *bot.Bot, ctx context.Context, day persist.Day, r game.Rules) (persist.Daily, error) {
	if b.Solver == nil || len(b.Secret) == 0 {
		return persist.Daily{}, fmt.Errorf("%w: there is no solver or no secret", ErrNoDaily)
	}
	for counter := range uint32(proofTries) {
		deck := game.Seeded(seed(b.Secret, day, r.String(), counter))
		state, err := game.Deal(r, deck)
		if err != nil {
			return persist.Daily{}, fmt.Errorf("daily: %w", err)
		}
		line, ok := b.Solver.Win(ctx, state, proofTime)
		if err := ctx.Err(); err != nil {
			return persist.Daily{}, err
		}
		if !ok {
			continue
		}
		return newDaily(day, r, deck, line, counter)
	}
	return persist.Daily{}, fmt.Errorf("%w: day %d, %s", ErrNoDaily, day, r)
}

// newDaily plays the line with the engine, which is what proves it.
func newDaily(day persist.Day, r game.Rules, deck game.Deck, line []game.Move, counter uint32) (persist.Daily, error) {
	data, par, err := playedOut(r, deck, line)
	return persist.Daily{Day: day, Deal: r.String(), Counter: counter, Game: data, Par: par}, err
}

func playedOut(r game.Rules, deck game.Deck, line []game.Move) (data []byte, length int, err error) {
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

// Prepare makes the deals of a day and the days after it, as far as they are
// missing, and returns how many it made.
// A fault with one is no reason to leave the others out.
func Prepare(b *bot.Bot, ctx context.Context, from persist.Day, days int) (made int, err error) {
	var faults []error
	for day := from; day < from+persist.Day(days); day++ {
		for _, r := range dailyRules() {
			_, _, err := storedDaily(b, ctx, day, r.String())
			if errors.Is(err, persist.ErrNotFound) {
				if _, err = daily(b, ctx, day, r); err == nil {
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

// improve looks for a shorter line of the first deal of some days for which
// that was not yet done. What can't be read Prepare has told.
func improve(b *bot.Bot, ctx context.Context, from persist.Day, days int, most time.Duration) error {
	for day := from; day < from+persist.Day(days); day++ {
		for _, r := range dailyRules() {
			d, version, err := storedDaily(b, ctx, day, r.String())
			if err != nil || d.Improved {
				continue
			}
			return improveDaily(b, ctx, d, version, most)
		}
	}
	return nil
}

func improveDaily(b *bot.Bot, ctx context.Context, d persist.Daily, version uint64, most time.Duration) error {
	var g game.Game
	if err := g.UnmarshalBinary(d.Game); err != nil {
		return fmt.Errorf("daily of day %d, %s: %w", d.Day, d.Deal, err)
	}
	start, err := game.Deal(g.Rules(), g.Deck())
	if err != nil {
		return err
	}
	line, minimal := b.Solver.Shorten(ctx, start, g.Steps(), most)
	if err := ctx.Err(); err != nil {
		return err // another time
	}
	if d.Game, d.Par, err = playedOut(g.Rules(), g.Deck(), line); err != nil {
		return err
	}
	d.Minimal, d.Improved = minimal, true
	doc, err := persist.Pack(persist.DailyKind, persist.DailyKey(d.Day, d.Deal), version, d)
	if err != nil {
		return err
	}
	return bot.IgnoreConflict(b.Store.Commit(ctx, persist.Change{Docs: []persist.Doc{doc}}))
}
