package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/bolt"
	"github.com/solitaire-chat/solitaire/persist/postgres/postgrestest"
)

// soundEntries are players with games of every kind, results, and deliveries.
func soundEntries(t *testing.T, players int) []persist.Entry {
	t.Helper()
	var records, results []persist.Entry
	for i := range players {
		p := persist.Player{Platform: "discord", User: fmt.Sprint(1000 + i)}
		going, resigned := playedGame(t, 2*i+1), playedGame(t, 2*i+2)
		resigned.Outcome = persist.Resigned
		r := persist.Record{Version: 1, Current: going.ID, Games: []persist.Game{going, resigned}, Settings: map[string]string{"style": "ascii"}}
		for j := range 130 {
			r.Deliveries = r.Deliveries.Add(fmt.Sprint(i, j), time.Unix(1_800_000_000+int64(j), 0), []byte("moved"))
		}
		records = append(records, persist.Entry{Player: p, Body: &r})
		results = append(results, persist.Entry{Player: p, Body: resultOf(t, resigned)})
	}
	return append(records, results...)
}

// playedGame returns a game of a numbered deal in which some moves were made.
func playedGame(t *testing.T, number int) persist.Game {
	t.Helper()
	rules, err := game.Options{}.Rules()
	if err != nil {
		t.Fatal(err)
	}
	g, err := game.New(rules, game.Numbered(number), game.Origin{Generator: game.Generator, Number: number})
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		state := g.State()
		for m := range state.Moves() {
			if _, err := g.Do(m); err != nil {
				t.Fatal(err)
			}
			break
		}
	}
	g.Undo(3)
	data, err := g.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	return persist.Game{ID: fmt.Sprint("g", number), Kind: "free", Version: 1, Data: data}
}

func resultOf(t *testing.T, g persist.Game) *persist.Result {
	t.Helper()
	var played game.Game
	if err := played.UnmarshalBinary(g.Data); err != nil {
		t.Fatal(err)
	}
	return &persist.Result{
		ID: g.ID, Kind: g.Kind, Rules: "klondike", Outcome: g.Outcome, Day: 7, Moves: played.Length(), Undos: played.Undos(), Here: []string{"discord 7"},
	}
}

