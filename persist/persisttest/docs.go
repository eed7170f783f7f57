package persisttest

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/solitaire-chat/solitaire/persist"
)

// pack returns a doc that replaces a version.
func pack(t testing.TB, kind, key string, version uint64, value string) persist.Doc {
	t.Helper()
	d, err := persist.Pack(kind, key, version, value)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func holdsDoc(t testing.TB, s persist.Store, kind, key string, version uint64, value string) {
	t.Helper()
	d, err := s.Doc(context.Background(), kind, key)
	if err != nil {
		t.Fatalf("Doc: %v", err)
	}
	got, err := persist.Unpack[string](d)
	if err != nil || got != value || d.Version != version || d.Kind != kind || d.Key != key {
		t.Fatalf("Doc = %s %q version %d %q, %v; want version %d %q", d.Kind, d.Key, d.Version, got, err, version, value)
	}
}

func holdsNoDoc(t testing.TB, s persist.Store, kind, key string) {
	t.Helper()
	if d, err := s.Doc(context.Background(), kind, key); !errors.Is(err, persist.ErrNotFound) {
		t.Fatalf("Doc = %v, %v; want ErrNotFound", d, err)
	}
}

func testDocs(t *testing.T, open Open) {
	s := opened(t, open)
	for _, key := range []string{"", "a", "a\x00", "é"} {
		holdsNoDoc(t, s, "daily", key)
	}
	Commit(t, s, persist.Change{Docs: []persist.Doc{pack(t, "daily", "a", 0, "one"), pack(t, "place", "a", 0, "other")}})
	holdsDoc(t, s, "daily", "a", 1, "one")
	holdsDoc(t, s, "place", "a", 1, "other")
	refused(t, s, persist.Change{Docs: []persist.Doc{pack(t, "daily", "a", 0, "late")}}, persist.ErrConflict)
	refused(t, s, persist.Change{Docs: []persist.Doc{pack(t, "daily", "b", 3, "never there")}}, persist.ErrConflict)
	Commit(t, s, persist.Change{Docs: []persist.Doc{pack(t, "daily", "a", 1, "two")}})
	holdsDoc(t, s, "daily", "a", 2, "two")
	Commit(t, s, persist.Change{Docs: []persist.Doc{{Kind: "daily", Key: "a", Version: 2}}})
	holdsNoDoc(t, s, "daily", "a")
	holdsDoc(t, s, "place", "a", 1, "other")
	Commit(t, s, persist.Change{Docs: []persist.Doc{pack(t, "daily", "a", 0, "again")}})
	holdsDoc(t, s, "daily", "a", 1, "again")
}

// A player's record and docs are written together or not at all.
func testDocsWithPlayer(t *testing.T, open Open) {
	s := opened(t, open)
	Commit(t, s, persist.Change{Player: player(), Record: marked(0, "first"), Docs: []persist.Doc{pack(t, "attempt", "1", 0, "open")}})
	holdsDoc(t, s, "attempt", "1", 1, "open")

	stale := persist.Change{Player: player(), Record: marked(1, "second"), Results: []persist.Result{result("g", 1)}, Docs: []persist.Doc{pack(t, "attempt", "1", 0, "twice")}}
	refused(t, s, stale, persist.ErrConflict)
	holds(t, s, player(), marked(1, "first"))
	refused(t, s, persist.Change{Player: player(), Record: marked(0, "late"), Docs: []persist.Doc{pack(t, "attempt", "1", 1, "done")}}, persist.ErrConflict)
	holdsDoc(t, s, "attempt", "1", 1, "open")

	Commit(t, s, persist.Change{Player: player(), Forget: true, Docs: []persist.Doc{pack(t, "attempt", "1", 1, "forgotten")}})
	holdsNothing(t, s, player())
	holdsDoc(t, s, "attempt", "1", 2, "forgotten")
}

func testDocsInOrder(t *testing.T, open Open) {
	s := opened(t, open)
	keys := []string{"10|a", "1|a", "1|b", "1|b\x00", "1|c", "2", "é"}
	for i := range keys {
		key := keys[(i*3)%len(keys)]
		Commit(t, s, persist.Change{Docs: []persist.Doc{pack(t, "k", key, 0, key), pack(t, "kk", key, 0, "another kind"), pack(t, "j", key, 0, "another kind")}})
	}
	for _, tt := range []struct {
		prefix, after string
		limit         int
		want          []string
	}{
		{"", "", 100, keys},
		{"1|", "", 100, keys[1:5]},
		{"1|", "1|a", 100, keys[2:5]},
		{"1|", "1|a", 2, keys[2:4]},
		{"1|", "1|bb", 100, keys[4:5]},
		{"1", "", 100, keys[:5]},
		{"2", "1|a", 100, keys[5:6]},
		{"1|", "2", 100, nil},
		{"3", "", 100, nil},
		{"", "", 0, nil},
	} {
		docs, err := s.Docs(context.Background(), "k", tt.prefix, tt.after, tt.limit)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, d := range docs {
			value, err := persist.Unpack[string](d)
			if err != nil || value != d.Key || d.Version != 1 {
				t.Errorf("doc %q has %q, version %d, %v", d.Key, value, d.Version, err)
			}
			got = append(got, d.Key)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("Docs(%q, %q, %d) (-want +got):\n%s", tt.prefix, tt.after, tt.limit, diff)
		}
	}
}

func testDocsRefused(t *testing.T, open Open) {
	s := opened(t, open)
	long := fmt.Sprintf("%2000s", "x")
	for _, d := range []persist.Doc{{Kind: "", Key: "a"}, {Kind: "a", Key: ""}, {Kind: long, Key: "a"}, {Kind: "a", Key: long}} {
		d.Data = []byte("data")
		if err := s.Commit(context.Background(), persist.Change{Docs: []persist.Doc{d}}); err == nil {
			t.Errorf("%.9q %.9q was not refused", d.Kind, d.Key)
		}
	}
}
