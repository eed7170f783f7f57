package bot

import (
	"slices"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
)

// Picture is the board style that is painted. The adapters that can do it show
// a drawn board first and put the picture in its place; it takes the player's
// other choices from the reply.
const Picture = "picture"

// A Show is what is to be seen beside a reply's text, where pictures can be
// painted: charts or a film.
type Show struct {
	Alt    locale.Message // tells it to those who can't see it
	Charts []Chart
	Film   []game.View // a game from the deal to its end
}

// A Chart has a column for each day or the like, with one part or several on
// top of each other, or a line.
type Chart struct {
	Title  locale.Message
	Legend []locale.Message // of the parts, the lowest first; none where there is only one
	Labels []locale.Message // under the columns; one without a key says nothing
	Parts  [][]int          // by column
	Line   []float64        // by column, in percent, instead of parts; below 0 there is nothing
}

// paints reports whether the player gets pictures.
func (s *session) paints() bool {
	return s.bot.Pictures && s.rec.Settings[settingPictures] != off
}

// style is the board style of the reply: what this request asks for, or what
// the player has chosen.
func (s *session) style() string {
	style := or(s.look, s.rec.Settings[settingStyle])
	if style == Picture && !s.paints() {
		return ""
	}
	return style
}

// offerText adds to a painted board the button by which it is told in
// sentences.
func (r *Reply) offerText() {
	if r.Style == Picture && r.Board != nil {
		r.Actions = append(slices.Clone(r.Actions), []Action{{Label: msg("button.as-text"), Text: "show text"}})
	}
}
