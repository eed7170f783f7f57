package picture_test

import (
	"bytes"
	"flag"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/gametest"
	"github.com/solitaire-chat/solitaire/render/picture"
)

var update = flag.Bool("update", false, "write the golden files instead of comparing with them")

// boards are those of the golden files, by name.
func boards(tb testing.TB) map[string]game.State {
	turned := gametest.Play(tb, gametest.Deal(tb, game.KlondikeRules(3, 3, false), 4), strings.Repeat("d ", 8))
	return map[string]game.State{
		"klondike":         gametest.Deal(tb, game.KlondikeRules(1, 1, false), 1),
		"klondike-fan":     mustSet(tb, midgame(), 1),
		"klondike-longest": mustSet(tb, longestKlondike(), 1),
		"stock-empty":      mustSet(tb, emptyStock(), 1),
		"turn-over":        turned,
		"yukon":            gametest.Deal(tb, game.YukonRules(false), 1),
		"yukon-longest":    mustSet(tb, longestYukon(), 1),
		"won":              mustSet(tb, won(), 1),
	}
}

func TestBoardsAreAsStored(t *testing.T) {
	p := mustPainter(t)
	for name, s := range boards(t) {
		t.Run(name, func(t *testing.T) {
			compare(t, name, mustBoard(t, p, s.View(), picture.Options{}))
		})
	}
	s := mustSet(t, midgame(), 1)
	compare(t, "four-colours", mustBoard(t, p, s.View(), picture.Options{FourColours: true}))
}

func mustBoard(tb testing.TB, p *picture.Painter, v game.View, o picture.Options) []byte {
	tb.Helper()
	b, err := p.Board(v, o)
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

// compare compares pixels, since the library decides how they are packed.
func compare(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name+".png")
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if at, differ := difference(mustDecode(t, want), mustDecode(t, got)); differ {
		t.Errorf("%s is another picture from %v on; look at it, -update accepts it", path, at)
	}
}

func mustDecode(tb testing.TB, b []byte) image.Image {
	tb.Helper()
	img, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		tb.Fatal(err)
	}
	return img
}

// difference finds the first pixel in which two images differ.
func difference(a, b image.Image) (at image.Point, differ bool) {
	if a.Bounds() != b.Bounds() {
		return at, true
	}
	for at.Y = range a.Bounds().Dy() {
		for at.X = range a.Bounds().Dx() {
			if a.At(at.X, at.Y) != b.At(at.X, at.Y) {
				return at, true
			}
		}
	}
	return at, false
}

// Boards that look the same to the player are the same picture, whatever lies face down.
func TestHiddenCardsInNoPixel(t *testing.T) {
	p := mustPainter(t)
	for name, table := range map[string]gametest.Table{"klondike": midgame(), "yukon": longestYukon(), "stock empty": emptyStock()} {
		one, other := mustSet(t, table, 1), mustSet(t, table, 2)
		if one == other {
			t.Fatalf("%s: the decks don't differ", name)
		}
		for _, o := range []picture.Options{{}, {FourColours: true}} {
			if !bytes.Equal(mustBoard(t, p, one.View(), o), mustBoard(t, p, other.View(), o)) {
				t.Errorf("%s: the pictures differ", name)
			}
		}
	}
}

// The same view gives the same bytes, with another painter too, and with one that has
// drawn larger boards before.
func TestTheSameViewGivesTheSameBytes(t *testing.T) {
	p := mustPainter(t)
	s, long := mustSet(t, midgame(), 1), mustSet(t, longestYukon(), 1)
	want := mustBoard(t, p, s.View(), picture.Options{})
	mustBoard(t, p, long.View(), picture.Options{})
	if !bytes.Equal(want, mustBoard(t, p, s.View(), picture.Options{})) {
		t.Error("another picture the second time")
	}
	if !bytes.Equal(want, mustBoard(t, mustPainter(t), s.View(), picture.Options{})) {
		t.Error("another painter draws another picture")
	}
}

