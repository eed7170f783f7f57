package main

import (
	"bufio"
	"cmp"
	"context"
	"crypto/ed25519"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

var (
	loadPlayers = flag.Int("load", 0, "how many players TestLoad has; 0: it is skipped")
	loadTime    = flag.Duration("load.time", 10*time.Second, "how long they play")
	loadThink   = flag.Duration("load.think", 0, "how long they think before a move, in the mean")
	loadProfile = flag.String("load.profile", "", "where to keep the CPU profile")
	loadData    = flag.String("load.data", "", "a data file that is there already, or is to be kept")
	loadStored  = flag.Int("load.stored", 0, "how many other players are stored before")
)

// TestLoad makes many players move at once on the real program, over signed HTTP
// interactions. It reports how long the answers took and how the program spent its time:
//
//	go test ./cmd/solitaire -run TestLoad -v -load 64
func TestLoad(t *testing.T) {
	if *loadPlayers == 0 {
		t.Skip("say with -load how many players there are")
	}
	c := newCaller(t)
	data := cmp.Or(*loadData, filepath.Join(t.TempDir(), "solitaire.db"))
	crowd(t, data, *loadStored)
	config := configure(t, c.section(), "data: "+data)
	begin := time.Now()
	s := serve(t, config, callerEnv())
	t.Logf("serving after %v", time.Since(begin).Round(time.Millisecond))
	c.call(s)
	players := make([]string, *loadPlayers)
	for i := range players {
		players[i] = fmt.Sprint(100_000_000_000_000_000 + rand.Int64N(100_000_000_000_000_000)) // ids that no existing file has
	}
	c.deal(t, players)
	lines := make([]*line, len(players))
	for i, p := range players {
		lines[i] = c.line(p)
	}
	for _, l := range lines { // in case the bot closes idle connections
		l.dial(t)
	}

	profile := make(chan []byte, 1)
	go func() {
		profile <- getFrom(t, overSocket(s.sock), fmt.Sprintf("http://%s/debug/pprof/profile?seconds=%d", botHost, max(1, int(loadTime.Seconds())-1)))
	}()
	cpuBefore := cpuTime(t, s)
	took := playFor(t, lines, *loadTime, *loadThink)
	slices.Sort(took)
	cpu := cpuTime(t, s) - cpuBefore
	share := func(p float64) time.Duration { return took[int(p*float64(len(took)-1))].Round(10 * time.Microsecond) }
	t.Logf("%d players, %d moves, %.0f a second; p50 %v, p99 %v, p99.9 %v, longest %v", *loadPlayers, len(took),
		float64(len(took))/loadTime.Seconds(), share(0.5), share(0.99), share(0.999), share(1))
	t.Logf("CPU of the program: %.2f of a core, %.0f µs a move", cpu.Seconds()/loadTime.Seconds(), 1e6*cpu.Seconds()/float64(len(took)))
	t.Logf("memory: %s", procStatus(t, s.cmd.Process.Pid, "RssAnon"))
	cost := <-profile
	for _, line := range spent(t, cost) {
		t.Log(line)
	}
	if *loadProfile != "" {
		if err := os.WriteFile(*loadProfile, cost, 0o600); err != nil {
			t.Error(err)
		}
	}
}

// deal makes every player begin a game.
func (c *caller) deal(t *testing.T, players []string) {
	t.Helper()
	for _, p := range players {
		answer, err := c.send(typed("deal "+p, p, "solitaire new passes:unlimited"))
		if err != nil || answer.progress() != 0 {
			t.Fatalf("%v %.300s", err, answer)
		}
	}
}

// playFor makes players alternately draw and undo, and returns how long each answer took.
func playFor(t *testing.T, lines []*line, d, think time.Duration) []time.Duration {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), d)
	defer cancel()
	all := make([][]time.Duration, len(lines))
	var group sync.WaitGroup
	for i, l := range lines {
		group.Go(func() { all[i] = l.play(ctx, t, think) })
	}
	group.Wait()
	return slices.Concat(all...)
}

