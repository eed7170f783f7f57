package persisttest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/solitaire-chat/solitaire/persist"
)

// RunDump tests that a kind of store can be read and filled as a whole; see [Run].
func RunDump(t *testing.T, fresh func(tb testing.TB) Open) {
	run(t, fresh, []promise{
		{"DumpNothing", testDumpNothing},
		{"DumpOrder", testDumpOrder},
		{"DumpSnapshot", testDumpSnapshot},
		{"DumpStops", testDumpStops},
		{"DumpEndedOrClosed", testDumpEndedOrClosed},
		{"Restore", testRestore},
		{"RestoreNotEmpty", testRestoreNotEmpty},
		{"RestoreFails", testRestoreFails},
		{"RestoreRanks", testRestoreRanks},
		{"RestoreEndedOrClosed", testRestoreEndedOrClosed},
	})
}

// everything returns entries of all kinds and all unusual players, in the order of a
// dump.
func everything() []persist.Entry {
	var entries []persist.Entry
	for i, p := range tricky() {
		r := full()
		r.Version = uint64(i + 1)
		entries = append(entries, persist.Entry{Player: p, Body: &r})
		for j, id := range []string{"b", "a", "b\x00", "a longer one"}[:i%5] {
			r := result(id, int64(100*i-j))
			entries = append(entries, persist.Entry{Player: p, Body: &r})
		}
	}
	for _, id := range []docID{{"daily", "10"}, {"daily", "9"}, {"daily", "\x00"}, {"challenge", "zz"}, {"long", strings.Repeat("x", 1000)}} {
		d, _ := persist.Pack(id.kind, id.key, 1, id)
		entries = append(entries, persist.Entry{Body: &d})
	}
	slices.SortFunc(entries, inOrder)
	return entries
}

// dumping is opened for a store that can be dumped.
func dumping(t testing.TB, open Open) persist.DumpStore {
	t.Helper()
	return opened(t, open).(persist.DumpStore)
}

// inOrder compares two entries by their order in a dump.
func inOrder(a, b persist.Entry) int {
	kinds := persist.Kinds()
	if a, b := slices.Index(kinds, a.Kind()), slices.Index(kinds, b.Kind()); a != b {
		return a - b
	}
	return bytes.Compare(a.Key(), b.Key())
}

// several returns a sequence of entries, followed by an error if there is one.
func several(entries []persist.Entry, err error) iter.Seq2[persist.Entry, error] {
	return func(yield func(persist.Entry, error) bool) {
		for _, e := range entries {
			if !yield(e, nil) {
				return
			}
		}
		if err != nil {
			yield(persist.Entry{}, err)
		}
	}
}

func restore(t testing.TB, s persist.Dumper, entries []persist.Entry) {
	t.Helper()
	if err := s.Restore(context.Background(), several(entries, nil)); err != nil {
		t.Fatalf("Restore: %v", err)
	}
}

// dumps fails unless the store has exactly these entries, in this order.
func dumps(t testing.TB, s persist.Dumper, want []persist.Entry) {
	t.Helper()
	var got []persist.Entry
	for e, err := range s.Dump(context.Background()) {
		if err != nil {
			t.Fatalf("Dump: %v", err)
		}
		got = append(got, e)
	}
	if !slices.EqualFunc(want, got, sameEntry) {
		t.Fatalf("the dump (-want +got):\n%s", cmp.Diff(want, got, cmpopts.EquateEmpty()))
	}
}

// sameEntry compares the stored form of entries, since cmp is slow on bytes.
func sameEntry(a, b persist.Entry) bool {
	storedA, errA := a.Encode()
	storedB, errB := b.Encode()
	return errA == nil && errB == nil && a.Kind() == b.Kind() && bytes.Equal(a.Key(), b.Key()) && bytes.Equal(storedA, storedB)
}

func testDumpNothing(t *testing.T, open Open) {
	s := dumping(t, open)
	dumps(t, s, nil)
	restore(t, s, nil)
	dumps(t, s, nil)
	Commit(t, s, persist.Change{Player: player(), Results: []persist.Result{result("g1", 1)}})
	Commit(t, s, persist.Change{Player: player(), Forget: true})
	dumps(t, s, nil)
}

