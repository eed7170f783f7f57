package daily_test

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/bot/daily"
	"github.com/solitaire-chat/solitaire/bot/play"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

var wholeYear = flag.Bool("year", false, "TestYear lasts 365 days, with 100 players and 5,000 results' owners, not a hundredth of that")

// TestYear plays a year, or a week of it, with people on both platforms who use several
// copies of the bot on one store. Requests fail before or after their commit and are
// delivered again, to another copy, twice at once; now and then the data file is closed
// and opened again. At the end every attempt has one result, the correct one for its
// moves. Every ranking and both kinds of streaks equal a naive computation from the
// results, and every daily deal is proved.
func TestYear(t *testing.T) {
	days, players, owners := persist.Day(8), 6, 50
	if *wholeYear {
		days, players, owners = 365, 100, 5000
	}
	y := newYear(t, players, owners)
	for day := persist.Day(1); day <= days; day++ {
		y.day(day)
		if day%3 == 0 {
			y.reopen()
		}
	}
	for key := range y.open {
		y.expected[key] = persist.Expired
	}
	y.now = (days + 2).Start()
	y.tick()
	y.checkResults()
	y.checkStreaks(days + 2)
	y.checkBoards(days)
	y.checkDailies(days)
	t.Logf("%d results of %d attempts, %d faults, %d repeated deliveries, opened %d times again",
		len(y.all), len(y.expected), y.faults, y.repeats, y.reopened)
}

type year struct {
	t        *testing.T
	random   *rand.Rand
	file     string
	store    *shaky
	copies   []*bot.Bot
	now      time.Time
	people   []*bottest.Person
	owners   []persist.Player
	servers  []string
	expected map[string]persist.Outcome // by player, day and deal
	late     map[string]bool            // those finished after their day
	open     map[string]openAttempt
	all      []owned
	number   int
	faults   int
	repeats  int
	reopened int
}

type openAttempt struct {
	who  *bottest.Person
	day  persist.Day
	deal game.Rules
}

type owned struct {
	Player persist.Player
	persist.Result
}

// shaky is a store whose commits sometimes fail, half of them after they were stored.
type shaky struct {
	persist.Store
	mu     sync.Mutex
	random *rand.Rand
	calm   bool
}

var errShaky = errors.New("the disk has vanished")

func (s *shaky) Commit(ctx context.Context, c persist.Change) error {
	s.mu.Lock()
	fate := s.random.IntN(60)
	if s.calm {
		fate = 60
	}
	s.mu.Unlock()
	if fate == 0 {
		return errShaky
	}
	if err := s.Store.Commit(ctx, c); err != nil || fate != 1 {
		return err
	}
	return errShaky
}

func newYear(t *testing.T, players, owners int) *year {
	y := &year{
		t: t, file: filepath.Join(t.TempDir(), "year.db"), random: rand.New(rand.NewPCG(7, 8)), servers: []string{"1", "2", "3"},
		expected: map[string]persist.Outcome{}, late: map[string]bool{}, open: map[string]openAttempt{},
	}
	y.store = &shaky{Store: bottest.OpenBolt(t, y.file), random: rand.New(rand.NewPCG(9, 10))}
	zones := []*time.Location{time.UTC, time.FixedZone("east", 14*3600), time.FixedZone("west", -12*3600)}
	for _, zone := range zones {
		b := play.New(y.store)
		b.Now = func() time.Time { return y.now.In(zone) }
		b.Secret, b.Solver = []byte("a year's secret"), bottest.NewSolver()
		y.copies = append(y.copies, b)
	}
	for i := range players {
		p := bottest.PersonOn(t, y.copies[0])
		p.Player = playerOf("p", i)
		y.people = append(y.people, p)
	}
	for i := range owners {
		y.owners = append(y.owners, playerOf("owner", i))
	}
	return y
}

// playerOf returns a player, on Discord for even numbers and on Slack for odd ones.
func playerOf(name string, i int) persist.Player {
	return persist.Player{Platform: []string{"discord", "slack"}[i%2], User: fmt.Sprint(name, i)}
}

// yearRules returns the rules of each day's deals.
func yearRules() []game.Rules {
	return []game.Rules{bottest.Klondike(), game.KlondikeRules(3, 3, false), game.YukonRules(false)}
}

