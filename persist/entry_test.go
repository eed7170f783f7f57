package persist_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/solitaire-chat/solitaire/persist"
)

// sampleEntries has an entry of each kind, in the order of the kinds.
func sampleEntries() []persist.Entry {
	record, result := sampleRecord(), sampleResult()
	doc := must(persist.Pack("daily", "7", 3, map[string]int{"deal": 17}))
	p := persist.Player{Platform: "slack", Space: "T1", User: strings.Repeat("ü", 100)}
	return []persist.Entry{
		{Player: p, Body: &record},
		{Player: p, Body: &result},
		{Body: &doc},
	}
}

func TestEntryRoundTrip(t *testing.T) {
	for i, want := range sampleEntries() {
		if want.Kind() != persist.Kinds()[i] {
			t.Errorf("kind %s, want %s", want.Kind(), persist.Kinds()[i])
		}
		got, err := persist.DecodeEntry(want.Kind(), want.Key(), must(want.Encode()))
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("DecodeEntry: %v\n%s", err, diff)
		}
	}
}

// A key that is cut off, or too long, belongs to nobody.
func TestEntryDamagedKey(t *testing.T) {
	for _, e := range sampleEntries() {
		key, stored := e.Key(), must(e.Encode())
		if e.Kind() == persist.KindDoc { // which may have any key
			checkDamaged(t, e.Kind(), key[:6], stored)
			continue
		}
		for n := range key {
			checkDamaged(t, e.Kind(), key[:n], stored)
		}
		checkDamaged(t, e.Kind(), append(bytes.Clone(key), 0), stored)
		checkDamaged(t, e.Kind(), append([]byte{0x85, 0}, key[1:]...), stored) // the same length, in two bytes
	}
}

func checkDamaged(t *testing.T, k persist.Kind, key, stored []byte) {
	t.Helper()
	if e, err := persist.DecodeEntry(k, key, stored); !errors.Is(err, persist.ErrDamaged) {
		t.Errorf("DecodeEntry(%s, %x) = %v, %v; want ErrDamaged", k, key, e.Body, err)
	}
}

func TestUnknownKindsAreNewer(t *testing.T) {
	if _, err := persist.NewBody("league"); !errors.Is(err, persist.ErrNewer) {
		t.Errorf("NewBody: %v; want ErrNewer", err)
	}
}

func TestEntryString(t *testing.T) {
	record := persist.Entry{Player: persist.Player{Platform: "terminal", User: "an n\x1b"}, Body: new(persist.Record)}
	for want, e := range map[string]persist.Entry{
		`record of terminal "an n\x1b"`: record,
		"an entry":                      {},
		"result of discord 184 g1":      {Player: persist.Player{Platform: "discord", User: "184"}, Body: &persist.Result{ID: "g1"}},
		`doc "daily 7"`:                 {Body: &persist.Doc{Kind: "daily", Key: "7"}},
	} {
		if got := e.String(); got != want {
			t.Errorf("%s; want %s", got, want)
		}
	}
}

// A valid key is the only one for its entry.
func FuzzDecodeEntry(f *testing.F) {
	for i, e := range sampleEntries() {
		f.Add(i, e.Key(), must(e.Encode()))
	}
	f.Fuzz(func(t *testing.T, kind int, key, stored []byte) {
		kinds := persist.Kinds()
		e, err := persist.DecodeEntry(kinds[uint(kind)%uint(len(kinds))], key, summed(stored))
		checkRefusal(t, err)
		if err == nil && !bytes.Equal(e.Key(), key) {
			t.Errorf("key %x was read from %x", e.Key(), key)
		}
		_ = e.String()
	})
}
