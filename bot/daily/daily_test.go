package daily_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/daily"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/bot/play"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve"
	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

// thinker is the solver behind the bot's interface.
type thinker struct{ *solve.Solver }

func (t thinker) Win(ctx context.Context, s game.State, budget time.Duration) ([]game.Move, bool) {
	ctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	a := t.Solve(ctx, s, solve.Limits{})
	return a.Line, a.Verdict == solve.Winnable
}

func (t thinker) Shorten(_ context.Context, _ game.State, line []game.Move, _ time.Duration) ([]game.Move, bool) {
	return line, false
}

// improver looks for shorter lines in earnest, for a moment.
type improver struct{ thinker }

func (t improver) Shorten(ctx context.Context, s game.State, line []game.Move, _ time.Duration) ([]game.Move, bool) {
	limited, cancel := context.WithTimeout(ctx, 200*time.Millisecond)
	defer cancel()
	return t.Solver.Shorten(limited, s, line, 0)
}

// A world is a bot with a clock that only the test moves, and its people.
type world struct {
	t     testing.TB
	bot   *bot.Bot
	now   time.Time
	store persist.Store
}

// noon is a time in the middle of day 30.
func noon() time.Time { return persist.Day(30).Start().Add(12 * time.Hour) }

func newWorld(t testing.TB) *world {
	t.Helper()
	return worldOn(t, persisttest.NewMemory())
}

func worldOn(t testing.TB, store persist.Store) *world {
	t.Helper()
	w := &world{t: t, bot: play.New(store), now: noon(), store: store}
	w.bot.Now = func() time.Time { return w.now }
	w.bot.Secret = []byte("a secret of the tests")
	w.bot.Solver = thinker{solve.New()}
	w.bot.Posters = map[string]bot.Poster{}
	return w
}

// at moves the clock to a time of a day.
func (w *world) at(day persist.Day, clock string) {
	w.t.Helper()
	at, err := time.Parse("15:04:05", clock)
	if err != nil {
		w.t.Fatal(err)
	}
	w.now = day.Start().Add(time.Duration(at.Hour())*time.Hour + time.Duration(at.Minute())*time.Minute + time.Duration(at.Second())*time.Second)
}

func (w *world) tick() {
	w.t.Helper()
	if err := daily.Tick(context.Background(), w.bot, w.now.Add(-time.Minute)); err != nil {
		w.t.Fatal(err)
	}
}

// A member is a person in a server of the world.
type member struct {
	*person
	place bot.Place
	admin bool
}

func (w *world) member(name string) *member {
	w.t.Helper()
	p := personOn(w.t, w.bot)
	p.player = persist.Player{Platform: "discord", User: name}
	return &member{person: p, place: bot.Place{Server: "1", Channel: "c", Shared: true}}
}

func (m *member) request(text string, who ...*member) bot.Request {
	req := bot.Request{Player: m.player, Name: strings.ToUpper(m.player.User), Place: m.place, Admin: m.admin, Text: text}
	for _, w := range who {
		req.Mentions = append(req.Mentions, bot.Mention{Player: w.player, Name: strings.ToUpper(w.player.User)})
	}
	return req
}

func (m *member) says(text string, who ...*member) bot.Reply {
	m.t.Helper()
	r, err := m.bot.Handle(context.Background(), m.request(text, who...))
	if err != nil {
		m.t.Fatalf("%q: %v", text, err)
	}
	oneButtonEach(m.t, text, r)
	messages := slices.Concat(r.Lines, r.Title, r.Status)
	for _, row := range r.Actions {
		for _, a := range row {
			messages = append(messages, a.Label)
		}
	}
	for _, line := range messages {
		if said := m.speaker.Say(line); said == line.Key || strings.Contains(said, "<no value>") {
			m.t.Fatalf("%q: message %v says %q", text, line, said)
		}
	}
	return r
}