// Committed entries come in the same order as restored ones.
func testDumpOrder(t *testing.T, open Open) {
	s := dumping(t, open)
	want := everything()
	for _, e := range slices.Backward(want) {
		switch b := e.Body.(type) {
		case *persist.Record:
			c := persist.Change{Player: e.Player, Record: *b}
			c.Record.Version = 0
			for _, other := range want {
				if r, ok := other.Body.(*persist.Result); ok && other.Player == e.Player {
					c.Results = append(c.Results, *r)
				}
			}
			Commit(t, s, c)
			b.Version = 1
		case *persist.Doc:
			d := *b
			d.Version = 0
			Commit(t, s, persist.Change{Docs: []persist.Doc{d}})
		}
	}
	dumps(t, s, want)
}

// A commit made while a dump is read isn't in it.
func testDumpSnapshot(t *testing.T, open Open) {
	s := dumping(t, open)
	const players = 20
	for i := range players {
		store(t, s, Named(i), marked(0, "before"))
	}
	makeRoom(t, s)
	n := 0
	for e, err := range s.Dump(context.Background()) {
		if err != nil {
			t.Fatalf("Dump: %v", err)
		}
		if r := e.Body.(*persist.Record); r.Version != 1 || r.Current != "before" {
			t.Errorf("%v: version %d, %q", e, r.Version, r.Current)
		}
		store(t, s, Named(players-1-n), marked(1, "meanwhile"))
		store(t, s, Named(1000+n), marked(0, "new"))
		n++
	}
	if n != players {
		t.Errorf("%d entries, want %d", n, players)
	}
}

// makeRoom leaves free space in a store, so that it needn't grow for a while: growing may
// delay commits until nobody reads.
func makeRoom(t testing.TB, s persist.Store) {
	t.Helper()
	store(t, s, player(), persist.Record{Games: []persist.Game{{Data: make([]byte, 4<<20)}}})
	for range 2 {
		Commit(t, s, persist.Change{Player: player(), Forget: true})
	}
}

// Stopping halfway leaves the store unchanged.
func testDumpStops(t *testing.T, open Open) {
	s := dumping(t, open)
	restore(t, s, everything())
	for range s.Dump(context.Background()) {
		break
	}
	store(t, s, player(), marked(0, "afterwards"))
	Close(t, s)
}

func testDumpEndedOrClosed(t *testing.T, open Open) {
	s := dumping(t, open)
	restore(t, s, everything())
	ended, cancel := context.WithCancel(context.Background())
	last := func(ctx context.Context) (n int, err error) {
		for _, err = range s.Dump(ctx) {
			if n++; n == 3 {
				cancel()
			}
		}
		return n, err
	}
	if n, err := last(ended); !errors.Is(err, context.Canceled) || n <= 3 {
		t.Errorf("Dump, ended at the third entry: %d entries, %v", n, err)
	}
	if n, err := last(ended); !errors.Is(err, context.Canceled) || n != 1 {
		t.Errorf("Dump, ended before: %d entries, %v", n, err)
	}
	Close(t, s)
	if n, err := last(context.Background()); !errors.Is(err, persist.ErrClosed) || n != 1 {
		t.Errorf("Dump, closed: %d entries, %v", n, err)
	}
}

// Everything restored is there, and the store can be used.
func testRestore(t *testing.T, open Open) {
	s, want := dumping(t, open), everything()
	for i := range 3000 { // more than a store takes at once
		r := persist.Record{Version: 7, Games: []persist.Game{{ID: fmt.Sprint(i), Data: make([]byte, 700)}}}
		want = append(want, persist.Entry{Player: Named(i), Body: &r})
	}
	slices.SortFunc(want, inOrder)
	restore(t, s, shuffled(want))
	dumps(t, s, want)
	s = reopened(t, s, open).(persist.DumpStore)
	dumps(t, s, want)

	p := tricky()[17]
	r := full()
	r.Version = 18
	holds(t, s, p, r, result("a", 1699), result("b", 1700))
	r.Current = "next"
	Commit(t, s, persist.Change{Player: p, Record: r, Results: []persist.Result{result("c", 1800)}})
	r.Version = 19
	holds(t, s, p, r, result("a", 1699), result("b", 1700), result("c", 1800))
	Commit(t, s, persist.Change{Player: p, Forget: true})
	holdsNothing(t, s, p)
}

