package persist_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/solitaire-chat/solitaire/persist"
)

// sampleEntries has an entry of each kind, in the order of the kinds.
func sampleEntries() []persist.Entry {
	record, result := sampleRecord(), sampleResult()
	log := persist.Deliveries(nil).Add("d", time.Unix(1_800_000_000, 0), []byte("moved"))
	doc := must(persist.Pack("daily", "7", 3, map[string]int{"deal": 17}))
	p := persist.Player{Platform: "slack", Space: "T1", User: strings.Repeat("ü", 100)}
	return []persist.Entry{
		{Player: p, Body: &record},
		{Player: p, Body: &result},
		{Player: p, Body: &persist.Block{Number: 1<<32 - 2, Deliveries: log}},
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

// A key that isn't whole, or has more in it, is nobody's.
func TestEntryDamagedKey(t *testing.T) {
	for _, e := range sampleEntries() {
		key, stored := e.Key(), must(e.Encode())
		if e.Kind() == persist.KindDoc { // whose key may be any
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

func TestEntryOfUnknownKind(t *testing.T) {
	if _, err := persist.DecodeEntry("league", []byte("key"), []byte("stored")); !errors.Is(err, persist.ErrNewer) {
		t.Errorf("DecodeEntry: %v; want ErrNewer", err)
	}
}

func TestEntryString(t *testing.T) {
	record := persist.Entry{Player: persist.Player{Platform: "terminal", User: "an n\x1b"}, Body: new(persist.Record)}
	for want, e := range map[string]persist.Entry{
		`record of terminal "an n\x1b"`: record,
		"an entry":                      {},
		"result of discord 184 g1":      {Player: persist.Player{Platform: "discord", User: "184"}, Body: &persist.Result{ID: "g1"}},
		`doc "daily 7"`:                 {Body: &persist.Doc{Kind: "daily", Key: "7"}},
		"block of slack T1 U2 7":        {Player: persist.Player{Platform: "slack", Space: "T1", User: "U2"}, Body: &persist.Block{Number: 7}},
	} {
		if got := e.String(); got != want {
			t.Errorf("%s; want %s", got, want)
		}
	}
}

// A key that can be read is the only one of its entry.
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

// What a record says of a block holds for that block and for no other.
func TestBlockRefFits(t *testing.T) {
	p := player{blocks: map[uint32]persist.Deliveries{}}
	for i := range 300 {
		p.remember(delivered{strings.Repeat("i", i), time.Unix(1_800_000_000+int64(i), 0), ""})
	}
	if len(p.record.Blocks) < 2 {
		t.Fatalf("%d blocks", len(p.record.Blocks))
	}
	for i, ref := range p.record.Blocks {
		for number, d := range p.blocks {
			if got, want := ref.Fits(persist.Block{Number: number, Deliveries: d}), ref.Number == number; got != want {
				t.Errorf("reference %d fits block %d: %v", i, number, got)
			}
		}
		cut := p.blocks[ref.Number][:40]
		if ref.Fits(persist.Block{Number: ref.Number, Deliveries: cut}) {
			t.Error("a reference fits a block that was cut off")
		}
	}
}
