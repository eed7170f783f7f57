package bot

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"time"

	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// A Bot answers requests. It is safe for concurrent use; one player's requests
// are carried out one after the other. Its fields are set before the first one.
type Bot struct {
	Store    persist.Store
	Now      func() time.Time // the clock
	Number   func() int       // a deal number for a new game, from 1 to game.MaxNumber
	NewID    func() string    // an id that no other game has
	Words    locale.Words     // of other languages, understood beside the English ones
	Limits   Limits
	Observer Observer
	Solver   Solver            // makes the deals of the day; nil: there are none
	Advisor  Advisor           // nil: no hints
	Secret   []byte            // the key of the deals of the day
	Posters  map[string]Poster // by platform
	Pictures bool              // adapters can paint
	Page     string            // where the page in a browser is, such as "https://cards.example"; empty: there is none

	// Cards reports whether boards in the style [Cards] can be shown on a platform now;
	// nil: on none. CardsFirst makes it the style of players who have chosen none.
	Cards      func(platform string) bool
	CardsFirst bool

	// Board adds the current game's board with its buttons to a reply. Ended is called
	// when a game ends: it completes the result, which is nil for a game that was never
	// begun, and queues what else is to be written. Package play sets both.
	Board func(t *Turn)
	Ended func(t *Turn, g *persist.Game, result *persist.Result)

	commands  []Command
	specs     []command.Spec
	locks     locks
	limiter   limiter
	languages languageCache
}

// New returns a bot with commands on a store, with the system's clock and
// randomness, and without limits. The whole bot, with every command, is made by
// package play.
func New(store persist.Store, commands []Command) *Bot {
	b := &Bot{Store: store, Now: time.Now, Number: RandomNumber, NewID: rand.Text, Observer: unobserved{}, commands: commands}
	for _, c := range commands {
		b.specs = append(b.specs, c.Spec)
	}
	return b
}

// RandomNumber returns the number of a deal that nobody can foresee.
func RandomNumber() int {
	n, _ := rand.Int(rand.Reader, big.NewInt(game.MaxNumber)) // crypto/rand never returns an error
	return int(n.Int64()) + 1
}

const (
	maxTries    = 32 // times a request is carried out because another copy of the bot changed the record in between
	maxPrepared = 3  // times a command is prepared because the game changed meanwhile
)

// ErrMovedOn makes the bot prepare a command again: its game has changed meanwhile.
var ErrMovedOn = errors.New("the game has changed meanwhile")

// ErrPanic replaces the value of a panic in a report to an [Observer]. The caller reports
// the panic itself.
var ErrPanic = errors.New("panic")

// Handle carries out a request. What its reply acknowledges is durable. The reply is
// always fit for the player. An error is for the operator: the store failed, and as far as
// is known nothing was changed.
func (b *Bot) Handle(ctx context.Context, req Request) (Reply, error) {
	req = b.Read(req)
	seen := Handled{Command: req.Call.Spec.Name, Outcome: Failed, Err: ErrPanic}
	defer b.observe(ctx, req, time.Now(), &seen)

	now := b.Now()
	if key := b.limiter.enter(b.Limits, req.Player, now); key != "" {
		seen.Outcome, seen.Err = Limited, nil
		return b.plain(req, key), nil
	}
	defer b.limiter.leave()

	err := ErrMovedOn
	var reply Reply
	for n := 0; errors.Is(err, ErrMovedOn); n++ {
		if n == maxPrepared {
			err = fmt.Errorf("prepared %d times: %w", maxPrepared, persist.ErrConflict)
			break
		}
		var prepared any
		var about BoardRef
		if prepared, about, err = b.prepare(ctx, now, req); err == nil {
			reply, seen.Outcome, err = b.carryOut(ctx, now, req, prepared, about)
		}
	}
	if seen.Err = err; err != nil {
		seen.Outcome = Failed
		return b.failure(req, err), err
	}
	return reply, nil
}

// observe reports the outcome of a request, and how long it took.
func (b *Bot) observe(ctx context.Context, req Request, begin time.Time, seen *Handled) {
	seen.ID, seen.Platform, seen.Took = req.ID, req.Player.Platform, time.Since(begin)
	b.Observer.Handled(ctx, *seen)
}

// prepare does the slow part of a command without holding a lock. It returns the result,
// and the current game to which that belongs.
func (b *Bot) prepare(ctx context.Context, now time.Time, req Request) (value any, about BoardRef, err error) {
	c := b.command(req.Call.Spec.Name)
	if c == nil || c.Prepare == nil || req.fault != nil || c.Prepares != nil && !c.Prepares(req.Call.Args) {
		return nil, about, nil
	}
	t := b.turn(ctx, now, req)
	if err := t.load(); err != nil {
		return nil, about, err
	}
	if repeat(t) || !t.fresh() {
		return nil, about, nil
	}
	if value, err = c.Prepare(t, t.Call.Args); err != nil {
		return nil, about, fmt.Errorf("%s: %w", c.Name, err)
	}
	if g := t.Current(); g != nil {
		about = g.Ref()
	}
	return value, about, nil
}

