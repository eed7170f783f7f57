package persist_test

import (
	"encoding/binary"
	"errors"
	"flag"
	"hash/crc32"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/solitaire-chat/solitaire/persist"
)

// sampleRecord has every field set, and a time that needs all its digits.
func sampleRecord() persist.Record {
	at := time.Date(2026, 11, 29, 20, 15, 0, 123456789, time.UTC)
	return persist.Record{
		Version: 7,
		Current: "g2",
		Games: []persist.Game{
			{ID: "g1", Kind: "free", Version: 3, Data: []byte{0, 1, 2}, Hints: 1, First: at, Last: at.Add(time.Minute), Outcome: persist.Won},
			{ID: "g2", Kind: "practice", Version: 1, Data: []byte("data")},
		},
		Settings:   map[string]string{"deck": "blue", "language": "de"},
		Deliveries: persist.Deliveries(nil).Add("d1", at, []byte("moved")).Add("d2", at, nil),
	}
}

func sampleResult() persist.Result {
	at := time.Date(2026, 11, 29, 20, 15, 0, 123456789, time.UTC)
	return persist.Result{
		ID: "g1", Kind: "free", Rules: "klondike", Scoring: 1, Generator: "v1", Number: 17, Outcome: persist.Won,
		Moves: 99, Undos: 2, Hints: 1, Up: 52, Score: 700, First: at, Last: at.Add(time.Minute),
	}
}

func TestRecordRoundTrip(t *testing.T) {
	for name, want := range map[string]persist.Record{
		"sample": sampleRecord(),
		"empty":  {},
		"older than 1970": {Version: 1, Games: []persist.Game{
			{ID: "g", Data: []byte{}, First: time.Date(1903, 1, 1, 0, 0, 0, 1, time.UTC)},
		}},
	} {
		t.Run(name, func(t *testing.T) {
			b := must(persist.EncodeRecord(want))
			got, err := persist.DecodeRecord(b)
			if diff := cmp.Diff(want, got); err != nil || diff != "" {
				t.Errorf("DecodeRecord: %v\n%s", err, diff)
			}
			if v, err := persist.RecordVersion(b); v != want.Version || err != nil {
				t.Errorf("RecordVersion = %d, %v; want %d", v, err, want.Version)
			}
		})
	}
}

func TestResultRoundTrip(t *testing.T) {
	want := sampleResult()
	got, err := persist.DecodeResult(must(persist.EncodeResult(want)))
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("DecodeResult: %v\n%s", err, diff)
	}
}

// A stored value depends only on the record, so that it can be compared and kept as a
// fixture.
func TestEncodingIsDeterministic(t *testing.T) {
	r := sampleRecord()
	r.Settings = map[string]string{"a": "1", "b": "2", "c": "3", "d": "4"}
	first := must(persist.EncodeRecord(r))
	for range 20 {
		if diff := cmp.Diff(first, must(persist.EncodeRecord(r))); diff != "" {
			t.Fatal(diff)
		}
	}
}

func TestRecordRoundTripsAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := anyRecord().Draw(t, "record")
		got, err := persist.DecodeRecord(must(persist.EncodeRecord(want)))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Fatal(diff)
		}
	})
}

func anyRecord() *rapid.Generator[persist.Record] {
	return rapid.Custom(func(t *rapid.T) persist.Record {
		return persist.Record{
			Version:    rapid.Uint64().Draw(t, "version"),
			Current:    rapid.String().Draw(t, "current"),
			Games:      rapid.SliceOfN(anyGame(), 0, 3).Draw(t, "games"),
			Settings:   rapid.MapOf(rapid.String(), rapid.String()).Draw(t, "settings"),
			Deliveries: rapid.SliceOf(rapid.Byte()).Draw(t, "deliveries"),
		}
	})
}

func anyGame() *rapid.Generator[persist.Game] {
	return rapid.Custom(func(t *rapid.T) persist.Game {
		return persist.Game{
			ID:      rapid.String().Draw(t, "id"),
			Kind:    rapid.String().Draw(t, "kind"),
			Version: rapid.Uint64().Draw(t, "game version"),
			Data:    rapid.SliceOf(rapid.Byte()).Draw(t, "data"),
			Hints:   rapid.Int().Draw(t, "hints"),
			First:   time.Unix(rapid.Int64Range(0, 1<<33).Draw(t, "seconds"), rapid.Int64Range(0, 999_999_999).Draw(t, "ns")),
		}
	})
}

// Every flipped byte is detected: a record that differs from what was written is worse
// than one that can't be read.
func TestDamageIsTold(t *testing.T) {
	whole := must(persist.EncodeRecord(sampleRecord()))
	for i := range whole {
		b := append([]byte(nil), whole...)
		b[i] ^= 0x55
		if _, err := persist.DecodeRecord(b); !errors.Is(err, persist.ErrDamaged) && !errors.Is(err, persist.ErrNewer) {
			t.Errorf("byte %d flipped: %v", i, err)
		}
		if _, err := persist.DecodeRecord(whole[:i]); !errors.Is(err, persist.ErrDamaged) {
			t.Errorf("cut to %d bytes: %v", i, err)
		}
	}
	if _, err := persist.DecodeRecord(append(whole, 0)); !errors.Is(err, persist.ErrDamaged) {
		t.Errorf("a byte too many: %v", err)
	}
}

