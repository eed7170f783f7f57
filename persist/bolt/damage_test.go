package bolt_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"sync"
	"testing"

	"go.etcd.io/bbolt"

	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/bolt"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

var damageStride = flag.Int("damage.stride", 100, "how many bytes TestFlippedBytesOfOnePlayer leaves out at most, on the way to the next")

var damageSeed = flag.Uint64("damage.seed", 1, "which bytes TestFlippedBytes flips")

const (
	samplePlayers = 60
	pageSize      = 4096
)

func sampleRecord(i int) persist.Record {
	return persist.Record{Current: persisttest.Named(i).User, Games: []persist.Game{
		{ID: "g", Kind: "free", Data: bytes.Repeat([]byte{byte(i), byte(i >> 8)}, 350)},
	}}
}

func sampleResult(i int) persist.Result {
	return persist.Result{ID: persisttest.Named(i).User, Rules: "klondike", Outcome: persist.Won, Day: 7, Score: i}
}

// sample returns the bytes of a sound file with enough players for branch pages.
func sample(t *testing.T) []byte {
	t.Helper()
	return sampleOf(t, samplePlayers)
}

func sampleOf(t testing.TB, players int) []byte {
	t.Helper()
	path := newPath(t)
	s := mustOpen(t, path, bolt.Options{})
	for i := range players {
		persisttest.Commit(t, s, persist.Change{Player: persisttest.Named(i), Record: sampleRecord(i), Results: []persist.Result{sampleResult(i)}})
	}
	// Commit again, so that both of bbolt's meta pages represent the same players.
	persisttest.Commit(t, s, persist.Change{Player: persisttest.Player("nobody"), Forget: true})
	persisttest.Close(t, s)
	return read(t, path)
}

// outcome counts the results for damaged files: refused when opened, reported by a read,
// or unnoticed because everything read is as written.
type outcome struct {
	refused, told, fine int

	// Damage can make a branch page lead to an older copy of a page, which is sound in
	// itself. Players added since then seem to be new.
	branch, hidden int
}

// survive opens and reads a damaged file. Damage must be reported by an error that says
// so, and a refused file must not change. Anything read without an error must be what was
// written, and nobody may seem to be new.
func survive(t *testing.T, path string, file []byte, o *outcome) {
	t.Helper()
	surviveOf(t, path, file, samplePlayers, o)
}

func surviveOf(t *testing.T, path string, file []byte, players int, o *outcome) {
	t.Helper()
	write(t, path, file)
	s, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		o.refused++
		if !isDamage(err) && !errors.Is(err, bolt.ErrForeign) {
			t.Errorf("Open: %v", err)
		}
		if !bytes.Equal(file, read(t, path)) {
			t.Error("the refused file was changed")
		}
		return
	}
	for i := range players {
		record, err := s.Load(context.Background(), persisttest.Named(i))
		o.count(t, err, record.Current == persisttest.Named(i).User && record.Version == 1)
		results, err := s.Results(context.Background(), persisttest.Named(i))
		if err == nil && len(results) == 0 {
			err = persist.ErrNotFound
		}
		o.count(t, err, len(results) == 1 && reflect.DeepEqual(results[0], sampleResult(i)))
	}
	if !bytes.Equal(file, read(t, path)) {
		t.Error("reading changed the file")
	}
	_ = s.Commit(context.Background(), persist.Change{Player: persisttest.Named(1), Record: persist.Record{Version: 1}})
	_ = s.Close() // writing to a damaged file promises nothing, except that the process survives
}

func (o *outcome) count(t *testing.T, err error, right bool) {
	t.Helper()
	switch {
	case err == nil && right:
		o.fine++
	case err == nil:
		t.Error("something else was read than was written")
	case isDamage(err):
		o.told++
	case o.branch > 0 && errors.Is(err, persist.ErrNotFound):
		o.hidden++
	default:
		t.Errorf("read: %v", err)
	}
}

// isDamage reports whether an error is a possible result of damage: one of ours, or a
// panic in bbolt, which has a stack trace instead of the word damage.
func isDamage(err error) bool {
	if p, ok := errors.AsType[*bolt.PanicError](err); ok {
		return !persist.Unreadable(err) && len(p.Stack) > 0
	}
	return persist.Unreadable(err)
}

// isCount reports whether a byte of a page is part of its number of entries. bbolt trusts
// this number, so the last entries can vanish silently. A check then finds only their
// results and their places on boards.
func isCount(at int) bool { return at == 10 || at == 11 }

