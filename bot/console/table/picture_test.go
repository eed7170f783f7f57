package table

import (
	"bytes"
	"flag"
	"fmt"
	"html"
	"image/color"
	"os"
	"strings"
	"testing"

	"github.com/charmbracelet/x/vt"

	"github.com/solitaire-chat/solitaire/game"
)

var update = flag.Bool("update", false, "draw the picture of the table anew")

// The picture in the README is what a terminal shows now: a game in progress, with a card
// in the player's hand. -update draws it again.
func TestPictureOfTheTable(t *testing.T) {
	s := sit(t, 80, 24)
	s.types("new draw 3 passes unlimited deal 12")
	for move := range strings.SplitSeq(halfWay, ", ") {
		s.types(move)
	}
	s.goTo(s.source(game.Move{From: 6, Count: 3}))
	s.press("enter")
	s.screen()
	got := picture(s.terminal, s.w, s.h, true)
	const path = "testdata/table.svg"
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what the table shows; draw it with go test ./bot/console/table -run Picture -update", path)
	}
}

// halfWay leads deal 12 to a position with something of everything.
const halfWay = "d, d, d, d, d, d, w>f, d, d, r, d, d, d, w>1, 6>2, 2>4:2, 2>f, d, d, d, d, d, r, d, d, d, w>f, d, d, d, d, d, r, " +
	"d, d, d, d, w>f, 4>f, 4>f, d, d, d, r, d, d, d, w>f, d, d, d, d, r, d, d, d, d, d, w>1, 4>1, 4>1, 5>2, 5>2, 3>5, 3>7, 5>4:2, d, d, r, d, w>4, 6>4, 7>6:2"

// The size of a cell in a picture, in pixels.
const (
	cellWidth  = 9
	cellHeight = 18
)

// picture draws a terminal's screen as SVG. Borders are drawn as lines, so that they
// join in every font.
func picture(e *vt.Emulator, w, h int, dark bool) []byte {
	paper, ink := color.Color(color.RGBA{0xfd, 0xf9, 0xf3, 255}), color.Color(color.RGBA{0x30, 0x30, 0x30, 255})
	if dark {
		paper, ink = color.RGBA{0x1c, 0x1f, 0x26, 255}, color.RGBA{0xd8, 0xd8, 0xd8, 255}
	}
	const margin = 12
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="15">`+"\n",
		w*cellWidth+2*margin, h*cellHeight+2*margin)
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" rx="8" fill="%s"/>`+"\n", hex(paper))
	fmt.Fprintf(&b, `<g transform="translate(%d %d)" fill="none">`+"\n", margin, margin)
	for y := range h {
		for x := range w {
			c := e.CellAt(x, y)
			if c == nil || strings.TrimSpace(c.Content) == "" && c.Style.Attrs == 0 {
				continue
			}
			fg := ink
			if c.Style.Fg != nil {
				fg = c.Style.Fg
			}
			left, top := x*cellWidth, y*cellHeight
			if lines, ok := strokes[c.Content]; ok {
				fmt.Fprintf(&b, `<path transform="translate(%d %d)" stroke="%s" %s/>`+"\n", left, top, hex(fg), lines)
				continue
			}
			const reverse = 1 << 5
			if c.Style.Attrs&reverse != 0 {
				fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`+"\n", left, top, cellWidth, cellHeight, hex(fg))
				fg = paper
			}
			if strings.TrimSpace(c.Content) == "" {
				continue
			}
			weight := ""
			if c.Style.Attrs&1 != 0 {
				weight = ` font-weight="bold"`
			}
			fmt.Fprintf(&b, `<text x="%d" y="%d" fill="%s"%s>%s</text>`+"\n", left, top+14, hex(fg), weight, html.EscapeString(c.Content))
		}
	}
	b.WriteString("</g>\n</svg>\n")
	return b.Bytes()
}

func hex(c color.Color) string {
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}

// strokes draws the signs of borders and backs as lines in a cell of 9 by 18 pixels.
var strokes = map[string]string{
	"─": `d="M0 9H9"`, "│": `d="M4.5 0V18"`,
	"╭": `d="M9 9Q4.5 9 4.5 14V18"`, "╮": `d="M0 9Q4.5 9 4.5 14V18"`, "╰": `d="M4.5 0V4Q4.5 9 9 9"`, "╯": `d="M4.5 0V4Q4.5 9 0 9"`,
	"━": `d="M0 9H9" stroke-width="2.4"`, "┃": `d="M4.5 0V18" stroke-width="2.4"`,
	"┏": `d="M9 9H4.5V18" stroke-width="2.4"`, "┓": `d="M0 9H4.5V18" stroke-width="2.4"`,
	"┗": `d="M4.5 0V9H9" stroke-width="2.4"`, "┛": `d="M4.5 0V9H0" stroke-width="2.4"`,
	"╍": `d="M0 9H9" stroke-width="2.4" stroke-dasharray="3 1.5"`, "┇": `d="M4.5 0V18" stroke-width="2.4" stroke-dasharray="4 2"`,
	"═": `d="M0 7H9M0 11H9"`, "║": `d="M3 0V18M6 0V18"`,
	"╔": `d="M9 7H3V18M9 11H6V18"`, "╗": `d="M0 7H6V18M0 11H3V18"`, "╚": `d="M3 0V11H9M6 0V7H9"`, "╝": `d="M6 0V11H0M3 0V7H0"`,
	"╌": `d="M0.5 9H3.5M5.5 9H8.5"`, "╎": `d="M4.5 1V7M4.5 11V17"`,
	"░": `d="M1 3H3M5.5 3H7.5M3.2 9H5.2M7.7 9H9M1 15H3M5.5 15H7.5" stroke-width="1.6"`,
}
