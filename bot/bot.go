package bot

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"math/big"
	"time"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// A Bot answers requests. It is safe for concurrent use; one player's requests
// are handled one after the other.
type Bot struct {
	Store  persist.Store
	Now    func() time.Time // the clock
	Number func() int       // a deal number for a new game, from 1 to game.MaxNumber
	NewID  func() string    // an id that no other game has

	specs []Spec
	locks locks
}

// New returns a bot on a store, with the system's clock and randomness.
func New(store persist.Store) *Bot {
	return &Bot{Store: store, Now: time.Now, Number: RandomNumber, NewID: rand.Text, specs: Specs()}
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
const maxTries = 8

// Handle carries out a request. What it acknowledges is durable. The reply
// always says something sensible to the player, also beside an error, which is
// for the operator: the store could not do its work, and nothing was changed
// as far as is known.
func (b *Bot) Handle(ctx context.Context, req Request) (Reply, error) {
	unlock, err := b.locks.lock(ctx, req.Player)
	if err != nil {
		return failure(err), fmt.Errorf("waiting for the player's turn: %w", err)
	}
	defer unlock()
	for range maxTries {
		reply, err := b.try(ctx, req)
		if errors.Is(err, persist.ErrConflict) || errors.Is(err, persist.ErrRepeated) {
			continue
		}
		if err != nil {
			return failure(err), err
		}
		return reply, nil
	}
	err = fmt.Errorf("after %d tries: %w", maxTries, persist.ErrConflict)
	return failure(err), err
}

// try carries out a request on the record as it is now.
func (b *Bot) try(ctx context.Context, req Request) (Reply, error) {
	s := &session{bot: b, ctx: ctx, req: req, now: b.Now().UTC().Truncate(time.Microsecond)}
	cmd, unknown := b.parse(req.Text)
	if err := s.load(cmd); err != nil {
		return Reply{}, err
	}
	if repeated, err := s.repeated(); err != nil || repeated {
		return s.finish(), err
	}
	switch {
	case unknown != nil:
		s.say(*unknown)
	case !cmd.spec.Reads && !s.fresh():
	default:
		s.acted = !cmd.spec.Reads
		if err := cmd.spec.run(s, cmd); err != nil {
			return Reply{}, fmt.Errorf("%s: %w", cmd.spec.Name, err)
		}
	}
	if err := s.commit(); err != nil {
		return Reply{}, err
	}
	return s.finish(), nil
}

// errLoad marks what failed before anything could be changed.
var errLoad = errors.New("load")

// failure is the reply where the store could not do its work.
func failure(err error) Reply {
	key := "failure.store"
	switch {
	case errors.Is(err, errLoad) && !errors.Is(err, persist.ErrDamaged) && !errors.Is(err, persist.ErrNewer):
		key = "failure.load"
	case errors.Is(err, persist.ErrDamaged):
		key = "failure.damaged"
	case errors.Is(err, persist.ErrNewer):
		key = "failure.newer"
	case errors.Is(err, persist.ErrBusy), errors.Is(err, persist.ErrConflict), errors.Is(err, context.DeadlineExceeded):
		key = "failure.busy"
	}
	r := Reply{}
	r.say(msg(key))
	return r
}