func TestFlippedBytes(t *testing.T) {
	whole := sample(t)
	path := t.TempDir() + "/damaged.db"
	var o outcome
	random := rand.New(rand.NewPCG(1, *damageSeed))
	for page := 0; page < len(whole); page += pageSize {
		if whole[page+8] == 0 { // never written
			continue
		}
		for _, at := range []int{0, 8, 10, 12, 16 + 4*random.IntN(8), 16 + random.IntN(200), random.IntN(pageSize)} {
			if isCount(at) {
				continue
			}
			damaged := bytes.Clone(whole)
			damaged[page+at] ^= byte(1 + random.IntN(255))
			const branchPage = 1
			if o.branch = 0; whole[page+8] == branchPage {
				o.branch = 1
			}
			if survive(t, path, damaged, &o); t.Failed() {
				t.Fatalf("page %d of kind %d, byte %d: %d became %d", page/pageSize, whole[page+8], at, whole[page+at], damaged[page+at])
			}
		}
	}
	t.Logf("%+v", o)
	if o.refused == 0 || o.told == 0 || o.fine == 0 {
		t.Errorf("the damage is too one-sided for a test: %+v", o)
	}
}

// A file with one player is protected just as well: the test flips every byte of it.
func TestFlippedBytesOfOnePlayer(t *testing.T) {
	whole := sampleOf(t, 1)
	path := t.TempDir() + "/damaged.db"
	var o outcome
	random := rand.New(rand.NewPCG(2, *damageSeed))
	for at := 0; at < len(whole); at += 1 + random.IntN(*damageStride) {
		if isCount(at % pageSize) {
			continue
		}
		damaged := bytes.Clone(whole)
		damaged[at] ^= byte(1 << random.IntN(8))
		surviveOf(t, path, damaged, 1, &o)
	}
	t.Logf("%+v", o)
}

func TestCutOff(t *testing.T) {
	whole := sample(t)
	path := t.TempDir() + "/damaged.db"
	var o outcome
	for size := 1; size < len(whole); size += 1 + size/3 {
		survive(t, path, whole[:size], &o)
	}
	for size := pageSize; size < len(whole)/2; size += pageSize {
		survive(t, path, whole[:size], &o)
	}
	if o.told > 0 {
		t.Errorf("a file was opened although something had been cut off: %+v", o)
	}
}

func TestZeroedPages(t *testing.T) {
	whole := sample(t)
	path := t.TempDir() + "/damaged.db"
	var o outcome
	for page := 0; page < len(whole); page += pageSize {
		damaged := bytes.Clone(whole)
		clear(damaged[page : page+pageSize])
		survive(t, path, damaged, &o)
	}
	t.Logf("%+v", o)
}

func TestNotOurs(t *testing.T) {
	random := make([]byte, 64<<10)
	for i := range random {
		random[i] = byte(rand.Uint32())
	}
	for name, test := range map[string]struct {
		content []byte
		want    error
	}{
		"one byte":    {[]byte("x"), bolt.ErrForeign},
		"short text":  {[]byte("Dear diary,\n"), bolt.ErrForeign},
		"long text":   {bytes.Repeat([]byte("Dear diary,\n"), 10_000), bolt.ErrForeign},
		"zeros":       {make([]byte, 64<<10), bolt.ErrForeign},
		"a zero page": {make([]byte, pageSize), persist.ErrDamaged},
		"noise":       {random, bolt.ErrForeign},
	} {
		t.Run(name, func(t *testing.T) {
			path := t.TempDir() + "/file"
			write(t, path, test.content)
			refusedUntouched(t, path, test.want)
		})
	}
}

// A later commit would overwrite a page that is both in use and listed as free. Open
// doesn't detect it, but a check of the file or of a backup does.
func TestFreePageInUse(t *testing.T) {
	damaged := sample(t)
	root := playersRoot(t, damaged)
	for page := 0; page < len(damaged); page += pageSize {
		if damaged[page+8] == 16 { // a list of free pages, perhaps an old one
			binary.NativeEndian.PutUint64(damaged[page+16:], uint64(root))
		}
	}
	path := t.TempDir() + "/damaged.db"
	write(t, path, damaged)
	if reported, _ := inspected(t, path); !reported {
		t.Error("the check doesn't report it")
	}
}

func playersRoot(t *testing.T, file []byte) (page int) {
	t.Helper()
	path := t.TempDir() + "/copy.db"
	write(t, path, file)
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	_ = db.View(func(tx *bbolt.Tx) error {
		page = int(tx.Bucket([]byte("players")).Root())
		return nil
	})
	return page
}