// play makes moves until the context ends.
func (l *line) play(ctx context.Context, t *testing.T, think time.Duration) (took []time.Duration) {
	for n := 0; ctx.Err() == nil; n++ {
		if think > 0 {
			time.Sleep(time.Duration(rand.ExpFloat64() * float64(think)))
		}
		request := l.request(n)
		begin := time.Now()
		answer, err := l.send(request)
		took = append(took, time.Since(begin))
		if err != nil || !strings.Contains(strings.ReplaceAll(answer, ",", ""), statusAfter(n+1)) {
			t.Errorf("player %s, move %d: %v %.300s", l.player, n, err, answer)
			break
		}
	}
	return took
}

// drawOrUndo is a player's nth interaction: draws and undos alternate.
func drawOrUndo(player string, n int) []byte {
	return typed(fmt.Sprint(player, " ", n), player, []string{"move d", "undo"}[n%2])
}

// statusAfter is the status on a board after the given number of alternating draws and
// undos, without the commas of large numbers.
func statusAfter(steps int) string {
	undos, moves := "undos", "moves"
	if steps/2 == 1 {
		undos = "undo"
	}
	if steps%2 == 1 {
		moves = "move"
	}
	return fmt.Sprintf("%d %s · score 0 · %d %s", steps%2, moves, steps/2, undos)
}

// A line is a player's connection to the bot. It costs less than an http.Client, which
// leaves more of the machine to the bot. Requests are signed in advance, since Discord
// signs them on its own machines.
type line struct {
	*caller
	player string
	conn   net.Conn
	in     *bufio.Reader
	ready  [][]byte // the first requests
}

// readyRequests is how many requests of a player are signed in advance.
const readyRequests = 600

func (c *caller) line(player string) *line {
	l := &line{caller: c, player: player}
	for n := range readyRequests {
		l.ready = append(l.ready, l.sign(drawOrUndo(player, n)))
	}
	return l
}

func (l *line) dial(t *testing.T) {
	t.Helper()
	var err error
	if l.conn, err = net.Dial("tcp", l.address); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.conn.Close() })
	l.in = bufio.NewReader(l.conn)
}

// request is the player's nth request.
func (l *line) request(n int) []byte {
	if n < len(l.ready) {
		return l.ready[n]
	}
	return l.sign(drawOrUndo(l.player, n))
}

// sign returns a whole HTTP request.
func (l *line) sign(interaction []byte) []byte {
	timestamp := strconv.FormatInt(time.Now().Unix(), 10)
	signature := ed25519.Sign(l.key, append([]byte(timestamp), interaction...))
	return fmt.Appendf(nil, "POST /discord/interactions HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n"+
		"X-Signature-Timestamp: %s\r\nX-Signature-Ed25519: %x\r\n\r\n%s", l.address, len(interaction), timestamp, signature, interaction)
}

func (l *line) send(request []byte) (string, error) {
	if _, err := l.conn.Write(request); err != nil {
		return "", err
	}
	resp, err := http.ReadResponse(l.in, nil)
	if err != nil {
		return "", err
	}
	body, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode != http.StatusOK {
		err = errors.New(resp.Status)
	}
	return string(body), err
}

// get reads one of the operator's pages.
func get(t testing.TB, s *server, path string) []byte {
	return getFrom(t, http.DefaultClient, "http://"+s.ops+path)
}

func getFrom(t testing.TB, client *http.Client, url string) []byte {
	resp, err := client.Get(url)
	if err != nil {
		t.Error(err)
		return nil
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Error(err)
	}
	return b
}

// cpuTime returns the CPU time that the program has used so far.
func cpuTime(t testing.TB, s *server) time.Duration {
	t.Helper()
	for line := range strings.Lines(string(get(t, s, "/metrics"))) {
		var seconds float64
		if n, _ := fmt.Sscanf(line, "process_cpu_seconds_total %g", &seconds); n == 1 {
			return time.Duration(seconds * float64(time.Second))
		}
	}
	t.Error("the program doesn't tell its CPU time")
	return 0
}

// procStatus returns what Linux knows about a process.
func procStatus(t testing.TB, pid int, what string) string {
	t.Helper()
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return err.Error()
	}
	for line := range strings.Lines(string(b)) {
		if strings.HasPrefix(line, what+":") {
			return strings.Join(strings.Fields(line), " ")
		}
	}
	return "unknown"
}
