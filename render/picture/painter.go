// Package picture draws views of a game as pictures. A [Painter] takes a [game.View] and
// returns a PNG, takes a series of views and returns an animated GIF, or takes statistics
// and returns charts. The same view gives the same bytes.
//
// Everything is drawn on an indexed image. The faces of the cards are drawn once, in full
// colour, and converted to the palette. A board is then made by copying rows, which is
// fast and makes small files.
//
// A picture depends only on views. A View holds nothing that the player hasn't seen, so
// no picture can reveal a hidden card.
package picture

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"sync"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/sfnt"

	"github.com/solitaire-chat/solitaire/game"
)

// textFont has the letters of every language of the bot, including Vietnamese, which the
// Go fonts lack. Its licence is in DejaVuSans-LICENSE.txt.
//
//go:embed DejaVuSans.ttf
var textFont []byte

// Options are what a player can choose about pictures.
type Options struct {
	FourColours bool // clubs are green and diamonds blue
}

// A Painter draws pictures. Making one takes some time and memory. It is safe for
// concurrent use, and uses the memory of one picture again for the next.
type Painter struct {
	palette color.Palette
	deck    *deck
	cards   *sfnt.Font
	text    *sfnt.Font
	inks    inks
	buffers buffers
	sheets  sync.Pool // of *[]uint8, for canvases
}

// inks are the ramps for painting once the cards are made.
type inks struct {
	felt  uint8
	edge  [256][16]uint8 // by what is under it, and coverage: round corners lie on anything
	place ramp           // an empty place on the felt
	rim   ramp           // around it
	sign  ramp           // in it
	label ramp           // on the felt
	parts [2]uint8       // of a chart's columns; they differ in brightness
	curve ramp           // of a chart's line on the felt
}

// New returns a painter.
func New() (*Painter, error) {
	cards, text, err := fonts()
	if err != nil {
		return nil, err
	}
	p := newPalette()
	return &Painter{palette: p, deck: newDeck(p, cards, text), cards: cards, text: text, inks: newInks(p)}, nil
}

// fonts returns the fonts of ranks and digits, and of suits and texts.
func fonts() (cards, text *sfnt.Font, err error) {
	if cards, err = sfnt.Parse(gobold.TTF); err != nil {
		return nil, nil, fmt.Errorf("picture: the cards' font: %w", err)
	}
	if text, err = sfnt.Parse(textFont); err != nil {
		return nil, nil, fmt.Errorf("picture: the texts' font: %w", err)
	}
	return cards, text, nil
}

func newInks(p color.Palette) inks {
	in := inks{
		felt:  uint8(p.Index(felt)),
		place: newRamp(p, felt, hollow),
		rim:   newRamp(p, felt, line),
		sign:  newRamp(p, hollow, line),
		label: newRamp(p, felt, chalk),
		curve: newRamp(p, felt, gold),
		parts: [2]uint8{uint8(p.Index(gold)), uint8(p.Index(lattice))},
	}
	for under := range p {
		r, g, b, _ := p[under].RGBA()
		from := color.RGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), 0xFF}
		for i := range in.edge[under] {
			in.edge[under][i] = uint8(p.Index(mix(from, edge, i*255/15)))
		}
	}
	return in
}

// Board draws a board as a PNG.
func (p *Painter) Board(v game.View, o Options) ([]byte, error) {
	height, _ := layOut(v)
	c := p.canvas(image.Pt(boardWidth, height))
	defer p.release(c)
	c.board(v, o)
	return p.encode(c.img)
}

// errNothing means that there is nothing to draw.
var errNothing = errors.New("picture: there is nothing to draw")

func (p *Painter) encode(img *image.Paletted) ([]byte, error) {
	var b bytes.Buffer
	e := png.Encoder{CompressionLevel: png.BestSpeed, BufferPool: &p.buffers}
	if err := e.Encode(&b, img); err != nil {
		return nil, fmt.Errorf("picture: %w", err)
	}
	return b.Bytes(), nil
}

// buffers keeps the encoder's buffers.
type buffers struct{ pool sync.Pool }

func (b *buffers) Get() *png.EncoderBuffer {
	buf, _ := b.pool.Get().(*png.EncoderBuffer)
	return buf
}

func (b *buffers) Put(buf *png.EncoderBuffer) { b.pool.Put(buf) }
