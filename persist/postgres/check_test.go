package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/persist"
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

// ranked returns a database with players who are on boards.
func ranked(t *testing.T, players int) string {
	t.Helper()
	place := postgrestest.Database(t)
	s := mustOpen(t, place, patient())
	for i := range players {
		mustCommit(t, s, persist.Change{Player: numbered(i), Results: []persist.Result{won(100 + i), won(101 + i), {ID: "free", Outcome: persist.Won}}})
	}
	mustClose(t, s)
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

// Each kind of damage is told with the board, and whose it is, and nothing else.
func TestCheckTellsDamage(t *testing.T) {
	const all = `"player 003": its player is on board {Scope: Deal:klondike Span:3 Index:0}, which no result explains`
	const row = `a row of board {Scope: Deal:klondike Span:3 Index:0}: the stored data is damaged`
	player3 := fmt.Sprintf(`'\x%x'`, numbered(3).AppendKey(nil))
	alltime := fmt.Sprintf(`'\x%x'`, persist.Board{Deal: "klondike", Span: persist.AllTime}.AppendKey(nil))
	for _, damage := range []struct {
		sql  string
		many int
		says string
	}{
		{`SELECT 1`, 0, ""},
		{`UPDATE solitaire_ranks SET total = total + 1 WHERE length = 2 AND board = ` + alltime, 1, "on board {Scope: Deal:klondike Span:3 Index:0} 5 ranks begin with fffd, and 6 are counted"},
		{`DELETE FROM solitaire_ranks WHERE length = 1 AND board = ` + alltime, 1, "5 ranks begin with ff, and 0 are counted"},
		{`INSERT INTO solitaire_ranks SELECT board, 7, '\x01', 3 FROM solitaire_ranks LIMIT 1`, 1, "0 ranks begin with 01, and 3 are counted"},
		{`DELETE FROM solitaire_boards WHERE player = ` + player3 + ` AND board = ` + alltime, 5, "4 ranks begin with ff, and 5 are counted"},
		{`UPDATE solitaire_boards SET rank = rank || '\x00' WHERE player = ` + player3 + ` AND board = ` + alltime, 1, row},
		{`UPDATE solitaire_boards SET score = set_byte(score, 7, 99) WHERE player = ` + player3 + ` AND board = ` + alltime, 1, row},
		{`DELETE FROM solitaire_results WHERE player = ` + player3, 10, all},
		{`DELETE FROM solitaire_results WHERE player = ` + player3 + ` AND id = 'day 104'`, 2, `Index:104}, which no result explains`},
		{`UPDATE solitaire_results SET result = 'broken' WHERE player = ` + player3, 0, ""}, // which its entry tells
		{`DELETE FROM solitaire_results`, 50, all},
	} {
		place := ranked(t, 5)
		postgrestest.Execute(t, place, damage.sql)
		faults := faultsOf(t, mustOpen(t, place, reading()))
		told := damage.says == "" || slices.ContainsFunc(faults, func(f string) bool { return strings.Contains(f, damage.says) })
		if len(faults) != damage.many || !told {
			t.Errorf("%s: %d faults, want %d with %s:\n%s", damage.sql, len(faults), damage.many, damage.says, strings.Join(faults, "\n"))
		}
	}
}

// More rows than are fetched at a time are compared to the last.
func TestCheckTellsTheLastOfMany(t *testing.T) {
	const players = 300
	place := ranked(t, players)
	s := mustOpen(t, place, reading())
	if faults := faultsOf(t, s); len(faults) != 0 {
		t.Errorf("%q", faults)
	}
	last := numbered(players - 1)
	postgrestest.Execute(t, place, `DELETE FROM solitaire_results WHERE player = $1`, last.AppendKey(nil))
	if faults := faultsOf(t, s); len(faults) != 12 || !strings.Contains(faults[0], last.User) {
		t.Errorf("%q", faults)
	}
}

// What is read of a still store is of one moment, while others write; and a store
// that others write to checks clean.
func TestStillUnderLoad(t *testing.T) {
	const players = 20
	place := ranked(t, players)
	s := mustOpen(t, place, patient())
	c := gather(s)
	for round := range 5 {
		before := c.total()
		until(t, func() bool { return c.total() > before+200 })
		err := s.Still(context.Background(), func(still *postgres.Still) error {
			stored, err := still.Load(context.Background(), player("shared"))
			if err != nil {
				return err
			}
			for i := range players {
				record, err := s.Load(context.Background(), numbered(i))
				if err != nil {
					return err
				}
				mustCommit(t, s, persist.Change{Player: numbered(i), Record: record, Results: []persist.Result{won(200 + round)}})
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

// sameMoment wants all that is read to be of the moment at which what everybody
// writes to was this record.
func sameMoment(t *testing.T, still *postgres.Still, stored persist.Record) {
	t.Helper()
	for e, err := range still.Dump(context.Background()) {
		if r, ok := e.Body.(*persist.Record); err != nil || ok && e.Player == player("shared") && r.Version != stored.Version {
			t.Errorf("%v: %v, of another moment than version %d", e, err, stored.Version)
		}
	}
	for err := range still.Check(context.Background()) {
		t.Error(err)
	}
}