// A card is at least an eighth of the picture wide, the whole column fits, and a file is
// small.
func TestCardsAreWideAndFilesSmall(t *testing.T) {
	const most = 60 << 10
	p := mustPainter(t)
	for name, s := range boards(t) {
		b := mustBoard(t, p, s.View(), picture.Options{})
		if len(b) > most {
			t.Errorf("%s: %d bytes, more than %d", name, len(b), most)
		}
		size := mustDecode(t, b).Bounds().Size()
		if size.X != 720 || picture.CardWidth < size.X/8 {
			t.Errorf("%s: %v, a card is %d wide", name, size, picture.CardWidth)
		}
	}
}

// One painter can be used concurrently.
func TestAPainterServesManyAtOnce(t *testing.T) {
	p := mustPainter(t)
	s, long := mustSet(t, midgame(), 1), mustSet(t, longestYukon(), 1)
	want := [][]byte{mustBoard(t, p, s.View(), picture.Options{}), mustBoard(t, p, long.View(), picture.Options{})}
	var wg sync.WaitGroup
	for i := range 16 {
		wg.Go(func() {
			v := s.View()
			if i%2 == 1 {
				v = long.View()
			}
			got, err := p.Board(v, picture.Options{})
			if err != nil || !bytes.Equal(got, want[i%2]) {
				t.Errorf("another picture, or %v", err)
			}
		})
	}
	wg.Wait()
}

// Every view can be drawn.
func FuzzBoard(f *testing.F) {
	p := mustPainter(f)
	f.Add(1, []byte{1, 2, 3, 200}, true)
	f.Add(7, bytes.Repeat([]byte{9}, 120), false)
	f.Fuzz(func(t *testing.T, number int, choices []byte, yukon bool) {
		r := game.KlondikeRules(3, 0, true)
		if yukon {
			r = game.YukonRules(true)
		}
		s := gametest.Deal(t, r, 1+max(number, -number-1)%game.MaxNumber)
		for _, n := range choices[:min(len(choices), 200)] {
			var moves []game.Move
			for m := range s.Moves() {
				moves = append(moves, m)
			}
			if len(moves) == 0 {
				break
			}
			s, _, _ = s.Apply(moves[int(n)%len(moves)])
		}
		mustDecode(t, mustBoard(t, p, s.View(), picture.Options{FourColours: yukon}))
	})
}

// Views that no game leads to can be drawn too.
func TestOddViewsAreDrawn(t *testing.T) {
	p := mustPainter(t)
	klondike := game.KlondikeRules(24, 1, false)
	for name, v := range map[string]game.View{
		"zero":  {},
		"fan":   {Rules: klondike, Fan: 24, Waste: game.NewDeck()[:24]},
		"no up": {Rules: klondike, Fan: 3, Piles: []game.ViewPile{{Hidden: 6}}},
	} {
		t.Run(name, func(t *testing.T) { mustDecode(t, mustBoard(t, p, v, picture.Options{})) })
	}
}

func BenchmarkBoard(b *testing.B) {
	p := mustPainter(b)
	for name, s := range boards(b) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			size := 0
			for b.Loop() {
				size = len(mustBoard(b, p, s.View(), picture.Options{}))
			}
			b.ReportMetric(float64(size), "bytes")
		})
	}
}

// BenchmarkAtOnce draws 32 boards at a time, and reports how much memory is in use
// when they are done.
func BenchmarkAtOnce(b *testing.B) {
	const atOnce = 32
	p := mustPainter(b)
	long := mustSet(b, longestYukon(), 1)
	v := long.View()
	for b.Loop() {
		var wg sync.WaitGroup
		for range atOnce {
			wg.Go(func() {
				if _, err := p.Board(v, picture.Options{}); err != nil {
					b.Error(err)
				}
			})
		}
		wg.Wait()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	b.ReportMetric(float64(m.HeapInuse)/(1<<20), "MiB-in-use")
}