// storedDaily returns a deal of the day with its winning line played.
func storedDaily(t testing.TB, store persist.Store, day persist.Day, r game.Rules) (persist.Daily, *game.Game) {
	t.Helper()
	doc, err := store.Doc(context.Background(), persist.DailyKind, persist.DailyKey(day, r.String()))
	if err != nil {
		t.Fatal(err)
	}
	d, err := persist.Unpack[persist.Daily](doc)
	if err != nil {
		t.Fatal(err)
	}
	g := new(game.Game)
	if err := g.UnmarshalBinary(d.Game); err != nil {
		t.Fatal(err)
	}
	return d, g
}

// proved checks that the engine plays the stored line of a deal of the day to a
// win under exactly its rules.
func proved(t testing.TB, store persist.Store, day persist.Day, r game.Rules) {
	t.Helper()
	d, g := storedDaily(t, store, day, r)
	start, err := game.Deal(r, g.Deck())
	if err != nil {
		t.Fatal(err)
	}
	end, _, err := start.Play(g.Steps())
	if err != nil || !end.Won() || g.Rules() != r || d.Par != game.Length(g.Steps()) {
		t.Errorf("day %d, %s is not proved: %v, par %d", day, r, err, d.Par)
	}
}

// line returns the stored winning line of a deal of the day.
func (w *world) line(day persist.Day, r game.Rules) []game.Move {
	w.t.Helper()
	_, g := storedDaily(w.t, w.store, day, r)
	return g.Steps()
}

// wins plays the whole winning line of a deal of the day in one message.
func (m *member) wins(w *world, day persist.Day, r game.Rules) bot.Reply {
	m.t.Helper()
	var moves []string
	for _, move := range w.line(day, r) {
		moves = append(moves, command.Choice{Move: move}.Text()[len("move "):])
	}
	return m.says("move " + strings.Join(moves, ", "))
}

func (m *member) results() []persist.Result {
	m.t.Helper()
	list, err := m.bot.Store.Results(context.Background(), m.player)
	if err != nil {
		m.t.Fatal(err)
	}
	return list
}

func klondike() game.Rules { return game.KlondikeRules(1, 1, false) }

// One attempt counts; it can't be restarted, and afterwards the deal is practice.
func TestDailyAttempt(t *testing.T) {
	w := newWorld(t)
	ann := w.member("ann")
	first := ann.says("daily")
	ann.has(first, "daily.begin", "daily.one-pass")
	if title := ann.speaker.Join(first.Title); title != "Klondike · daily #30 · draw 1" {
		t.Errorf("title %q", title)
	}
	if !first.Private {
		t.Error("the board of a counted attempt is for everybody to see")
	}
	ann.has(ann.says("daily practice"), "daily.attempt-first")
	ann.says("d")
	w.now = w.now.Add(time.Minute)
	ann.has(ann.says("restart"), "restart.daily")
	ann.says("undo")
	ann.has(ann.says("daily klondike"), "daily.goes-on")
	if r := ann.wins(w, 30, klondike()); !r.Board.Won {
		t.Fatalf("the stored line doesn't win: %s", ann.text(r))
	}
	results := ann.results()
	if len(results) != 1 {
		t.Fatalf("results %+v", results)
	}
	got := results[0]
	if got.Day != 30 || got.Late || got.Kind != "daily" || got.Undos != 1 || !slices.Equal(got.Here, []string{"discord|1"}) || got.Last.Sub(got.First) != time.Minute {
		t.Errorf("result %+v", got)
	}
	ann.has(ann.says("daily"), "daily.done")

	// DY09: afterwards it is practice, which writes nothing.
	r := ann.says("daily practice")
	ann.has(r, "again.done")
	if title := ann.speaker.Join(r.Title); title != "Klondike · daily #30 · practice · draw 1" {
		t.Errorf("title %q", title)
	}
	ann.wins(w, 30, klondike())
	if n := len(ann.results()); n != 1 {
		t.Errorf("%d results after practice", n)
	}
}

