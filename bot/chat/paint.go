package chat

import (
	"errors"
	"fmt"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/render"
	"github.com/solitaire-chat/solitaire/render/picture"
)

// The longest that an answer waits for its picture. A board takes a few milliseconds, but
// pictures are painted one after the other, and a film takes longer.
const (
	boardLimit = 300 * time.Millisecond
	showLimit  = 800 * time.Millisecond
)

// ErrSlow means that painting took too long.
var ErrSlow = errors.New("the picture was not painted in time")

// A Painter paints pictures of replies before they go out: a picture sent after its
// answer could cover a newer board. It is safe for concurrent use; a nil Painter paints
// nothing.
type Painter struct {
	draw func(bot.Reply, *locale.Speaker) (*Picture, error)
	turn chan struct{} // holds a value while a picture is drawn

	// The longest wait for the picture of a board, and for a film or charts. Set them
	// before the first call of Paint.
	BoardLimit, ShowLimit time.Duration
}

// A Picture is a file that is shown in a message.
type Picture struct {
	Name string
	Data []byte
	Alt  string // describes it to those who can't see it; never empty
}

// NewPainter returns a painter; nil if p is nil.
func NewPainter(p *picture.Painter) *Painter {
	if p == nil {
		return nil
	}
	return newPainter(artist{p}.draw)
}

func newPainter(draw func(bot.Reply, *locale.Speaker) (*Picture, error)) *Painter {
	return &Painter{draw: draw, turn: make(chan struct{}, 1), BoardLimit: boardLimit, ShowLimit: showLimit}
}

// Paints reports whether a reply should have a picture.
func Paints(r bot.Reply) bool {
	return r.Show != nil || r.Board != nil && r.Style == bot.Picture
}

// Paint returns a reply's picture; nil if it has none. After an error the reply goes out
// without one: painting failed, panicked, or took too long.
func (p *Painter) Paint(r bot.Reply, w *locale.Speaker) (*Picture, error) {
	if p == nil || !Paints(r) {
		return nil, nil
	}
	limit := p.BoardLimit
	if r.Show != nil {
		limit = p.ShowLimit
	}
	late := time.NewTimer(limit)
	defer late.Stop()
	select {
	case p.turn <- struct{}{}:
	case <-late.C:
		return nil, ErrSlow
	}
	type result struct {
		picture *Picture
		err     error
	}
	done := make(chan result, 1)
	go func() {
		var got result
		defer func() {
			if fault := recover(); fault != nil {
				got = result{nil, fmt.Errorf("panic: %v", fault)}
			}
			<-p.turn
			done <- got
		}()
		got.picture, got.err = p.draw(r, w)
	}()
	select {
	case got := <-done:
		return got.picture, got.err
	case <-late.C:
		return nil, ErrSlow
	}
}

// An artist knows how replies are painted.
type artist struct{ *picture.Painter }

func (a artist) draw(r bot.Reply, w *locale.Speaker) (p *Picture, err error) {
	o := picture.Options{FourColours: r.FourColour}
	switch {
	case r.Show == nil:
		p = &Picture{Name: "board.png", Alt: render.Signs(*r.Board)}
		p.Data, err = a.Board(*r.Board, o)
	case len(r.Show.Film) > 0:
		p = &Picture{Name: "game.gif", Alt: w.Say(r.Show.Alt)}
		p.Data, err = a.Film(r.Show.Film, o)
	default:
		p = &Picture{Name: "charts.png", Alt: w.Say(r.Show.Alt)}
		charts := make([]picture.Chart, len(r.Show.Charts))
		for i, c := range r.Show.Charts {
			charts[i] = picture.Chart{Title: w.Say(c.Title), Legend: sayAll(c.Legend, w), Labels: sayAll(c.Labels, w), Parts: c.Parts, Line: c.Line}
		}
		p.Data, err = a.Charts(charts)
	}
	if err != nil {
		return nil, err
	}
	return p, nil
}

func sayAll(messages []locale.Message, w *locale.Speaker) []string {
	said := make([]string, len(messages))
	for i, m := range messages {
		said[i] = w.Say(m)
	}
	return said
}
