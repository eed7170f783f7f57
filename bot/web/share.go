package web

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/render"
	"github.com/solitaire-chat/solitaire/render/picture"
)

// sharedKind is the kind of docs that hold a shared game, by an id that nobody can guess.
// They don't name the player.
const sharedKind = "page-share"

// A sharedGame is a finished game that its player has shown to the world.
type sharedGame struct {
	Game    []byte
	Outcome persist.Outcome
}

// share makes a page of one of the player's finished games, unless others still compete in
// its deal.
func (s *Server) share(w http.ResponseWriter, r *http.Request, b browser) {
	if b.session.Guest && !s.guests.allow(address(r)) {
		s.fault(w, r, http.StatusTooManyRequests, "limits.slower")
		return
	}
	var o order
	if json.NewDecoder(r.Body).Decode(&o) != nil {
		s.fault(w, r, http.StatusBadRequest, "web.bad-request")
		return
	}
	rec, err := s.Bot.Store.Load(r.Context(), b.session.Player)
	i := slices.IndexFunc(rec.Games, func(g persist.Game) bool { return g.ID == o.Game && o.Game != "" })
	if err != nil || i < 0 || rec.Games[i].Outcome == "" {
		s.fault(w, r, http.StatusConflict, "web.not-shared")
		return
	}
	until, err := s.SecretUntil(r.Context(), s.Bot, rec.Games[i])
	if err != nil {
		s.failed(w, r, err)
		return
	}
	if s.Bot.Now().Before(until) {
		s.fault(w, r, http.StatusConflict, "web.not-shared")
		return
	}
	id := rand.Text()
	err = s.Bot.Put(r.Context(), persist.Doc{Kind: sharedKind, Key: id}, sharedGame{rec.Games[i].Data, rec.Games[i].Outcome})
	if err != nil {
		s.failed(w, r, err)
		return
	}
	writeJSON(w, http.StatusOK, map[string]string{"url": s.URL + "/r/" + id})
}

// sharedGame reads the game of a page. ok is false if there is none.
func (s *Server) sharedGame(r *http.Request) (g *game.Game, outcome persist.Outcome, ok bool, err error) {
	stored, version, err := bot.ReadDoc[sharedGame](r.Context(), s.Bot, sharedKind, r.PathValue("id"))
	if err != nil || version == 0 {
		return nil, "", false, err
	}
	g = new(game.Game)
	err = g.UnmarshalBinary(stored.Game)
	return g, stored.Outcome, err == nil, err
}

// shared is the page of a shared game, from the deal to its end.
func (s *Server) shared(w http.ResponseWriter, r *http.Request) {
	g, outcome, ok, err := s.sharedGame(r)
	switch {
	case err != nil:
		s.failed(w, r, err)
		return
	case !ok:
		s.fault(w, r, http.StatusNotFound, "web.not-found")
		return
	}
	say := s.speaker(s.lang(r))
	title, deal := say.Join(bot.Title(g, persist.Game{})), dealText(g)
	key := "web.lost"
	if outcome == persist.Won {
		key = "web.won"
	}
	result := say.Say(locale.Msg(key, "Moves", locale.Msg("status.moves", "Count", g.Length())))
	step := min(stepOf(r), g.Done())
	g.Undo(g.Done() - step)
	state := g.State()
	view := state.View()
	p := replay{
		Lines: []string{result}, Title: title, Board: board(view, say), Plain: render.Board(view, render.Unicode, say),
		Path: s.base + "/r/" + r.PathValue("id"), Step: step, Play: deal,
	}
	if e, ok := g.LastEffect(); ok {
		for _, m := range command.Done(e, &state) {
			p.Lines = append(p.Lines, say.Say(m))
		}
	}
	out := page{Title: title, About: result, Body: p}
	if s.Painter != nil {
		out.Image = s.URL + "/r/" + r.PathValue("id") + "/board.png"
	}
	s.show(w, r, http.StatusOK, "replay.html", out)
}

// dealText is the command that deals the same cards under the same rules.
func dealText(g *game.Game) string {
	r, o := g.Rules(), g.Origin()
	if o.Number == 0 {
		return ""
	}
	text := "new " + r.Game
	if r.HasStock() {
		passes := "unlimited"
		if r.Passes > 0 {
			passes = strconv.Itoa(r.Passes)
		}
		text += fmt.Sprintf(" draw %d passes %s", r.Draw, passes)
	}
	if r.Return {
		text += " return yes"
	}
	if r.Scoring == game.Vegas {
		text += " scoring vegas"
	}
	return fmt.Sprintf("%s deal %d", text, o.Number)
}

// sharedPicture is the picture in a preview of a shared game: the board half-way, which
// shows more than a finished one.
func (s *Server) sharedPicture(w http.ResponseWriter, r *http.Request) {
	g, _, ok, err := s.sharedGame(r)
	if err != nil {
		s.failed(w, r, err)
		return
	}
	if !ok || s.Painter == nil {
		s.fault(w, r, http.StatusNotFound, "web.not-found")
		return
	}
	g.Undo(g.Done() / 2)
	state := g.State()
	png, err := s.Painter.Board(state.View(), picture.Options{})
	if err != nil {
		s.failed(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "image/png")
	w.Header().Set("Cache-Control", "public, max-age=86400")
	w.Header().Set("Cross-Origin-Resource-Policy", "cross-origin") // chats show it
	_, _ = w.Write(png)                                            // the browser may have gone
}
