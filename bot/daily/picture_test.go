package daily_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/daily"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve"
	"github.com/solitaire-chat/solitaire/persist"
)

// painting is a world in which adapters can paint.
func painting(t testing.TB) *world {
	t.Helper()
	w := newWorld(t)
	w.bot.Pictures = true
	return w
}

// winsCurrent plays the current game to a win. Its cards come from the store.
func (m *member) winsCurrent(w *world) bot.Reply {
	m.t.Helper()
	rec, err := w.store.Load(context.Background(), m.player)
	if err != nil {
		m.t.Fatal(err)
	}
	var g game.Game
	i := slices.IndexFunc(rec.Games, func(g persist.Game) bool { return g.ID == rec.Current })
	if err := g.UnmarshalBinary(rec.Games[i].Data); err != nil {
		m.t.Fatal(err)
	}
	line, ok := thinker{solve.New()}.Win(context.Background(), g.State(), time.Minute)
	if !ok {
		m.t.Fatal("this deal can't be won")
	}
	var moves []string
	for _, move := range line {
		moves = append(moves, command.Choice{Move: move}.Text()[len("move "):])
	}
	return m.says("move " + strings.Join(moves, ", "))
}

// The style is for one reply where show names it, and for all where it is set.
func TestStyles(t *testing.T) {
	w := painting(t)
	ann := w.member("ann")
	ann.says("settings style picture")
	r := ann.says("new deal 5")
	if r.Style != bot.Picture || !offers(r, "show text") {
		t.Errorf("style %q, buttons %v", r.Style, r.Actions)
	}
	if r = ann.says("show text"); r.Style != "text" || offers(r, "show text") {
		t.Errorf("in words: style %q, buttons %v", r.Style, r.Actions)
	}
	if r = ann.says("d"); r.Style != bot.Picture {
		t.Errorf("afterwards: style %q", r.Style)
	}
	if r = ann.says("show free ascii"); r.Style != "ascii" || r.Board == nil {
		t.Errorf("a game and a style: %q", r.Style)
	}
	ann.says("settings pictures off")
	if r = ann.says("show"); r.Style != "" || offers(r, "show text") {
		t.Errorf("without pictures: style %q", r.Style)
	}
	w.bot.Pictures = false
	ann.says("settings pictures on")
	if r = ann.says("show picture"); r.Style != "" {
		t.Errorf("switched off by the operator: style %q", r.Style)
	}
	ann.has(ann.says("settings style picture"), "settings.line")
}

// A film has the deal, every step and the win.
func TestFilm(t *testing.T) {
	w := painting(t)
	ann := w.member("ann")
	ann.has(ann.says("show film"), "game.none")
	ann.says("new deal 1141 passes unlimited")
	ann.has(ann.says("show film"), "film.not-won")
	won := ann.winsCurrent(w)
	if !won.Board.Won || !offers(won, "show film") {
		t.Fatalf("after the win the buttons are %v", won.Actions)
	}
	r := ann.says("show film")
	ann.has(r, "film.alt")
	if r.Show == nil || r.Board != nil || r.Show.Alt.Key != "film.alt" {
		t.Fatalf("shown is %+v", r.Show)
	}
	film := r.Show.Film
	if n := ann.results()[0].Moves; len(film) < n+1 {
		t.Errorf("%d views of %d moves", len(film), n)
	}
	if first, last := film[0], film[len(film)-1]; first.TotalUp() != 0 || !last.Won {
		t.Errorf("it goes from %d cards up to %d", first.TotalUp(), last.TotalUp())
	}
	ann.says("settings pictures off")
	ann.has(ann.says("show film"), "film.off")
}

// However long a game was, its film is not, and ends with the win.
func TestFilmOfALongGame(t *testing.T) {
	w := painting(t)
	ann := w.member("ann")
	ann.says("new deal 1141 passes unlimited")
	back := strings.Repeat("d, ", 23) + "d, d"
	for range 40 { // whole passes through the stock
		ann.says("move " + back)
	}
	ann.winsCurrent(w)
	film := ann.says("show film").Show.Film
	if n := len(film); n < 200 || n > 402 || !film[n-1].Won {
		t.Errorf("%d views", n)
	}
}

// The cards of a deal of the day are not shown while others may play it, nor are
// they as practice.
func TestNoFilmOfTheDay(t *testing.T) {
	w := painting(t)
	ann := w.member("ann")
	ann.says("daily")
	if won := ann.wins(w, 30, klondike()); !won.Board.Won || offers(won, "show film") {
		t.Errorf("the film is offered: %v", won.Actions)
	}
	early := func() {
		t.Helper()
		r := ann.says("show film")
		ann.has(r, "film.too-early")
		if r.Show != nil {
			t.Error("the film is shown")
		}
	}
	early()
	ann.says("daily practice")
	ann.wins(w, 30, klondike())
	early()
	w.at(31, "11:59:59")
	early()
	w.at(31, "12:00:00")
	if r := ann.says("show film"); r.Show == nil {
		t.Errorf("it is not shown the next day: %s", ann.text(r))
	}
}

// Nor are those of a challenge that goes on.
func TestNoFilmOfAChallenge(t *testing.T) {
	w := painting(t)
	ann, bob := w.member("ann"), w.member("bob")
	acceptWinnable(w, ann, bob)
	if won := ann.winsCurrent(w); offers(won, "show film") {
		t.Errorf("the film is offered: %v", won.Actions)
	}
	ann.has(ann.says("show film"), "film.too-early")
	ann.says("again")
	ann.winsCurrent(w)
	ann.has(ann.says("show film"), "film.too-early")
	w.now = w.now.Add(25 * time.Hour)
	if r := ann.says("show film"); r.Show == nil {
		t.Errorf("it is not shown when all is over: %s", ann.text(r))
	}
}

