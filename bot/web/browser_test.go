package web_test

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve"
	"github.com/solitaire-chat/solitaire/persist"
)

// A tab is a real browser's, on a site. Messages on its console, requests to any other
// host, and responses without the security headers fail the test.
type tab struct {
	testing.TB
	ctx  context.Context //nolint:containedctx // it is the browser
	site *site
	last game.Move // the latest one made
}

// open opens a tab of a size. The test is skipped where there is no Chromium.
func open(t testing.TB, s *site, width, height int64) *tab {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("there is no chromium")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox,
		chromedp.Flag("disable-gpu", true), chromedp.Flag("disable-quic", true), chromedp.Flag("disable-sync", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("lang", "en"))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	b := &tab{TB: t, ctx: ctx, site: s}
	b.do(chromedp.EmulateViewport(width, height))
	b.prefer("prefers-reduced-motion", "reduce")
	b.watchNetwork()
	messages := chromedp.Console(ctx)
	go func() {
		for m, err := range messages {
			if err != nil {
				return
			}
			if !strings.Contains(m.Text, "410 (Gone)") { // a link that is spent
				t.Errorf("the console: %s", m.Text)
			}
		}
	}()
	return b
}

// watchNetwork reports requests to other hosts, and responses without a policy.
func (b *tab) watchNetwork() {
	b.Helper()
	var mu sync.Mutex
	var faults []string
	own := must(url.Parse(b.site.url)).Host
	fault := func(what, address string) {
		mu.Lock()
		defer mu.Unlock()
		faults = append(faults, what+": "+address)
	}
	foreign := func(address string) bool {
		u, err := url.Parse(address)
		return err != nil || u.Host != own && u.Scheme != "about" && u.Scheme != "data" && u.Scheme != "blob"
	}
	err := chromedp.Listen(b.ctx, func(event any) {
		switch e := event.(type) {
		case *network.EventRequestWillBeSent:
			if foreign(e.Request.URL) {
				fault("a request to another host", e.Request.URL)
			}
		case *network.EventResponseReceived:
			headers := strings.ToLower(fmt.Sprint(e.Response.Headers))
			if !foreign(e.Response.URL) && !strings.Contains(headers, "content-security-policy:default-src 'none'") {
				fault("a response without the policy", e.Response.URL+" "+headers)
			}
		}
	})
	if err == nil {
		_, err = chromedp.Call(b.ctx, network.Enable, network.EnableParams{})
	}
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		mu.Lock()
		defer mu.Unlock()
		for _, f := range faults {
			b.Error(f)
		}
	})
}

// prefer sets a feature of the browser.
func (b *tab) prefer(name, value string) {
	b.Helper()
	features := []*emulation.MediaFeature{{Name: name, Value: value}}
	if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features}); err != nil {
		b.Fatal(err)
	}
}

// limit is how long a test waits for a browser.
const limit = 30 * time.Second

func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	if err := chromedp.Do(b.ctx, steps...); err != nil {
		b.Fatal(err)
	}
}

// eval evaluates an expression in the page.
func eval[T any](b *tab, format string, args ...any) T {
	b.Helper()
	value, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](fmt.Sprintf(format, args...)))
	if err != nil {
		b.Fatalf(format+": %v", append(args, err)...)
	}
	return value
}

// until waits until an expression is true.
func (b *tab) until(format string, args ...any) {
	b.Helper()
	for end := time.Now().Add(limit); ; time.Sleep(5 * time.Millisecond) {
		ok, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool](fmt.Sprintf(format, args...)))
		if err == nil && ok { // an error may come of a page that is just being left
			return
		}
		if time.Now().After(end) {
			if file := os.Getenv("SOLITAIRE_SCREENSHOT"); file != "" {
				png, _ := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
				_ = os.WriteFile(file, png, 0o600)
			}
			b.Fatalf("never: "+format+"\nafter %v; the page: %s", append(args, b.last, eval[string](b, "document.body.innerText"))...)
		}
	}
}

func (b *tab) visit(path string) {
	b.Helper()
	b.do(chromedp.Navigate(b.site.url + path))
}

// play opens the table.
func (b *tab) play() {
	b.Helper()
	b.visit("/play")
	b.until(`"ready" in document.body.dataset`)
}

// command types a command.
func (b *tab) command(text string) {
	b.Helper()
	b.until(`!document.querySelector("#table[aria-busy]")`)
	eval[bool](b, `(document.getElementById("said").textContent = "", document.getElementById("line").value = %q, document.getElementById("typed").requestSubmit(), true)`, text)
	b.until(`!document.querySelector("#table[aria-busy]") && document.getElementById("said").textContent !== "" || document.querySelector(".card") !== null`)
	b.until(`!document.querySelector("#table[aria-busy]")`)
}

