package picture

import (
	"image"
	"image/color"
	"image/draw"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/render"
)

// Dimensions of a card in pixels. A column is more than an eighth of the picture, which
// phones show at half the size.
const (
	cardWidth  = 92
	cardHeight = 128
	cardRadius = 9
	cardEdge   = 2
)

// strip is the height of the visible part of a card with another one on it: its rank and
// suit.
const strip = 37

// A deck is the faces and backs of the cards, indexed. Their corners are square; outline
// says which pixels show.
type deck struct {
	faces   [ways][game.Suits * game.King]*image.Paletted
	back    *image.Paletted
	outline *image.Alpha
	inside  *image.Alpha // what the edge leaves free
}

// ways is the number of ways to colour the suits: two colours or four.
const ways = 2

// newDeck draws the cards: ranks and suits in one font, the figures of the court cards in
// the other.
func newDeck(p color.Palette, cards, figures *sfnt.Font) *deck {
	in := indexer{palette: p, known: map[color.RGBA]uint8{}}
	d := &deck{
		outline: rounded(cardSize(), cardRect(), cardRadius),
		inside:  rounded(cardSize(), cardRect().Inset(cardEdge), cardRadius-cardEdge),
		back:    in.index(drawBack()),
	}
	for i := range d.faces[0] {
		c := game.NewCard(i/game.Suits+1, game.Suit(i%game.Suits))
		for colours := range d.faces {
			ink := suitInks[colours][c.Suit()]
			if colours > 0 && ink == suitInks[0][c.Suit()] {
				d.faces[colours][i] = d.faces[0][i]
				continue
			}
			d.faces[colours][i] = in.index(drawFace(c, ink, cards, figures))
		}
	}
	return d
}

func (d *deck) face(c game.Card, colours int) *image.Paletted {
	return d.faces[colours][(c.Rank()-1)*game.Suits+int(c.Suit())]
}

func cardSize() image.Point     { return image.Pt(cardWidth, cardHeight) }
func cardRect() image.Rectangle { return image.Rectangle{Max: cardSize()} }

func blank() *image.RGBA {
	img := image.NewRGBA(cardRect())
	draw.Draw(img, img.Rect, image.NewUniform(edge), image.Point{}, draw.Src)
	fill(img, rounded(cardSize(), cardRect().Inset(cardEdge), cardRadius-cardEdge), paper)
	return img
}

func drawBack() *image.RGBA {
	const margin, mesh = 7, 12
	img := blank()
	panel := rounded(cardSize(), cardRect().Inset(margin), cardRadius-margin/2)
	fill(img, panel, back)
	threads := image.NewRGBA(img.Rect)
	for y := range cardHeight {
		for x := range cardWidth {
			// Both sets of diagonal lines go through the card's centre, so that the
			// pattern looks the same from all sides.
			for _, across := range [...]int{2*x - cardWidth + 2*y - cardHeight, 2*x - cardWidth - 2*y + cardHeight} {
				rest := (across%(2*mesh) + 2*mesh) % (2 * mesh) // never negative
				if rest < 2 || rest > 2*mesh-2 {
					threads.SetRGBA(x, y, lattice)
				}
			}
		}
	}
	draw.DrawMask(img, img.Rect, threads, image.Point{}, panel, image.Point{}, draw.Over)
	return img
}

// figureRunes are the figures of king, queen and jack.
var figureRunes = [...]rune{'♚', '♛', '♞'}

// drawFace draws a card with rank and suit in two corners, readable even when others lie
// on it, and the suit or a figure in the middle.
func drawFace(c game.Card, ink color.RGBA, cards, figures *sfnt.Font) *image.RGBA {
	img := blank()
	drawIndex(img, c, ink, cards)
	turnIndex(img)
	middle := image.Pt(cardWidth/2, cardHeight/2)
	if c.Rank() > game.King-len(figureRunes) {
		figure := string(figureRunes[game.King-c.Rank()])
		panel := image.Rect(16, strip+1, cardWidth-16, cardHeight-strip-1)
		fill(img, rounded(cardSize(), panel, 5), court)
		sign(img, newFace(figures, 52), figure, middle, ink)
		return img
	}
	sign(img, newFace(cards, 66), suitSign(c.Suit()), middle, ink)
	return img
}

// drawIndex draws rank and suit into the upper left corner.
func drawIndex(img *image.RGBA, c game.Card, ink color.RGBA, f *sfnt.Font) {
	const baseLine, suitLine, space = 30, 19, 4
	face := newFace(f, 33)
	d := font.Drawer{Dst: img, Src: image.NewUniform(ink), Face: face, Dot: fixed.P(cardRadius-1, baseLine)}
	d.DrawString(strings.TrimSuffix(render.Card(c, render.Unicode), suitSign(c.Suit())))
	suits := newFace(f, 38)
	half := font.MeasureString(suits, suitSign(c.Suit())).Round() / 2
	sign(img, suits, suitSign(c.Suit()), image.Pt(d.Dot.X.Round()+space+half, suitLine), ink)
}

// turnIndex repeats the upper left corner in the lower right one, upside down.
func turnIndex(img *image.RGBA) {
	for y := cardEdge; y < strip; y++ {
		for x := cardRadius - 2; x < cardWidth-cardRadius; x++ {
			if c := img.RGBAAt(x, y); c != edge {
				img.SetRGBA(cardWidth-1-x, cardHeight-1-y, c)
			}
		}
	}
}

func suitSign(s game.Suit) string {
	ace := render.Card(game.NewCard(game.Ace, s), render.Unicode)
	return strings.TrimPrefix(ace, "A")
}
