package web

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/render"
)

// A rankedDeal is one of each day's deals.
type rankedDeal struct {
	Name  string // in a URL
	Text  string // the command's words
	Label []locale.Message
}

func rankedDeals() []rankedDeal {
	return []rankedDeal{
		{"klondike", "draw 1 klondike", []locale.Message{locale.Msg("title.klondike")}},
		{"draw-3", "draw 3 klondike", []locale.Message{locale.Msg("title.klondike"), locale.Msg("title.draw", "Draw", 3)}},
		{"yukon", "yukon", []locale.Message{locale.Msg("title.yukon")}},
	}
}

// A dealLink is a deal of the day on a page.
type dealLink struct{ Name, Label, Text string }

func (s *Server) deals(say *locale.Speaker) (list []dealLink) {
	for _, d := range rankedDeals() {
		list = append(list, dealLink{d.Name, say.Join(d.Label), "daily " + d.Text})
	}
	return list
}

// front is the first page. It offers a game at once, and the deals of the day.
func (s *Server) front(w http.ResponseWriter, r *http.Request) {
	say := s.speaker(s.lang(r))
	today := persist.DayOf(s.Bot.Now())
	s.show(w, r, http.StatusOK, "front.html", page{
		Title: say.Text("web.front-title", nil), About: say.Text("web.front-about", nil),
		Body: struct {
			Deals []dealLink
			Day   string
			Ends  string // RFC 3339, for the countdown
			Until string // the same in words
		}{s.deals(say), bot.DayNumber(today), (today + 1).Start().Format(time.RFC3339), say.Say(locale.Msg("board.ends", "Ends", locale.Moment((today + 1).Start())))},
	})
}

// A replyPage is a reply drawn without the script.
type replyPage struct {
	Reply
	ID    string // of the next request
	Plain string // the board as text
}

// table is the page with the card table.
func (s *Server) table(w http.ResponseWriter, r *http.Request, b browser) {
	if b.fresh {
		s.keep(w, b)
	}
	reply, err := s.Bot.Handle(r.Context(), s.request(r, b.session.Player, "show"))
	if err != nil {
		s.failed(w, r, err)
		return
	}
	s.showReply(w, r, reply)
}

// act carries out a command that a form has sent.
func (s *Server) act(w http.ResponseWriter, r *http.Request) {
	version, _ := strconv.ParseUint(r.PostFormValue("version"), 10, 64) // none: the current game
	o := order{ID: r.PostFormValue("id"), Text: r.PostFormValue("text"), Game: r.PostFormValue("game"), Version: version}
	if !o.ok() {
		s.fault(w, r, http.StatusBadRequest, "web.bad-request")
		return
	}
	if _, reply, ok := s.carryOut(w, r, o); ok {
		s.showReply(w, r, reply)
	}
}

func (s *Server) showReply(w http.ResponseWriter, r *http.Request, reply bot.Reply) {
	say := s.speaker(reply.Lang)
	body := replyPage{Reply: s.reply(reply), ID: newSecret()}
	if reply.Board != nil {
		style, ok := render.ParseStyle(reply.Style)
		if !ok {
			style = render.Unicode
		}
		body.Plain = render.Board(*reply.Board, style, say)
	}
	s.show(w, r, http.StatusOK, "play.html", page{Title: say.Text("web.play-title", nil), Lang: reply.Lang, Body: body, say: say})
}

// A ranking is a table of results on a page.
type rankingTable struct {
	Label string
	Lines []string
}

// today shows the results of today's deals.
func (s *Server) today(w http.ResponseWriter, r *http.Request, b browser) {
	say := s.speaker(s.lang(r))
	var tables []rankingTable
	for _, d := range rankedDeals() {
		req := s.request(r, b.session.Player, "leaderboard span today "+d.Text+" scope everywhere")
		reply, err := s.Bot.Handle(r.Context(), req)
		if err != nil {
			s.failed(w, r, err)
			return
		}
		say = s.speaker(reply.Lang)
		t := rankingTable{Label: say.Join(d.Label)}
		for _, line := range reply.Lines {
			t.Lines = append(t.Lines, say.Say(line))
		}
		tables = append(tables, t)
	}
	today := persist.DayOf(s.Bot.Now())
	s.show(w, r, http.StatusOK, "daily.html", page{
		Title: say.Say(locale.Msg("title.daily", "Day", bot.DayNumber(today))), About: say.Text("web.daily-about", nil), say: say,
		Body: struct {
			Tables       []rankingTable
			Day, Earlier string
		}{tables, bot.DayNumber(today), bot.DayNumber(today - 2)},
	})
}

// A replay is a position of a game that is stepped through.
type replay struct {
	Lines []string
	Title string
	Board *Board
	Plain string
	Path  string // of the page without its step
	Deal  string // the name of a day's deal; empty for other games
	Deals []dealLink
	Step  int
	Play  string // the command that deals the same cards; empty: none
}

// Steps of the links.
func (p replay) Back() int { return max(0, p.Step-1) }
func (p replay) Next() int { return p.Step + 1 }

// lastStep is a step behind the end of every game.
const lastStep = 100_000

// day shows the winning line of an earlier day's deal.
func (s *Server) day(w http.ResponseWriter, r *http.Request, b browser) {
	number, ok := dayNumber(r.PathValue("day"))
	if !ok {
		s.fault(w, r, http.StatusNotFound, "web.not-found")
		return
	}
	deal := rankedDeals()[0]
	for _, d := range rankedDeals() {
		if d.Name == r.URL.Query().Get("deal") {
			deal = d
		}
	}
	step := stepOf(r)
	text := fmt.Sprintf("reveal #%d %s", number, deal.Text)
	if step > 0 {
		text += fmt.Sprintf(" step %d", step)
	}
	reply, err := s.Bot.Handle(r.Context(), s.request(r, b.session.Player, text))
	if err != nil {
		s.failed(w, r, err)
		return
	}
	say := s.speaker(reply.Lang)
	data := s.reply(reply)
	p := replay{
		Lines: data.Lines, Title: data.Title, Board: data.Board, Path: s.base + "/daily/" + strconv.Itoa(number),
		Deal: deal.Name, Deals: s.deals(say), Step: step,
	}
	if reply.Board != nil {
		p.Plain = render.Board(*reply.Board, render.Unicode, say)
	}
	s.show(w, r, http.StatusOK, "replay.html", page{Title: say.Say(locale.Msg("title.daily", "Day", strconv.Itoa(number))), Body: p, say: say})
}

func stepOf(r *http.Request) int {
	step, _ := strconv.Atoi(r.URL.Query().Get("step")) // without one: the deal
	return min(max(0, step), lastStep)
}

// dayNumber reads a day as its number or its date.
func dayNumber(text string) (int, bool) {
	if date, err := time.Parse(time.DateOnly, text); err == nil {
		day := persist.DayOf(date)
		return int(day), day > 0
	}
	n, err := strconv.Atoi(text)
	return n, err == nil && n > 0 && !strings.HasPrefix(text, "+")
}

// privacy is the page about stored data, terms the one about the conditions of use.
func (s *Server) privacy(w http.ResponseWriter, r *http.Request) {
	s.show(w, r, http.StatusOK, "privacy.html", page{Title: s.speaker(s.lang(r)).Text("web.privacy", nil), Body: s.Contact})
}

func (s *Server) terms(w http.ResponseWriter, r *http.Request) {
	s.show(w, r, http.StatusOK, "terms.html", page{Title: s.speaker(s.lang(r)).Text("web.terms", nil), Body: s.Contact})
}
