package web_test

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/web"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/gametest"
	"github.com/solitaire-chat/solitaire/persist"
)

// Two games whose decks differ only in cards that are not shown yet give the same
// bytes, in every answer and in the event stream, until one of those cards is turned
// up.
func TestTwinDecks(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(5, 6))
	compared := 0
	for n := range 30 {
		r := []game.Rules{game.KlondikeRules(1, 1, true), game.KlondikeRules(3, 3, false), game.YukonRules(true)}[n%3]
		deck := game.Numbered(n + 1)
		a, b := newTwin(t, r, deck), newTwin(t, r, gametest.Twin(t, r, deck, random))
		for range 20 {
			if diff := cmp.Diff(a.told(t), b.told(t)); diff != "" {
				t.Fatalf("deal %d: the answers differ: %s", n+1, diff)
			}
			compared++
			if do := anything(random, a.reply); !a.do(t, do) || !b.do(t, do) || !cmp.Equal(a.view(t), b.view(t)) {
				break // a card that differs was turned up, or finishing depends on them, by design
			}
		}
		a.leave()
		b.leave()
	}
	if compared < 100 {
		t.Errorf("only %d boards were compared", compared)
	}
}

// A twin is a page of its own with one game on it, and a browser that plays it.
type twin struct {
	*site
	client *http.Client
	player persist.Player
	stream *http.Response
	events *bufio.Scanner
	reply  web.Reply
	heard  []string // answers and events since told was called
}

func newTwin(t *testing.T, r game.Rules, d game.Deck) *twin {
	t.Helper()
	g := must(game.New(r, d, game.Origin{}))
	secret := strings.Repeat("C", 52)
	tw := &twin{client: visitor(t), player: persist.Player{Platform: web.Platform, User: bot.PageKey(secret)[:32]}}
	store := memory()
	rec := persist.Record{Current: "g", Games: []persist.Game{{ID: "g", Kind: bot.Free, Version: 1, Data: must(g.MarshalBinary())}}}
	if err := store.Commit(t.Context(), persist.Change{Player: tw.player, Record: rec}); err != nil {
		t.Fatal(err)
	}
	tw.site = serve(t, store, "")
	tw.Look = time.Hour // a stream's own looks depend on the time
	tw.bot.Now = func() time.Time { return time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC) }
	tw.bot.NewID = func() string { return "next" }
	tw.client.Jar.SetCookies(must(url.Parse(tw.url)), []*http.Cookie{{Name: "solitaire", Value: secret}})
	tw.stream = must(tw.client.Get(tw.url + "/api/events"))
	tw.events = bufio.NewScanner(tw.stream.Body)
	tw.reply = send(t, tw.client, tw.site, map[string]any{"text": "show"})
	return tw
}

func (tw *twin) leave() { _ = tw.stream.Body.Close() }

// anything is a command, most often a legal one.
func anything(random *rand.Rand, r web.Reply) string {
	if n := len(r.Moves); n > 0 && random.IntN(3) > 0 {
		return r.Moves[random.IntN(n)].Text
	}
	list := []string{"draw", "undo", "redo", "history", "board", "3 5", "w 4", "settings", "resign", "xyzzy", "as text", "restart"}
	return list[random.IntN(len(list))]
}

// do carries out a command by the API. It returns false once the player may finish.
func (tw *twin) do(t *testing.T, text string) bool {
	t.Helper()
	before := tw.stored(t).Version
	status, body := post(t, tw.client, tw.url+"/api/command", map[string]any{"text": text})
	tw.heard = append(tw.heard, fmt.Sprintf("%s: %d %s", text, status, body))
	tw.reply = send(t, tw.client, tw.site, map[string]any{"text": "show"})
	if now := tw.stored(t).Version; now != before {
		tw.hear(t, fmt.Sprintf(`"version":%d}`, now))
	}
	return !slices.ContainsFunc(slices.Concat(tw.reply.Actions...), func(a web.Action) bool { return a.Text == "finish" && a.Kind != "idle" })
}

// hear reads the stream up to an event.
func (tw *twin) hear(t *testing.T, end string) {
	t.Helper()
	for tw.events.Scan() {
		tw.heard = append(tw.heard, tw.events.Text())
		if strings.HasSuffix(tw.events.Text(), end) {
			return
		}
	}
	t.Fatal("the stream ended: ", tw.events.Err())
}

var requestID = regexp.MustCompile(`name="id" value="\w+"`)

// told returns what has reached the browser since the latest call, and what it gets when
// it asks for anything.
func (tw *twin) told(t *testing.T) []string {
	t.Helper()
	all := tw.heard
	tw.heard = nil
	for _, path := range []string{"/api/board", "/play", "/api/complete?text=", "/api/complete?text=3", "/api/complete?text=3%205,%20"} {
		status, body := fetch(t, tw.client, tw.url+path)
		all = append(all, fmt.Sprintf("%s: %d %s", path, status, strings.ReplaceAll(requestID.ReplaceAllString(body, ""), tw.url, "")))
	}
	return all
}

func (tw *twin) stored(t *testing.T) persist.Game {
	t.Helper()
	rec, err := tw.bot.Store.Load(t.Context(), tw.player)
	if err != nil || len(rec.Games) == 0 {
		t.Fatal(rec, err)
	}
	return rec.Games[0]
}

// view is what the player may see.
func (tw *twin) view(t *testing.T) game.View {
	t.Helper()
	var g game.Game
	if err := g.UnmarshalBinary(tw.stored(t).Data); err != nil {
		t.Fatal(err)
	}
	state := g.State()
	return state.View()
}
