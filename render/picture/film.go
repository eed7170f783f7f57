package picture

import (
	"bytes"
	"fmt"
	"image"
	"image/gif"

	"github.com/solitaire-chat/solitaire/game"
)

// Times of a film in hundredths of a second. All views together take filmTime, unless
// that makes single views too short for viewers, which would slow the film down, or too
// long. The last view stays for a while before the film starts again.
const (
	filmTime  = 800
	shortest  = 4
	longest   = 60
	lastStays = 500
)

// Film draws a series of views as an animated GIF. Its first frame is complete; the
// others have only the pixels that change, which makes the file small.
func (p *Painter) Film(views []game.View, o Options) ([]byte, error) {
	if len(views) == 0 {
		return nil, errNothing
	}
	size := image.Pt(boardWidth, 0) // of the highest board
	for _, v := range views {
		height, _ := layOut(v)
		size.Y = max(size.Y, height)
	}
	frame := func(v game.View) *canvas {
		c := p.canvas(size)
		c.board(v, o)
		return c
	}
	film := &gif.GIF{Config: image.Config{ColorModel: p.palette, Width: size.X, Height: size.Y}}
	delay := min(max(filmTime/len(views), shortest), longest)
	shown := frame(views[0])
	defer func() { p.release(shown) }()
	whole := *shown.img // a copy, since the canvas is used again
	whole.Pix = bytes.Clone(whole.Pix)
	film.Image, film.Delay = append(film.Image, &whole), append(film.Delay, delay)
	for _, v := range views[1:] {
		next := frame(v)
		if part := changes(shown.img, next.img); part != nil {
			film.Image, film.Delay = append(film.Image, part), append(film.Delay, delay)
		}
		p.release(shown)
		shown = next
	}
	film.Delay[len(film.Delay)-1] = lastStays
	film.Disposal = bytes.Repeat([]byte{gif.DisposalNone}, len(film.Image))
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, film); err != nil {
		return nil, fmt.Errorf("picture: %w", err)
	}
	return b.Bytes(), nil
}

// changes returns the pixels in which one image differs from another, in the smallest
// rectangle that contains them; nil if there are none. The other pixels of the rectangle
// are transparent.
func changes(before, after *image.Paletted) *image.Paletted {
	var r image.Rectangle
	width := after.Rect.Dx()
	for y := range after.Rect.Dy() {
		old, now := before.Pix[y*before.Stride:][:width], after.Pix[y*after.Stride:][:width]
		if bytes.Equal(old, now) {
			continue
		}
		left, right := 0, width
		for old[left] == now[left] {
			left++
		}
		for old[right-1] == now[right-1] {
			right--
		}
		r = r.Union(image.Rect(left, y, right, y+1))
	}
	if r.Empty() {
		return nil
	}
	frame := image.NewPaletted(r, after.Palette)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		old := before.Pix[before.PixOffset(r.Min.X, y):][:r.Dx()]
		now := after.Pix[after.PixOffset(r.Min.X, y):][:r.Dx()]
		dst := frame.Pix[frame.PixOffset(r.Min.X, y):][:r.Dx()]
		for x := range dst {
			if old[x] != now[x] {
				dst[x] = now[x]
			} else {
				dst[x] = unchanged
			}
		}
	}
	return frame
}
