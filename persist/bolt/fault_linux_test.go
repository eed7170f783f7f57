package bolt_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/bolt"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

// limit limits the size of files that this process writes. A write across the limit is
// cut short. It returns a function that lifts the limit.
func limit(t testing.TB, size uint64) (lift func()) {
	t.Helper()
	var before syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: size, Max: before.Max}); err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
			t.Fatal(err)
		}
	}
}

func TestFaults(t *testing.T) {
	for name, fault := range map[string]struct {
		device string
		want   error
	}{
		"disk full":   {"/dev/full", syscall.ENOSPC},
		"write fails": {"/proc/self/mem", syscall.EIO}, // no memory is mapped that low
		"flush fails": {"/dev/null", syscall.EINVAL},   // accepts everything, can't be flushed
	} {
		t.Run(name, func(t *testing.T) {
			var d persisttest.Disk
			testFault(t, &d, fault.want, func() (end func()) {
				d.Break(t, fault.device)
				return func() { d.Mend(t) }
			})
		})
	}
}

func TestShortWrites(t *testing.T) {
	if !inChild(t) {
		return
	}
	for pages := range uint64(8) {
		testFault(t, new(persisttest.Disk), syscall.EFBIG, func() (end func()) { return limit(t, pages*pageSize+100) })
	}
}

// testFault commits before, during and after a fault.
func testFault(t *testing.T, d *persisttest.Disk, want error, begin func() (end func())) {
	const players = 20
	path := newPath(t)
	s := mustOpen(t, path, bolt.Options{OpenFile: d.Open})
	for i := range players {
		persisttest.Commit(t, s, persist.Change{Player: persisttest.Named(i), Record: persisttest.Sized(0, 500)})
	}
	end := begin()
	refused := 0
	for i := range players {
		err := s.Commit(t.Context(), persist.Change{Player: persisttest.Named(i), Record: persisttest.Sized(1, 600)})
		if err == nil {
			continue // it fitted below a limit
		}
		refused++
		if !errors.Is(err, want) {
			t.Errorf("Commit: %v; want: %v", err, want)
		}
		persisttest.HasVersion(t, s, persisttest.Named(i), 1)
	}
	end()
	if refused == 0 {
		t.Error("nothing failed")
	}
	for i := range players {
		if err := s.Commit(t.Context(), persist.Change{Player: persisttest.Named(i), Record: persisttest.Sized(1, 600)}); err != nil && !errors.Is(err, persist.ErrConflict) {
			t.Errorf("Commit after the fault: %v", err)
		}
	}
	persisttest.Close(t, s)
	s = mustOpen(t, path, bolt.Options{})
	for i := range players {
		persisttest.HasVersion(t, s, persisttest.Named(i), 2)
	}
	persisttest.Close(t, s)
}

// inChild reports whether this is a process of the test's own, which it may limit. If
// not, it runs the test in one.
func inChild(t *testing.T) bool {
	t.Helper()
	const env = "BOLT_TEST_CHILD"
	if os.Getenv(env) != "" {
		return true
	}
	child := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
	child.Env = append(os.Environ(), env+"=1")
	if out, err := child.CombinedOutput(); err != nil {
		t.Errorf("in a child process: %v\n%s", err, out)
	}
	return false
}

// A store that refuses writes reports it, and recovers by itself when the cause is gone,
// even if nobody commits.
func TestPingReportsRefusedWrites(t *testing.T) {
	for name, device := range map[string]string{"disk full": "/dev/full", "write fails": "/proc/self/mem", "flush fails": "/dev/null"} {
		t.Run(name, func(t *testing.T) {
			var d persisttest.Disk
			s := mustOpen(t, newPath(t), bolt.Options{OpenFile: d.Open})
			persisttest.Commit(t, s, persist.Change{Player: persisttest.Player("a")})
			conflict := persist.Change{Player: persisttest.Player("a")}
			_ = s.Commit(t.Context(), conflict) // which isn't the store's fault
			if err := s.Ping(t.Context()); err != nil {
				t.Fatal(err)
			}
			d.Break(t, device)
			if err := s.Commit(t.Context(), persist.Change{Player: persisttest.Player("a"), Record: persisttest.Sized(1, 600)}); err == nil {
				t.Fatal("nothing failed")
			}
			for range 2 {
				if err := s.Ping(t.Context()); err == nil || !strings.Contains(err.Error(), "accepts no writes") {
					t.Errorf("Ping: %v", err)
				}
			}
			d.Mend(t)
			if err := s.Ping(t.Context()); err != nil {
				t.Errorf("Ping after the fault: %v", err)
			}
			persisttest.Close(t, s)
		})
	}
}

