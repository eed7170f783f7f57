package picture_test

import (
	"bytes"
	"image"
	"image/draw"
	"image/gif"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/gametest"
	"github.com/solitaire-chat/solitaire/render/picture"
)

// winOf1141 wins Klondike's deal 1141 in 101 steps.
const winOf1141 = "6>3, 6>f, d, w>f, 3>f, d, d, w>1, d, d, w>f, d, w>5, 2>5, d, d, w>2, d, w>5, d, d, d, w>f, d, w>1, d, w>f, d, w>f, 3>f, 3>2, d, w>f, d, d, w>6, d, w>f, d, d, w>1, 6>1:2, 6>f, 3>f, w>f, 2>f, 5>3:4, 5>4, 6>4, 6>f, 4>f, 2>f, 7>f, 1>f, 7>5, 7>1, 7>f, 7>f, 5>7:2, 4>5:2, 4>f, 4>2, d, w>f, w>f, 4>f, 3>f, w>4, w>3, d, w>6, 7>6:3, 7>f, d, w>4, w>4, w>f, 5>f, w>f, 2>f, 2>f, 5>f, 5>f, 1>f, 5>f, 6>f, 4>f, 1>f, 1>f, 6>f, 3>f, 1>f, 3>f, 4>f, 6>f, 3>f, 3>f, 1>f, 1>f, 6>f, 4>f"

// win is the film of a won game.
func win(tb testing.TB) []game.View {
	tb.Helper()
	s := gametest.Deal(tb, game.KlondikeRules(1, 1, false), 1141)
	views := []game.View{s.View()}
	for _, move := range strings.Split(winOf1141, ", ") {
		s = gametest.Play(tb, s, move)
		views = append(views, s.View())
	}
	if !s.Won() {
		tb.Fatal("the game is not won")
	}
	return views
}

func mustFilm(tb testing.TB, p *picture.Painter, views []game.View) *gif.GIF {
	tb.Helper()
	b, err := p.Film(views, picture.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	film, err := gif.DecodeAll(bytes.NewReader(b))
	if err != nil {
		tb.Fatal(err)
	}
	return film
}

// After each step, a film shows the same board as a picture of it.
func TestFilmShowsBoards(t *testing.T) {
	p := mustPainter(t)
	views := win(t)
	film := mustFilm(t, p, views)
	if len(film.Image) != len(views) {
		t.Fatalf("%d frames of %d views", len(film.Image), len(views))
	}
	screen := image.NewRGBA(image.Rect(0, 0, film.Config.Width, film.Config.Height))
	for i, frame := range film.Image {
		draw.Draw(screen, frame.Rect, frame, frame.Rect.Min, draw.Over)
		if i%10 != 0 && i != len(views)-1 {
			continue
		}
		board := mustDecode(t, mustBoard(t, p, views[i], picture.Options{}))
		part := screen.SubImage(board.Bounds())
		if at, differ := difference(opaque(board), opaque(part)); differ {
			t.Fatalf("frame %d is another picture from %v on", i, at)
		}
	}
}

// opaque copies an image, so that its colours can be compared.
func opaque(src image.Image) image.Image {
	dst := image.NewRGBA(src.Bounds())
	draw.Draw(dst, dst.Rect, src, dst.Rect.Min, draw.Src)
	return dst
}

// A film lasts a few seconds whatever the length of the game, and is small.
func TestFilmIsShort(t *testing.T) {
	const most = 2 << 20
	p := mustPainter(t)
	views := win(t)
	for _, n := range []int{1, 2, 10, len(views)} {
		b, err := p.Film(views[:n], picture.Options{})
		if err != nil || len(b) > most {
			t.Errorf("%d views: %d bytes, %v", n, len(b), err)
		}
		film := mustFilm(t, p, views[:n])
		hundredths := 0
		for _, delay := range film.Delay {
			hundredths += delay
			if delay < 2 {
				t.Errorf("%d views: a frame of %d/100 s", n, delay)
			}
		}
		if hundredths > 1500 {
			t.Errorf("%d views last %d/100 s", n, hundredths)
		}
	}
}

func TestNothingIsAnError(t *testing.T) {
	p := mustPainter(t)
	if _, err := p.Film(nil, picture.Options{}); err == nil {
		t.Error("a film of nothing")
	}
	if _, err := p.Charts(nil); err == nil {
		t.Error("a picture of no chart")
	}
}

func TestFilmsAreAsStored(t *testing.T) {
	film := mustFilm(t, mustPainter(t), win(t))
	last := image.NewPaletted(image.Rect(0, 0, film.Config.Width, film.Config.Height), film.Image[0].Palette)
	for _, frame := range film.Image[:len(film.Image)/2] {
		draw.Draw(last, frame.Rect, frame, frame.Rect.Min, draw.Over)
	}
	compare(t, "film-half", mustEncode(t, last))
}

func BenchmarkFilm(b *testing.B) {
	p := mustPainter(b)
	views := win(b)
	b.ReportAllocs()
	size := 0
	for b.Loop() {
		film, err := p.Film(views, picture.Options{})
		if err != nil {
			b.Fatal(err)
		}
		size = len(film)
	}
	b.ReportMetric(float64(size), "bytes")
	b.ReportMetric(float64(len(views)), "views")
}