// acceptWinnable has ann challenge bob to a deal that can be won, and accept it
// herself. Deals of challenges are random, so it tries several; each is over before
// the next.
func acceptWinnable(w *world, ann, bob *member) {
	w.t.Helper()
	for range 50 {
		open := ann.says("challenge <@bob> draw 1 passes unlimited return yes", bob)
		r := ann.says(find(open, "button.challenge-accept"))
		state, err := game.Deal(r.Board.Rules, challengeDeck(w, r.Ref.Game, ann))
		if err != nil {
			w.t.Fatal(err)
		}
		if _, ok := (thinker{solve.New()}).Win(context.Background(), state, time.Minute); ok {
			return
		}
		ann.says("d")
		ann.yes(ann.says("resign"))
		bob.says(find(open, "button.challenge-decline"))
	}
	w.t.Fatal("none of 50 deals can be won")
}

func challengeDeck(w *world, id string, m *member) game.Deck {
	w.t.Helper()
	rec, err := w.store.Load(context.Background(), m.player)
	if err != nil {
		w.t.Fatal(err)
	}
	var g game.Game
	i := slices.IndexFunc(rec.Games, func(g persist.Game) bool { return g.ID == id })
	if err := g.UnmarshalBinary(rec.Games[i].Data); err != nil {
		w.t.Fatal(err)
	}
	return g.Deck()
}

// Statistics have charts that say what the results say.
func TestCharts(t *testing.T) {
	w := painting(t)
	ann := w.member("ann")
	if r := ann.says("stats"); r.Show != nil {
		t.Error("charts of nothing")
	}
	if _, err := daily.Prepare(context.Background(), w.bot, 20, 11); err != nil {
		t.Fatal(err)
	}
	steps := game.Length(w.line(29, klondike()))
	for day, moves := range map[persist.Day]int{28: 0, 29: steps + 7, 30: steps} {
		w.at(day, "09:00:00")
		w.finished(ann, day, moves > 0, moves)
	}
	w.at(30, "12:00:00")
	charts := ann.says("stats").Show.Charts
	if len(charts) != 3 {
		t.Fatalf("%d charts", len(charts))
	}
	days := charts[0].Parts
	if got := days[len(days)-3:]; !slices.EqualFunc(got, [][]int{{0, 1}, {1, 0}, {1, 0}}, slices.Equal[[]int]) {
		t.Errorf("games a day %v", got)
	}
	if want := []float64{0, 50, 200.0 / 3}; !slices.Equal(charts[1].Line, want) {
		t.Errorf("win rate %v, want %v", charts[1].Line, want)
	}
	// Today's par is a secret; 7 moves above it stand under "6–10".
	if want := [][]int{{0}, {0}, {1}, {0}, {0}, {0}, {0}, {0}, {0}}; !slices.EqualFunc(charts[2].Parts, want, slices.Equal[[]int]) {
		t.Errorf("above par %v in %q", charts[2].Parts, charts[2].Labels)
	}
}

// The days under a chart are written as the reader's language writes them.
func TestDaysUnderCharts(t *testing.T) {
	w := painting(t)
	ann := w.member("ann")
	if _, err := daily.Prepare(context.Background(), w.bot, 20, 11); err != nil {
		t.Fatal(err)
	}
	w.at(30, "09:00:00")
	w.finished(ann, 30, false, 3)
	labels := ann.says("stats").Show.Charts[0].Labels
	for lang, want := range map[string]string{
		"en": "Nov 10 Nov 17 Nov 24 Dec 1",
		"sq": "10 nën 17 nën 24 nën 1 dhj",
		"bg": "10.11 17.11 24.11 1.12",
		"mt": "10 Nov 17 Nov 24 Nov 01 Diċ",
		"sn": "Mbu 10 Mbu 17 Mbu 24 Zvi 1",
		"vi": "10 thg\u00a011 17 thg\u00a011 24 thg\u00a011 1 thg\u00a012",
	} {
		speaker := mustLoad(t).In(lang, false)
		var said []string
		for _, m := range labels {
			if label := speaker.Say(m); label != "" {
				said = append(said, label)
			}
		}
		if got := strings.Join(said, " "); got != want {
			t.Errorf("%s: %q, want %q", lang, got, want)
		}
	}
}

// A week's board has a chart of its days: who has won, and who not.
func TestChartOfTheWeek(t *testing.T) {
	w := painting(t)
	monday := persist.Day(30)
	for (monday - 1).Week() == monday.Week() {
		monday--
	}
	for i, name := range []string{"ann", "bob", "eve", "zoe"} {
		w.at(monday, "10:00:00")
		w.finished(w.member(name), monday, i < 3, 100+i, "discord|1")
	}
	w.at(monday+1, "10:00:00")
	w.finished(w.member("ann"), monday+1, false, 90, "discord|1")
	r := w.member("ann").says("leaderboard week")
	if r.Show == nil || len(r.Show.Charts) != 1 {
		t.Fatalf("shown is %+v", r.Show)
	}
	if got, want := r.Show.Charts[0].Parts, [][]int{{3, 1}, {0, 1}}; !slices.EqualFunc(got, want, slices.Equal[[]int]) {
		t.Errorf("finished %v, want %v", got, want)
	}
	if r := w.member("ann").says("leaderboard today"); r.Show != nil {
		t.Error("a chart of one day")
	}
}
