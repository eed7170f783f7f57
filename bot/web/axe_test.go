package web_test

import (
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// TestPagesAreAccessible has axe-core look at every page, in English and Vietnamese,
// light and dark, at three widths. The script is not a part of this repository:
// SOLITAIRE_AXE says where axe.min.js of its npm package is.
func TestPagesAreAccessible(t *testing.T) {
	t.Parallel()
	file := os.Getenv("SOLITAIRE_AXE")
	if file == "" {
		t.Skip("SOLITAIRE_AXE doesn't say where axe.min.js is")
	}
	axe, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s := serve(t, memory(), "/cards")
	shared := sharedGame(t, s)
	b := open(t, s, 320, 800)
	for _, lang := range []string{"en", "vi"} {
		headers := network.SetExtraHTTPHeadersParams{Headers: network.Headers{"Accept-Language": lang}}
		if _, err := chromedp.Call(b.ctx, network.SetExtraHTTPHeaders, headers); err != nil {
			t.Fatal(err)
		}
		for _, scheme := range []string{"light", "dark"} {
			features := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"}}
			if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features}); err != nil {
				t.Fatal(err)
			}
			for name, path := range map[string]string{
				"front": "/", "go": "/go?t=x", "daily": "/daily", "day": "/daily/1", "shared": shared, "privacy": "/privacy", "terms": "/terms",
				"settings": "/settings", "play": "/play", "middle": "/play", "question": "/play", "won": "/play", "words": "/play",
			} {
				b.visit(path)
				switch name {
				case "play":
					b.until(`"ready" in document.body.dataset`)
					b.command("new draw 3 deal 5 passes unlimited confirm")
				case "middle":
					b.play()
					b.command("new yukon deal 452 confirm")
					b.command("4>f, 3>2:5, 6>4:5, 6>f, 6>f, 6>f, 6>f, 6>f, 5>6:3, 5>f")
				case "question":
					b.play()
					b.command("forget-me")
				case "won":
					won(b)
				case "words":
					b.play()
					b.command("new draw 3 deal 5 passes unlimited confirm")
					b.command("settings style text")
					b.visit(path)
					b.until(`document.getElementById("table").hidden`)
				case "shared":
					b.until(`document.querySelector(".card") !== null`)
				}
				for _, width := range []int64{320, 768, 1440} {
					b.do(chromedp.EmulateViewport(width, 900))
					b.frames()
					if wide := eval[int64](b, "document.documentElement.scrollWidth"); wide > width {
						t.Errorf("%s, %s, %s: the page is %d wide on a screen of %d", name, lang, scheme, wide, width)
					}
					for _, f := range violations(b, string(axe)) {
						t.Errorf("%s, %s, %s, %d: %s", name, lang, scheme, width, f)
					}
					screenshot(b, fmt.Sprintf("%s-%s-%s-%d", name, lang, scheme, width))
				}
				if name == "words" {
					b.command("settings style unicode")
				}
			}
		}
	}
}

// frames waits until the page has been drawn anew.
func (b *tab) frames() {
	b.Helper()
	twice := `new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(true)))))`
	if _, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool](twice, chromedp.EvalAwaitPromise)); err != nil {
		b.Fatal(err)
	}
}

// violations returns the serious findings of axe on the page.
func violations(b *tab, axe string) []string {
	b.Helper()
	if _, err := chromedp.Run(b.ctx, chromedp.Evaluate[any](axe+"\n;0")); err != nil {
		b.Fatal(err)
	}
	found, err := chromedp.Run(b.ctx, chromedp.Evaluate[[]string](`axe.run().then(r => r.violations.filter(v => ["serious", "critical"].includes(v.impact))
		.map(v => v.id + ": " + v.help + ": " + v.nodes.map(n => n.html + " " + n.failureSummary).join(" | ")))`, chromedp.EvalAwaitPromise))
	if err != nil {
		b.Fatal(err)
	}
	return found
}

// screenshot keeps a picture of a page where SOLITAIRE_SCREENSHOTS says.
func screenshot(b *tab, name string) {
	b.Helper()
	dir := os.Getenv("SOLITAIRE_SCREENSHOTS")
	if dir == "" {
		return
	}
	png, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, name+".png"), png, 0o600)
	}
	if err != nil {
		b.Error(err)
	}
}

// sharedGame shares a game and returns the path of its page.
func sharedGame(t testing.TB, s *site) string {
	t.Helper()
	c := &http.Client{Jar: must(cookiejar.New(nil))}
	fetch(t, c, s.url+"/play")
	send(t, c, s, map[string]any{"text": "new deal 5 passes unlimited"})
	send(t, c, s, map[string]any{"text": "draw"})
	r := send(t, c, s, map[string]any{"text": "resign confirm"})
	_, body := post(t, c, s.url+"/api/share", map[string]any{"game": r.Game})
	_, rest, _ := strings.Cut(body, s.url)
	path, _, _ := strings.Cut(rest, `"`)
	return must(url.PathUnescape(path))
}
