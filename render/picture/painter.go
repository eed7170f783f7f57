// Package picture draws views of a game as pictures. A [Painter] takes a
// [game.View] and returns a PNG, a row of views and returns an animated GIF, or
// statistics and returns charts. The same view gives the same bytes.
//
// Everything is drawn on an indexed image. The faces of the cards are made once,
// with all colours, and brought down to the palette; a board then is a matter of
// copying rows, and the files come out small.
//
// A picture is drawn from views alone. A View holds nothing that the player has
// not been shown, so no picture can give a hidden card away.
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

// textFont has the letters of every language of the bot, Vietnamese too, which
// the Go fonts lack. DejaVuSans-LICENSE.txt has its licence.
//
//go:embed DejaVuSans.ttf
var textFont []byte

// Options are what a player can choose about pictures.
type Options struct {
	FourColours bool // clubs are green and diamonds blue
}

// A Painter draws pictures. It is made once, which takes some time and memory,
// and is safe for concurrent use; what a picture takes while it is drawn is
// used again for the next.
type Painter struct {
	palette color.Palette
	deck    *deck
	cards   *sfnt.Font
	text    *sfnt.Font
	inks    inks
	buffers buffers
	sheets  sync.Pool // of *[]uint8, which canvases are drawn on
}

// inks are the ramps that are painted with after the cards are made.
type inks struct {
	felt  uint8
	edge  [256][16]uint8 // by what is under it, and coverage: round corners lie on anything
	place ramp           // an empty place on the felt
	rim   ramp           // around it
	sign  ramp           // in it
	label ramp           // on the felt
	parts [2]uint8       // of a chart's columns; they differ in brightness
	curve ramp           // on the felt, of a chart's line
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

// errNothing says that there is nothing to be drawn.
var errNothing = errors.New("picture: there is nothing to be drawn")

func (p *Painter) encode(img *image.Paletted) ([]byte, error) {
	var b bytes.Buffer
	e := png.Encoder{CompressionLevel: png.BestSpeed, BufferPool: &p.buffers}
	if err := e.Encode(&b, img); err != nil {
		return nil, fmt.Errorf("picture: %w", err)
	}
	return b.Bytes(), nil
}

// buffers keeps what the encoder works with.
type buffers struct{ pool sync.Pool }

func (b *buffers) Get() *png.EncoderBuffer {
	buf, _ := b.pool.Get().(*png.EncoderBuffer)
	return buf
}

func (b *buffers) Put(buf *png.EncoderBuffer) { b.pool.Put(buf) }
