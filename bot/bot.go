package bot

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"math/big"
	"time"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// A Bot answers requests. It is safe for concurrent use; one player's requests
// are handled one after the other. Its fields are set before the first one.
type Bot struct {
	Store    persist.Store
	Now      func() time.Time // the clock
	Number   func() int       // a deal number for a new game, from 1 to game.MaxNumber
	NewID    func() string    // an id that no other game has
	Words    locale.Words     // of other languages, understood beside the English ones
	Limits   Limits
	Observer Observer
	Solver   Solver            // nil: no deals of the day are made
	Advisor  Advisor           // nil: no hints
	Secret   []byte            // what the deals of the day are made with
	Posters  map[string]Poster // by platform
	Pictures bool              // adapters can paint

	specs   []Spec
	locks   locks[persist.Player]
	making  locks[string] // of deals of the day, by their docs' keys
	bounds  bounds
	tongues tongues
}

// New returns a bot on a store, with the system's clock and randomness, without
// limits and observed by nobody.
func New(store persist.Store) *Bot {
	return &Bot{Store: store, Now: time.Now, Number: RandomNumber, NewID: rand.Text, Observer: nobody{}, specs: Specs()}
}

// RandomNumber returns the number of a deal that nobody can foresee.
func RandomNumber() int {
	n, err := rand.Int(rand.Reader, big.NewInt(game.MaxNumber))
	if err != nil { // crypto/rand ends the program before it returns an error
		panic("bot: no randomness: " + err.Error())
	}
	return int(n.Int64()) + 1
}

// maxTries is how often a request is carried out anew because another copy of
// the bot changed the player's record in between.
const maxTries = 32

// Handle carries out a request. What it acknowledges is durable. The reply
// always says something sensible to the player, also beside an error, which is
// for the operator: the store could not do its work, and nothing was changed
// as far as is known.
func (b *Bot) Handle(ctx context.Context, req Request) (Reply, error) {
	seen := Handled{Outcome: Failed, Err: errPanic} // unless it comes to an end
	defer b.observe(ctx, req, time.Now(), &seen)
	reply, err := b.handle(ctx, req, &seen)
	seen.Err = err
	return reply, err
}

// errPanic stands for what a request panicked with, which its caller tells.
var errPanic = errors.New("panic")

// observe tells how a request went that began at a time.
func (b *Bot) observe(ctx context.Context, req Request, begin time.Time, seen *Handled) {
	seen.ID, seen.Platform, seen.Took = req.ID, req.Player.Platform, time.Since(begin)
	b.Observer.Handled(ctx, *seen)
}

func (b *Bot) handle(ctx context.Context, req Request, seen *Handled) (Reply, error) {
	cmd, unknown := b.parse(req.Text)
	seen.Command = cmd.spec.Name
	now := b.Now()
	if key, ok := b.bounds.enter(b.Limits, req.Player, now); !ok {
		seen.Outcome = Limited
		return b.plain(req, key), nil
	}
	defer b.bounds.leave()
	for range maxThoughts {
		found, err := b.think(ctx, now, req, cmd)
		if err != nil {
			return b.failure(req, err), err
		}
		reply, outcome, err := b.turn(ctx, now, req, cmd, unknown, found)
		if errors.Is(err, errMovedOn) {
			continue
		}
		if err != nil {
			return b.failure(req, err), err
		}
		seen.Outcome = outcome
		return reply, nil
	}
	err := fmt.Errorf("after %d thoughts: %w", maxThoughts, persist.ErrConflict)
	return b.failure(req, err), err
}

// turn carries out a request when no other of the player's is under way.
func (b *Bot) turn(ctx context.Context, now time.Time, req Request, cmd command, unknown *locale.Message, found *thought) (Reply, Outcome, error) {
	unlock, err := b.locks.lock(ctx, req.Player)
	if err != nil {
		return Reply{}, Failed, fmt.Errorf("waiting for the player's turn: %w", err)
	}
	defer unlock()
	for range maxTries {
		s := b.session(ctx, now, req)
		s.thought = found
		outcome, err := s.try(cmd, unknown)
		if errors.Is(err, persist.ErrConflict) || errors.Is(err, persist.ErrRepeated) {
			continue
		}
		if err == nil {
			s.remember()
		}
		return s.reply, outcome, err
	}
	return Reply{}, Failed, fmt.Errorf("after %d tries: %w", maxTries, persist.ErrConflict)
}

func (b *Bot) session(ctx context.Context, now time.Time, req Request) *session {
	return &session{bot: b, ctx: ctx, req: req, now: now.UTC().Truncate(time.Microsecond), outcome: Answered}
}

// try carries out a request on the record as it is now.
func (s *session) try(cmd command, unknown *locale.Message) (Outcome, error) {
	if err := s.load(cmd); err != nil {
		return Failed, err
	}
	if s.repeated() {
		s.finish(cmd)
		return s.outcome, nil
	}
	switch {
	case unknown != nil:
		s.outcome = Unknown
		s.say(*unknown)
	case !cmd.spec.Reads && !s.fresh():
	default:
		s.acted = !cmd.spec.Reads
		if err := cmd.spec.run(s, cmd); err != nil {
			return Failed, fmt.Errorf("%s: %w", cmd.spec.Name, err)
		}
	}
	if s.changed || s.forget {
		s.outcome = Changed
	}
	if err := s.commit(); err != nil {
		return Failed, err
	}
	s.finish(cmd)
	return s.outcome, nil
}