// still waits until no card flies.
func (b *tab) still() {
	b.Helper()
	b.until(`!document.querySelector("#table[aria-busy]") && document.getAnimations().length === 0`)
}

type point struct{ X, Y float64 }

// centre is where something on the page is, by an expression.
func (b *tab) centre(expression string) point {
	b.Helper()
	return eval[point](b, `(() => { const n = %s; if (!n) return {X: -1, Y: -1};
		const r = n.getBoundingClientRect(); return {X: r.left + r.width / 2, Y: r.top + Math.min(r.height, 24) / 2}; })()`, expression)
}

// source and target are where a move of the game begins and ends on the page.
func source(m game.Move) string {
	switch suit, up := m.From.Foundation(); {
	case m.From == game.Stock, m.To == game.Stock:
		return `document.querySelector('[data-place="stock"].empty, .stock')`
	case m.From == game.Waste:
		return `[...document.querySelectorAll('[data-place="w"] .card')].pop()`
	case up:
		return fmt.Sprintf(`document.querySelector('[data-place="f"][data-suit=%q] .card')`, strings.ToLower(suit.String()))
	}
	return fmt.Sprintf(`document.querySelector('[data-place="%d"] .card[data-count="%d"]')`, m.From, m.Count)
}

func target(m game.Move, state game.State) string {
	if m.To == game.Foundation {
		return fmt.Sprintf(`(n => n.querySelector(".card") ?? n)(document.querySelector('[data-place="f"][data-suit=%q]'))`, strings.ToLower(state.Moved(m).Suit().String()))
	}
	return fmt.Sprintf(`(n => [...n.querySelectorAll(".card")].pop() ?? n)(document.querySelector('[data-place="%d"]'))`, m.To)
}

// A way is how a person makes moves.
type way func(b *tab, m game.Move, state game.State)

// byMouse drags cards, and clicks the stock.
func byMouse(b *tab, m game.Move, state game.State) {
	b.Helper()
	from := b.centre(source(m))
	if m == game.Draw || m == game.TurnOver {
		b.do(chromedp.MouseClickXY(from.X, from.Y))
		return
	}
	to := b.centre(target(m, state))
	b.do(chromedp.DragAndDropXY(from.X, from.Y, to.X, to.Y, 4))
}

// saidText tells one answer from the next.
const saidText = `document.getElementById("status").textContent + document.getElementById("said").textContent`

// byTouch drags cards with a finger, and taps the stock.
func byTouch(b *tab, m game.Move, state game.State) {
	b.Helper()
	from := b.centre(source(m))
	if m == game.Draw || m == game.TurnOver {
		said := eval[string](b, saidText)
		for end := time.Now().Add(limit); eval[string](b, saidText) == said && time.Now().Before(end); { // on a busy machine a tap may last too long to be one
			b.do(chromedp.TapXY(from.X, from.Y))
			for wait := time.Now().Add(time.Second); eval[string](b, saidText) == said && time.Now().Before(wait); {
				time.Sleep(10 * time.Millisecond)
			}
		}
		return
	}
	to := b.centre(target(m, state))
	touch := func(kind input.DispatchTouchEventType, points ...*input.TouchPoint) {
		if _, err := chromedp.Call(b.ctx, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points}); err != nil {
			b.Fatal(err)
		}
	}
	touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: from.X, Y: from.Y})
	for _, part := range []float64{0.1, 0.5, 1} {
		touch(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: from.X + part*(to.X-from.X), Y: from.Y + part*(to.Y-from.Y)})
	}
	touch(input.DispatchTouchEventTypeTouchEnd)
}

// byKeys presses keys only: d, digits, f on a card that has the focus, and Enter.
func byKeys(b *tab, m game.Move, state game.State) {
	b.Helper()
	focus := func(node string) {
		b.until(`(n => n && (n.tabIndex = 0, n.focus(), document.activeElement === n))(%s)`, node)
	}
	switch {
	case m == game.Draw || m == game.TurnOver:
		b.do(chromedp.KeyEvent("d"))
	case m.To == game.Foundation:
		focus(source(m))
		b.do(chromedp.KeyEvent("f"))
	default:
		focus(source(m))
		b.do(chromedp.KeyEvent("\r"))
		if eval[bool](b, `document.querySelector(".lifted") !== null`) {
			focus(target(m, state))
			b.do(chromedp.KeyEvent("\r"))
		}
	}
}

