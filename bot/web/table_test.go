package web_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/solitaire-chat/solitaire/game"
)

// version is the stored version of the current game, asked in the page itself.
func version(b *tab) int {
	b.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[int](`fetch(document.body.dataset.base + "/api/board").then(r => r.json()).then(r => r.version)`, chromedp.EvalAwaitPromise))
	if err != nil {
		b.Fatal(err)
	}
	return v
}

// An illegal drop moves nothing, not even other cards between the same piles that may
// move. The card is back in its place, and the page says why.
func TestIllegalDropsMoveNothing(t *testing.T) {
	t.Parallel()
	r := game.YukonRules(false)
	state := must(game.Deal(r, game.Numbered(11)))
	var wrong game.Move // of one card, where more may move
	legal := slices.Collect(state.Moves())
	for _, m := range legal {
		one := game.Move{From: m.From, To: m.To, Count: 1}
		if m.From.Tableau() && m.To.Tableau() && m.Count > 1 && !slices.Contains(legal, one) {
			wrong = one
		}
	}
	if wrong.Count == 0 {
		t.Fatal("the deal has no such pair of piles")
	}
	b := open(t, serve(t, memory(), ""), 1280, 900)
	b.prefer("prefers-reduced-motion", "no-preference")
	b.play()
	b.command("new yukon deal 11")
	b.still()
	before, at := version(b), b.centre(source(wrong))
	byMouse(b, wrong, state)
	b.until(`document.getElementById("said").textContent.includes("can't") || /\bgo(es)? (on|onto)\b|needs|takes/.test(document.getElementById("said").textContent)`)
	b.still()
	if got := version(b); got != before {
		t.Errorf("%v: the game has version %d, want %d: other cards have moved", wrong, got, before)
	}
	if back := b.centre(source(wrong)); back != at {
		t.Errorf("the card is at %v, want %v", back, at)
	}
}

// The focus stays where the player works: on the card that has moved, on the stock, and
// at a question on the answer that changes nothing.
func TestFocusFollowsTheGame(t *testing.T) {
	t.Parallel()
	b := open(t, serve(t, memory(), ""), 768, 900)
	b.play()
	b.command("new klondike draw 1 passes unlimited deal 1")
	focus := func(node string) {
		b.until(`(n => n && (n.tabIndex = 0, n.focus(), document.activeElement === n))(%s)`, node)
	}
	focus(`document.querySelector(".stock")`)
	b.do(chromedp.KeyEvent("\r"))
	b.until(`document.querySelectorAll('[data-place="w"] .card').length === 1 && document.activeElement.classList.contains("stock")`)

	state := must(game.Deal(game.KlondikeRules(1, 0, false), game.Numbered(1)))
	for m := range state.Moves() {
		if !m.From.Tableau() {
			continue
		}
		card := state.Moved(m).String()
		byKeys(b, m, state)
		b.until(`document.activeElement.dataset.card === %q && document.getElementById("status").textContent.startsWith("2 moves")`, card)
		break
	}
	more := `[...document.querySelectorAll("#actions button")].find(n => n.textContent === "More")`
	focus(more)
	b.do(chromedp.KeyEvent("\r"))
	b.until(`document.activeElement.closest("#actions") !== null && !%s`, more)
	restart := `[...document.querySelectorAll("#actions button")].find(n => n.textContent === "Resign")`
	focus(restart)
	b.do(chromedp.KeyEvent("\r"))
	b.until(`document.activeElement.textContent === "No" && document.getElementById("said").textContent.includes("?")`)
}

// An answer to a form, such as a question, is on the page that comes, with the script too.
func TestAnswersToFormsStayOnThePage(t *testing.T) {
	t.Parallel()
	s := serve(t, memory(), "/cards")
	b := open(t, s, 360, 640)
	b.play()
	b.command("new klondike deal 5")
	b.command("draw")
	b.visit("/settings")
	eval[bool](b, `(document.querySelector(".danger").click(), true)`)
	b.until(`"ready" in document.body.dataset && document.getElementById("said").textContent.includes("Delete everything")`)
	yes := `[...document.querySelectorAll("#actions button")].find(n => n.textContent === "Yes")`
	eval[bool](b, `(%s.click(), true)`, yes)
	b.until(`document.getElementById("said").textContent.includes("was deleted") && document.getElementById("table").hidden`)
}

