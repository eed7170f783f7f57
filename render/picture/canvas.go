package picture

import (
	"image"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"github.com/solitaire-chat/solitaire/game"
)

// A canvas is a picture in progress.
type canvas struct {
	*Painter
	img     *image.Paletted
	sheet   *[]uint8
	colours int
}

// canvas returns an empty canvas of felt. The caller releases it.
func (p *Painter) canvas(size image.Point) *canvas {
	need := size.X * size.Y
	pix, _ := p.sheets.Get().(*[]uint8)
	if pix == nil || cap(*pix) < need {
		pix = new(make([]uint8, need))
	}
	img := &image.Paletted{Pix: (*pix)[:need], Stride: size.X, Rect: image.Rectangle{Max: size}, Palette: p.palette}
	c := &canvas{Painter: p, img: img, sheet: pix}
	c.block(img.Rect, p.inks.felt)
	return c
}

// release keeps the canvas's memory for the next one. Its image must not be used
// afterwards.
func (p *Painter) release(c *canvas) { p.sheets.Put(c.sheet) }

func (c *canvas) block(r image.Rectangle, with uint8) {
	r = r.Intersect(c.img.Rect)
	if r.Empty() {
		return
	}
	first := c.row(r.Min, r.Dx())
	for i := range first {
		first[i] = with
	}
	for y := r.Min.Y + 1; y < r.Max.Y; y++ {
		copy(c.row(image.Pt(r.Min.X, y), r.Dx()), first)
	}
}

// row returns some pixels from a point to the right.
func (c *canvas) row(from image.Point, length int) []uint8 {
	at := c.img.PixOffset(from.X, from.Y)
	return c.img.Pix[at : at+length]
}

// lay draws a card. The picture under it shows at the round corners.
func (c *canvas) lay(card *image.Paletted, at image.Point) {
	for y := range cardHeight {
		dst := c.row(at.Add(image.Pt(0, y)), cardWidth)
		src := card.Pix[y*card.Stride:][:cardWidth]
		if y >= cardRadius && y < cardHeight-cardRadius {
			copy(dst, src)
			continue
		}
		cover := c.deck.outline.Pix[y*c.deck.outline.Stride:][:cardWidth]
		for x, alpha := range cover {
			if alpha == 0xFF {
				dst[x] = src[x]
			} else {
				dst[x] = c.inks.edge[dst[x]][alpha>>4]
			}
		}
	}
}

func (c *canvas) layCard(card game.Card, at image.Point) { c.lay(c.deck.face(card, c.colours), at) }

// place draws an empty place, with a sign of what can go there.
func (c *canvas) place(at image.Point, text string) {
	c.paint(c.deck.outline, at, &c.inks.rim)
	c.paint(c.deck.inside, at, &c.inks.place)
	if text != "" {
		middle := at.Add(cardSize().Div(2))
		c.write(c.text, 46, text, middle, &c.inks.sign)
	}
}

// paint paints with a ramp where a mask covers.
func (c *canvas) paint(mask *image.Alpha, at image.Point, with *ramp) {
	r := mask.Rect.Add(at).Intersect(c.img.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		dst := c.row(image.Pt(r.Min.X, y), r.Dx())
		src := mask.Pix[mask.PixOffset(r.Min.X-at.X, y-at.Y):]
		for x := range dst {
			if src[x] > 0 {
				dst[x] = with[src[x]]
			}
		}
	}
}

// write writes a text with its ink centred on a point.
func (c *canvas) write(f *sfnt.Font, size float64, text string, centre image.Point, with *ramp) {
	face := newFace(f, size)
	box, _ := font.BoundString(face, text)
	c.draw(face, text, fixed.P(centre.X, centre.Y).Sub(box.Min.Add(box.Max).Div(fixed.I(2))), with)
}

// draw draws a text from a point on its baseline.
func (c *canvas) draw(face font.Face, text string, dot fixed.Point26_6, with *ramp) {
	before := rune(-1)
	for _, r := range text {
		r = plain(r)
		if before >= 0 {
			dot.X += face.Kern(before, r)
		}
		box, mask, at, advance, ok := face.Glyph(dot, r)
		if a, is := mask.(*image.Alpha); ok && is {
			glyph := a.SubImage(image.Rectangle{at, at.Add(box.Size())}).(*image.Alpha)
			c.paint(glyph, box.Min.Sub(at), with)
		}
		dot.X += advance
		before = r
	}
}

// plain returns the character to draw for another one: a text font has no glyphs for
// emoji.
func plain(r rune) rune {
	if r == '✅' {
		return '✔'
	}
	return r
}
