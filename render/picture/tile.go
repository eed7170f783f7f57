package picture

import (
	"fmt"
	"image"
	"image/color"
	"strconv"
	"strings"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"github.com/solitaire-chat/solitaire/render"
)

// TileSize is the width and height of a tile in pixels. Chats show it much smaller, at
// 22 pixels on a desktop, so a card is nothing but its rank and suit, stretched to fill
// it.
const TileSize = 128

// The measures of a tile in pixels. A card leaves a border free, so that those in
// neighbouring lines don't touch.
var (
	tileRect   = image.Rect(0, 0, TileSize, TileSize)
	tileCard   = image.Rect(3, 2, TileSize-3, TileSize-2)
	tileRank   = image.Rect(12, 19, 62, 109)
	tileOne    = image.Rect(9, 19, 29, 109) // of a ten
	tileZero   = image.Rect(31, 19, 65, 109)
	tileSuit   = image.Rect(68, 32, 116, 95)
	tileDigit  = image.Rect(40, 28, 88, 100)
	tileDigits = image.Rect(24, 28, 104, 100) // of a number of two
	tilePile   = image.Rect(46, 52, 82, 112)
	tileSign   = image.Rect(36, 34, 92, 94) // in an empty place
	tileCross  = image.Rect(42, 42, 86, 86)
)

const (
	tileRadius = 18
	tileEdge   = 5
)

// Colours of tiles alone. The reader has chosen what is behind them, light or dark, so
// all that is no card has a grey that can be seen on both.
var (
	tileRim  = rgb(0x9AA0A6)
	tileGrey = rgb(0x80868E)
)

// A Tiler draws tiles. It must not be used by two at once.
type Tiler struct {
	cards, text *sfnt.Font
	img         *image.RGBA // the tile that is drawn
}

// NewTiler returns a Tiler.
func NewTiler() (*Tiler, error) {
	cards, text, err := fonts()
	if err != nil {
		return nil, err
	}
	return &Tiler{cards: cards, text: text}, nil
}

// Tile draws a tile. What is not drawn on is transparent.
func (d *Tiler) Tile(t render.Tile) *image.RGBA {
	d.img = image.NewRGBA(tileRect)
	switch t.Kind {
	case render.Blank:
	case render.FaceUp:
		d.face(t)
	case render.FaceDown:
		d.back(t.Count)
	case render.EmptyPlace:
		d.place()
	case render.Foundation:
		d.place()
		d.stretch(d.text, suitSign(t.Card.Suit()), tileSign, tileGrey)
	case render.TurnOver:
		d.place()
		d.stretch(d.text, "↻", tileSign, tileGrey)
	case render.StockEmpty:
		d.place()
		d.stretch(d.text, "×", tileCross, tileGrey)
	case render.PileNumber:
		d.stretch(d.cards, strconv.Itoa(t.Count), tilePile, tileGrey)
	}
	return d.img
}

// face draws the rank beside the suit, both as high as the card allows.
func (d *Tiler) face(t render.Tile) {
	ink := suitInks[0][t.Card.Suit()]
	if t.Coloured {
		ink = suitInks[1][t.Card.Suit()]
	}
	d.card(tileRim, paper)
	suit := suitSign(t.Card.Suit())
	if rank := strings.TrimSuffix(render.Card(t.Card, render.Unicode), suit); rank == "10" {
		d.stretch(d.cards, "1", tileOne, ink)
		d.stretch(d.cards, "0", tileZero, ink)
	} else {
		d.stretch(d.cards, rank, tileRank, ink)
	}
	d.stretch(d.text, suit, tileSuit, ink)
}

// back draws a card's back with a number.
func (d *Tiler) back(n int) {
	d.card(lattice, back)
	box := tileDigit
	if n > 9 {
		box = tileDigits
	}
	d.stretch(d.cards, strconv.Itoa(n), box, paper)
}

func (d *Tiler) card(rim, with color.RGBA) {
	d.fillRound(tileCard, tileRadius, rim)
	d.fillRound(tileCard.Inset(tileEdge), tileRadius-tileEdge, with)
}

