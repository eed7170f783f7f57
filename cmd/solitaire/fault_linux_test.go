package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/solitaire-chat/solitaire/persist/bolt"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

// noRoom is what becomes of a commit for which the file has to grow, before it
// writes anything: a device has no size. Whether one has to goes by how the commits
// before were put together.
const noRoom = "file size too small"

// TestDiskFails breaks the disk of a running service and mends it again. Players
// get an error, nothing is changed, and afterwards the service works again.
func TestDiskFails(t *testing.T) {
	for name, fault := range map[string]struct {
		device string
		reason string
	}{
		"full":        {"/dev/full", syscall.ENOSPC.Error()},
		"write fails": {"/proc/self/mem", syscall.EIO.Error()},
		"flush fails": {"/dev/null", "commit: "},
	} {
		t.Run(name, func(t *testing.T) {
			var d persisttest.Disk
			c, log, ready := serveOn(t, &d)
			all := gamblers(8)
			c.deal(t, names(all))
			each(t, all, func(g *gambler) error { return g.must(c, true) })
			d.Break(t, fault.device)
			each(t, all, func(g *gambler) error { return g.must(c, false) })
			each(t, all, func(g *gambler) error { return g.isTold(c, "I couldn't save that") })
			if status := ready(); status != http.StatusServiceUnavailable {
				t.Errorf("/readyz answers %d while nothing can be saved", status)
			}
			d.Mend(t)
			if status := ready(); status != http.StatusOK { // though nobody plays
				t.Errorf("/readyz answers %d when the disk is well again", status)
			}
			for range 3 {
				each(t, all, func(g *gambler) error { return g.must(c, true) })
			}
			each(t, all, func(g *gambler) error { return g.settle(c) })
			if told := log.String(); !strings.Contains(told, fault.reason) && !strings.Contains(told, noRoom) {
				t.Errorf("the log doesn't report %q:\n%s", fault.reason, log)
			}
		})
	}
}

// A request that fails is one line in the log.
func TestAFailureIsOneLine(t *testing.T) {
	var d persisttest.Disk
	c, log, _ := serveOn(t, &d)
	if _, err := c.send(typed("1", "7", "solitaire new")); err != nil {
		t.Fatal(err)
	}
	d.Break(t, "/dev/full")
	const failing = 5
	for i := range failing {
		if answer, err := c.send(typed(fmt.Sprint(2+i), "7", "draw")); err != nil || !strings.Contains(string(answer), "I couldn't save that") {
			t.Errorf("%v: %s", err, answer)
		}
	}
	d.Mend(t)
	for end := time.Now().Add(10 * time.Second); strings.Count(log.String(), `"outcome":"failed"`) < failing && time.Now().Before(end); {
		time.Sleep(time.Millisecond) // the answer comes before the line
	}
	if n := strings.Count(log.String(), `"level":"ERROR"`); n != failing {
		t.Errorf("%d lines of %d failures:\n%s", n, failing, log)
	}
}

// must plays a step that has to be answered, or has to fail.
func (g *gambler) must(c *caller, succeed bool) error {
	answered, err := g.step(c, c.url)
	if err == nil && answered != succeed {
		err = fmt.Errorf("player %s: answered: %v, want %v", g.name, answered, succeed)
	}
	return err
}

// isTold delivers once more what failed, and wants a text in the answer.
func (g *gambler) isTold(c *caller, text string) error {
	answer, err := c.send(g.pending)
	if err == nil && !strings.Contains(string(answer), text) {
		err = fmt.Errorf("player %s is told %s", g.name, answer)
	}
	return err
}

// serveOn runs a service in this process, with its data on a disk. ready returns the
// status of /readyz.
func serveOn(t *testing.T, d *persisttest.Disk) (c *caller, log *safeBuffer, ready func() int) {
	t.Helper()
	c, log = newCaller(t), &safeBuffer{}
	m := newMetrics()
	conf, err := loadConfig(configure(t, c.section(), "data: "+filepath.Join(t.TempDir(), "solitaire.db")), envOf(callerEnv()))
	if err != nil {
		t.Fatal(err)
	}
	store, err := bolt.Open(conf.Data, bolt.Options{OpenFile: d.Open, Committed: m.transacted})
	if err != nil {
		t.Fatal(err)
	}
	logger := newLog(log, "info")
	adapters, err := newAdapters(conf, secrets{DiscordToken: "x"}, logger, store, newBot(conf, measuredStore{store, m}, requestLog{logger, m}), nil)
	if err != nil {
		t.Fatal(err)
	}
	s := &service{log: slog.New(slog.DiscardHandler), metrics: m, adapters: adapters, jobs: noJobs}
	if err := s.listen(conf, store); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := errors.Join(<-done, store.Close()); err != nil {
			t.Error(err)
		}
	})
	c.url = "http://" + s.public.address() + "/discord/interactions"
	return c, log, func() int {
		resp, err := http.Get("http://" + s.admin.address() + "/readyz")
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		return resp.StatusCode
	}
}

// A safeBuffer can be written by several goroutines.
type safeBuffer struct {
	mu     sync.Mutex
	buffer bytes.Buffer
}

func (b *safeBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buffer.Write(p)
}

func (b *safeBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buffer.String()
}

// TestWritesAreCutShort lets no file of the running program grow beyond a size,
// so that what crosses it is written short, and takes the limit away again.
func TestWritesAreCutShort(t *testing.T) {
	c, all := newCaller(t), gamblers(8)
	s := serve(t, configure(t, c.section()), callerEnv())
	c.call(s)
	c.deal(t, names(all))
	limit := func(size uint64) {
		t.Helper()
		if err := unix.Prlimit(s.cmd.Process.Pid, unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: size, Max: unix.RLIM_INFINITY}, nil); err != nil {
			t.Fatal(err)
		}
	}
	refused := 0
	for pages := range uint64(8) {
		limit(pages*4096 + 100)
		each(t, all, func(g *gambler) error { _, err := g.step(c, c.url); return err })
		for _, g := range all {
			refused += g.failures
		}
		limit(unix.RLIM_INFINITY)
		each(t, all, func(g *gambler) error { return g.must(c, true) })
	}
	each(t, all, func(g *gambler) error { return g.settle(c) })
	if refused == 0 || !strings.Contains(s.logged(), syscall.EFBIG.Error()) {
		t.Errorf("%d moves were refused:\n%s", refused, s.logged())
	}
}
