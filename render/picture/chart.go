package picture

import (
	"image"
	"math"
	"slices"
	"strconv"

	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"
)

// A Chart has a column for each label, with one part or several on top of each other, or
// a point of a line for each. All begin at zero.
type Chart struct {
	Title  string
	Legend []string  // of the parts, the lowest first; none if there is only one
	Labels []string  // under the columns; may be empty
	Parts  [][]int   // by column
	Line   []float64 // by column, in percent; instead of parts
}

// Dimensions of a chart in pixels.
const (
	chartWidth  = boardWidth
	chartHeight = 330
	chartLeft   = 76 // of the axis
	chartTop    = 84
	chartRight  = chartWidth - 24
	chartBottom = chartHeight - 44
	titleSize   = 24
	labelSize   = 19
)

// Charts draws charts, one under the other, as a PNG.
func (p *Painter) Charts(list []Chart) ([]byte, error) {
	if len(list) == 0 {
		return nil, errNothing
	}
	c := p.canvas(image.Pt(chartWidth, len(list)*chartHeight))
	defer p.release(c)
	for i, chart := range list {
		c.chart(chart, image.Pt(0, i*chartHeight))
	}
	return p.encode(c.img)
}

// A plot is the area for a chart's values.
type plot struct {
	*canvas
	area    image.Rectangle
	columns int
	top     int // the value at the upper edge
}

func (c *canvas) chart(chart Chart, at image.Point) {
	c.textAt(titleSize, fit(c, titleSize, chart.Title, chartWidth-2*margin), at.Add(image.Pt(margin, 34)), &c.inks.label)
	c.legend(chart.Legend, at.Add(image.Pt(chartLeft, 66)))
	p := plot{
		canvas: c, area: image.Rect(chartLeft, chartTop, chartRight, chartBottom).Add(at),
		columns: max(len(chart.Labels), len(chart.Parts), len(chart.Line), 1), top: chart.top(),
	}
	p.grid(chart.Line != nil)
	for i, parts := range chart.Parts {
		p.column(i, parts)
	}
	p.line(chart.Line)
	p.labels(chart.Labels)
}

// top is the round number at the upper edge, at least the highest value.
func (c Chart) top() int {
	if c.Line != nil {
		return 100
	}
	most := 1
	for _, parts := range c.Parts {
		sum := 0
		for _, part := range parts {
			sum += part
		}
		most = max(most, sum)
	}
	for unit := 1; ; unit *= 10 {
		for _, n := range []int{2, 4, 6, 10} {
			if n*unit >= most {
				return n * unit
			}
		}
	}
}

func (p plot) y(value float64) int {
	return p.area.Max.Y - int(math.Round(value*float64(p.area.Dy())/float64(p.top)))
}

func (p plot) x(i int) int { return p.area.Min.X + i*p.area.Dx()/p.columns }

// grid draws lines at zero, half and the top, with their values.
func (p plot) grid(percent bool) {
	for half := range 3 {
		value := p.top * half / 2
		y := p.y(float64(value))
		p.block(image.Rect(p.area.Min.X, y, p.area.Max.X, y+1), p.inks.rim[0xFF])
		text := strconv.Itoa(value)
		if percent {
			text += "%"
		}
		face := newFace(p.text, labelSize)
		p.draw(face, text, fixed.P(p.area.Min.X-8, y+7).Sub(fixed.Point26_6{X: font.MeasureString(face, text)}), &p.inks.label)
	}
}

func (p plot) column(i int, parts []int) {
	left, right := p.x(i), p.x(i+1)
	space := max(1, (right-left)/8)
	below := 0
	for n, part := range parts {
		p.block(image.Rect(left+space, p.y(float64(below+part)), right-space, p.y(float64(below))), p.inks.parts[n%len(p.inks.parts)])
		below += part
	}
}

func (p plot) line(values []float64) {
	if len(values) == 0 {
		return
	}
	const thick, dot = 3, 9
	points := make([]image.Point, len(values))
	for i, value := range values {
		points[i] = image.Pt((p.x(i)+p.x(i+1))/2, p.y(min(max(value, 0), 100))).Sub(p.area.Min)
	}
	size := p.area.Size().Add(image.Pt(dot, dot)) // a dot at the edge is drawn whole
	p.paint(stroke(size, points, thick, dot), p.area.Min, &p.inks.curve)
}

func (p plot) labels(labels []string) {
	face := newFace(p.text, labelSize)
	for i, label := range labels {
		if label == "" {
			continue
		}
		half := font.MeasureString(face, label).Round() / 2
		x := (p.x(i) + p.x(i+1)) / 2
		x = min(max(x-half, p.area.Min.X-half), chartWidth-2*half-2)
		p.draw(face, label, fixed.P(x, p.area.Max.Y+26), &p.inks.label)
	}
}

// legend draws a square of each part's colour, followed by its name.
func (c *canvas) legend(names []string, at image.Point) {
	const square, space = 16, 8
	for i, name := range names {
		c.block(image.Rect(at.X, at.Y-square+2, at.X+square, at.Y+2), c.inks.parts[i%len(c.inks.parts)])
		at.X += square + space
		at.X = c.textAt(labelSize, name, at, &c.inks.label) + 3*space
	}
}

// textAt writes a text from a point on its baseline, and returns where it ends.
func (c *canvas) textAt(size float64, text string, at image.Point, with *ramp) (end int) {
	face := newFace(c.text, size)
	c.draw(face, text, fixed.P(at.X, at.Y), with)
	return at.X + font.MeasureString(face, text).Round()
}

func fit(c *canvas, size float64, text string, most int) string {
	face := newFace(c.text, size)
	runes := []rune(text)
	for n := len(runes); font.MeasureString(face, string(runes)).Round() > most; n-- {
		runes = append(slices.Clone(runes[:n-2]), '…')
	}
	return string(runes)
}
