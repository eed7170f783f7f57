package web

import (
	"context"
	"encoding/json"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/render"
)

// A Reply is a [bot.Reply] as data, in the player's language.
type Reply struct {
	Lang    string     `json:"lang"`
	Lines   []string   `json:"lines"` // what happened or is wrong, or a question
	Title   string     `json:"title,omitempty"`
	Status  string     `json:"status,omitempty"`
	Board   *Board     `json:"board,omitempty"` // none: the reply is about something else
	None    bool       `json:"none,omitempty"`  // the player has no game any more
	Playing bool       `json:"playing,omitempty"`
	Finish  bool       `json:"finished,omitempty"` // the board's game is over
	Game    string     `json:"game,omitempty"`     // whose board it is, to be sent back
	Version uint64     `json:"version,omitempty"`
	Moves   []Move     `json:"moves,omitempty"`
	Actions [][]Action `json:"actions,omitempty"`
	Choose  bool       `json:"choose,omitempty"` // the lines ask for one of Moves
	Won     string     `json:"won,omitempty"`    // the line about the win, in the reply to the winning move
	Four    bool       `json:"four,omitempty"`   // a colour for each suit
	Style   string     `json:"style,omitempty"`  // "text": the player wants the board in words
	Hint    []Place    `json:"hint,omitempty"`   // where the advised move begins and ends
	Files   []File     `json:"files,omitempty"`
}

// A Board is what the player sees. A card is its rank and suit, such as "TH".
type Board struct {
	Game        string   `json:"game"` // "klondike", "yukon"
	HasStock    bool     `json:"hasStock,omitempty"`
	Stock       int      `json:"stock"`            // cards left
	Draws       string   `json:"draws,omitempty"`  // what a tap on the stock does: "draw", "turn-over" or nothing
	Waste       []string `json:"waste,omitempty"`  // the last cards, the top one last
	Wasted      int      `json:"wasted,omitempty"` // how many there are
	Fan         int      `json:"fan,omitempty"`    // how many of the last lie spread out
	Foundations []string `json:"foundations"`      // the top cards of clubs, diamonds, hearts and spades, "" of an empty one
	Piles       []Pile   `json:"piles"`
	Pass        string   `json:"pass,omitempty"`
	Won         bool     `json:"won,omitempty"`
	Words       string   `json:"words"` // the board in sentences
}

// A Pile is a column of the tableau.
type Pile struct {
	Hidden int      `json:"hidden"`
	Up     []string `json:"up"` // from the bottom up
}

// A Move is a legal move. From and To are "1" to "7", "w" (waste), "f" (foundation) or
// "c", "d", "h", "s" (that foundation, as a source).
type Move struct {
	Text  string `json:"text"` // the command
	Label string `json:"label"`
	Card  string `json:"card"` // the lowest one that moves
	From  string `json:"from"`
	To    string `json:"to"`
	Count int    `json:"count"`
}

// An Action is a button.
type Action struct {
	Label string `json:"label"`
	Text  string `json:"text"`           // the command
	Kind  string `json:"kind,omitempty"` // "main", "idle", "yes" or "no"
}

// A Place is a pile, and how many of its cards are meant. At is as in a [Move], or "stock";
// Suit says which foundation, if any.
type Place struct {
	At    string `json:"at"`
	Suit  string `json:"suit,omitempty"`
	Count int    `json:"count,omitempty"`
}