// dataFile makes a data file that holds these entries.
func dataFile(t *testing.T, entries []persist.Entry) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "solitaire.db")
	store, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(store.Restore(t.Context(), sequence(entries)), store.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

func sequence(entries []persist.Entry) iter.Seq2[persist.Entry, error] {
	return func(yield func(persist.Entry, error) bool) {
		for _, e := range entries {
			if !yield(e, nil) {
				return
			}
		}
	}
}

// command runs the program and returns what it writes.
func command(t *testing.T, args ...string) (out string, err error) {
	t.Helper()
	var b bytes.Buffer
	err = run(t.Context(), args, noEnv, strings.NewReader(""), &b, io.Discard)
	return b.String(), err
}

// One flipped byte in anything that is stored is reported, and the file is left as it
// is, at each of 1,000 places.
func TestCheckTellsFlippedBytes(t *testing.T) {
	t.Parallel()
	entries := soundEntries(t, 20)
	path := dataFile(t, entries)
	if out, err := command(t, "check", path); err != nil || !strings.HasSuffix(out, "20 players, 40 games, 20 results, 0 docs: no fault\n") {
		t.Fatalf("%s%v", out, err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	places := append(storedBytes(t, whole, entries), boardBytes(t, whole, entries)...)
	random := rand.New(rand.NewPCG(1, 1))
	for range 1000 {
		at := places[random.IntN(len(places))]
		damaged := bytes.Clone(whole)
		damaged[at] ^= byte(1 + random.IntN(255))
		if err := os.WriteFile(path, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := command(t, "check", path)
		if report(io.Discard, err) != exitFailed || !strings.Contains(out, "fault: ") {
			t.Errorf("byte %d: %s%v", at, out, err)
		}
		if after, err := os.ReadFile(path); err != nil || !bytes.Equal(damaged, after) {
			t.Fatalf("byte %d: the file was changed, %v", at, err)
		}
	}
}

// storedBytes returns the places of all bytes of stored values in a file.
func storedBytes(t *testing.T, file []byte, entries []persist.Entry) (places []int) {
	t.Helper()
	for _, e := range entries {
		stored, err := e.Encode()
		at := bytes.Index(file, stored)
		if err != nil || at < 0 || bytes.Count(file, stored) != 1 {
			t.Fatalf("%v is not there once: %v", e, err)
		}
		for i := range stored {
			places = append(places, at+i)
		}
	}
	return places
}

// boardBytes returns the places of all bytes of the scores and counts that the boards
// hold, which are no entries.
func boardBytes(t *testing.T, file []byte, entries []persist.Entry) (places []int) {
	t.Helper()
	players := 0
	for _, e := range entries {
		r, ok := e.Body.(*persist.Result)
		if !ok {
			continue
		}
		players++
		stored, err := persist.EncodeScore(e.Player, r.Ranked())
		rows := everywhere(file, stored)
		if err != nil || len(rows) != 2*len(r.Boards())*len(stored) { // by rank and by player
			t.Fatalf("the score of %v is there in %d bytes, %v", e, len(rows), err)
		}
		places = append(places, rows...)
	}
	for n := range players + 1 {
		stored, err := persist.EncodeCount(n)
		counts := everywhere(file, stored)
		if err != nil || n == players && len(counts) == 0 {
			t.Fatalf("nobody counted all %d, %v", n, err)
		}
		places = append(places, counts...)
	}
	return places
}

// everywhere returns the places of all bytes of something wherever it is in a file.
func everywhere(file, stored []byte) (places []int) {
	for at := 0; ; at += len(stored) {
		next := bytes.Index(file[at:], stored)
		if next < 0 {
			return places
		}
		at += next
		for i := range stored {
			places = append(places, at+i)
		}
	}
}

// Entries that contradict each other are reported in words.
func TestCheckTellsWhatDoesntFit(t *testing.T) {
	p := persist.Player{Platform: "discord", User: "184"}
	going := playedGame(t, 1)
	damaged, won, resigned := going, going, going
	damaged.Data = bytes.Clone(damaged.Data)
	damaged.Data[9] ^= 1
	won.Outcome, resigned.Outcome = persist.Won, persist.Resigned
	other := resultOf(t, resigned)
	other.Moves++
	record := func(r persist.Record) persist.Entry { return persist.Entry{Player: p, Body: &r} }
	for want, entries := range map[string][]persist.Entry{
		"record of discord 184: game g1: the stored game is damaged: checksum mismatch": {record(persist.Record{Games: []persist.Game{damaged}})},
		`record of discord 184: game g1: it has `:                                       {record(persist.Record{Games: []persist.Game{won}})},
		"record of discord 184: game g1 is stored twice":                                {record(persist.Record{Games: []persist.Game{going, going}})},
		"record of discord 184: the current game, g7, is missing":                       {record(persist.Record{Current: "g7"})},
		"result of discord 184 g1: there is no record of its player":                    {{Player: p, Body: resultOf(t, resigned)}},
		"result of discord 184 g1: it ended resigned after ":                            {record(persist.Record{Games: []persist.Game{resigned}}), {Player: p, Body: other}},
	} {
		out, err := command(t, "check", dataFile(t, entries))
		if report(io.Discard, err) != exitFailed || !strings.HasPrefix(out, "fault: "+want) || !strings.HasSuffix(out, ": 1 fault\n") {
			t.Errorf("got %s%v\nwant %s", out, err, want)
		}
	}
}

// A backup of damaged data is kept, for it may be all there is, but not in
// silence.
func TestBackupOfDamagedData(t *testing.T) {
	p := persist.Player{Platform: "discord", User: "184"}
	path := dataFile(t, []persist.Entry{{Player: p, Body: &persist.Record{Current: "missing"}}})
	out, err := command(t, "backup", "--data", path, path+".backup")
	if report(io.Discard, err) != exitFailed || !strings.Contains(err.Error(), "with 1 fault: keep your earlier backups") {
		t.Errorf("%s%v", out, err)
	}
	if _, err := os.Stat(path + ".backup"); err != nil {
		t.Error(err)
	}
}

// runningBot returns the configuration of a bot that has a data file open and serves its
// socket and admin.listen. named is what the configuration calls the file.
func runningBot(t *testing.T, named, path string, backup http.Handler) (conf string) {
	t.Helper()
	admin := httptest.NewServer(newAdmin(newReadiness(), newMetrics(), nil, path+".sock"))
	t.Cleanup(admin.Close)
	socket, err := listenSocket(path+".sock", newPrivate(admin.Config.Handler, backup), silent())
	if err != nil {
		t.Fatal(err)
	}
	go socket.serve()
	t.Cleanup(func() { _ = socket.stop(context.Background()) })
	return configOf(t, named, admin)
}

func configOf(t *testing.T, data string, admin *httptest.Server) (conf string) {
	t.Helper()
	conf = filepath.Join(t.TempDir(), "bot.yaml")
	content := fmt.Sprintf("data: %s\nadmin: {listen: %q}\n", data, strings.TrimPrefix(admin.URL, "http://"))
	if err := os.WriteFile(conf, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return conf
}

func inUse(t *testing.T, path string) *bolt.Store {
	t.Helper()
	store, err := bolt.Open(path, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	return store
}

// While the bot runs it makes the copy, with everything that it has acknowledged.
func TestBackupOfRunningBot(t *testing.T) {
	path := dataFile(t, soundEntries(t, 5))
	store, folder := inUse(t, path), t.TempDir()
	p := persist.Player{Platform: "discord", User: "the latest"}
	if err := store.Commit(t.Context(), persist.Change{Player: p}); err != nil {
		t.Fatal(err)
	}
	given := make(chan struct{}, 2)
	backup := newBackup(store, filepath.Join(folder, "solitaire.db"), silent(), func() { given <- struct{}{} })
	conf, target := runningBot(t, path, path, backup), filepath.Join(t.TempDir(), "copy.db")
	out, err := command(t, "backup", "--config", conf, target)
	if err != nil || out != target+": 6 players, 10 games, 5 results, 0 docs: no fault\n" {
		t.Fatalf("%s%v", out, err)
	}
	<-given // the client has its copy before the bot counts it
	if len(given) > 0 {
		t.Error("the copy is counted twice")
	}
	copied, err := openToRead(t.Context(), target)
	if err != nil {
		t.Fatal(err)
	}
	defer copied.Close()
	if _, err := copied.Load(t.Context(), p); err != nil {
		t.Error(err)
	}
	wantFiles(t, folder, 0)
	wantFiles(t, filepath.Dir(target), 1)
}

func wantFiles(t *testing.T, folder string, want int) {
	t.Helper()
	if names, err := os.ReadDir(folder); err != nil || len(names) != want {
		t.Errorf("in %s: %v, %v; want %d", folder, names, err, want)
	}
}

// The bot may have its data elsewhere than where the backup is asked for: a
// relative name counts from the bot's folder.
func TestBackupFromAnotherFolder(t *testing.T) {
	path, here := dataFile(t, soundEntries(t, 1)), t.TempDir()
	t.Chdir(here)
	conf := runningBot(t, "solitaire.db", path, newBackup(inUse(t, path), path, silent(), func() {}))
	out, err := command(t, "backup", "--config", conf, "copy.db")
	if err != nil || !strings.HasSuffix(out, ": no fault\n") {
		t.Errorf("%s%v", out, err)
	}
	wantFiles(t, here, 1)

	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	_, err = command(t, "backup", "--config", configOf(t, "solitaire.db", gone), "second.db")
	for _, tried := range []string{"solitaire.db: no such file", "no bot that this user may ask answers", "names one at 127.0.0.1:"} {
		if err == nil || !strings.Contains(err.Error(), tried) {
			t.Errorf("%v doesn't say %q", err, tried)
		}
	}
	_, err = command(t, "backup", "--data", "solitaire.db", "second.db")
	if !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "give its --config") {
		t.Errorf("got %v", err)
	}
	wantFiles(t, here, 1)
}

// A file of the name that a configuration has may be in the caller's folder too. The
// running bot's own is copied, wherever that is asked for.
func TestBackupIsOfTheBotsOwnFile(t *testing.T) {
	path := dataFile(t, soundEntries(t, 1))
	conf := runningBot(t, "solitaire.db", path, newBackup(inUse(t, path), path, silent(), func() {}))
	other := dataFile(t, soundEntries(t, 3))
	for _, folder := range []string{filepath.Dir(path), filepath.Dir(other), t.TempDir()} {
		t.Chdir(folder)
		target := filepath.Join(t.TempDir(), "copy.db")
		out, err := command(t, "backup", "--config", conf, target)
		if err != nil || !strings.HasPrefix(out, target+": 1 player, ") {
			t.Errorf("in %s: %s%v", folder, out, err)
		}
	}
	// A whole path says which file it is, whoever answers at the address.
	target := filepath.Join(t.TempDir(), "copy.db")
	text, err := os.ReadFile(conf)
	if err == nil {
		err = os.WriteFile(conf, bytes.Replace(text, []byte("solitaire.db"), []byte(other), 1), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	if out, err := command(t, "backup", "--config", conf, target); err != nil || !strings.HasPrefix(out, target+": 3 players, ") {
		t.Errorf("%s%v", out, err)
	}
}

// A backup that the running bot can't give leaves no file that looks like one.
func TestBackupOfRunningBotFails(t *testing.T) {
	store := inUse(t, dataFile(t, soundEntries(t, 1)))
	cutOff := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", "100000")
		_, _ = w.Write([]byte("half"))
	})
	for want, backup := range map[string]http.Handler{
		"gave no copy: 500 Internal Server Error: no copy could be made: broken": newBackup(brokenBackup{}, filepath.Join(t.TempDir(), "solitaire.db"), silent(), func() {}),
		"no such file or directory":                       newBackup(store, filepath.Join(t.TempDir(), "none", "solitaire.db"), silent(), func() {}),
		"gave no copy: 404 Not Found: 404 page not found": http.NotFoundHandler(),
		"unexpected EOF":                                  cutOff,
	} {
		target, path := filepath.Join(t.TempDir(), "copy.db"), filepath.Join(t.TempDir(), "solitaire.db")
		_, err := command(t, "backup", "--config", runningBot(t, path, path, backup), target)
		if report(io.Discard, err) != exitFailed || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v; want %s", err, want)
		}
		wantFiles(t, filepath.Dir(target), 0)
	}
}

// A backup of a running bot's file is a copy that the bot makes; without the bot's
// socket the file is in use.
func TestBackupOfANamedFileInUse(t *testing.T) {
	path := dataFile(t, soundEntries(t, 1))
	store := inUse(t, path)
	_, err := command(t, "backup", "--data", path, path+".copy")
	if !errors.Is(err, persist.ErrInUse) || !strings.Contains(err.Error(), "give its --config") {
		t.Errorf("got %v", err)
	}
	runningBot(t, path, path, newBackup(store, path, silent(), func() {}))
	if out, err := command(t, "backup", "--data", path, path+".copy"); err != nil || !strings.HasSuffix(out, ": no fault\n") {
		t.Errorf("%s%v", out, err)
	}
}

func silent() *slog.Logger { return slog.New(slog.DiscardHandler) }

type brokenBackup struct{}

func (brokenBackup) Backup(context.Context, io.Writer) (int64, error) { return 0, errors.New("broken") }

// A second backup at a time is refused: each takes the room of the data.
func TestBackupHandlerOneAtATime(t *testing.T) {
	slow := slowBackup{begun: make(chan struct{}), release: make(chan struct{})}
	h := newBackup(slow, filepath.Join(t.TempDir(), "solitaire.db"), silent(), func() {})
	ask := func() int {
		answer := httptest.NewRecorder()
		h.ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/backup", http.NoBody))
		return answer.Code
	}
	done := make(chan int)
	go func() { done <- ask() }()
	<-slow.begun
	if code := ask(); code != http.StatusConflict {
		t.Errorf("status %d, want 409", code)
	}
	close(slow.release)
	if code := <-done; code != http.StatusOK {
		t.Errorf("status %d, want 200", code)
	}
}

type slowBackup struct{ begun, release chan struct{} }

func (b slowBackup) Backup(context.Context, io.Writer) (int64, error) {
	close(b.begun)
	<-b.release
	return 0, nil
}

// Nothing is done to a file that somebody uses.
func TestDataInUse(t *testing.T) {
	t.Parallel()
	path := dataFile(t, soundEntries(t, 1))
	inUse(t, path)
	for _, args := range [][]string{{"check", path}, {"export", "--data", path}, {"import", "--data", path}, {"compact", path}} {
		if out, err := command(t, args...); !errors.Is(err, persist.ErrInUse) || out != "" {
			t.Errorf("%s: %s%v", args[0], out, err)
		}
	}
}

// Deleted players leave room that compacting gives back, and nobody else is lost.
func TestCompact(t *testing.T) {
	path := dataFile(t, soundEntries(t, 300))
	store := inUse(t, path)
	for i := range 290 {
		p := persist.Player{Platform: "discord", User: fmt.Sprint(1000 + i)}
		if err := store.Commit(t.Context(), persist.Change{Player: p, Forget: true}); err != nil {
			t.Fatal(err)
		}
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	before, link := size64(t, path), filepath.Join(t.TempDir(), "link.db")
	if err := os.Symlink(path, link); err != nil {
		t.Skip(err)
	}
	if out, err := command(t, "compact", link); err != nil {
		t.Fatalf("%s%v", out, err)
	}
	if after := size64(t, path); after > before/4 {
		t.Errorf("%d bytes before, %d now", before, after)
	}
	if info, err := os.Lstat(path); err != nil || info.Mode() != 0o640 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if out, err := command(t, "check", link); err != nil || !strings.HasPrefix(out, "10 players, 20 games, 10 results, ") {
		t.Errorf("%s%v", out, err)
	}
	wantFiles(t, filepath.Dir(path), 1)
}

func size64(t *testing.T, path string) int64 {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}

// A damaged file isn't compacted: the new one would lack what can't be read.
func TestCompactRefusesDamaged(t *testing.T) {
	entries := soundEntries(t, 3)
	path := dataFile(t, entries)
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	file[storedBytes(t, file, entries)[100]] ^= 1
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = command(t, "compact", path)
	if !errors.Is(err, persist.ErrDamaged) || !strings.Contains(err.Error(), "was left as it is") {
		t.Errorf("got %v", err)
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(file, after) {
		t.Errorf("the file was changed, %v", err)
	}
	wantFiles(t, filepath.Dir(path), 1)
}

func TestReachable(t *testing.T) {
	for listen, want := range map[string]string{
		":9090": "localhost:9090", "0.0.0.0:9090": "localhost:9090", "[::]:9090": "localhost:9090",
		"127.0.0.1:9090": "127.0.0.1:9090", "bot.example:80": "bot.example:80",
	} {
		if got := reachable(listen); got != want {
			t.Errorf("%s: %s, want %s", listen, got, want)
		}
	}
}

// From a data file to PostgreSQL and back nothing is lost: all exports are the
// same, byte for byte.
func TestExportToPostgresAndBack(t *testing.T) {
	t.Parallel()
	database := postgrestest.Start(t).Database(t)
	first, back := dataFile(t, soundEntries(t, 20)), filepath.Join(t.TempDir(), "back.db")
	want, err := command(t, "export", "--data", first)
	if err != nil {
		t.Fatal(err)
	}
	exported := want
	for _, where := range []string{database, back} {
		var out bytes.Buffer
		if err := run(t.Context(), []string{"import", "--data", where}, noEnv, strings.NewReader(exported), &out, io.Discard); err != nil {
			t.Fatal(err)
		}
		if out, err := command(t, "check", "--data", where); err != nil {
			t.Errorf("%s%v", out, err)
		}
		if exported, err = command(t, "export", "--data", where); err != nil || exported != want {
			t.Errorf("%s: the export differs, %v", shownPlace(where), err)
		}
	}
	err = run(t.Context(), []string{"import", "--data", database}, noEnv, strings.NewReader(want), io.Discard, io.Discard)
	if !errors.Is(err, persist.ErrNotEmpty) {
		t.Errorf("got %v; want ErrNotEmpty", err)
	}
}

// Check and export leave a database as they find it, also one that they refuse.
func TestReadingPostgresChangesNothing(t *testing.T) {
	t.Parallel()
	server := postgrestest.Start(t)
	for want, sql := range map[string]string{
		"it has no store: check the URL; the bot creates a store when it starts":                                                      "SELECT 1",
		"the store is of an older version: schema 0, this program needs 1: nothing was changed; start the bot with this program once": "CREATE TABLE solitaire_schema AS SELECT 1 AS id, 0 AS version",
		"the data is of a newer version: schema 7, this program knows 1: nothing was changed; use the newer program":                  "CREATE TABLE solitaire_schema AS SELECT 1 AS id, 7 AS version",
	} {
		database := server.Database(t)
		postgrestest.Execute(t, database, sql)
		before := postgrestest.Layout(t, database)
		for _, name := range []string{"check", "export"} {
			out, err := command(t, name, "--data", database)
			if report(io.Discard, err) != exitFailed || out != "" || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %s%v\nwant %s", name, out, err, want)
			}
		}
		if after := postgrestest.Layout(t, database); !slices.Equal(before, after) {
			t.Errorf("before %q, after %q", before, after)
		}
	}
}

// A database can be checked while the bot runs, and faults of its boards are reported.
func TestCheckOfPostgresUnderLoad(t *testing.T) {
	t.Parallel()
	database := postgrestest.Start(t).Database(t)
	store, err := openStore(t.Context(), database, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	p := persist.Player{Platform: "discord", User: "184"}
	writing, stop := context.WithCancel(t.Context())
	var written atomic.Int64
	var writer sync.WaitGroup
	writer.Go(func() {
		for day := 1; writing.Err() == nil; day++ {
			if err := playDay(t.Context(), store, p, persist.Day(day)); err != nil {
				t.Error(err)
				return
			}
			written.Add(1)
		}
	})
	for round := range int64(3) {
		for written.Load() < 100*(round+1) && !t.Failed() {
			runtime.Gosched()
		}
		if out, err := command(t, "check", "--data", database); err != nil || !strings.HasPrefix(out, "1 player, 0 games, ") {
			t.Errorf("%s%v", out, err)
		}
	}
	stop()
	writer.Wait()
	postgrestest.Execute(t, database, `DELETE FROM solitaire_results WHERE id = 'day 7'; UPDATE solitaire_ranks SET total = 1000 WHERE length = 1`)
	out, err := command(t, "check", "--data", database)
	for _, fault := range []string{
		"fault: the stored data is damaged: board {Scope: Deal:klondike Span:0 Index:7} is not what the results add up to\n",
		"fault: the stored data is damaged: board {Scope: Deal:klondike Span:0 Index:8} is not what the results add up to\n",
		"fault: record of discord 184: its score on board {Scope: Deal:klondike Span:3 Index:0} is {Won:",
	} {
		if report(io.Discard, err) != exitFailed || !strings.Contains(out, fault) {
			t.Errorf("%s%v\nwant %s", out, err, fault)
		}
	}
}

// playDay wins a day's deal, and remembers deliveries.
func playDay(ctx context.Context, store persist.Store, p persist.Player, day persist.Day) error {
	record, err := store.Load(ctx, p)
	if err != nil && !errors.Is(err, persist.ErrNotFound) {
		return err
	}
	change := persist.Change{Player: p, Results: []persist.Result{{ID: fmt.Sprint("day ", day), Rules: "klondike", Outcome: persist.Won, Day: day}}}
	for i := range 64 {
		record.Deliveries = record.Deliveries.Add(fmt.Sprint(day, " ", i), time.Unix(1_800_000_000+600*int64(day), 0), nil)
	}
	change.Record = record
	return store.Commit(ctx, change)
}

// A backup that an earlier version wrote can be checked, and exported, before it
// is opened by this one.
func TestCheckOfOlderSchema(t *testing.T) {
	golden, err := os.ReadFile(filepath.Join("..", "..", "persist", "bolt", "testdata", "schema1.db"))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "old.db")
	if err := os.WriteFile(path, golden, 0o600); err != nil {
		t.Fatal(err)
	}
	out, _ := command(t, "check", path) // whose games are no games
	if !strings.Contains(out, "12 players, 12 games, 12 results, 0 docs: 12 faults\n") {
		t.Error(out)
	}
	if out, err := command(t, "export", "--data", path); err != nil || !strings.Contains(out, `"entries":24,`) {
		t.Errorf("%s%v", out, err)
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(golden, after) {
		t.Errorf("the file was changed, %v", err)
	}
}

// boardless is a store whose boards have lost somebody.
type boardless struct{ persist.DumpStore }

func (boardless) Place(context.Context, persist.Board, persist.Player) (persist.Row, int, error) {
	return persist.Row{}, 0, persist.ErrNotFound
}

func TestCheckTellsWrongBoards(t *testing.T) {
	p := persist.Player{Platform: "discord", User: "184"}
	result := persist.Result{ID: "g1", Rules: "klondike", Day: 7, Outcome: persist.Resigned}
	store, err := openToRead(t.Context(), dataFile(t, []persist.Entry{{Player: p, Body: &persist.Record{}}, {Player: p, Body: &result}}))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	for want, s := range map[string]persist.DumpStore{"": store, "fault: record of discord 184: its place on board ": boardless{store}} {
		var faults bytes.Buffer
		found := audit{store: s, faults: &faults}
		err := found.run(t.Context(), newProgress(io.Discard, 0, "entries"))
		if err != nil || !strings.HasPrefix(faults.String(), want) || (found.found == 0) != (want == "") {
			t.Errorf("%s%v", faults.String(), err)
		}
	}
}

// interrupted is a store of which somebody has enough once a board is asked for.
type interrupted struct {
	persist.DumpStore
	interrupt context.CancelFunc
}

func (i interrupted) Place(ctx context.Context, b persist.Board, p persist.Player) (persist.Row, int, error) {
	i.interrupt()
	return i.DumpStore.Place(ctx, b, p)
}

// A check that is interrupted has found no fault by that.
func TestCheckIsInterrupted(t *testing.T) {
	for players := range 3 {
		store, err := openToRead(t.Context(), dataFile(t, soundEntries(t, players)))
		if err != nil {
			t.Fatal(err)
		}
		defer store.Close()
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		var faults bytes.Buffer
		found := audit{store: interrupted{store, cancel}, faults: &faults}
		err = found.run(ctx, newProgress(io.Discard, 0, "entries"))
		if errors.Is(err, context.Canceled) != (players > 0) || found.found != 0 {
			t.Errorf("%d players: %s%v", players, faults.String(), err)
		}
	}
}