// reopen closes the data file and opens it again, between two requests.
func (y *year) reopen() {
	if err := y.store.Close(); err != nil {
		y.t.Fatal(err)
	}
	y.store.Store = bottest.OpenBolt(y.t, y.file)
	y.reopened++
}

func (y *year) key(p persist.Player, day persist.Day, r game.Rules) string {
	return fmt.Sprintf("%s|%s|%d|%s", p.Platform, p.User, day, r)
}

// day makes most people play, one after the other, and does the jobs.
func (y *year) day(day persist.Day) {
	y.now = day.Start().Add(time.Second)
	y.tick()
	y.finishLate(day)
	for _, m := range y.people {
		if y.random.IntN(5) == 0 {
			continue
		}
		y.now = y.now.Add(time.Duration(y.random.IntN(60)) * time.Second)
		m.Place = bot.Place{Server: y.servers[y.random.IntN(len(y.servers))], Channel: "c", Shared: true}
		y.play(m, day)
	}
	for range len(y.owners) / 20 {
		y.write(y.owners[y.random.IntN(len(y.owners))], day)
	}
	if y.random.IntN(2) == 0 {
		y.now = day.Start().Add(13 * time.Hour)
		y.tick()
	}
}

// finishLate finishes or resigns some of yesterday's attempts in the morning. The others
// expire at noon.
func (y *year) finishLate(day persist.Day) {
	for _, key := range slices.Sorted(maps.Keys(y.open)) {
		o := y.open[key]
		switch y.random.IntN(3) {
		case 0:
			y.now = day.Start().Add(11 * time.Hour)
			y.turnTo(o.who, o.day, o.deal)
			y.win(o.who, o.day, o.deal)
			y.expected[key], y.late[key] = persist.Won, true
		case 1:
			y.now = day.Start().Add(11 * time.Hour)
			y.turnTo(o.who, o.day, o.deal)
			y.ask(o.who, "resign confirm")
			y.expected[key], y.late[key] = persist.Resigned, true
		default:
			y.expected[key] = persist.Expired
		}
		delete(y.open, key)
	}
	y.now = day.Start().Add(12 * time.Hour)
	y.tick()
}

// play begins one or two daily deals and ends them in one of several ways.
func (y *year) play(m *bottest.Person, day persist.Day) {
	for _, r := range yearRules() {
		if y.random.IntN(2) == 0 {
			continue
		}
		y.turnTo(m, day, r)
		key := y.key(m.Player, day, r)
		switch y.random.IntN(5) {
		case 0, 1, 2:
			y.win(m, day, r)
			y.expected[key] = persist.Won
		case 3:
			y.first(m, day, r)
			y.ask(m, "resign confirm")
			y.expected[key] = persist.Resigned
		default:
			y.first(m, day, r)
			y.open[key] = openAttempt{m, day, r}
		}
	}
}

// turnTo makes a deal of a day the player's current game.
func (y *year) turnTo(m *bottest.Person, day persist.Day, r game.Rules) {
	name := "yukon"
	if r.HasStock() {
		name = fmt.Sprint("klondike draw ", r.Draw)
	}
	y.ask(m, fmt.Sprintf("daily %s #%d", name, day))
}

func (y *year) line(day persist.Day, r game.Rules) []game.Move {
	_, g := bottest.Daily(y.t, y.store, day, r)
	return g.Steps()
}

func (y *year) first(m *bottest.Person, day persist.Day, r game.Rules) {
	y.ask(m, bottest.Moves(y.line(day, r)[:1]))
}

// win plays the player's current game, which is that deal, to a win.
func (y *year) win(m *bottest.Person, day persist.Day, r game.Rules) {
	line := y.line(day, r)
	_, g := m.Current()
	y.ask(m, bottest.Moves(line[g.Done():]))
}

// ask delivers a request to one copy of the bot, or twice at once, until one round
// succeeds.
func (y *year) ask(m *bottest.Person, text string) {
	y.t.Helper()
	req := m.Request(text)
	y.number++
	req.ID = fmt.Sprint("delivery ", y.number)
	for range 50 {
		times := 1 + y.random.IntN(6)/5
		errs := make(chan error, times)
		for range times {
			b := y.copies[y.random.IntN(len(y.copies))]
			go func() {
				_, err := b.Handle(context.Background(), req)
				errs <- err
			}()
		}
		ok := true
		for range times {
			if err := <-errs; err != nil {
				y.faults++
				ok = false
			}
		}
		y.repeats += times - 1
		if ok {
			return
		}
	}
	y.t.Fatalf("%q never succeeded", text)
}

