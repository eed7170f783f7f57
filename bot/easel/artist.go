package easel

import (
	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/render"
	"github.com/solitaire-chat/solitaire/render/picture"
)

// Paints reports whether there is something to be painted in a reply.
func Paints(r bot.Reply) bool {
	return r.Show != nil || r.Board != nil && r.Style == bot.Picture
}

// An artist knows how replies are painted.
type artist struct{ *picture.Painter }

func (a artist) draw(r bot.Reply, w *locale.Speaker) (p Painting, err error) {
	o := picture.Options{FourColours: r.FourColour}
	switch {
	case r.Show == nil:
		p = Painting{Name: "board.png", Alt: render.Signs(*r.Board)}
		p.Data, err = a.Board(*r.Board, o)
	case len(r.Show.Film) > 0:
		p = Painting{Name: "game.gif", Alt: w.Say(r.Show.Alt)}
		p.Data, err = a.Film(r.Show.Film, o)
	default:
		p = Painting{Name: "charts.png", Alt: w.Say(r.Show.Alt)}
		p.Data, err = a.Charts(charts(r.Show.Charts, w))
	}
	return p, err
}

// charts says what charts say.
func charts(list []bot.Chart, w *locale.Speaker) []picture.Chart {
	said := make([]picture.Chart, len(list))
	for i, c := range list {
		said[i] = picture.Chart{Title: w.Say(c.Title), Legend: sayAll(c.Legend, w), Labels: sayAll(c.Labels, w), Parts: c.Parts, Line: c.Line}
	}
	return said
}

func sayAll(messages []locale.Message, w *locale.Speaker) []string {
	said := make([]string, len(messages))
	for i, m := range messages {
		said[i] = w.Say(m)
	}
	return said
}
