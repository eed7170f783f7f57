package persisttest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/solitaire-chat/solitaire/persist"
)

// daily returns a result of a daily deal.
func daily(day persist.Day, rules string, won bool, moves, aids, up int, seconds int64, here ...string) persist.Result {
	r := result(fmt.Sprintf("daily-%d-%s", day, rules), 1_800_000_000)
	r.Kind, r.Rules, r.Day, r.Here = "daily", rules, day, here
	r.Outcome, r.Moves, r.Undos, r.Hints, r.Up = persist.Resigned, moves, aids, 0, up
	if won {
		r.Outcome, r.Up = persist.Won, 52
	}
	r.First = r.Last.Add(-time.Duration(seconds) * time.Second)
	return r
}

// finish adds a result to what is stored about a player.
func finish(t testing.TB, s persist.Store, p persist.Player, results ...persist.Result) {
	t.Helper()
	rec, err := s.Load(context.Background(), p)
	if err != nil && !errors.Is(err, persist.ErrNotFound) {
		t.Fatal(err)
	}
	Commit(t, s, persist.Change{Player: p, Record: rec, Results: results})
}

func testBoardOrder(t *testing.T, open Open) {
	s := opened(t, open)
	b := persist.Board{Deal: "k", Span: persist.OneDay, Index: 5}
	for i, r := range []persist.Result{
		daily(5, "k", false, 10, 0, 3, 9),
		daily(5, "k", true, 120, 0, 52, 50),
		daily(5, "k", true, 100, 3, 52, 10),
		daily(5, "k", true, 100, 1, 52, 90),
		daily(5, "k", true, 100, 1, 52, 80),
		daily(5, "k", true, 100, 1, 52, 80),
		daily(5, "k", false, 10, 0, 30, 9),
		daily(5, "k", false, 8, 9, 30, 99),
		daily(6, "k", true, 1, 0, 52, 1),
		daily(5, "y", true, 1, 0, 52, 1),
	} {
		finish(t, s, Named(i), r)
	}
	page, err := s.Page(context.Background(), b, 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range page.Rows {
		got = append(got, fmt.Sprintf("%d. %s", r.Place, r.Player.User))
	}
	want := []string{"1. player 004", "1. player 005", "3. player 003", "4. player 002", "5. player 001", "6. player 007", "7. player 006", "8. player 000"}
	const won = 5
	if diff := cmp.Diff(want, got); diff != "" || page.Total != len(want) || page.Won != won {
		t.Errorf("%d rows, %d won (-want +got):\n%s", page.Total, page.Won, diff)
	}
	if _, _, err := s.Place(context.Background(), b, Named(8)); !errors.Is(err, persist.ErrNotFound) {
		t.Errorf("who is not on the board: %v", err)
	}
}

// Boards of random results are equal to those of a naive store, page by page, even after
// some players were forgotten and the store was opened again.
func testBoardsAgainstMemory(t *testing.T, open Open) {
	s, model := opened(t, open), NewMemory()
	random := rand.New(rand.NewPCG(3, 4))
	const players = 30
	for i := range 300 {
		p := Named(random.IntN(players))
		r := daily(persist.Day(1+random.IntN(40)), []string{"k", "y"}[random.IntN(2)], random.IntN(3) > 0, 90+random.IntN(4), random.IntN(3), random.IntN(52), int64(random.IntN(3)*300), []string{"discord|1", "slack|2"}[:random.IntN(3)]...)
		finish(t, s, p, r)
		finish(t, model, p, r)
		if i%100 == 99 {
			forgotten := persist.Change{Player: Named(random.IntN(players)), Forget: true}
			Commit(t, s, forgotten)
			Commit(t, model, forgotten)
		}
	}
	sameBoards(t, s, model, players)
	sameBoards(t, reopened(t, s, open), model, players)
}

func sameBoards(t *testing.T, s, model persist.Store, players int) {
	t.Helper()
	var boards []persist.Board
	for _, scope := range []string{"", "discord|1", "slack|2", "discord|3"} {
		for _, day := range []persist.Day{1, 8, 17, 40, 41} {
			boards = append(boards, persist.Board{Scope: scope, Deal: "k", Span: persist.OneDay, Index: int(day)},
				persist.Board{Scope: scope, Deal: "y", Span: persist.Week, Index: day.Week()},
				persist.Board{Scope: scope, Deal: "k", Span: persist.Month, Index: day.Month()})
		}
		boards = append(boards, persist.Board{Scope: scope, Deal: "y", Span: persist.AllTime})
	}
	for _, b := range boards {
		want, err := model.Page(context.Background(), b, 0, 1000)
		if err != nil {
			t.Fatal(err)
		}
		sameBoard(t, s, b, want)
		for i := range players {
			if _, _, err := s.Place(context.Background(), b, Named(i)); !onBoard(want.Rows, Named(i)) && !errors.Is(err, persist.ErrNotFound) {
				t.Fatalf("%+v: place of %d, who is not on it: %v", b, i, err)
			}
		}
	}
}

// sameBoard compares a board with the expected page of all its rows, page by page and
// player by player.
func sameBoard(t *testing.T, s persist.Store, b persist.Board, all persist.Page) {
	t.Helper()
	const size = 7
	rows := all.Rows
	for offset := 0; offset <= len(rows); offset += size {
		got, err := s.Page(context.Background(), b, offset, size)
		want := persist.Page{Total: len(rows), Won: all.Won, Rows: rows[offset:min(offset+size, len(rows))]}
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); err != nil || diff != "" {
			t.Fatalf("%+v from %d: %v (-want +got):\n%s", b, offset, err, diff)
		}
	}
	for i, want := range rows {
		if got, at, err := s.Place(context.Background(), b, want.Player); got != want || at != i || err != nil {
			t.Fatalf("%+v: %+v at %d, %v; want %+v at %d", b, got, at, err, want, i)
		}
	}
}

func onBoard(rows []persist.Row, p persist.Player) bool {
	return slices.ContainsFunc(rows, func(r persist.Row) bool { return r.Player == p })
}

// A result counts once, however often it is written.
func testBoardCountsOnce(t *testing.T, open Open) {
	s := opened(t, open)
	r := daily(3, "k", true, 100, 1, 52, 80, "discord|1")
	finish(t, s, player(), r)
	finish(t, s, player(), r, r)
	for _, b := range r.Boards() {
		page, err := s.Page(context.Background(), b, 0, 10)
		want := []persist.Row{{Place: 1, Player: player(), Score: page.Rows[0].Score}}
		if diff := cmp.Diff(want, page.Rows); err != nil || diff != "" || page.Total != 1 || page.Rows[0].Score.Won != 1 {
			t.Errorf("%+v: %v %+v", b, err, page)
		}
	}
}