// A commit that hangs is reported while it does.
func TestPingReportsAHangingCommit(t *testing.T) {
	s, release, first := held(t, newPath(t), bolt.Options{})
	if err := s.Ping(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.Age(time.Minute)
	if err := s.Ping(t.Context()); err == nil || !strings.Contains(err.Error(), "running for 1m0s") {
		t.Errorf("Ping: %v", err)
	}
	release()
	if err := <-first; err != nil {
		t.Error(err)
	}
	if err := s.Ping(t.Context()); err != nil {
		t.Error(err)
	}
}

// The whole batch gets the error of its transaction.
func TestFaultGoesToAll(t *testing.T) {
	var d persisttest.Disk
	s := mustOpen(t, newPath(t), bolt.Options{OpenFile: d.Open})
	for i := range 10 { // an unknown player is looked up on the disk
		persisttest.Commit(t, s, persist.Change{Player: persisttest.Named(i)})
	}
	change := func(i int) persist.Change {
		return persist.Change{Player: persisttest.Named(i), Record: persist.Record{Version: 1}}
	}
	d.Break(t, "/dev/full")
	release := hold(t, s)
	outcomes := []<-chan error{s.CommitTaken(change(9))}
	for i := range 9 {
		outcomes = append(outcomes, later(t.Context(), s, change(i)))
	}
	until(t, func() bool { return s.Queued() == 9 })
	release()
	for _, outcome := range outcomes {
		if err := <-outcome; !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("Commit: %v; want ENOSPC", err)
		}
	}
	d.Mend(t)
	persisttest.Commit(t, s, change(0))
	persisttest.Close(t, s)
}

// While the disk fails and recovers, everything acknowledged stays. Refused changes may
// or may not be there, and nothing else is.
func TestFlickeringDisk(t *testing.T) {
	var d persisttest.Disk
	path := newPath(t)
	s := mustOpen(t, path, bolt.Options{OpenFile: d.Open, MaxSize: 2 << 20}) // /proc/self/mem fails below 4 MiB only
	const players = 8
	var acknowledged, failed [players]uint64
	for i := range players { // an unknown player is looked up on the disk
		persisttest.Commit(t, s, persist.Change{Player: persisttest.Named(i)})
		acknowledged[i] = 1
	}
	ctx, stop := context.WithCancel(t.Context())
	var writers sync.WaitGroup
	for i := range players {
		writers.Go(func() {
			for ctx.Err() == nil {
				r, err := s.Load(context.Background(), persisttest.Named(i))
				if err != nil || r.Version < acknowledged[i] {
					t.Errorf("Load = version %d, %v; %d was acknowledged", r.Version, err, acknowledged[i])
				}
				if s.Commit(context.Background(), persist.Change{Player: persisttest.Named(i), Record: persisttest.Sized(r.Version, 700)}) == nil {
					acknowledged[i] = r.Version + 1
				} else {
					failed[i]++
				}
			}
		})
	}
	for i := range 30 {
		time.Sleep(5 * time.Millisecond)
		d.Break(t, []string{"/dev/full", "/proc/self/mem"}[i%2])
		time.Sleep(5 * time.Millisecond)
		d.Mend(t)
	}
	time.Sleep(5 * time.Millisecond)
	stop()
	writers.Wait()
	persisttest.Close(t, s)
	s = mustOpen(t, path, bolt.Options{})
	for i, version := range acknowledged {
		r, err := s.Load(t.Context(), persisttest.Named(i))
		if err != nil || r.Version < version {
			t.Errorf("%d has version %d, %v; %d was acknowledged", i, r.Version, err, version)
		}
	}
	persisttest.Close(t, s)
	t.Log("acknowledged:", acknowledged, "failed:", failed)
}

// If the disk is full when the file is created, nothing remains that blocks creating it
// later.
func TestFaultWhileCreating(t *testing.T) {
	if !inChild(t) {
		return
	}
	for _, size := range []uint64{1, 100, pageSize, 3*pageSize + 1} {
		path := newPath(t)
		lift := limit(t, size)
		_, err := bolt.Open(path, bolt.Options{})
		lift()
		refusal(t, err, syscall.EFBIG, path)
		s := mustOpen(t, path, bolt.Options{})
		persisttest.Commit(t, s, persist.Change{Player: persisttest.Player("a")})
		persisttest.Close(t, s)
	}
}

func TestFolderWithoutPermission(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may do anything")
	}
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	_, err := bolt.Open(fmt.Sprint(dir, "/solitaire.db"), bolt.Options{})
	refusal(t, err, syscall.EACCES, dir, "let this user")
}

// A file that may not grow is not called damaged: nothing is to be moved away.
func TestALimitOfTheFilesSizeIsNoDamage(t *testing.T) {
	if !inChild(t) {
		return
	}
	path := filepath.Join(t.TempDir(), "x.db")
	lift := limit(t, 16<<10) // room for the first pages, and no more
	s, err := bolt.Open(path, bolt.Options{})
	lift()
	if err == nil {
		_ = s.Close()
		t.Fatal("the file grew beyond the limit")
	}
	if errors.Is(err, persist.ErrDamaged) || !strings.Contains(err.Error(), "file too large") || !strings.Contains(err.Error(), "raise the limit") {
		t.Errorf("got %v", err)
	}
}
