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
	"github.com/solitaire-chat/solitaire/persist/postgres"
)

type checkCmd struct {
	dataFlags
	File string `arg:"" optional:"" help:"A data file, such as a backup."`
}

// Help returns the longer text of check --help.
func (checkCmd) Help() string {
	return `Reads everything that is stored, verifies every checksum, replays every game, and looks up every reference. It
prints a line for each fault, and a summary at the end. Nothing is changed. A data file must not be in use: check a
backup of it. A PostgreSQL database can be checked while the bot runs. With a fault the exit status is 1.`
}

// Run checks and reports.
func (c *checkCmd) Run(ctx context.Context, s streams) error {
	place, err := c.place(c.File, s.env)
	if err != nil {
		return err
	}
	found, err := checkStore(ctx, place, s.out, s.err)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(s.out, found); err != nil {
		return &outputError{withoutPath(err)}
	}
	if found.found > 0 {
		return fmt.Errorf("%s: %s found: restore a backup, and keep the file for an investigation", shownPlace(place), plural(found.found, "fault"))
	}
	return nil
}

// checkStore audits the store at a place, with a progress bar.
func checkStore(ctx context.Context, place string, faults, progress io.Writer) (found *audit, err error) {
	store, err := openToRead(ctx, place)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	bar := newProgress(progress, 0, "entries")
	defer bar.end()
	if database, ok := store.(*postgres.Store); ok { // others may change it during the audit
		err = database.Still(ctx, func(still *postgres.Still) error {
			found = &audit{store: still, faults: bar.beside(faults)}
			return found.run(ctx, bar)
		})
		return found, err
	}
	found = &audit{store: store, faults: bar.beside(faults)}
	return found, found.run(ctx, bar)
}

// audited is a store that nobody changes during the audit.
type audited interface {
	Dump(ctx context.Context) iter.Seq2[persist.Entry, error]
	Load(ctx context.Context, p persist.Player) (persist.Record, error)
	Place(ctx context.Context, b persist.Board, p persist.Player) (row persist.Row, offset int, err error)
}

// An audit replays every game of a store, and compares everything that is stored twice.
type audit struct {
	store  audited
	faults io.Writer // a line each

	players, games, results, docs, found int

	// All results of one player come in a row.
	player persist.Player
	record persist.Record
	err    error             // from loading the record
	scores persist.Standings // the sum of the results so far
}

// run audits the store. It counts and writes the faults. An error means that the store
// couldn't be read to the end.
func (a *audit) run(ctx context.Context, bar progress) error {
	for e, err := range counted(a.store.Dump(ctx), bar) {
		switch {
		case persist.Unreadable(err):
			a.fault(e, "%w", err)
			continue
		case err != nil:
			return err
		}
		switch b := e.Body.(type) {
		case *persist.Record:
			a.checkRecord(e, b)
		case *persist.Result:
			if a.player != e.Player {
				if err := a.checkBoards(ctx); err != nil {
					return err
				}
				a.player, a.scores = e.Player, persist.Standings{}
				a.record, a.err = a.store.Load(ctx, e.Player)
			}
			a.scores.Add(*b)
			a.checkResult(e, b)
		case *persist.Doc:
			a.docs++
			if _, err := persist.Unpack[any](*b); err != nil {
				a.fault(e, "%w", err)
			}
		}
	}
	if err := a.checkBoards(ctx); err != nil {
		return err
	}
	structured, ok := a.store.(interface { // can check what lies below the entries
		Check(context.Context) iter.Seq[error]
	})
	if !ok {
		return nil
	}
	for err := range structured.Check(ctx) {
		if !persist.Unreadable(err) {
			return err
		}
		a.write(err)
	}
	return nil
}

func (a *audit) checkRecord(e persist.Entry, r *persist.Record) {
	a.players++
	ids := map[string]bool{}
	for _, g := range r.Games {
		a.games++
		if ids[g.ID] {
			a.fault(e, "game %s is stored twice", g.ID)
		}
		ids[g.ID] = true
		var played game.Game
		if err := played.UnmarshalBinary(g.Data); err != nil { // it replays the game
			a.fault(e, "game %s: %w", g.ID, err)
		} else if state := played.State(); state.Won() != (g.Outcome == persist.Won) {
			a.fault(e, "game %s: it has %d cards up and the outcome %q", g.ID, state.TotalUp(), g.Outcome)
		}
	}
	if r.Current != "" && !ids[r.Current] {
		a.fault(e, "the current game, %s, is missing", r.Current)
	}
}

// checkResult compares a result with its game, if its player's record still has the game.
func (a *audit) checkResult(e persist.Entry, r *persist.Result) {
	a.results++
	if errors.Is(a.err, persist.ErrNotFound) {
		a.fault(e, "there is no record of its player")
	}
	for _, g := range a.record.Games {
		var played game.Game
		if g.ID != r.ID || played.UnmarshalBinary(g.Data) != nil { // which checkRecord reports
			continue
		}
		if g.Outcome != r.Outcome || played.Length() != r.Moves || played.Undos() != r.Undos {
			a.fault(e, "it ended %s after %d moves and %d undos, its game %s after %d and %d",
				r.Outcome, r.Moves, r.Undos, g.Outcome, played.Length(), played.Undos())
		}
	}
}

// checkBoards compares the totals of a player's results with the rankings.
func (a *audit) checkBoards(ctx context.Context) error {
	player := persist.Entry{Player: a.player, Body: &persist.Record{}}
	for b, want := range a.scores {
		row, _, err := a.store.Place(ctx, b, a.player)
		switch {
		case errors.Is(err, persist.ErrNotFound), persist.Unreadable(err):
			a.fault(player, "its place on board %+v: %w", b, err)
		case err != nil:
			return err
		case row.Score != want:
			a.fault(player, "its score on board %+v is %+v, its results make %+v", b, row.Score, want)
		}
	}
	return nil
}

func (a *audit) fault(e persist.Entry, format string, args ...any) {
	a.write(fmt.Errorf("%v: %w", e, fmt.Errorf(format, args...)))
}

// write writes a fault. If writing fails, the summary still counts the fault.
func (a *audit) write(fault error) {
	a.found++
	fmt.Fprintf(a.faults, "fault: %s\n", strings.ReplaceAll(fault.Error(), "\n", "; "))
}

// String returns the summary.
func (a *audit) String() string {
	faults := "no fault"
	if a.found > 0 {
		faults = plural(a.found, "fault")
	}
	return fmt.Sprintf("%s, %s, %s, %s: %s", plural(a.players, "player"), plural(a.games, "game"),
		plural(a.results, "result"), plural(a.docs, "doc"), faults)
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
