package persisttest

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/persist"
)

func testLoadNothing(t *testing.T, open Open) {
	s := opened(t, open)
	if err := s.Ping(context.Background()); err != nil {
		t.Errorf("Ping: %v", err)
	}
	holdsNothing(t, s, player())
	holdsNothing(t, s, persist.Player{}) // a player who can't be stored isn't stored
}

func testRoundTrip(t *testing.T, open Open) {
	s := opened(t, open)
	r := full()
	Commit(t, s, persist.Change{Player: player(), Record: r, Results: []persist.Result{result("g1", 100)}})
	r.Version = 1
	holds(t, s, player(), r, result("g1", 100))
}

func testVersionRises(t *testing.T, open Open) {
	s := opened(t, open)
	for v := range uint64(5) {
		store(t, s, player(), marked(v, "same"))
		holds(t, s, player(), marked(v+1, "same"))
	}
}

func testBigRecord(t *testing.T, open Open) {
	s := opened(t, open)
	r := persist.Record{Games: []persist.Game{{ID: "g", Data: slices.Repeat([]byte("card"), 50_000)}}}
	store(t, s, player(), r)
	r.Version = 1
	holds(t, s, player(), r)
	store(t, s, player(), marked(1, "small"))
	holds(t, s, player(), marked(2, "small"))
}

// Values passed in either direction belong to the caller.
func testMemoryIsNotShared(t *testing.T, open Open) {
	s := opened(t, open)
	given := full()
	store(t, s, player(), given)
	spoil(given)
	want := full()
	want.Version = 1
	holds(t, s, player(), want)

	loaded, err := s.Load(context.Background(), player())
	if err != nil {
		t.Fatal(err)
	}
	spoil(loaded)
	holds(t, s, player(), want)
	Close(t, s)
	spoil(loaded) // its memory must outlive the store
}

func spoil(r persist.Record) {
	r.Games[0].Data[0]++
	r.Deliveries[0]++
	r.Settings["deck"] = "red"
}

func testConflict(t *testing.T, open Open) {
	s := opened(t, open)
	refused(t, s, persist.Change{Player: player(), Record: marked(1, "never loaded")}, persist.ErrConflict)
	holdsNothing(t, s, player())

	store(t, s, player(), marked(0, "first"))
	store(t, s, player(), marked(1, "second"))
	for _, version := range []uint64{0, 1, 3} {
		refused(t, s, persist.Change{
			Player: player(), Record: marked(version, "late"), Results: []persist.Result{result("late", 1)}, Delivery: "late",
		}, persist.ErrConflict)
	}
	holds(t, s, player(), marked(2, "second"))
}

func testRepeated(t *testing.T, open Open) {
	s := opened(t, open)
	r := persist.Record{Deliveries: persist.Deliveries(nil).Add("tap", time.Unix(1_800_000_000, 0), []byte("moved"))}
	c := persist.Change{Player: player(), Record: r, Delivery: "tap", Results: []persist.Result{result("g1", 1)}}
	Commit(t, s, c)

	c.Results = []persist.Result{result("g2", 2)}
	refused(t, s, c, persist.ErrRepeated)
	if err := s.Commit(context.Background(), c); errors.Is(err, persist.ErrConflict) {
		t.Error("a repeated delivery is called a conflict too")
	}
	c.Delivery = "another tap"
	refused(t, s, c, persist.ErrConflict)
	c.Delivery = ""
	refused(t, s, c, persist.ErrConflict)

	r.Version = 1
	holds(t, s, player(), r, result("g1", 1))
}

func testRefused(t *testing.T, open Open) {
	s := opened(t, open)
	for name, c := range map[string]persist.Change{
		"no platform":  {Player: persist.Player{User: "1"}},
		"no user":      {Player: persist.Player{Platform: "discord"}},
		"long user":    {Player: persist.Player{Platform: "discord", User: strings.Repeat("x", 256)}},
		"no result id": {Player: player(), Results: []persist.Result{{}}},
		"too large":    {Player: player(), Record: persist.Record{Games: []persist.Game{{Data: make([]byte, 17<<20)}}}},
	} {
		if err := s.Commit(context.Background(), c); err == nil {
			t.Errorf("%s: not refused", name)
		}
	}
	holdsNothing(t, s, player())
}

func testResultsInOrder(t *testing.T, open Open) {
	s := opened(t, open)
	a, b, c, d := result("z", 1), result("a", 2), result("b", 2), result("c", 3)
	Commit(t, s, persist.Change{Player: player(), Results: []persist.Result{d, b}})
	Commit(t, s, persist.Change{Player: player(), Record: marked(1, ""), Results: []persist.Result{c, a}})
	holdsResults(t, s, player(), a, b, c, d)
}

func testResultsAreNeverChanged(t *testing.T, open Open) {
	s := opened(t, open)
	first, other := result("g1", 1), result("g1", 2)
	Commit(t, s, persist.Change{Player: player(), Results: []persist.Result{first, other}})
	Commit(t, s, persist.Change{Player: player(), Record: marked(1, "next"), Results: []persist.Result{other}})
	holds(t, s, player(), marked(2, "next"), first)

	neighbour := persist.Player{Platform: "discord", User: "185"}
	Commit(t, s, persist.Change{Player: neighbour, Results: []persist.Result{other}})
	holdsResults(t, s, neighbour, other)
}