// A File goes with a reply.
type File struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// reply returns a reply as data.
func (s *Server) reply(r bot.Reply) Reply {
	say := s.speaker(r.Lang)
	out := Reply{
		Lang: r.Lang, Lines: make([]string, 0, len(r.Lines)), Title: say.Join(r.Title), Status: say.Join(r.Status),
		Playing: r.Playing, Choose: r.Choose, Game: r.Ref.Game, Version: r.Ref.Version, Four: r.FourColour,
		Hint: advised(r), None: forgotten(r),
	}
	if r.Style == string(render.Text) {
		out.Style = r.Style
	}
	for _, m := range r.Lines {
		text := say.Say(m)
		out.Lines = append(out.Lines, text)
		if m.Key == "game.won" {
			out.Won = text
		}
	}
	if r.Show != nil {
		out.Lines = append(out.Lines, say.Say(r.Show.Alt))
	}
	if r.Board != nil {
		out.Board = board(*r.Board, say)
		out.Finish = !r.Playing
	}
	for _, c := range r.Menu {
		m := c.Move
		out.Moves = append(out.Moves, Move{Text: c.Text(), Label: say.Say(c.Label()), Card: c.Card.String(), From: place(m.From), To: place(m.To), Count: m.Count})
	}
	for _, row := range r.Actions {
		var actions []Action
		for _, a := range row {
			actions = append(actions, Action{Label: say.Say(a.Label), Text: a.Text, Kind: kind(a)})
		}
		out.Actions = append(out.Actions, actions)
	}
	for _, f := range r.Files {
		out.Files = append(out.Files, File{f.Name, string(f.Data)})
	}
	return out
}

// advised returns where a reply's hint begins and ends.
func advised(r bot.Reply) []Place {
	if r.Hint == nil || r.Board == nil {
		return nil
	}
	m := *r.Hint
	from, to := Place{At: place(m.From), Count: m.Count}, Place{At: place(m.To)}
	if suit, ok := m.From.Foundation(); ok {
		from.At, from.Suit = "f", strings.ToLower(suit.String())
	}
	for _, c := range r.Menu {
		if c.Move == m && m.To == game.Foundation {
			to.Suit = strings.ToLower(c.Card.Suit().String())
		}
	}
	if m == game.Draw || m == game.TurnOver {
		return []Place{{At: "stock"}}
	}
	return []Place{from, to}
}

func kind(a bot.Action) string {
	switch {
	case a.Idle:
		return "idle"
	case a.Answer == bot.AnswerYes:
		return "yes"
	case a.Answer == bot.AnswerNo:
		return "no"
	case a.Main:
		return "main"
	}
	return ""
}

// place returns a place's name as in notation. As a target, all foundations have one name.
func place(p game.Pile) string {
	if suit, ok := p.Foundation(); ok && p != game.Foundation {
		return strings.ToLower(suit.String())
	}
	switch p {
	case game.Waste:
		return "w"
	case game.Foundation:
		return "f"
	}
	return strconv.Itoa(int(p))
}

// seen is the number of waste cards that a page knows: the visible ones, and the next one,
// which appears when the top card goes.
const seen = 4

func board(v game.View, say *locale.Speaker) *Board {
	b := &Board{
		Game: v.Rules.Game, HasStock: v.Rules.HasStock(), Stock: len(v.Stock), Wasted: len(v.Waste), Fan: min(v.Fan, 3),
		Waste: names(v.Waste[max(0, len(v.Waste)-seen):]), Pass: render.Pass(v, say), Won: v.Won,
		Words: render.Board(v, render.Text, say),
	}
	switch {
	case v.Won || !b.HasStock:
	case len(v.Stock) > 0:
		b.Draws = "draw"
	case len(v.Waste) > 0 && v.PassLeft:
		b.Draws = "turn-over"
	}
	for suit, up := range v.Foundations {
		top := ""
		if up > 0 {
			top = game.NewCard(up, game.Suit(suit)).String()
		}
		b.Foundations = append(b.Foundations, top)
	}
	for _, p := range v.Piles {
		b.Piles = append(b.Piles, Pile{p.Hidden, names(p.Up)})
	}
	return b
}

func names(cards []game.Card) []string {
	list := make([]string, len(cards))
	for i, c := range cards {
		list[i] = c.String()
	}
	return list
}

// An order is a command that a page sends.
type order struct {
	ID      string `json:"id"`
	Text    string `json:"text"`
	Game    string `json:"game"`
	Version uint64 `json:"version"`
}

// The longest command and the longest id, in bytes.
const (
	longestText = 2000
	longestID   = 64
)