// The same deal for everybody, on every copy and platform, and after a restart.
func TestDailyIsTheSameForAll(t *testing.T) {
	w := newWorld(t)
	board := w.member("ann").says("daily yukon").Board
	other := worldOn(t, persisttest.NewMemory()) // another copy, which has to make it anew
	bob := other.member("bob")
	bob.player.Platform = "slack"
	if got := bob.says("daily yukon").Board; fmt.Sprint(got) != fmt.Sprint(board) {
		t.Error("two copies made different deals of one day")
	}
	third := newWorld(t)
	third.bot.Secret = []byte("another secret")
	if got := third.member("ann").says("daily yukon").Board; fmt.Sprint(got) == fmt.Sprint(board) {
		t.Error("the secret doesn't matter")
	}
	w.at(31, "00:00:00")
	if got := w.member("ann").says("daily yukon").Board; fmt.Sprint(got) == fmt.Sprint(board) {
		t.Error("the next day has the same deal")
	}
}

// Every deal of the day has a stored line that the engine plays to a win under
// exactly its rules, and is the first that could be proved.
func TestDailiesAreProved(t *testing.T) {
	w := newWorld(t)
	if made, err := daily.Prepare(context.Background(), w.bot, 100, 3); err != nil || made != 9 {
		t.Fatalf("made %d, %v", made, err)
	}
	if made, err := daily.Prepare(context.Background(), w.bot, 100, 3); err != nil || made != 0 {
		t.Fatalf("made %d again, %v", made, err)
	}
	for day := persist.Day(100); day < 103; day++ {
		for _, r := range []game.Rules{klondike(), game.KlondikeRules(3, 3, false), game.YukonRules(false)} {
			proved(t, w.store, day, r)
		}
	}
}

// Behind the day a shorter line is looked for, one deal a round; what is shown
// as par is the length of the line that is kept.
func TestParIsImproved(t *testing.T) {
	w := newWorld(t)
	w.tick()
	pars := func() map[string]int {
		all := map[string]int{}
		docs, err := w.store.Docs(context.Background(), persist.DailyKind, "", "", 100)
		if err != nil || len(docs) != 9 {
			t.Fatalf("%d dailies, %v", len(docs), err)
		}
		for _, doc := range docs {
			d, err := persist.Unpack[persist.Daily](doc)
			if err != nil {
				t.Fatal(err)
			}
			all[doc.Key] = d.Par
		}
		return all
	}
	before := pars()
	again := newWorld(t)
	again.bot.Solver = improver{thinker{solve.New()}}
	for range 9 {
		again.tick()
	}
	w = again
	shorter := 0
	for key, par := range pars() {
		if par > before[key] {
			t.Errorf("%s: par %d became %d", key, before[key], par)
		}
		if par < before[key] {
			shorter++
		}
	}
	if shorter == 0 {
		t.Error("no line became shorter")
	}
}

// DY07: two copies and many requests at once give one deal and one attempt each.
func TestDY07OneDealOneAttempt(t *testing.T) {
	store := persisttest.NewMemory()
	w, other := worldOn(t, store), worldOn(t, store)
	boards := make(chan string, 20)
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			m := []*world{w, other}[i%2].member([]string{"ann", "bob"}[i/10])
			boards <- fmt.Sprint(m.says("daily").Board)
		})
	}
	wg.Wait()
	first := <-boards
	for range 19 {
		if next := <-boards; next != first {
			t.Error("two deals of one day")
		}
	}
	for _, name := range []string{"ann", "bob"} {
		rec, err := store.Load(context.Background(), w.member(name).player)
		if err != nil || len(rec.Games) != 1 {
			t.Errorf("%s has %d games, %v", name, len(rec.Games), err)
		}
	}
}

// counting counts what it is asked.
type counting struct {
	thinker
	asked *atomic.Int64
}

func (c counting) Win(ctx context.Context, s game.State, budget time.Duration) ([]game.Move, bool) {
	c.asked.Add(1)
	return c.thinker.Win(ctx, s, budget)
}

