package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// audited is what an audit reads, which must stand still meanwhile.
type audited interface {
	Dump(ctx context.Context) iter.Seq2[persist.Entry, error]
	Load(ctx context.Context, p persist.Player) (persist.Record, error)
	Place(ctx context.Context, b persist.Board, p persist.Player) (row persist.Row, offset int, err error)
}

// An audit reads everything in a store and compares it with itself: every game is
// replayed, and what refers to something must find it.
type audit struct {
	store  audited
	faults io.Writer // a line each

	players, games, results, docs, found int

	owner  persist.Player // of the record that was loaded last, for results
	record persist.Record
	err    error

	ranked persist.Player // whose results are being added up
	scores persist.Standings
}

// run goes through the store and counts. The error means that it could not be
// read to the end; faults are told, counted, and no error.
func (a *audit) run(ctx context.Context, count func(iter.Seq2[persist.Entry, error]) iter.Seq2[persist.Entry, error]) error {
	for e, err := range count(a.store.Dump(ctx)) {
		switch {
		case persist.Unreadable(err):
			a.fault(e, "%w", err)
		case err != nil:
			return err
		default:
			if err := a.entry(ctx, e); err != nil {
				return err
			}
		}
	}
	if err := a.checkBoards(ctx); err != nil {
		return err
	}
	return a.structure(ctx)
}

// structure checks what lies below the entries, if the store can.
func (a *audit) structure(ctx context.Context) error {
	s, ok := a.store.(interface {
		Check(context.Context) iter.Seq[error]
	})
	if !ok {
		return nil
	}
	for err := range s.Check(ctx) {
		if !persist.Unreadable(err) {
			return err
		}
		a.tell(err)
	}
	return nil
}

func (a *audit) entry(ctx context.Context, e persist.Entry) error {
	switch b := e.Body.(type) {
	case *persist.Record:
		a.players++
		a.checkRecord(e, b)
	case *persist.Result:
		a.results++
		if err := a.rank(ctx, e.Player, b); err != nil {
			return err
		}
		a.checkResult(ctx, e, b)
	case *persist.Doc:
		a.docs++
		if _, err := persist.Unpack[any](*b); err != nil {
			a.fault(e, "%w", err)
		}
	}
	return nil
}

func (a *audit) checkRecord(e persist.Entry, r *persist.Record) {
	ids := map[string]bool{}
	for _, g := range r.Games {
		a.games++
		if ids[g.ID] {
			a.fault(e, "game %s is there twice", g.ID)
		}
		ids[g.ID] = true
		if err := checkGame(g); err != nil {
			a.fault(e, "game %s: %w", g.ID, err)
		}
	}
	if r.Current != "" && !ids[r.Current] {
		a.fault(e, "the current game, %s, is missing", r.Current)
	}
}

// checkGame replays a game.
func checkGame(g persist.Game) error {
	var played game.Game
	if err := played.UnmarshalBinary(g.Data); err != nil {
		return err
	}
	state := played.State()
	if state.Won() != (g.Outcome == persist.Won) {
		return fmt.Errorf("it has %d cards up and the outcome %q", state.TotalUp(), g.Outcome)
	}
	return nil
}

func (a *audit) checkResult(ctx context.Context, e persist.Entry, r *persist.Result) {
	record, err := a.load(ctx, e.Player)
	if errors.Is(err, persist.ErrNotFound) {
		a.fault(e, "there is no record of its player")
	}
	for _, g := range record.Games {
		var played game.Game
		if g.ID != r.ID || played.UnmarshalBinary(g.Data) != nil { // which was told
			continue
		}
		if g.Outcome != r.Outcome || played.Length() != r.Moves || played.Undos() != r.Undos {
			a.fault(e, "it ended %s after %d moves and %d undos, its game %s after %d and %d",
				r.Outcome, r.Moves, r.Undos, g.Outcome, played.Length(), played.Undos())
		}
	}
}

// rank adds up what a player's results, which come one after the other, count on
// the boards.
func (a *audit) rank(ctx context.Context, p persist.Player, r *persist.Result) error {
	if a.ranked != p {
		if err := a.checkBoards(ctx); err != nil {
			return err
		}
		a.ranked, a.scores = p, persist.Standings{}
	}
	a.scores.Add(*r)
	return nil
}

// checkBoards compares that with the boards. The error means, as that of run, that
// they could not be read.
func (a *audit) checkBoards(ctx context.Context) error {
	for b, want := range a.scores {
		place := persist.Entry{Player: a.ranked, Body: &persist.Record{}}
		row, _, err := a.store.Place(ctx, b, a.ranked)
		switch {
		case errors.Is(err, persist.ErrNotFound), persist.Unreadable(err):
			a.fault(place, "its place on board %+v: %w", b, err)
		case err != nil:
			return err
		case row.Score != want:
			a.fault(place, "its score on board %+v is %+v, its results make %+v", b, row.Score, want)
		}
	}
	a.scores = nil
	return nil
}

// load returns a player's record. Results come by the player, so that it is kept.
func (a *audit) load(ctx context.Context, p persist.Player) (persist.Record, error) {
	if a.owner != p {
		a.owner = p
		a.record, a.err = a.store.Load(ctx, p)
	}
	return a.record, a.err
}

func (a *audit) fault(e persist.Entry, format string, args ...any) {
	a.tell(fmt.Errorf("%v: %w", e, fmt.Errorf(format, args...)))
}

// tell writes a fault. Should that fail, the summary still counts it.
func (a *audit) tell(fault error) {
	a.found++
	fmt.Fprintf(a.faults, "fault: %s\n", strings.ReplaceAll(fault.Error(), "\n", "; "))
}

// String is the summary.
func (a *audit) String() string {
	s := fmt.Sprintf("%s, %s, %s, %s: ", counted(a.players, "player"), counted(a.games, "game"),
		counted(a.results, "result"), counted(a.docs, "doc"))
	if a.found == 0 {
		return s + "no fault"
	}
	return s + counted(a.found, "fault")
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
