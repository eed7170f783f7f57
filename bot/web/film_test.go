package web_test

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/png"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve"
)

// TestFilm makes the film of the page that the README shows, where SOLITAIRE_FILM says:
// some moves by mouse on a phone's screen, and the end of a won game.
func TestFilm(t *testing.T) {
	file := os.Getenv("SOLITAIRE_FILM")
	if file == "" {
		t.Skip("SOLITAIRE_FILM doesn't say where the film goes")
	}
	b := open(t, serve(t, memory(), ""), 400, 500)
	r := game.YukonRules(false)
	state := must(game.Deal(r, game.Numbered(11)))
	line := solve.New().Solve(t.Context(), state, solve.Limits{}).Line
	b.play()
	b.command("new yukon deal 11")
	var frames []image.Image
	var pauses []int // in 1/100 s
	keep := func(pause time.Duration) {
		shot := must(chromedp.Run(b.ctx, chromedp.CaptureScreenshot()))
		frames = append(frames, must(png.Decode(bytes.NewReader(shot))))
		pauses = append(pauses, int(pause/(10*time.Millisecond)))
	}
	mouse := func(kind input.DispatchMouseEventType, x, y float64) {
		event := input.DispatchMouseEventParams{Type: kind, X: x, Y: y, Button: input.MouseButtonLeft, ClickCount: 1}
		if _, err := chromedp.Call(b.ctx, input.DispatchMouseEvent, event); err != nil {
			t.Fatal(err)
		}
	}
	keep(time.Second)
	for _, m := range line[:8] {
		from, to := b.centre(source(m)), b.centre(target(m, state))
		mouse(input.DispatchMouseEventTypeMousePressed, from.X, from.Y)
		for _, part := range []float64{0.4, 1} {
			mouse(input.DispatchMouseEventTypeMouseMoved, from.X+part*(to.X-from.X), from.Y+part*(to.Y-from.Y))
			keep(130 * time.Millisecond)
		}
		mouse(input.DispatchMouseEventTypeMouseReleased, to.X, to.Y)
		state, _, _ = state.Apply(m)
		b.until(`!document.querySelector("#table[aria-busy], .target")`)
		keep(350 * time.Millisecond)
	}
	rest := line[8:]
	for part := range slices.Chunk(rest, 15) { // typed, and not in the film but for the end
		text := ""
		for _, m := range part {
			text += command.NewChoice(&state, m).Text()[len("move "):] + ", "
			state, _, _ = state.Apply(m)
		}
		if state.Won() {
			b.prefer("prefers-reduced-motion", "no-preference")
		}
		b.command(text[:len(text)-2])
	}
	for range 9 {
		keep(170 * time.Millisecond)
		time.Sleep(130 * time.Millisecond)
	}
	b.until(`document.querySelectorAll(".leaping").length === 0`)
	keep(2 * time.Second)
	film := new(bytes.Buffer)
	if err := gif.EncodeAll(film, animate(frames, pauses)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, film.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d frames, %d bytes", len(frames), film.Len())
}

// animate returns frames as a film of few colours that holds changes only.
func animate(frames []image.Image, pauses []int) *gif.GIF {
	colours := palette(frames)
	film := new(gif.GIF)
	var shown *image.Paletted
	for i, f := range frames {
		now := image.NewPaletted(f.Bounds(), colours)
		draw.Draw(now, f.Bounds(), f, f.Bounds().Min, draw.Src)
		film.Image = append(film.Image, changesOf(shown, now))
		film.Delay = append(film.Delay, pauses[i])
		film.Disposal = append(film.Disposal, gif.DisposalNone)
		shown = now
	}
	return film
}

// palette has the most frequent colours of frames, and a transparent one first.
func palette(frames []image.Image) color.Palette {
	count := map[color.RGBA]int{}
	for _, f := range frames {
		for y := f.Bounds().Min.Y; y < f.Bounds().Max.Y; y++ {
			for x := f.Bounds().Min.X; x < f.Bounds().Max.X; x++ {
				c := color.RGBAModel.Convert(f.At(x, y)).(color.RGBA) //nolint:forcetypeassert // it is that model's
				count[color.RGBA{c.R &^ 7, c.G &^ 7, c.B &^ 7, 255}]++
			}
		}
	}
	var all []color.RGBA
	for c := range count {
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b color.RGBA) int { return count[b] - count[a] })
	colours := color.Palette{color.RGBA{}}
	for _, c := range all[:min(len(all), 63)] {
		colours = append(colours, c)
	}
	return colours
}

// changesOf is a frame in which all that was there before is transparent, cut to the rest.
func changesOf(before, now *image.Paletted) *image.Paletted {
	if before == nil {
		return now
	}
	var box image.Rectangle
	out := image.NewPaletted(now.Rect, now.Palette)
	for i, c := range now.Pix {
		if c != before.Pix[i] {
			out.Pix[i] = c
			at := image.Pt(i%now.Stride, i/now.Stride)
			box = box.Union(image.Rectangle{at, at.Add(image.Pt(1, 1))})
		}
	}
	if box.Empty() {
		box = image.Rect(0, 0, 1, 1)
	}
	return out.SubImage(box).(*image.Paletted) //nolint:forcetypeassert // it is a part of one
}
