package picture

import (
	"image"
	"image/color"

	"github.com/solitaire-chat/solitaire/game"
)

// The colours. Red and black also differ in brightness, and no suit is shown by its
// colour alone.
var (
	felt    = rgb(0x1B5E43)
	hollow  = rgb(0x174F38) // an empty place
	line    = rgb(0x5C9A80) // around an empty place
	chalk   = rgb(0xDCEBE2) // names of places
	paper   = rgb(0xFDFCF8)
	edge    = rgb(0x6E7471)
	black   = rgb(0x1A1C20)
	red     = rgb(0xC8202B)
	blue    = rgb(0x1557B0)
	green   = rgb(0x1B7A3D)
	court   = rgb(0xF6EBCB) // behind the figures
	back    = rgb(0x2A4B8D)
	lattice = rgb(0x8FA9DA)
	gold    = rgb(0xF0C24B)

	// The colours of the suits, with two colours and with four.
	suitInks = [ways][game.Suits]color.RGBA{{black, red, red, black}, {green, blue, red, black}}
)

func rgb(hex uint32) color.RGBA {
	return color.RGBA{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 0xFF}
}

// unchanged is the palette's index for the pixels that an animation leaves alone. No
// board and no chart uses it.
const unchanged = 0

// steps is the number of shades from one colour to another, both included.
const steps = 12

// A ramp is the palette's indices from one colour to another, one for each degree of
// coverage.
type ramp [256]uint8

// newPalette returns the colours and the shades between those that meet.
func newPalette() color.Palette {
	p := color.Palette{color.RGBA{}}
	shades := func(from color.RGBA, to ...color.RGBA) {
		for _, c := range to {
			for i := range steps {
				if shade := mix(from, c, i*255/(steps-1)); p[p.Index(shade)] != shade {
					p = append(p, shade)
				}
			}
		}
	}
	inks := []color.RGBA{black, red, blue, green}
	shades(paper, append(inks, edge, back, court)...)
	shades(court, inks...)
	shades(back, lattice, edge)
	shades(felt, edge, line, chalk, gold, hollow)
	shades(hollow, line, chalk)
	return p
}

// mix returns the colour that lies between two, by a weight of 255.
func mix(from, to color.RGBA, way int) color.RGBA {
	between := func(a, b uint8) uint8 { return uint8((int(a)*(255-way) + int(b)*way + 127) / 255) }
	return color.RGBA{between(from.R, to.R), between(from.G, to.G), between(from.B, to.B), 0xFF}
}

// newRamp returns the ramp between two colours of a palette.
func newRamp(p color.Palette, from, to color.RGBA) ramp {
	var r ramp
	for i := range r {
		r[i] = uint8(p.Index(mix(from, to, i)))
	}
	return r
}

// An indexer converts images to a palette. It remembers the index of each colour.
type indexer struct {
	palette color.Palette
	known   map[color.RGBA]uint8
}

func (in *indexer) index(src *image.RGBA) *image.Paletted {
	dst := image.NewPaletted(src.Rect, in.palette)
	for i := range dst.Pix {
		c := color.RGBA{src.Pix[4*i], src.Pix[4*i+1], src.Pix[4*i+2], src.Pix[4*i+3]}
		with, known := in.known[c]
		if !known {
			with = uint8(in.palette.Index(c))
			in.known[c] = with
		}
		dst.Pix[i] = with
	}
	return dst
}
