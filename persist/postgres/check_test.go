package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
	"github.com/solitaire-chat/solitaire/persist/postgres"
	"github.com/solitaire-chat/solitaire/persist/postgres/postgrestest"
)

// won is a result that counts on eight boards.
func won(day int) persist.Result {
	return persist.Result{
		ID: fmt.Sprint("day ", day), Kind: "daily", Rules: "klondike", Outcome: persist.Won, Day: persist.Day(day),
		Moves: 100 + day, Here: []string{"discord 7"},
	}
}

// ranked returns a database with players on boards.
func ranked(t *testing.T, players int) string {
	t.Helper()
	place := postgrestest.Database(t)
	s := mustOpen(t, place, patient())
	for i := range players {
		persisttest.Commit(t, s, persist.Change{Player: persisttest.Named(i), Results: []persist.Result{won(100 + i), won(101 + i), {ID: "free", Outcome: persist.Won}}})
	}
	persisttest.Close(t, s)
	return place
}

func faultsOf(t *testing.T, s *postgres.Store) (faults []string) {
	t.Helper()
	err := s.Still(context.Background(), func(still *postgres.Still) error {
		for err := range still.Check(context.Background()) {
			if !errors.Is(err, persist.ErrDamaged) {
				return err
			}
			faults = append(faults, err.Error())
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return faults
}

// Each kind of damage is reported with the board, and nothing else is.
func TestCheckReportsDamage(t *testing.T) {
	const differs = `board {Scope: Deal:klondike Span:3 Index:0} is not what the results add up to`
	const unreadable = `board {Scope: Deal:klondike Span:3 Index:0}: the stored data is damaged`
	player3 := fmt.Sprintf(`'\x%x'`, persisttest.Named(3).AppendKey(nil))
	alltime := fmt.Sprintf(`'\x%x'`, persist.Board{Deal: "klondike", Span: persist.AllTime}.AppendKey(nil))
	for _, damage := range []struct {
		sql  string
		many int // boards
		says string
	}{
		{`SELECT 1`, 0, ""},
		{`UPDATE solitaire_ranks SET total = total + 1 WHERE length = 2 AND board = ` + alltime, 1, differs},
		{`DELETE FROM solitaire_ranks WHERE length = 1 AND board = ` + alltime, 1, differs},
		{`INSERT INTO solitaire_ranks SELECT board, 7, '\x01', 3 FROM solitaire_ranks LIMIT 1`, 1, "is not what the results add up to"},
		{`DELETE FROM solitaire_boards WHERE player = ` + player3 + ` AND board = ` + alltime, 1, differs},
		{`UPDATE solitaire_boards SET rank = rank || '\x00' WHERE player = ` + player3 + ` AND board = ` + alltime, 1, unreadable},
		{`UPDATE solitaire_boards SET score = set_byte(score, 7, 99) WHERE player = ` + player3 + ` AND board = ` + alltime, 1, unreadable},
		{`DELETE FROM solitaire_results WHERE player = ` + player3 + ` AND id = 'day 104'`, 8, `Index:104} is not what`},
		{`UPDATE solitaire_results SET result = 'broken' WHERE player = ` + player3, 0, ""}, // Dump reports the entry
	} {
		place := ranked(t, 5)
		postgrestest.Execute(t, place, damage.sql)
		faults := faultsOf(t, mustOpen(t, place, reading()))
		found := damage.says == "" || slices.ContainsFunc(faults, func(f string) bool { return strings.Contains(f, damage.says) })
		if len(faults) != damage.many || !found {
			t.Errorf("%s: %d faults, want %d with %s:\n%s", damage.sql, len(faults), damage.many, damage.says, strings.Join(faults, "\n"))
		}
	}
}

// If there are more rows than one fetch returns, all of them are compared.
func TestCheckComparesTheLastOfMany(t *testing.T) {
	const players = 300
	place := ranked(t, players)
	s := mustOpen(t, place, reading())
	if faults := faultsOf(t, s); len(faults) != 0 {
		t.Errorf("%q", faults)
	}
	postgrestest.Execute(t, place, `DELETE FROM solitaire_results WHERE player = $1`, persisttest.Named(players-1).AppendKey(nil))
	if faults := faultsOf(t, s); len(faults) != 12 {
		t.Errorf("%q", faults)
	}
}

// Reads of a Still see one moment while others write, and a store that others write to
// checks clean.
func TestStillUnderLoad(t *testing.T) {
	const players = 20
	place := ranked(t, players)
	s := mustOpen(t, place, patient())
	c := gather(s)
	for round := range 5 {
		before := c.total()
		until(t, func() bool { return c.total() > before+200 })
		err := s.Still(context.Background(), func(still *postgres.Still) error {
			stored, err := still.Load(context.Background(), persisttest.Player("shared"))
			if err != nil {
				return err
			}
			for i := range players {
				record, err := s.Load(context.Background(), persisttest.Named(i))
				if err != nil {
					return err
				}
				persisttest.Commit(t, s, persist.Change{Player: persisttest.Named(i), Record: record, Results: []persist.Result{won(200 + round)}})
			}
			sameMoment(t, still, stored)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	c.disperse(t, s)
}

// sameMoment expects everything that is read to belong to the moment at which this record
// was current.
func sameMoment(t *testing.T, still *postgres.Still, stored persist.Record) {
	t.Helper()
	for e, err := range still.Dump(context.Background()) {
		if r, ok := e.Body.(*persist.Record); err != nil || ok && e.Player == persisttest.Player("shared") && r.Version != stored.Version {
			t.Errorf("%v: %v, of another moment than version %d", e, err, stored.Version)
		}
	}
	for err := range still.Check(context.Background()) {
		t.Error(err)
	}
}