// Of many who are the first to ask for a day's deal, one has it made.
func TestFirstRequestsMakeOneDeal(t *testing.T) {
	asked := func(players int) int64 {
		w, count := newWorld(t), new(atomic.Int64)
		w.bot.Solver = counting{thinker{solve.New()}, count}
		var wg sync.WaitGroup
		for i := range players {
			m := w.member(fmt.Sprint("player", i))
			wg.Go(func() { m.says("daily") })
		}
		wg.Wait()
		return count.Load()
	}
	if one, many := asked(1), asked(20); one == 0 || many != one {
		t.Errorf("the solver was asked %d times for 20 players, %d for one", many, one)
	}
}

// DY08: a deal that is there already is not to be had before its day.
func TestDY08NotBeforeItsDay(t *testing.T) {
	w := newWorld(t)
	if _, err := daily.Prepare(context.Background(), w.bot, 30, 3); err != nil {
		t.Fatal(err)
	}
	ann := w.member("ann")
	for _, text := range []string{"daily #31", "daily #31 practice", "reveal #31", "daily #999999"} {
		ann.has(ann.says(text), "day.future")
	}
	ann.has(ann.says("reveal #30"), "reveal.too-early")
	w.at(31, "11:59:59")
	ann.has(ann.says("reveal yesterday"), "reveal.too-early")
	w.at(31, "12:00:00")
	if r := ann.says("reveal yesterday"); r.Board == nil {
		t.Errorf("reveal: %s", ann.text(r))
	}
}

// DY04: an attempt begun in time counts for its day until noon UTC of the next,
// and is marked; what was not begun by midnight can only be practised.
func TestDY04Late(t *testing.T) {
	w := newWorld(t)
	w.at(30, "23:59:59")
	ann, bob, eve := w.member("ann"), w.member("bob"), w.member("eve")
	for _, m := range []*member{ann, bob, eve} {
		m.says("daily yukon")
	}
	ann.says("move")
	bob.says("undo")
	if choice := eve.says("show"); len(choice.Menu) > 0 {
		eve.says(choice.Menu[0].Text())
	}
	w.at(31, "11:59:59")
	ann.wins(w, 30, game.YukonRules(false))
	late := w.member("dan")
	late.has(late.says("daily yukon yesterday"), "daily.over")
	w.at(31, "12:00:00")
	if r := eve.says("daily yukon yesterday"); r.Lines[0].Key != "daily.done" {
		t.Errorf("after the last moment: %s", eve.text(r))
	}
	w.tick()
	if got := ann.results(); len(got) != 1 || !got[0].Late || got[0].Day != 30 || got[0].Outcome != persist.Won {
		t.Errorf("finished late: %+v", got)
	}
	if got := bob.results(); len(got) != 0 {
		t.Errorf("never begun, but has results: %+v", got)
	}
	if got := eve.results(); len(got) != 1 || got[0].Outcome != persist.Expired || got[0].Late {
		t.Errorf("not finished: %+v", got)
	}
	if docs, err := w.store.Docs(context.Background(), "attempt", "", "", 10); err != nil || len(docs) != 0 {
		t.Errorf("%d attempts are still open, %v", len(docs), err)
	}
}

// The job ends attempts of players who don't come back.
func TestAttemptsAreClosed(t *testing.T) {
	w := newWorld(t)
	ann := w.member("ann")
	ann.says("daily")
	ann.says("d")
	w.at(31, "11:59:00")
	w.tick()
	if len(ann.results()) != 0 {
		t.Fatal("closed too early")
	}
	w.at(31, "12:00:00")
	w.tick()
	w.tick()
	got := ann.results()
	if len(got) != 1 || got[0].Outcome != persist.Expired || got[0].Day != 30 {
		t.Errorf("results %+v", got)
	}
	ann.has(ann.says("show"), "game.over-expired")
}