func testForget(t *testing.T, open Open) {
	s := opened(t, open)
	neighbour := persist.Player{Platform: "discord", User: "1840"}
	for _, p := range []persist.Player{player(), neighbour} {
		Commit(t, s, persist.Change{Player: p, Record: marked(0, "kept"), Results: []persist.Result{result("g1", 1), result("g2", 2)}})
	}
	// Neither a stale version nor the rest of the change matters.
	forget := persist.Change{Player: player(), Record: marked(17, "no"), Results: []persist.Result{result("g3", 3)}, Forget: true}
	Commit(t, s, forget)
	holdsNothing(t, s, player())
	Commit(t, s, forget)
	holdsNothing(t, s, player())
	holds(t, s, neighbour, marked(1, "kept"), result("g1", 1), result("g2", 2))

	refused(t, s, persist.Change{Player: player(), Record: marked(1, "from before")}, persist.ErrConflict)
	store(t, s, player(), marked(0, "anew"))
	holds(t, s, player(), marked(1, "anew"))
}

func tricky() []persist.Player {
	long := strings.Repeat("x", 255)
	return []persist.Player{
		{Platform: "a", Space: "b", User: "c"},
		{Platform: "ab", User: "c"},
		{Platform: "a", Space: "bc", User: "d"},
		{Platform: "a", User: "bc"},
		{Platform: "a", User: "b"},
		{Platform: "a", User: "b\x00"},
		{Platform: "a", User: "b\x00c"},
		{Platform: "a", User: "b "},
		{Platform: "a", User: "B"},
		{Platform: "a", User: "b|c"},
		{Platform: "a", User: "\x01c"},
		{Platform: "a", Space: "\x01", User: "c"},
		{Platform: "a", User: "\xff\xfe"},
		{Platform: "a", User: "\u00e9"},
		{Platform: "a", User: "e\u0301"},
		{Platform: "a", User: "' OR 1=1 --"},
		{Platform: long, Space: long, User: long},
		{Platform: long, Space: long, User: long[:254]},
	}
}

func testPlayersApart(t *testing.T, open Open) {
	s := opened(t, open)
	players := tricky()
	for i, p := range players {
		id := strings.Repeat("g", i+1)
		Commit(t, s, persist.Change{Player: p, Record: marked(0, id), Results: []persist.Result{result(id, int64(i))}})
	}
	for i, p := range players {
		id := strings.Repeat("g", i+1)
		holds(t, s, p, marked(1, id), result(id, int64(i)))
	}
	for i, p := range players {
		Commit(t, s, persist.Change{Player: p, Forget: true})
		for j, other := range players[i+1:] {
			id := strings.Repeat("g", i+j+2)
			holds(t, s, other, marked(1, id), result(id, int64(i+j+1)))
		}
	}
}

func testContextEnded(t *testing.T, open Open) {
	s := opened(t, open)
	store(t, s, player(), marked(0, "kept"))
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	every(t, s, ended, context.Canceled)
	late, cancel := context.WithDeadline(context.Background(), time.Unix(0, 0))
	defer cancel()
	every(t, s, late, context.DeadlineExceeded)
	holds(t, s, player(), marked(1, "kept"))
}

func testClosed(t *testing.T, open Open) {
	s := opened(t, open)
	Close(t, s)
	every(t, s, context.Background(), persist.ErrClosed)
	if err := s.Close(); !errors.Is(err, persist.ErrClosed) {
		t.Errorf("second Close: %v; want ErrClosed", err)
	}
}

// every makes all calls that take a context, and expects the same error from each.
func every(t *testing.T, s persist.Store, ctx context.Context, want error) {
	t.Helper()
	_, load := s.Load(ctx, player())
	_, results := s.Results(ctx, player())
	_, lease := s.Lease(ctx, "job", "a", time.Hour)
	for name, err := range map[string]error{
		"Load":    load,
		"Results": results,
		"Lease":   lease,
		"Release": s.Release(ctx, "job", "a"),
		"Ping":    s.Ping(ctx),
		"Commit":  s.Commit(ctx, persist.Change{Player: player(), Record: marked(1, "no")}),
		"Forget":  s.Commit(ctx, persist.Change{Player: player(), Forget: true}),
	} {
		if !errors.Is(err, want) {
			t.Errorf("%s: %v; want: %v", name, err, want)
		}
	}
}

func testReopen(t *testing.T, open Open) {
	want := full()
	for v := range uint64(3) {
		s := opened(t, open)
		want.Version = v
		Commit(t, s, persist.Change{Player: player(), Record: want, Results: []persist.Result{result("g1", 1)}})
		Close(t, s)
	}
	want.Version = 3
	holds(t, opened(t, open), player(), want, result("g1", 1))
}