func (d *Tiler) fillRound(r image.Rectangle, radius float32, with color.RGBA) {
	fill(d.img, rounded(tileRect.Size(), r, radius), with)
}

// place draws the outline of a place where no card lies.
func (d *Tiler) place() {
	const inset, thick = 4, 6
	outline := rounded(tileRect.Size(), tileCard.Inset(inset), tileRadius)
	inside := rounded(tileRect.Size(), tileCard.Inset(inset+thick), tileRadius-thick)
	for i, cover := range inside.Pix {
		outline.Pix[i] -= min(outline.Pix[i], cover)
	}
	fill(d.img, outline, tileGrey)
}

// stretch draws a text so that its ink fills a box; half the tail of a Q sticks
// out below it. Strokes that become thin because the text is squeezed are made thicker.
func (d *Tiler) stretch(f *sfnt.Font, text string, box image.Rectangle, ink color.RGBA) {
	const stem = 16                                             // about the thickness of the strokes of a rank
	outline := outlineOf(f, strings.ReplaceAll(text, "0", "O")) // in which there is no dot
	bounds := outline.Bounds()
	if text == "Q" {
		bounds.Max.Y = (bounds.Max.Y + outlineOf(f, "K").Bounds().Max.Y) / 2
	}
	wide, high := float32(bounds.Max.X-bounds.Min.X), float32(bounds.Max.Y-bounds.Min.Y)
	width, height := float32(box.Dx()), float32(box.Dy())
	lost := max(0, stem*(1-width/wide*high/height)) // of a stroke's thickness
	shifts := []float32{0, lost / 2, lost}
	if lost == 0 || text == "1" { // a 1 is little more than one stroke, which is wide enough
		shifts, lost = shifts[:1], 0
	}
	for _, shift := range shifts {
		mask := fillOutline(outline, func(p fixed.Point26_6) (x, y float32) {
			return float32(box.Min.X) + shift + float32(p.X-bounds.Min.X)*(width-lost)/wide,
				float32(box.Min.Y) + float32(p.Y-bounds.Min.Y)*height/high
		})
		fill(d.img, mask, ink)
	}
}

// outlineOf returns the outline of a text's glyphs side by side.
func outlineOf(f *sfnt.Font, text string) (outline sfnt.Segments) {
	const size = 1024 << 6 // any large one: the outline is scaled anyway
	var buf sfnt.Buffer
	var dot fixed.Int26_6
	for _, r := range text {
		index, err := f.GlyphIndex(&buf, r)
		if err != nil || index == 0 { // the texts are all in this file
			panic(fmt.Sprintf("picture: the font has no glyph for %c: %v", r, err))
		}
		glyph, err := f.LoadGlyph(&buf, index, size, nil)
		if err != nil {
			panic("picture: " + err.Error())
		}
		for _, s := range glyph {
			for i := range s.Args {
				s.Args[i].X += dot
			}
			outline = append(outline, s)
		}
		advance, err := f.GlyphAdvance(&buf, index, size, 0)
		if err != nil {
			panic("picture: " + err.Error())
		}
		dot += advance
	}
	return outline
}

// fillOutline returns the coverage of an outline whose points are moved onto a tile.
func fillOutline(outline sfnt.Segments, move func(fixed.Point26_6) (x, y float32)) *image.Alpha {
	r := vector.NewRasterizer(TileSize, TileSize)
	for _, s := range outline {
		ax, ay := move(s.Args[0])
		bx, by := move(s.Args[1])
		cx, cy := move(s.Args[2])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			r.ClosePath()
			r.MoveTo(ax, ay)
		case sfnt.SegmentOpLineTo:
			r.LineTo(ax, ay)
		case sfnt.SegmentOpQuadTo:
			r.QuadTo(ax, ay, bx, by)
		case sfnt.SegmentOpCubeTo:
			r.CubeTo(ax, ay, bx, by, cx, cy)
		}
	}
	r.ClosePath()
	mask := image.NewAlpha(tileRect)
	r.Draw(mask, tileRect, image.Opaque, image.Point{})
	return mask
}