// Forgetting somebody in the middle of a day leaves no second attempt, and
// nothing that names the player.
func TestForgottenCantTryAgain(t *testing.T) {
	w := newWorld(t)
	ann := w.member("ann")
	ann.says("daily")
	ann.says("d")
	ask := ann.says("forget-me")
	ann.has(ann.says(ask.Actions[0][0].Text), "forget-me.done")
	ann.has(ann.says("daily"), "daily.forgotten")
	if r := ann.says("daily practice"); r.Board == nil {
		t.Errorf("practice: %s", ann.text(r))
	}
	if r := ann.says("daily yukon"); r.Board == nil {
		t.Errorf("another deal: %s", ann.text(r))
	}
	docs, err := w.store.Docs(context.Background(), "forgotten", "", "", 10)
	if err != nil || len(docs) != 1 {
		t.Fatalf("%d docs, %v", len(docs), err)
	}
	if strings.Contains(docs[0].Key, "ann") {
		t.Errorf("the key %q names the player", docs[0].Key)
	}
	w.at(31, "12:00:00")
	w.tick()
	if docs, _ := w.store.Docs(context.Background(), "forgotten", "", "", 10); len(docs) != 0 {
		t.Error("it is kept longer than the day can be played")
	}
}

// Without a secret or a solver there is no deal, and the reply says so.
func TestNoDaily(t *testing.T) {
	w := newWorld(t)
	w.bot.Solver = nil
	ann := w.member("ann")
	ann.has(ann.says("daily"), "daily.none")
	w.bot.Solver = never{}
	if testing.Short() {
		return
	}
	ann.has(ann.says("daily"), "daily.none")
}

// never wins.
type never struct{ bot.Solver }

func (never) Win(context.Context, game.State, time.Duration) ([]game.Move, bool) { return nil, false }

// A secret that has changed is noticed, and taken only when told so.
func TestSecretChanged(t *testing.T) {
	w := newWorld(t)
	ctx := context.Background()
	for range 2 {
		if err := daily.CheckSecret(ctx, w.bot, false); err != nil {
			t.Fatal(err)
		}
	}
	w.bot.Secret = []byte("another")
	if err := daily.CheckSecret(ctx, w.bot, false); !errors.Is(err, daily.ErrSecretChanged) {
		t.Errorf("another secret: %v", err)
	}
	if err := daily.CheckSecret(ctx, w.bot, true); err != nil {
		t.Error(err)
	}
	if err := daily.CheckSecret(ctx, w.bot, false); err != nil {
		t.Errorf("after it was accepted: %v", err)
	}
	docs, err := w.store.Docs(ctx, "secret", "", "", 10)
	if err != nil || len(docs) != 1 || strings.Contains(string(docs[0].Data), "another") {
		t.Errorf("%d docs, %v: the secret itself must not be stored", len(docs), err)
	}
}

// A data file keeps its own secret where there is no other place for one.
func TestKeepSecret(t *testing.T) {
	w := newWorld(t)
	if err := daily.KeepSecret(context.Background(), w.bot, []byte("first")); err != nil {
		t.Fatal(err)
	}
	again := play.New(w.store)
	if err := daily.KeepSecret(context.Background(), again, []byte("second")); err != nil || string(again.Secret) != "first" {
		t.Errorf("kept %q, %v", again.Secret, err)
	}
}