// Damage to the file of an open store also leads to an error, not to a crash.
func TestDamagedWhileOpen(t *testing.T) {
	path := t.TempDir() + "/damaged.db"
	write(t, path, sample(t))
	s := mustOpen(t, path, bolt.Options{})
	if err := os.Truncate(path, 2*pageSize); err != nil {
		t.Fatal(err)
	}
	for i := range samplePlayers {
		if _, err := s.Load(t.Context(), persisttest.Named(i)); err == nil || !isDamage(err) {
			t.Errorf("Load: %v; want a panic", err)
		}
		if err := s.Commit(t.Context(), persist.Change{Player: persisttest.Named(i)}); err == nil || !isDamage(err) {
			t.Errorf("Commit: %v; want a panic", err)
		}
	}
}

// TestNoFalseAlarm adds and removes players, so that pages split and merge in every way,
// and looks for absent ones. Each such lookup checks pages on its way.
func TestNoFalseAlarm(t *testing.T) {
	s := mustOpen(t, newPath(t), bolt.Options{})
	const players = 400
	versions := make([]uint64, players)
	for round := range 15 {
		var all sync.WaitGroup
		for i := range versions {
			c := persist.Change{Player: uneven(i), Record: persisttest.Sized(versions[i], rand.IntN(1+rand.IntN(3000)))}
			c.Results = []persist.Result{{ID: fmt.Sprint(round)}}
			switch rand.IntN(2 + round%4) {
			case 0:
				continue
			case 1:
				c.Forget = true
				versions[i] = 0
			default:
				versions[i]++
			}
			all.Go(func() {
				if err := s.Commit(context.Background(), c); err != nil {
					t.Errorf("Commit: %v", err)
				}
			})
		}
		all.Wait()
		for i, version := range versions {
			r, err := s.Load(t.Context(), uneven(i))
			if r.Version != version || err != nil && !errors.Is(err, persist.ErrNotFound) {
				t.Fatalf("Load = version %d, %v; want %d", r.Version, err, version)
			}
			if _, err := s.Results(t.Context(), uneven(i)); err != nil {
				t.Fatalf("Results: %v", err)
			}
		}
	}
	persisttest.Close(t, s)
}

// A damaged entry is named, and doesn't hide its neighbours.
func TestDamageIsNamed(t *testing.T) {
	path := t.TempDir() + "/damaged.db"
	s := mustOpen(t, path, bolt.Options{})
	for i := range 3 {
		doc, err := persist.Pack("challenge", persisttest.Named(i).User, 0, "text")
		if err != nil {
			t.Fatal(err)
		}
		persisttest.Commit(t, s, persist.Change{Player: persisttest.Named(i), Results: []persist.Result{sampleResult(i)}, Docs: []persist.Doc{doc}})
	}
	persisttest.Close(t, s)
	change(t, path, func(tx *bbolt.Tx) error {
		for _, at := range []struct {
			bucket string
			key    []byte
		}{
			{"players", persisttest.Named(1).AppendKey(nil)},
			{"results", append(persisttest.Named(1).AppendKey(nil), persisttest.Named(1).User...)},
			{"docs", append([]byte("\x09challenge"), persisttest.Named(1).User...)},
		} {
			b := tx.Bucket([]byte(at.bucket))
			if err := b.Put(flipped(at.key, bytes.Clone(b.Get(at.key)))); err != nil {
				return err
			}
		}
		return nil
	})
	s = mustOpen(t, path, bolt.Options{})
	_, load := s.Load(t.Context(), persisttest.Named(1))
	_, results := s.Results(t.Context(), persisttest.Named(1))
	_, doc := s.Doc(t.Context(), "challenge", persisttest.Named(1).User)
	for want, err := range map[string]error{
		`record of terminal "player 001": the stored data is damaged: checksum mismatch`:              load,
		`result of terminal "player 001" "player 001": the stored data is damaged: checksum mismatch`: results,
		`challenge "player 001": the stored data is damaged: checksum mismatch`:                       doc,
	} {
		if err == nil || err.Error() != want || persist.OwnUnreadable(err, persisttest.Named(1)) != !errors.Is(err, doc) || persist.OwnUnreadable(err, persisttest.Named(0)) {
			t.Errorf("got %v\nwant %s", err, want)
		}
	}
	docs, err := s.Docs(t.Context(), "challenge", "", "", 10)
	if err != nil || len(docs) != 3 {
		t.Fatalf("%d docs, %v", len(docs), err)
	}
	for i, d := range docs {
		_, err := persist.Unpack[string](d)
		if d.Key != persisttest.Named(i).User || persist.Unreadable(err) != (i == 1) || (d.Err != nil) != (i == 1) {
			t.Errorf("doc %d: %+v, %v", i, d, err)
		}
	}
}

// uneven has names of very different lengths.
func uneven(i int) persist.Player {
	return persisttest.Player(fmt.Sprint(i) + strings.Repeat("x", i*i%250))
}