func TestNewerSchemaIsTold(t *testing.T) {
	for _, b := range [][]byte{{2}, {255, 1, 2, 3}, append([]byte{2}, must(persist.EncodeRecord(sampleRecord()))[1:]...)} {
		if _, err := persist.DecodeRecord(b); !errors.Is(err, persist.ErrNewer) {
			t.Errorf("DecodeRecord: %v, want ErrNewer", err)
		}
		if _, err := persist.RecordVersion(b); !errors.Is(err, persist.ErrNewer) {
			t.Errorf("RecordVersion: %v, want ErrNewer", err)
		}
	}
}

// Values that couldn't be read back aren't written.
func TestTooLargeIsRefused(t *testing.T) {
	r := persist.Record{Games: []persist.Game{{Data: make([]byte, 16<<20)}}}
	if _, err := persist.EncodeRecord(r); err == nil {
		t.Error("16 MiB were encoded, which can't be decoded")
	}
}

var update = flag.Bool("update", false, "write the golden files anew")

// TestGolden keeps the stored form of schema 1. If it fails, old data can no longer be
// read: increase the schema, and keep reading this one.
func TestGolden(t *testing.T) {
	record, result := filepath.Join("testdata", "record.schema1"), filepath.Join("testdata", "result.schema1")
	if *update {
		check(t, os.WriteFile(record, must(persist.EncodeRecord(sampleRecord())), 0o600))
		check(t, os.WriteFile(result, must(persist.EncodeResult(sampleResult())), 0o600))
	}
	gotRecord, err := persist.DecodeRecord(must(os.ReadFile(record)))
	check(t, err)
	if diff := cmp.Diff(sampleRecord(), gotRecord); diff != "" {
		t.Error(diff)
	}
	gotResult, err := persist.DecodeResult(must(os.ReadFile(result)))
	check(t, err)
	if diff := cmp.Diff(sampleResult(), gotResult); diff != "" {
		t.Error(diff)
	}
}

func FuzzDecodeRecord(f *testing.F) {
	f.Add(must(persist.EncodeRecord(sampleRecord())))
	f.Fuzz(func(t *testing.T, b []byte) {
		_, err := persist.DecodeRecord(b)
		checkRefusal(t, err)
		_, err = persist.DecodeRecord(summed(b))
		checkRefusal(t, err)
	})
}

func FuzzDecodeResult(f *testing.F) {
	f.Add(must(persist.EncodeResult(sampleResult())))
	f.Fuzz(func(t *testing.T, b []byte) {
		_, err := persist.DecodeResult(b)
		checkRefusal(t, err)
		_, err = persist.DecodeResult(summed(b))
		checkRefusal(t, err)
	})
}

func checkRefusal(t *testing.T, err error) {
	t.Helper()
	if err != nil && !errors.Is(err, persist.ErrDamaged) && !errors.Is(err, persist.ErrNewer) {
		t.Error(err)
	}
}

// summed gives bytes a valid checksum and schema, which a fuzzer would never find.
func summed(b []byte) []byte {
	b = append([]byte(nil), b...)
	if len(b) > 5 {
		b[0] = 1
		binary.BigEndian.PutUint32(b[1:], crc32.Checksum(b[5:], crc32.MakeTable(crc32.Castagnoli)))
	}
	return b
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// FuzzDecodeShared decodes values that belong to no single player.
func FuzzDecodeShared(f *testing.F) {
	for _, value := range []any{
		persist.Daily{Day: 3, Deal: "yukon", Game: []byte{1, 2}},
		persist.Challenge{ID: "c", Players: []persist.Challenger{{Player: persist.Player{Platform: "discord", User: "7"}, Name: "Ann"}}},
	} {
		f.Add(must(persist.EncodeDoc(must(persist.Pack("daily", "3", 1, value)))))
		f.Add(must(persist.Pack("daily", "3", 1, value)).Data)
	}
	f.Add(must(persist.EncodeScore(persist.Player{Platform: "slack", User: "U7"}, persist.Score{Won: 1, Moves: 90})))
	f.Add(must(persist.EncodeCount(12)))
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, stored := range [][]byte{b, summed(b)} {
			_, err := persist.DecodeDoc("daily", "3", stored)
			checkRefusal(t, err)
			_, err = persist.Unpack[persist.Daily](persist.Doc{Data: stored})
			checkRefusal(t, err)
			_, err = persist.Unpack[persist.Challenge](persist.Doc{Data: stored})
			checkRefusal(t, err)
			_, _, err = persist.DecodeScore(stored)
			checkRefusal(t, err)
			_, err = persist.DecodeCount(stored)
			checkRefusal(t, err)
		}
	})
}