// DY12, DY13: the share text has a fixed shape and tells nothing about the cards.
func TestDY13ShareTellsNoCards(t *testing.T) {
	texts := map[string]bool{}
	for _, day := range []persist.Day{30, 31} {
		w := newWorld(t)
		w.at(day, "10:00:00")
		ann := w.member("ann")
		ann.says("daily")
		r := ann.says("d")
		ann.says("resign confirm")
		r = ann.says("share")
		ann.has(r, "share.lost", "share.bars", "share.aids")
		if r.Private || r.Board != nil {
			t.Error("the share text is for everybody, without a board")
		}
		texts[strings.ReplaceAll(ann.text(r), fmt.Sprint("#", day), "#N")] = true
	}
	if len(texts) != 1 {
		t.Errorf("equal results of different deals are shared differently: %v", texts)
	}
	for text := range texts {
		if want := "Klondike daily #N  ✗ 0/52\n♣▯▯▯▯▯ ♦▯▯▯▯▯ ♥▯▯▯▯▯ ♠▯▯▯▯▯\nundo 0 · hint 0 · streak 1"; text != want {
			t.Errorf("got\n%s\nwant\n%s", text, want)
		}
	}
	w := newWorld(t)
	ann := w.member("ann")
	ann.says("daily yukon")
	ann.wins(w, 30, game.YukonRules(false))
	want := fmt.Sprintf("Yukon daily #30  ✅ %d moves\n♣▮▮▮▮▮ ♦▮▮▮▮▮ ♥▮▮▮▮▮ ♠▮▮▮▮▮\nundo 0 · hint 0 · streak 1", game.Length(w.line(30, game.YukonRules(false))))
	if got := ann.text(ann.says("share")); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	bob := w.member("bob")
	if r := bob.says("share"); !r.Private || r.Lines[0].Key != "share.none" {
		t.Errorf("nothing to share: private %v, %s", r.Private, bob.text(r))
	}
}

// The reveal steps through the winning line, and its last step is the win.
func TestReveal(t *testing.T) {
	w := newWorld(t)
	ann := w.member("ann")
	ann.says("daily")
	w.at(31, "12:00:00")
	steps := len(w.line(30, klondike()))
	r := ann.says("reveal yesterday")
	for i := range steps {
		row := r.Actions[0]
		next := slices.IndexFunc(row, func(a bot.Action) bool { return a.Label.Key == "button.step-on" })
		if next < 0 {
			t.Fatalf("no step on after %d of %d", i, steps)
		}
		r = ann.says(row[next].Text)
	}
	if !r.Board.Won {
		t.Errorf("the last step does not win: %s", ann.text(r))
	}
	if !strings.Contains(ann.text(r), "Par ") {
		t.Errorf("no par: %s", ann.text(r))
	}
	for text, want := range map[string]int{
		"reveal yesterday": 0, "reveal yesterday step 1": 1, "reveal yesterday step 3": 3, "reveal yesterday step 9999": steps,
	} {
		if got := ann.text(ann.says(text)); !strings.HasPrefix(got, fmt.Sprintf("Step %d of %d", want, steps)) {
			t.Errorf("%q: %s", text, got)
		}
	}
	ann.has(ann.says("reveal #2"), "daily.no-such")
}

// A day from before the bot was there has no deal that could be practised, so
// none is offered.
func TestNoPracticeOfDaysWithoutADeal(t *testing.T) {
	w := newWorld(t)
	ann := w.member("ann")
	for _, command := range []string{"daily #2", "daily yesterday", "daily #2 practice"} {
		r := ann.says(command)
		ann.has(r, "daily.no-such")
		if got := find(r, "button.daily"); got != "daily klondike" {
			t.Errorf("%q: today's deal is at %q", command, got)
		}
		if got := find(r, "button.practice"); got != "" {
			t.Errorf("%q: practice is offered, at %q", command, got)
		}
	}
}

// names says what somebody may be called on a board.
func TestHarmlessNames(t *testing.T) {
	w := newWorld(t)
	for name, want := range map[string]string{
		"Ann":                              "Ann",
		"**@everyone** <@1> `x`":           "everyone 1 x",
		"a\u202eb\u200bc":                  "abc",
		"\u3164a\u034f\u115f\u1160\u2800":  "a",
		"  many   spaces\n":                "many spaces",
		strings.Repeat("x", 100):           strings.Repeat("x", 31) + "…",
		"Z" + strings.Repeat("\u0301", 50): "Z\u0301\u0301\u0301",
		"עברית":                            "עברית",
	} {
		ann := w.member("ann")
		req := ann.request("daily yukon")
		req.Name = name
		if _, err := w.bot.Handle(context.Background(), req); err != nil {
			t.Fatal(err)
		}
		req.Text = "settings visibility private" // so that something is stored
		if _, err := w.bot.Handle(context.Background(), req); err != nil {
			t.Fatal(err)
		}
		rec, err := w.store.Load(context.Background(), ann.player)
		if err != nil || rec.Name != want {
			t.Errorf("%q is shown as %q, want %q (%v)", name, rec.Name, want, err)
		}
	}
	said := w.member("ann").speaker.Say(locale.Message{Key: "stats.of", Args: []locale.Arg{{Name: "Name", Value: locale.Name("עברית")}}})
	if said != "Statistics for \u2068עברית\u2069:" {
		t.Errorf("%q is not isolated", said)
	}
}