// shuffled returns the entries in another order.
func shuffled(entries []persist.Entry) []persist.Entry {
	entries = slices.Clone(entries)
	rand.New(rand.NewPCG(5, 6)).Shuffle(len(entries), func(i, j int) { entries[i], entries[j] = entries[j], entries[i] })
	return entries
}

func testRestoreNotEmpty(t *testing.T, open Open) {
	s := dumping(t, open)
	store(t, s, player(), marked(0, "here before"))
	for _, entries := range [][]persist.Entry{everything(), nil} {
		if err := s.Restore(context.Background(), several(entries, nil)); !errors.Is(err, persist.ErrNotEmpty) {
			t.Errorf("Restore: %v; want ErrNotEmpty", err)
		}
	}
	r := marked(1, "here before")
	dumps(t, s, []persist.Entry{{Player: player(), Body: &r}})
}

// A failed restore leaves an empty store, which the next one fills.
func testRestoreFails(t *testing.T, open Open) {
	s, all := dumping(t, open), everything()
	broken := errors.New("broken")
	nobody := persist.Entry{Body: new(persist.Record)}
	nameless := persist.Entry{Player: player(), Body: new(persist.Result)}
	for name, test := range map[string]struct {
		entries iter.Seq2[persist.Entry, error]
		want    error // nil: any
	}{
		"error at the end":    {several(all, broken), broken},
		"error at once":       {several(nil, broken), broken},
		"record twice":        {several(append(shuffled(all), all[3]), nil), persist.ErrTwice},
		"doc twice":           {several(append(shuffled(all), all[len(all)-1]), nil), persist.ErrTwice},
		"result twice":        {several(append(shuffled(all), all[len(tricky())]), nil), persist.ErrTwice},
		"nobody's record":     {several(append(shuffled(all), nobody), nil), nil},
		"result without name": {several(append(shuffled(all), nameless), nil), nil},
		"empty entry":         {several(append(shuffled(all), persist.Entry{}), nil), nil},
	} {
		err := s.Restore(context.Background(), test.entries)
		if err == nil || test.want != nil && !errors.Is(err, test.want) {
			t.Errorf("%s: Restore: %v; want: %v", name, err, test.want)
		}
		dumps(t, s, nil)
		holdsNothing(t, s, all[0].Player)
	}
	s = reopened(t, s, open).(persist.DumpStore)
	restore(t, s, all)
	dumps(t, s, all)
}

func testRestoreEndedOrClosed(t *testing.T, open Open) {
	s := dumping(t, open)
	ended, cancel := context.WithCancel(context.Background())
	during := func(yield func(persist.Entry, error) bool) {
		for i, e := range everything() {
			if i == 3 {
				cancel()
			}
			if !yield(e, nil) {
				return
			}
		}
	}
	for range 2 { // in the second round it has already ended
		if err := s.Restore(ended, during); !errors.Is(err, context.Canceled) {
			t.Errorf("Restore, ended: %v", err)
		}
		dumps(t, s, nil)
	}
	Close(t, s)
	if err := s.Restore(context.Background(), several(nil, nil)); !errors.Is(err, persist.ErrClosed) {
		t.Errorf("Restore, closed: %v", err)
	}
}

// The boards are computed from the results, as if each had just been committed.
func testRestoreRanks(t *testing.T, open Open) {
	from, s := NewMemory(), dumping(t, open)
	var entries []persist.Entry
	for i := range 30 {
		c := persist.Change{Player: Named(i)}
		for day := range 3 {
			r := result(fmt.Sprint("g", day), int64(86_400*day+i))
			r.Day, r.Moves, r.Here = persist.Day(100+day), 90+i%7, []string{fmt.Sprint("discord/", i%2)}
			c.Results = append(c.Results, r)
			entries = append(entries, persist.Entry{Player: c.Player, Body: &r})
		}
		Commit(t, from, c)
	}
	restore(t, s, entries)
	all := result("g", 1) // counts on all kinds of boards
	all.Day, all.Here = 100, []string{"discord/0", "discord/1"}
	for _, b := range all.Boards() {
		want, _ := from.Page(context.Background(), b, 0, 100)
		got, err := s.Page(context.Background(), b, 0, 100)
		if diff := cmp.Diff(want, got); diff != "" || err != nil || want.Total == 0 {
			t.Errorf("board %v: %v, %d rows (-want +got):\n%s", b, err, want.Total, diff)
		}
	}
}