// win plays a deal to its end, and checks the board after each move.
func win(t *testing.T, b *tab, r game.Rules, text string, number int, make way) {
	t.Helper()
	state, err := game.Deal(r, game.Numbered(number))
	if err != nil {
		t.Fatal(err)
	}
	answer := solve.New().Solve(t.Context(), state, solve.Limits{})
	if answer.Verdict != solve.Winnable {
		t.Fatalf("deal %d: %v", number, answer.Verdict)
	}
	b.play()
	eval[bool](b, `(document.querySelector(".keys").remove(), true)`)
	b.command(text)
	count := 0
	line := answer.Line
	if os.Getenv("SOLITAIRE_LONG") == "" { // the first part is typed: it is quicker
		const byHand, atOnce = 30, 10
		for len(line) > byHand {
			var typed []string
			for _, m := range line[:min(atOnce, len(line)-byHand)] {
				if m != game.TurnOver {
					count++
				}
				typed = append(typed, strings.TrimPrefix(command.NewChoice(&state, m).Text(), "move "))
				state, _, _ = state.Apply(m)
			}
			line = line[len(typed):]
			b.command(strings.Join(typed, ", "))
		}
		b.until(`document.getElementById("status").textContent.startsWith(%q)`, moves(count))
	}
	for i, m := range line {
		b.still()
		b.last = m
		make(b, m, state)
		state, _, err = state.Apply(m)
		if err != nil {
			t.Fatal(err)
		}
		if m != game.TurnOver {
			count++
		}
		b.until(`!document.querySelector("#table[aria-busy]") && document.getElementById("status").textContent.startsWith(%q)`, moves(count))
		if up := eval[int](b, upOnPage); up != state.TotalUp() {
			t.Fatalf("after move %d, %v: %d cards up, want %d", i, m, up, state.TotalUp())
		}
	}
	b.until(`document.querySelector("#table.won") !== null`)
}

const upOnPage = `[...document.querySelectorAll('[data-place="f"] .card')].reduce((n, c) => n + "A23456789TJQK".indexOf(c.dataset.card[0]) + 1, 0)`

func moves(n int) string {
	if n == 1 {
		return "1 move "
	}
	return fmt.Sprintf("%d moves ", n)
}

func TestWonByMouse(t *testing.T) {
	t.Parallel()
	b := open(t, serve(t, memory(), ""), 1280, 900)
	b.prefer("prefers-reduced-motion", "no-preference") // cards fly
	win(t, b, game.YukonRules(false), "new yukon deal 11", 11, byMouse)
}

func TestWonByTouchOnAPhone(t *testing.T) {
	t.Parallel()
	b := open(t, serve(t, memory(), "/cards"), 360, 640)
	if _, err := chromedp.Call(b.ctx, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true, MaxTouchPoints: 1}); err != nil {
		t.Fatal(err)
	}
	win(t, b, game.KlondikeRules(3, 0, false), "new klondike draw 3 passes unlimited deal 1", 1, byTouch)
}

func TestWonByKeyboard(t *testing.T) {
	t.Parallel()
	b := open(t, serve(t, memory(), ""), 768, 900)
	win(t, b, game.KlondikeRules(1, 0, false), "new klondike draw 1 passes unlimited deal 1", 1, byKeys)
}

// A link from a chat opens the same game, and moves on both sides are seen on the other.
func TestLinkFromAChatOpensTheSameGame(t *testing.T) {
	t.Parallel()
	s := serve(t, memory(), "/cards")
	ann := persist.Player{Platform: "discord", User: "7"}
	say := func(text string) bot.Reply {
		r, err := s.bot.Handle(t.Context(), bot.Request{Player: ann, Text: text})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	say("new deal 5 passes unlimited")
	link := linkIn(t, say("open"))
	b := open(t, s, 768, 900)
	b.do(chromedp.Navigate(link), chromedp.Click("main button"))
	b.until(`document.getElementById("title")?.textContent.includes("deal 5") === true && document.querySelector(".stock") !== null`)
	say("draw")
	b.until(`document.querySelectorAll('[data-place="w"] .card').length === 1`)
	b.command("undo")
	if r := say("show"); len(r.Board.Waste) != 0 {
		t.Error("the chat doesn't see the page's move")
	}
	b.do(chromedp.Navigate(link), chromedp.Click("main button"))
	b.until(`document.querySelector("h1").textContent.includes("has been used")`)
}

// A browser that goes back may show the page as it kept it, with an old board.
func TestPageKeptByTheBrowserIsRefreshed(t *testing.T) {
	t.Parallel()
	b := open(t, serve(t, memory(), ""), 768, 900)
	b.play()
	eval[bool](b, `(window.asked = 0, window.kept = fetch, window.fetch = (...a) => (window.asked++, window.kept(...a)),
		dispatchEvent(new PageTransitionEvent("pageshow", {persisted: true})), true)`)
	b.until(`window.asked > 0`)
}