// The style "text" writes the board in words instead of cards.
func TestBoardInWords(t *testing.T) {
	t.Parallel()
	b := open(t, serve(t, memory(), ""), 360, 640)
	b.play()
	b.command("new klondike deal 5")
	b.command("settings style text")
	b.command("draw")
	b.until(`document.getElementById("table").hidden && document.getElementById("plain").innerText.includes("Pile 1: ")`)
	b.play()
	b.until(`document.getElementById("table").hidden && document.getElementById("plain").innerText.includes("Pile 1: ")`)
	b.command("settings style unicode")
	b.command("draw")
	b.until(`!document.getElementById("table").hidden && document.getElementById("plain").hidden`)
}

// A hint is marked on the table.
func TestHintsAreMarked(t *testing.T) {
	t.Parallel()
	b := open(t, serve(t, memory(), ""), 768, 900)
	b.play()
	b.command("new yukon deal 11")
	b.command("hint")
	b.until(`document.querySelectorAll(".hint").length === 2`)
}

// A choice of a language is followed by everything on the page.
func TestPageFollowsTheLanguage(t *testing.T) {
	t.Parallel()
	b := open(t, serve(t, memory(), "/cards"), 768, 900)
	b.play()
	b.command("new klondike deal 5")
	eval[bool](b, `(document.getElementById("line").value = "settings language vi", document.getElementById("typed").requestSubmit(), true)`)
	b.until(`document.documentElement.lang === "vi" && "ready" in document.body.dataset && document.querySelector("nav").textContent.includes("Chơi")`)
	if label := eval[string](b, `document.querySelector('[data-place="1"] .card').getAttribute("aria-label")`); strings.Contains(label, " of ") {
		t.Errorf("a card is called %q", label)
	}
}

// A won game is celebrated, whole and once, and leaves a quiet table.
func TestWinsAreCelebrated(t *testing.T) {
	t.Parallel()
	b := open(t, serve(t, memory(), ""), 1280, 900)
	b.prefer("prefers-reduced-motion", "no-preference")
	won(b)
	b.until(`document.querySelectorAll(".leaping").length > 0`)
	b.until(`document.querySelectorAll(".leaping").length === 0`)
	if text := eval[string](b, `document.querySelector(".banner").textContent`); !strings.Contains(text, "won") {
		t.Errorf("the table says %q", text)
	}
}

// won plays a deal to its end.
func won(b *tab) {
	b.Helper()
	b.play()
	b.command("new yukon deal 452 confirm")
	b.command("4>f, 3>2:5, 6>4:5, 6>f, 6>f, 6>f, 6>f, 6>f, 5>6:3, 5>f, 7>f, 1>f, 4>f, 5>4:1, 5>f, 6>f, 2>6:9, 6>1:6, 7>1:1, 3>7:1, 6>1:4, 4>6:9, 4>6:1, 6>3:8, 1>7:1, 1>f, 5>f, 5>f, 3>f, 4>f, 2>4:1, 7>2:5, 7>f, 3>f, 7>4:1, 7>2:1, 6>4:1, 7>6:1, 3>6:2, 7>3:1")
	b.command("2>4:7, 3>4:4, 3>f, 4>2:8, 4>f, 5>f, 1>f, 2>f, 6>f, 1>f, 1>f, 2>f, 1>f, 4>f, 3>f, 4>f, 2>f, 1>f, 7>f, 4>f, 2>f, 1>f, 2>f, 1>f, 6>f, 6>f, 4>f, 2>f, 2>f, 4>f, 1>f, 4>f, 1>f, 6>f, 6>f, 2>f")
	b.until(`document.querySelector("#table.won") !== null`)
}

// Answers that are about something else leave the cards on the table.
func TestOtherAnswersLeaveTheBoard(t *testing.T) {
	t.Parallel()
	b := open(t, serve(t, memory(), ""), 768, 900)
	b.play()
	b.command("new yukon deal 11")
	for _, text := range []string{"help", "stats", "settings"} {
		eval[bool](b, `(document.getElementById("said").textContent = "", document.getElementById("line").value = %q, document.getElementById("typed").requestSubmit(), true)`, text)
		b.until(`document.getElementById("said").textContent !== ""`)
		if n := eval[int](b, `document.querySelectorAll(".card").length`); n != 52 {
			t.Errorf("%s: %d cards are on the table", text, n)
		}
	}
}