// A name of which nothing can be seen is none.
func TestInvisibleNames(t *testing.T) {
	w := newWorld(t)
	for i, name := range []string{"\u3164", "\u115f\u1160", "\u2800 \u2800", "\u200b\u034f"} {
		ann := w.member(fmt.Sprint("ann", i))
		req := ann.request("challenge <@bob>", w.member("bob"))
		req.Name = name
		r, err := w.bot.Handle(context.Background(), req)
		if text := strings.ToLower(ann.text(r)); err != nil || !strings.Contains(text, "a player challenges bob:") {
			t.Errorf("%q: %s, %v", name, text, err)
		}
	}
}

// Who gives up after midnight has finished late, whenever the last step was made.
func TestResignedLate(t *testing.T) {
	w := newWorld(t)
	for _, late := range []bool{false, true} {
		ann := w.member(fmt.Sprint("ann ", late))
		w.at(30, "23:50:00")
		ann.says("daily yukon")
		ann.says(ann.says("show").Menu[0].Text())
		if late {
			w.at(31, "00:10:00")
		}
		ann.says("resign confirm")
		if got := ann.results(); len(got) != 1 || got[0].Late != late {
			t.Errorf("late %v: %+v", late, got)
		}
	}
}

// An attempt can't be restarted, so that is not offered.
func TestNoRestartOfAnAttempt(t *testing.T) {
	w := newWorld(t)
	ann := w.member("ann")
	for _, command := range []string{"daily yukon", "new yukon"} {
		ann.says(command)
		ann.says(ann.says("show").Menu[0].Text())
		if want := command == "new yukon"; offers(ann.says("more"), "restart") != want {
			t.Errorf("%s: restart is offered: %v, want %v", command, !want, want)
		}
	}
}

// Who is stuck in an attempt isn't sent to a restart either.
func TestStuckAttempt(t *testing.T) {
	w := newWorld(t)
	ann := w.member("ann")
	for day := persist.Day(121); day < 150; day++ {
		w.at(day, "10:00:00")
		if r := ann.playGreedily(ann.says("daily")); len(r.Menu) > 0 || offers(r, "draw") || r.Board.Won {
			continue
		}
		r := ann.says("show")
		if text := ann.text(r); !said(r, "game.stuck-daily") || strings.Contains(text, "restart") {
			t.Error(text)
		}
		return
	}
	t.Fatal("no attempt got stuck")
}

// One deal that can't be read doesn't keep the others from being made.
func TestPrepareGoesOn(t *testing.T) {
	w := newWorld(t)
	key := persist.DailyKey(30, klondike().String())
	if err := w.store.Commit(context.Background(), persist.Change{Docs: []persist.Doc{{Kind: persist.DailyKind, Key: key, Data: []byte{0}}}}); err != nil {
		t.Fatal(err)
	}
	made, err := daily.Prepare(context.Background(), w.bot, 30, 2)
	if made != 5 || !errors.Is(err, persist.ErrDamaged) {
		t.Errorf("made %d, %v", made, err)
	}
}