// write adds a result without a game, under any of the day's rules, sometimes late.
func (y *year) write(p persist.Player, day persist.Day) {
	rules := yearRules()[y.random.IntN(3)]
	rec, err := y.store.Load(context.Background(), p)
	if err != nil && !errors.Is(err, persist.ErrNotFound) {
		y.t.Fatal(err)
	}
	r := persist.Result{
		ID: fmt.Sprint("day ", day, " ", rules), Kind: "daily", Rules: rules.String(), Outcome: persist.Won, Moves: 90 + y.random.IntN(40),
		Undos: y.random.IntN(3), Up: 52, First: y.now, Last: y.now.Add(time.Duration(y.random.IntN(900)) * time.Second), Day: day, Here: []string{p.Platform + "|" + y.servers[y.random.IntN(len(y.servers))]},
	}
	if y.random.IntN(3) == 0 {
		r.Outcome, r.Up = persist.Resigned, y.random.IntN(52)
	}
	if y.random.IntN(4) == 0 {
		r.Late, r.Last = true, (day + 1).Start().Add(time.Duration(y.random.IntN(12*3600))*time.Second)
	}
	key := y.key(p, day, rules)
	if _, there := y.expected[key]; there {
		return
	}
	y.expected[key], y.late[key] = r.Outcome, r.Late
	y.store.mu.Lock()
	y.store.calm = true
	y.store.mu.Unlock()
	if err := y.store.Commit(context.Background(), persist.Change{Player: p, Record: rec, Results: []persist.Result{r}}); err != nil {
		y.t.Fatal(err)
	}
	y.store.calm = false
}

// tick does the jobs until they succeed.
func (y *year) tick() {
	for range 50 {
		if err := daily.Tick(context.Background(), y.copies[y.random.IntN(len(y.copies))], y.now); err == nil {
			return
		}
		y.faults++
	}
	y.t.Fatal("the jobs never succeeded")
}

// checkResults checks that each attempt has one result, the expected one.
func (y *year) checkResults() {
	seen := map[string]int{}
	everybody := slices.Clone(y.owners)
	for _, m := range y.people {
		everybody = append(everybody, m.Player)
	}
	for _, p := range everybody {
		results, err := y.store.Results(context.Background(), p)
		if err != nil {
			y.t.Fatal(err)
		}
		for _, r := range results {
			i := slices.IndexFunc(yearRules(), func(rules game.Rules) bool { return rules.String() == r.Rules })
			key := y.key(p, r.Day, yearRules()[i])
			seen[key]++
			if r.Outcome != y.expected[key] {
				y.t.Errorf("%s: got %s, want %s", key, r.Outcome, y.expected[key])
			}
			if r.Late != y.late[key] {
				y.t.Errorf("%s: got late: %v, with the last move at %v", key, r.Late, r.Last)
			}
			y.all = append(y.all, owned{p, r})
		}
	}
	for key := range y.expected {
		if seen[key] != 1 {
			y.t.Errorf("%s: got %d results, want 1", key, seen[key])
		}
	}
}

// checkStreaks compares the streaks of the statistics with a walk through the calendar.
func (y *year) checkStreaks(today persist.Day) {
	y.store.calm = true
	asked := slices.Clone(y.people)
	for _, p := range y.owners[:50] {
		m := bottest.PersonOn(y.t, y.copies[0])
		m.Player = p
		asked = append(asked, m)
	}
	shown := 0
	for _, m := range asked {
		calendar := y.calendar(m.Player, today)
		want := map[string]string{"stats.streak": strings.ReplaceAll(calendar, "o", "x"), "stats.streak-won": calendar}
		for _, line := range m.Say("stats").Lines {
			days, ok := want[line.Key]
			if !ok {
				continue
			}
			shown++
			if now, best := naive(days); line.Args[0].Value != now || line.Args[1].Value != best {
				y.t.Errorf("%s of %s: got %v, want %d and %d from %s", line.Key, m.Player.User, line.Args, now, best, days)
			}
		}
		if strings.Trim(calendar, "-") != "" {
			shown -= len(want)
		}
	}
	if shown != 0 {
		y.t.Errorf("got %d streaks too many (or, below 0, too few)", shown)
	}
}

