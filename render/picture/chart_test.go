package picture_test

import (
	"bytes"
	"image"
	"image/png"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/render/picture"
)

func mustEncode(tb testing.TB, img image.Image) []byte {
	tb.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

func days() picture.Chart {
	c := picture.Chart{Title: "Games a day, last 28 days", Legend: []string{"won", "not won"}, Labels: make([]string, 28)}
	c.Labels[0], c.Labels[14], c.Labels[27] = "11-02", "11-16", "11-29"
	for i := range 28 {
		c.Parts = append(c.Parts, []int{i * 7 % 5, i * 3 % 4})
	}
	return c
}

func rate() picture.Chart {
	c := picture.Chart{Title: "Thắng, %, mỗi 20 ván gần nhất", Labels: make([]string, 40)}
	c.Labels[0], c.Labels[39] = "101", "140"
	for i := range 40 {
		c.Line = append(c.Line, float64(i*37%61+20))
	}
	return c
}

func par() picture.Chart {
	return picture.Chart{
		Title:  "Deals of the day won, by moves above par",
		Labels: strings.Fields("0 1–5 6–10 11–15 16–20 21–30 31–40 41–60 61+"),
		Parts:  [][]int{{1}, {4}, {9}, {13}, {7}, {3}, {0}, {1}, {1}},
	}
}

func TestChartsAreAsStored(t *testing.T) {
	p := mustPainter(t)
	b, err := p.Charts([]picture.Chart{days(), rate(), par()})
	if err != nil {
		t.Fatal(err)
	}
	compare(t, "charts", b)
}

// Charts accept any input.
func TestOddChartsAreDrawn(t *testing.T) {
	p := mustPainter(t)
	long := strings.Repeat("a very long title ", 40)
	for name, c := range map[string]picture.Chart{
		"empty":          {},
		"nothing played": {Title: "t", Labels: []string{"a", "b"}, Parts: [][]int{{0, 0}, {0, 0}}},
		"one point":      {Title: "t", Labels: []string{"1"}, Line: []float64{50}},
		"out of range":   {Title: "t", Labels: []string{"1", "2"}, Line: []float64{-5, 900}},
		"many":           {Title: long, Legend: []string{long}, Labels: []string{long}, Parts: [][]int{{1 << 40}}},
		"more columns":   {Title: "t", Labels: []string{"a"}, Parts: make([][]int, 2000)},
		"three parts":    {Title: "t", Parts: [][]int{{1, 2, 3}}},
	} {
		t.Run(name, func(t *testing.T) {
			b, err := p.Charts([]picture.Chart{c})
			if err != nil {
				t.Fatal(err)
			}
			mustDecode(t, b)
		})
	}
}

// The height of a column is its value: twice as many games, twice as high.
func TestColumnsAreTrue(t *testing.T) {
	p := mustPainter(t)
	b, err := p.Charts([]picture.Chart{{Title: "t", Labels: make([]string, 2), Parts: [][]int{{3}, {6}}}})
	if err != nil {
		t.Fatal(err)
	}
	img := mustDecode(t, b)
	height := func(x int) (n int) {
		for y := range img.Bounds().Dy() {
			if r, g, b, _ := img.At(x, y).RGBA(); r>>8 == 0xF0 && g>>8 == 0xC2 && b>>8 == 0x4B {
				n++
			}
		}
		return n
	}
	low, high := height(230), height(540)
	if low == 0 || high < 2*low-1 || high > 2*low+1 {
		t.Errorf("3 games are %d high, 6 are %d", low, high)
	}
}
