package render_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"pgregory.net/rapid"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/render"
)

// A drawn is what can be read from a drawn board, knowing only where the cells are.
// Reading is the inverse of drawing.
type drawn struct {
	Stock    string   // sign and count
	Waste    []string // from the left
	More     bool     // some cards didn't fit
	Playable string   // the card in brackets
	Up       []string
	Numbers  []string
	Piles    [][]string
}

// mustRead reads a board back. hasStock says whether it has a line for the stock.
func mustRead(tb rapid.TB, board string, hasStock bool) drawn {
	tb.Helper()
	lines := strings.Split(board, "\n")
	var d drawn
	if hasStock {
		d.readStock(lines[0])
		lines = lines[1:]
	}
	if label := cell(lines[0], 2); label != "f" {
		tb.Fatalf("the foundations are called %q", label)
	}
	for i := range game.Suits {
		d.Up = append(d.Up, cell(lines[0], 3+i))
	}
	d.Numbers = strings.Fields(lines[1])
	d.Piles = make([][]string, len(d.Numbers))
	for _, line := range lines[2:] {
		for i := range d.Piles {
			if sign := cell(line, i); sign != "" {
				d.Piles[i] = append(d.Piles[i], sign)
			}
		}
	}
	return d
}

var (
	brackets = regexp.MustCompile(`\[(.*)\]`)
	more     = regexp.MustCompile(`w(…|\.\.)`)
)

func (d *drawn) readStock(line string) {
	d.Stock = cell(line, 0) + cell(line, 1)
	d.More = more.MatchString(line)
	if m := brackets.FindStringSubmatch(line); m != nil {
		d.Playable = m[1]
	}
	line = strings.NewReplacer("[", " ", "]", " ", "…", " ", "..", "  ").Replace(line)
	for i := 3; i < 7; i++ {
		if sign := cell(line, i); sign != "" {
			d.Waste = append(d.Waste, sign)
		}
	}
}

// cell returns the content of a column of a line, counted from 0.
func cell(line string, column int) string {
	cells := []rune(line)
	from, to := min(column*4, len(cells)), min(column*4+4, len(cells))
	return strings.TrimSpace(string(cells[from:to]))
}

// expect returns what should be read, made from the view.
func expect(v game.View, s render.Style) drawn {
	d := drawn{Piles: make([][]string, len(v.Piles))}
	if v.Rules.HasStock() {
		d.expectStock(v, s)
	}
	for i, up := range v.Foundations {
		top := sign(game.NewCard(max(up, game.Ace), game.Suit(i)), s)
		if up == 0 {
			top = strings.Replace(top, "A", "-", 1)
		}
		d.Up = append(d.Up, top)
	}
	for i, p := range v.Piles {
		d.Numbers = append(d.Numbers, strconv.Itoa(i+1))
		d.Piles[i] = append(slices.Repeat([]string{back(s)}, p.Hidden), signs(p.Up, s)...)
		if p.Empty() {
			d.Piles[i] = []string{"--"}
		}
	}
	return d
}

func (d *drawn) expectStock(v game.View, s render.Style) {
	d.Stock = back(s)
	if len(v.Stock) == 0 {
		d.Stock = "--"
	}
	times := map[render.Style]string{render.Unicode: "×", render.ASCII: "x"}
	d.Stock += times[s] + strconv.Itoa(len(v.Stock))
	if len(v.Waste) == 0 {
		d.Waste = []string{"--"}
		return
	}
	d.More = v.Fan > 3
	d.Waste = signs(v.Waste[len(v.Waste)-min(v.Fan, 3):], s)
	d.Playable = d.Waste[len(d.Waste)-1]
}

func signs(cards []game.Card, s render.Style) []string {
	var all []string
	for _, c := range cards {
		all = append(all, sign(c, s))
	}
	return all
}

// sign is a second implementation of render.Card.
func sign(c game.Card, s render.Style) string {
	if s == render.ASCII {
		return c.String()
	}
	return strings.NewReplacer("T", "10", "C", "♣", "D", "♦", "H", "♥", "S", "♠").Replace(c.String())
}

// back is the sign of a face-down card.
func back(s render.Style) string {
	if s == render.ASCII {
		return "##"
	}
	return "::"
}