// calendar has an x for each day on which a player won a deal, and an o for each other
// day on which one was finished.
func (y *year) calendar(p persist.Player, today persist.Day) string {
	days := []byte(strings.Repeat("-", int(today)))
	for _, o := range y.all {
		switch {
		case o.Player != p:
		case o.Outcome == persist.Won:
			days[o.Day-1] = 'x'
		case days[o.Day-1] != 'x':
			days[o.Day-1] = 'o'
		}
	}
	return string(days)
}

// naive goes through a calendar of days that count (x), were missed (-) or were lost (o);
// nothing makes up for a lost day. The last two days aren't over while yesterday's
// attempts can be finished.
func naive(calendar string) (now, best int) {
	run, frozen, pending := 0, -100, false
	for i := range len(calendar) {
		switch {
		case calendar[i] == 'x':
			if pending {
				frozen, pending = i-1, false
			}
			run++
			best = max(best, run)
		case calendar[i] == 'o':
			run, pending = 0, false
		case i >= len(calendar)-2:
		case run > 0 && !pending && i >= frozen+7:
			pending = true
		default:
			run, pending = 0, false
		}
	}
	return run, best
}

// checkBoards computes rankings from all results and compares every row.
func (y *year) checkBoards(days persist.Day) {
	var boards []persist.Board
	for _, scope := range []string{"", "discord|1", "slack|2"} {
		for _, r := range yearRules() {
			deal := r.String()
			for _, day := range []persist.Day{1, days / 2, days} {
				boards = append(boards,
					persist.Board{Scope: scope, Deal: deal, Index: int(day)},
					persist.Board{Scope: scope, Deal: deal, Span: persist.Week, Index: day.Week()},
					persist.Board{Scope: scope, Deal: deal, Span: persist.Month, Index: day.Month()})
			}
			boards = append(boards, persist.Board{Scope: scope, Deal: deal, Span: persist.AllTime})
		}
	}
	for _, b := range boards {
		want := y.naiveBoard(b)
		got, err := y.store.Page(context.Background(), b, 0, len(y.all)+1)
		if err != nil || got.Total != len(want) || len(got.Rows) != len(want) {
			y.t.Errorf("%+v: got %d rows of %d, want %d (%v)", b, len(got.Rows), got.Total, len(want), err)
			continue
		}
		for i, row := range got.Rows {
			if row.Place != want[i].Place || row.Score != want[i].Score {
				y.t.Errorf("%+v, row %d: got %+v, want %+v", b, i, row, want[i])
			}
		}
	}
}

func (y *year) naiveBoard(b persist.Board) []persist.Row {
	sums := map[persist.Player]persist.Score{}
	for _, o := range y.all {
		if !slices.Contains(o.Boards(), b) {
			continue
		}
		if b.Span == persist.OneDay {
			sums[o.Player] = o.Ranked()
		} else {
			sums[o.Player] = sums[o.Player].Plus(o.Ranked())
		}
	}
	var rows []persist.Row
	for p, s := range sums {
		rows = append(rows, persist.Row{Player: p, Score: s})
	}
	better := func(x, z persist.Score) int {
		if b.Span == persist.OneDay && x.Won+z.Won == 0 {
			return cmp.Or(z.Up-x.Up, x.Moves-z.Moves)
		}
		return cmp.Or(z.Won-x.Won, x.Moves-z.Moves, x.Aids-z.Aids, int(x.Seconds-z.Seconds))
	}
	slices.SortFunc(rows, func(x, z persist.Row) int {
		return cmp.Or(better(x.Score, z.Score), strings.Compare(string(x.Player.AppendKey(nil)), string(z.Player.AppendKey(nil))))
	})
	for i := range rows {
		rows[i].Place = i + 1
		if i > 0 && better(rows[i-1].Score, rows[i].Score) == 0 {
			rows[i].Place = rows[i-1].Place
		}
	}
	return rows
}

// checkDailies replays the line of every deal of the year.
func (y *year) checkDailies(days persist.Day) {
	for day := persist.Day(1); day <= days; day++ {
		for _, r := range yearRules() {
			proved(y.t, y.store, day, r)
		}
	}
}
