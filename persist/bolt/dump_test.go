package bolt_test

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"go.etcd.io/bbolt"

	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/bolt"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

// samples yields the entries of the given number of players.
func samples(players int) iter.Seq2[persist.Entry, error] {
	return func(yield func(persist.Entry, error) bool) {
		for i := range players {
			record, result := sampleRecord(i), sampleResult(i)
			record.Version = 1
			if !yield(persist.Entry{Player: persisttest.Named(i), Body: &record}, nil) || !yield(persist.Entry{Player: persisttest.Named(i), Body: &result}, nil) {
				return
			}
		}
	}
}

// If a process is killed while it restores, nobody takes the file it leaves for a
// complete one.
func TestRestoreKilled(t *testing.T) {
	path, left := newPath(t), filepath.Join(t.TempDir(), "left.db")
	s := mustOpen(t, path, bolt.Options{})
	const players = 3000
	n := 0
	err := s.Restore(t.Context(), func(yield func(persist.Entry, error) bool) {
		for e, err := range samples(players) {
			if n++; n == players { // at least one batch is written, and more is to come
				write(t, left, read(t, path))
			}
			if !yield(e, err) {
				return
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Count(read(t, left), []byte("player 00")) == 0 {
		t.Fatal("nothing had been written")
	}
	before := read(t, left)
	for _, o := range []bolt.Options{{}, {ReadOnly: true}} {
		_, err := bolt.Open(left, o)
		refusal(t, err, persist.ErrUnfinished, left, "remove the file and import again")
	}
	if !bytes.Equal(before, read(t, left)) {
		t.Error("the refused file was changed")
	}
}

// A failed restore removes everything, including what was already committed.
func TestRestoreFailsLate(t *testing.T) {
	s := mustOpen(t, newPath(t), bolt.Options{})
	broken := errors.New("broken")
	err := s.Restore(t.Context(), func(yield func(persist.Entry, error) bool) {
		for e, err := range samples(3000) {
			if !yield(e, err) {
				return
			}
		}
		yield(persist.Entry{}, broken)
	})
	if !errors.Is(err, broken) {
		t.Fatalf("Restore: %v", err)
	}
	for e := range s.Dump(t.Context()) {
		t.Fatalf("%v is still there", e)
	}
	persisttest.Close(t, s)
}

// A full disk also leaves an empty store.
func TestRestoreFull(t *testing.T) {
	path := newPath(t)
	s := mustOpen(t, path, bolt.Options{MaxSize: 4 << 20})
	if err := s.Restore(t.Context(), samples(10_000)); !errors.Is(err, bolt.ErrFull) {
		t.Fatalf("Restore: %v; want ErrFull", err)
	}
	if err := s.Restore(t.Context(), samples(100)); err != nil {
		t.Fatal(err)
	}
	persisttest.Close(t, s)
	persisttest.HasVersion(t, mustOpen(t, path, bolt.Options{}), persisttest.Named(99), 1)
}

func TestReadOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "solitaire.db")
	write(t, path, sample(t))
	before := read(t, path)
	first := mustOpen(t, path, bolt.Options{ReadOnly: true})
	second := mustOpen(t, path, bolt.Options{ReadOnly: true})
	for _, s := range []*bolt.Store{first, second} {
		persisttest.HasVersion(t, s, persisttest.Named(7), 1)
		if err := s.Commit(t.Context(), persist.Change{Player: persisttest.Player("new")}); !errors.Is(err, bolt.ErrReadOnly) {
			t.Errorf("Commit: %v; want ErrReadOnly", err)
		}
		if err := s.Restore(t.Context(), samples(1)); !errors.Is(err, bolt.ErrReadOnly) {
			t.Errorf("Restore: %v; want ErrReadOnly", err)
		}
		unfaulty(t, s)
	}
	_, err := bolt.Open(path, bolt.Options{})
	refusal(t, err, persist.ErrInUse)
	persisttest.Close(t, first)
	persisttest.Close(t, second)
	if !bytes.Equal(before, read(t, path)) {
		t.Error("the file was changed")
	}
}

func TestReadOnlyRefuses(t *testing.T) {
	dir := t.TempDir()
	missing, none := filepath.Join(dir, "missing.db"), filepath.Join(dir, "empty.db")
	write(t, none, nil)
	_, err := bolt.Open(missing, bolt.Options{ReadOnly: true})
	refusal(t, err, os.ErrNotExist, missing, "check the name")
	_, err = bolt.Open(none, bolt.Options{ReadOnly: true})
	refusal(t, err, bolt.ErrForeign, none)
	_, err = bolt.Open(dir, bolt.Options{ReadOnly: true})
	refusal(t, err, nil, "folder")
	if names, _ := os.ReadDir(dir); len(names) != 1 {
		t.Errorf("something was made: %v", names)
	}
}

// unfaulty checks that neither Check nor Dump reports anything.
func unfaulty(t *testing.T, s *bolt.Store) {
	t.Helper()
	for err := range s.Check(t.Context()) {
		t.Errorf("Check: %v", err)
	}
	for e, err := range s.Dump(t.Context()) {
		if err != nil {
			t.Errorf("Dump: %v: %v", e, err)
		}
	}
}

// For any flipped byte of a page in use, Open, Check or Dump reports damage, or
// everything reads as written.
func TestDamageIsReportedOrHarmless(t *testing.T) {
	whole := sample(t)
	path := t.TempDir() + "/damaged.db"
	random := rand.New(rand.NewPCG(3, *damageSeed))
	used := usedPages(t, whole)
	write(t, path, whole)
	reported, entries := inspected(t, path)
	if reported || entries == 0 {
		t.Fatalf("%d entries, damage: %v", entries, reported)
	}
	for range 400 {
		page, at := used[random.IntN(len(used))], random.IntN(pageSize)
		if isCount(at) {
			continue
		}
		damaged := bytes.Clone(whole)
		damaged[page*pageSize+at] ^= byte(1 + random.IntN(255))
		write(t, path, damaged)
		if reported, n := inspected(t, path); !reported && n != entries {
			t.Errorf("page %d, byte %d: %d of %d entries, and no report", page, at, n, entries)
		}
		if !bytes.Equal(damaged, read(t, path)) {
			t.Fatal("the file was changed")
		}
	}
}

// inspected reports whether Open, Check or Dump finds damage, and how many entries Dump
// yields.
func inspected(t *testing.T, path string) (damage bool, entries int) {
	t.Helper()
	s, err := bolt.Open(path, bolt.Options{ReadOnly: true})
	if err != nil {
		return true, 0
	}
	defer func() { _ = s.Close() }()
	for range s.Check(t.Context()) {
		damage = true
	}
	for e, err := range s.Dump(t.Context()) {
		if err != nil {
			damage = true
			continue
		}
		entries++
		if r, ok := e.Body.(*persist.Record); ok && r.Current != e.Player.User {
			t.Errorf("%v is another one's", e)
		}
	}
	return damage, entries
}

// usedPages returns the pages that hold entries or lead to them. It omits the root, where
// bbolt keeps data that nobody reads.
func usedPages(t *testing.T, file []byte) (pages []int) {
	t.Helper()
	path := t.TempDir() + "/copy.db"
	write(t, path, file)
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{ReadOnly: true, PreLoadFreelist: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	_ = db.View(func(tx *bbolt.Tx) error {
		for id := 2; ; id++ {
			info, err := tx.Page(id)
			if err != nil || info == nil {
				return err
			}
			if id != int(tx.Cursor().Bucket().Root()) && (info.Type == "leaf" || info.Type == "branch") {
				pages = append(pages, id)
			}
		}
	})
	return pages
}

// A backup has everything that was acknowledged before it began.
func TestBackupUnderLoad(t *testing.T) {
	s := mustOpen(t, newPath(t), bolt.Options{})
	const players, rounds = 16, 5
	var acknowledged [players]atomic.Uint64
	ctx, stop := context.WithCancel(t.Context())
	var writers sync.WaitGroup
	for i := range players {
		writers.Go(func() {
			for v := uint64(0); ctx.Err() == nil; v++ {
				persisttest.Commit(t, s, persist.Change{Player: persisttest.Named(i), Record: persisttest.Sized(v, rand.IntN(3000))})
				acknowledged[i].Store(v + 1)
			}
		})
	}
	for range rounds {
		var atLeast [players]uint64
		for i := range acknowledged {
			atLeast[i] = acknowledged[i].Load()
		}
		backup := openBackup(t, s)
		for i, version := range atLeast {
			r, err := backup.Load(t.Context(), persisttest.Named(i))
			if version > 0 && (err != nil || r.Version < version) {
				t.Errorf("player %d has version %d, %v; %d was acknowledged", i, r.Version, err, version)
			}
		}
		unfaulty(t, backup)
		persisttest.Close(t, backup)
	}
	stop()
	writers.Wait()
}

func openBackup(t *testing.T, s *bolt.Store) *bolt.Store {
	t.Helper()
	path := filepath.Join(t.TempDir(), "backup.db")
	var b bytes.Buffer
	if n, err := s.Backup(t.Context(), &b); err != nil || n != int64(b.Len()) {
		t.Fatalf("Backup: %d of %d bytes, %v", n, b.Len(), err)
	}
	write(t, path, b.Bytes())
	return mustOpen(t, path, bolt.Options{ReadOnly: true})
}

func TestBackupFails(t *testing.T) {
	s := mustOpen(t, newPath(t), bolt.Options{})
	ctx, cancel := context.WithCancel(t.Context())
	_, err := s.Backup(ctx, writer(func(b []byte) (int, error) { cancel(); return len(b), nil }))
	if !errors.Is(err, context.Canceled) {
		t.Errorf("Backup: %v", err)
	}
	broken := errors.New("broken")
	if _, err := s.Backup(t.Context(), writer(func([]byte) (int, error) { return 0, broken })); !errors.Is(err, broken) {
		t.Errorf("Backup: %v; want: %v", err, broken)
	}
	persisttest.Close(t, s)
	if _, err := s.Backup(t.Context(), new(bytes.Buffer)); !errors.Is(err, persist.ErrClosed) {
		t.Errorf("Backup: %v; want ErrClosed", err)
	}
}

type writer func([]byte) (int, error)

func (f writer) Write(b []byte) (int, error) { return f(b) }