func (o order) ok() bool {
	return o.Text != "" && len(o.Text) <= longestText && utf8.ValidString(o.Text) && len(o.ID) <= longestID && utf8.ValidString(o.ID) && len(o.Game) <= longestID
}

// command carries out a command of the API.
func (s *Server) command(w http.ResponseWriter, r *http.Request) {
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/json" {
		s.fault(w, r, http.StatusUnsupportedMediaType, "web.bad-request")
		return
	}
	var o order
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	if err := d.Decode(&o); err != nil || !o.ok() {
		s.fault(w, r, http.StatusBadRequest, "web.bad-request")
		return
	}
	if _, reply, ok := s.carryOut(w, r, o); ok {
		writeJSON(w, http.StatusOK, s.reply(reply))
	}
}

// handleTime is the timeout of a command. The slowest ones are hints and verdicts.
const handleTime = 30 * time.Second

// carryOut has the bot carry out a command of the browser's player. If ok is false, it
// has answered why it won't.
func (s *Server) carryOut(w http.ResponseWriter, r *http.Request, o order) (b browser, reply bot.Reply, ok bool) {
	b, err := s.browser(r)
	if err != nil {
		s.failed(w, r, err)
		return b, reply, false
	}
	if b.session.Guest && !s.guests.allow(address(r)) {
		s.fault(w, r, http.StatusTooManyRequests, "limits.slower")
		return b, reply, false
	}
	if b.fresh {
		s.keep(w, b)
	}
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(handleTime + 10*time.Second)) // a recorder has none
	req := s.request(r, b.session.Player, o.Text)
	req.Board, req.Tap, req.Own = bot.BoardRef{Game: o.Game, Version: o.Version}, o.Game != "", true
	if o.ID != "" {
		req.ID = "web " + o.ID
	}
	var answer captured
	if err := s.Bot.Respond(r.Context(), req, &answer, bot.Times{Patience: handleTime, Limit: handleTime}); err != nil {
		s.Log.Error("a request of the page went wrong", "request", bot.Mark(req.ID), "error", err)
	}
	if s.Moved != nil && !b.session.Guest {
		s.Moved(b.session.Player)
	}
	if forgotten(answer.reply) {
		s.dropCookie(w)
		if err := s.close(r, b); err != nil {
			s.Log.Error("a browser of a player who was forgotten is still stored: it is deleted after 30 days", "error", err)
		}
	} else if err := s.note(r.Context(), b); err != nil {
		s.Log.Error("a browser could not be noted", "error", err)
	}
	return b, answer.reply, true
}

// captured keeps a reply, so that the handler can write it. Nothing is deferred: a page
// waits.
type captured struct{ reply bot.Reply }

func (c *captured) Answer(_ context.Context, r bot.Reply) error { c.reply = r; return nil }
func (c *captured) Finish(_ context.Context, r bot.Reply) error { c.reply = r; return nil }
func (c *captured) Defer(context.Context, bool) error           { return nil }

// board responds with the current game.
func (s *Server) board(w http.ResponseWriter, r *http.Request, b browser) {
	reply, err := s.Bot.Handle(r.Context(), s.request(r, b.session.Player, "show"))
	if err != nil {
		s.failed(w, r, err)
		return
	}
	out := s.reply(reply)
	out.None = reply.Board == nil
	writeJSON(w, http.StatusOK, out)
}

// complete responds with continuations of an unfinished move.
func (s *Server) complete(w http.ResponseWriter, r *http.Request, b browser) {
	text := r.URL.Query().Get("text")
	if len(text) > longestText || !utf8.ValidString(text) {
		s.fault(w, r, http.StatusBadRequest, "web.bad-request")
		return
	}
	found, err := s.Bot.Complete(r.Context(), s.request(r, b.session.Player, text), s.speaker)
	if err != nil {
		s.failed(w, r, err)
		return
	}
	list := []Action{}
	for _, f := range found {
		list = append(list, Action{Label: f.Label, Text: f.Text})
	}
	writeJSON(w, http.StatusOK, map[string]any{"list": list})
}

func writeJSON(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(value) // the browser may have gone
}