// carryOut carries out a request while it holds the player's lock.
func (b *Bot) carryOut(ctx context.Context, now time.Time, req Request, prepared any, about BoardRef) (Reply, Outcome, error) {
	unlock, err := b.lockPlayer(ctx, req.Player)
	if err != nil {
		return Reply{}, Failed, fmt.Errorf("waiting for the player's turn: %w", err)
	}
	defer unlock()
	for range maxTries {
		t := b.turn(ctx, now, req)
		t.Prepared, t.preparedFor = prepared, about
		err := t.run()
		if errors.Is(err, persist.ErrConflict) || errors.Is(err, persist.ErrRepeated) {
			continue
		}
		if err == nil {
			b.languages.note(t)
		}
		return t.Reply, t.outcome, err
	}
	return Reply{}, Failed, fmt.Errorf("after %d tries: %w", maxTries, persist.ErrConflict)
}

// run carries out a request on the player's record, commits all changes at once, and
// completes the reply.
func (t *Turn) run() error {
	if err := t.load(); err != nil {
		return err
	}
	if repeat(t) {
		t.outcome = Repeated
		t.complete()
		return nil
	}
	c := t.Bot.command(t.Call.Spec.Name)
	switch {
	case t.Request.fault != nil:
		if t.Reply.Lines = append(t.Reply.Lines, *t.Request.fault); c == nil {
			t.outcome = Unknown
		}
		t.remembered = c != nil && !c.Reads
	case !c.Reads && !t.fresh():
		t.outcome = Stale
	default:
		t.remembered = !c.Reads
		if err := c.Run(t, t.Call.Args); err != nil {
			return fmt.Errorf("%s: %w", c.Name, err)
		}
		t.sayWaiting()
	}
	if t.changed || t.Forget {
		t.outcome = Changed
	}
	if t.besidePublicBoard() {
		t.NoBoard, t.Pages, t.Alone = true, t.Pages || t.Call.Spec.Name == "settings", true
	}
	if err := t.commit(false); err != nil {
		return err
	}
	t.complete()
	return nil
}

// Within runs work on a player's record without a request, as jobs do, and stores the
// changes. If nothing is stored about the player, it writes docs but no record: the player
// may have been forgotten. The turn's posts aren't sent: a later round of the jobs does
// that.
func (b *Bot) Within(ctx context.Context, p persist.Player, work func(*Turn) error) error {
	unlock, err := b.lockPlayer(ctx, p)
	if err != nil {
		return err
	}
	defer unlock()
	for range maxTries {
		t := b.turn(ctx, b.Now(), Request{Player: p, Call: new(command.Call)})
		if err = t.load(); err == nil {
			err = work(t)
		}
		if err == nil {
			err = t.commit(t.Record.Version == 0)
		}
		if !errors.Is(err, persist.ErrConflict) {
			break
		}
	}
	return err
}

// Complete suggests continuations of the unfinished moves in req.Text, in the menu's
// order. It changes nothing. The list is empty when no game is open and when the typing
// limit is exceeded. in returns a speaker of the player's language.
func (b *Bot) Complete(ctx context.Context, req Request, in func(lang string) *locale.Speaker) (list []command.Suggestion, err error) {
	seen := Handled{Command: Completion, Outcome: Failed, Err: ErrPanic}
	defer b.observe(ctx, req, time.Now(), &seen)
	now := b.Now()
	if !b.limiter.enterTyping(b.Limits, req.Player, now) {
		seen.Outcome, seen.Err = Limited, nil
		return nil, nil
	}
	defer b.limiter.leave()

	req.Call = new(command.Call)
	t := b.turn(ctx, now, req)
	if seen.Err = t.load(); seen.Err != nil {
		return nil, seen.Err
	}
	seen.Outcome = Answered
	if g := t.Current(); g != nil && g.Entry().Outcome == "" {
		speaker := in(t.Lang())
		if t.Setting(SettingStyle) == Sentences {
			speaker = speaker.InWords()
		}
		return command.Suggest(g.State, req.Text, speaker.Say), nil
	}
	return nil, nil
}

// A Command is one of the bot's commands.
type Command struct {
	command.Spec

	// Prepare computes what takes long, such as a hint, before the player's turn, so that
	// the player can make moves meanwhile. Its turn is a copy, and changes to it are
	// dropped. Run finds the value in [Turn.Prepared]. Prepare may be nil, or return nil
	// if Run needs no value.
	Prepare func(t *Turn, args command.Args) (any, error)

	// Prepares reports whether Prepare is needed for some arguments; nil: always.
	Prepares func(args command.Args) bool

	// Run carries the command out. It puts a refusal into the reply. An error is a fault
	// that the player can't mend; then nothing is changed.
	Run func(t *Turn, args command.Args) error
}

// Kinds of games. A player has at most one game of Free and one of Practice.
const (
	Free      = "free"
	Practice  = "practice"  // a deal that was played before; it writes no result
	Daily     = "daily"     // a counted attempt at the deal of a day
	Challenge = "challenge" // the same deal for several players
)

// Kinds lists the kinds of games.
func Kinds() []string { return []string{Free, Daily, Challenge, Practice} }

// Specs lists all commands, in the order of the help text.
func (b *Bot) Specs() []command.Spec { return b.specs }

// Grammar reads what people type, in every language.
func (b *Bot) Grammar() *command.Grammar {
	return &command.Grammar{Specs: b.specs, Words: b.Words}
}

func (b *Bot) command(name string) *Command {
	i := slices.IndexFunc(b.commands, func(c Command) bool { return c.Name == name })
	if i < 0 {
		return nil
	}
	return &b.commands[i]
}
