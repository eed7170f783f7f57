package picture

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// rounded returns the coverage of a rectangle with round corners.
func rounded(size image.Point, at image.Rectangle, radius float32) *image.Alpha {
	const round = 0.5522848 // the distance of the control points for a quarter circle
	r := vector.NewRasterizer(size.X, size.Y)
	x0, y0, x1, y1 := float32(at.Min.X), float32(at.Min.Y), float32(at.Max.X), float32(at.Max.Y)
	k := radius * (1 - round)
	r.MoveTo(x0+radius, y0)
	r.LineTo(x1-radius, y0)
	r.CubeTo(x1-k, y0, x1, y0+k, x1, y0+radius)
	r.LineTo(x1, y1-radius)
	r.CubeTo(x1, y1-k, x1-k, y1, x1-radius, y1)
	r.LineTo(x0+radius, y1)
	r.CubeTo(x0+k, y1, x0, y1-k, x0, y1-radius)
	r.LineTo(x0, y0+radius)
	r.CubeTo(x0, y0+k, x0+k, y0, x0+radius, y0)
	r.ClosePath()
	mask := image.NewAlpha(image.Rectangle{Max: size})
	r.Draw(mask, mask.Rect, image.Opaque, image.Point{})
	return mask
}

// stroke returns the coverage of a line through points from left to right, with
// a diamond on each.
func stroke(size image.Point, points []image.Point, thick, dot float32) *image.Alpha {
	r := vector.NewRasterizer(size.X, size.Y)
	for i, at := range points {
		x, y := float32(at.X), float32(at.Y)
		quad(r, x-dot/2, y, x, y-dot/2, x+dot/2, y, x, y+dot/2)
		if i == 0 {
			continue
		}
		fromX, fromY := float32(points[i-1].X), float32(points[i-1].Y)
		length := float32(math.Hypot(float64(x-fromX), float64(y-fromY)))
		if length == 0 {
			continue
		}
		acrossX, acrossY := (fromY-y)/length*thick/2, (x-fromX)/length*thick/2
		quad(r, fromX-acrossX, fromY-acrossY, x-acrossX, y-acrossY, x+acrossX, y+acrossY, fromX+acrossX, fromY+acrossY)
	}
	mask := image.NewAlpha(image.Rectangle{Max: size})
	r.Draw(mask, mask.Rect, image.Opaque, image.Point{})
	return mask
}

// quad adds a quadrilateral by its corners, clockwise.
func quad(r *vector.Rasterizer, ax, ay, bx, by, cx, cy, dx, dy float32) {
	r.MoveTo(ax, ay)
	r.LineTo(bx, by)
	r.LineTo(cx, cy)
	r.LineTo(dx, dy)
	r.ClosePath()
}

// fill paints a colour where a mask covers.
func fill(dst draw.Image, mask image.Image, c color.Color) {
	draw.DrawMask(dst, dst.Bounds(), image.NewUniform(c), image.Point{}, mask, mask.Bounds().Min, draw.Over)
}

// newFace returns a font in a size in pixels. A face is not safe for concurrent use.
func newFace(f *sfnt.Font, size float64) font.Face {
	const pointsAreDots = 72
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: pointsAreDots, Hinting: font.HintingNone})
	if err != nil { // only invalid options make it fail
		panic("picture: " + err.Error())
	}
	return face
}

// sign draws a text with its ink centred on a point.
func sign(dst draw.Image, face font.Face, text string, centre image.Point, ink color.Color) {
	box, _ := font.BoundString(face, text)
	dot := fixed.P(centre.X, centre.Y).Sub(box.Min.Add(box.Max).Div(fixed.I(2)))
	d := font.Drawer{Dst: dst, Src: image.NewUniform(ink), Face: face, Dot: dot}
	d.DrawString(text)
}