// An attempt counts once, also when its game can't be read any more.
func TestUnreadableAttemptIsTheOnlyOne(t *testing.T) {
	w := newWorld(t)
	ann := w.member("ann")
	ann.says("daily")
	ann.says("d")
	rec, err := w.store.Load(context.Background(), ann.player)
	if err != nil {
		t.Fatal(err)
	}
	rec.Games[0].Data = []byte("of another engine")
	if err := w.store.Commit(context.Background(), persist.Change{Player: ann.player, Record: rec}); err != nil {
		t.Fatal(err)
	}
	ann.has(ann.says("daily"), "game.unreadable")
	if rec, err = w.store.Load(context.Background(), ann.player); err != nil || len(rec.Games) != 1 {
		t.Errorf("%d games, %v", len(rec.Games), err)
	}
}

// Servers in which a player was not for a month are left out of a result, also
// when it is finished in direct messages.
func TestServersOfLongAgo(t *testing.T) {
	w := newWorld(t)
	ann := w.member("ann")
	ann.says("settings style ascii")
	ann.place = bot.Place{}
	for i, want := range []int{1, 0} { // one day after the other: what is left out stays so
		day := persist.Day(60 + i)
		w.at(day, "10:00:00")
		ann.says("daily yukon")
		ann.wins(w, day, game.YukonRules(false))
		results := ann.results()
		at := slices.IndexFunc(results, func(r persist.Result) bool { return r.Day == day })
		if got := results[at].Here; len(got) != want {
			t.Errorf("day %d counts in %v", day, got)
		}
	}
}

// What stands under the board of an attempt that is over is about that attempt,
// whichever of the day's deals it was, and when it ended late too.
func TestButtonsAfterADaily(t *testing.T) {
	w := newWorld(t)
	ann := w.member("ann")
	w.at(30, "23:00:00")
	for _, deal := range []string{"daily klondike", "daily klondike draw 3", "daily yukon"} {
		ann.says(deal)
		ann.says("move " + ann.says("show").Menu[0].Text()[len("move "):])
		if deal == "daily yukon" {
			w.at(31, "00:10:00")
		}
		ann.aboutItself(ann.says("resign confirm"), deal)
	}
	w.at(31, "00:20:00")
	for _, deal := range []string{"daily klondike yesterday", "daily yukon yesterday"} {
		ann.aboutItself(ann.says(deal), deal)
	}
}

// aboutItself checks where the buttons under the board of a deal lead.
func (m *member) aboutItself(r bot.Reply, deal string) {
	m.t.Helper()
	name := map[string]string{
		"daily klondike": "Klondike", "daily klondike draw 3": "Klondike draw 3", "daily yukon": "Yukon",
	}[strings.TrimSuffix(deal, " yesterday")]
	if got := m.text(m.says(find(r, "button.share"))); !strings.HasPrefix(got, name+" daily #30") {
		m.t.Errorf("after %q, share: %s", deal, got)
	}
	board := m.says(find(r, "button.leaderboard"))
	if got := m.text(board); !strings.HasPrefix(got, "1 player has finished") {
		m.t.Errorf("after %q, the leaderboard at %q: %s", deal, find(r, "button.leaderboard"), got)
	}
}

// Whose attempt was deleted can practise that deal or begin the others; no button
// leads back to the same answer.
func TestButtonsAfterAForgottenDaily(t *testing.T) {
	w := newWorld(t)
	ann := w.member("ann")
	ann.says("daily yukon")
	ann.says("move " + ann.says("show").Menu[0].Text()[len("move "):])
	ann.says(find(ann.says("forget-me"), "button.yes"))
	r := ann.says("daily yukon")
	ann.has(r, "daily.forgotten")
	for _, row := range r.Actions {
		for _, a := range row {
			if key := ann.says(a.Text).Lines[0].Key; key == "daily.forgotten" {
				t.Errorf("%q (%s) leads nowhere", a.Text, a.Label.Key)
			}
		}
	}
	if find(r, "button.practice") == "" || find(r, "button.daily-klondike") == "" {
		t.Errorf("buttons %v", r.Actions)
	}
}
