package web

import (
	"bytes"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io/fs"
	"log/slog"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"path"
	"strings"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/render"
	"github.com/solitaire-chat/solitaire/render/picture"
)

// Platform is the platform of guests.
const Platform = "web"

// A Config holds what a [Server] needs.
type Config struct {
	Bot       *bot.Bot
	Catalogue *locale.Catalogue
	Log       *slog.Logger
	Changes   *Changes         // of the bot's store
	Painter   *picture.Painter // of the pictures that links to shared games have; nil: they have none
	URL       string           // where browsers find the page, such as "https://cards.example/solitaire"
	// SecretUntil returns when nobody competes in a game's deal any more, so that the game
	// may be shared; zero if nobody does.
	SecretUntil func(context.Context, *bot.Bot, persist.Game) (time.Time, error)
	// Moved is called after each command of a player who came from a chat, so that boards
	// there can follow; nil: none do.
	Moved func(persist.Player)

	Look    time.Duration // how often a stream looks for changes by another copy of the bot; 0: 5 s
	Contact string        // how players reach the operator, for the page on privacy
}

// A Server serves the page.
type Server struct {
	Config
	base   string // the path of URL, without a slash at its end
	secure bool   // browsers come by https
	pages  *template.Template
	guests addressLimits

	stopping chan struct{} // closed when the streams are to end
}

//go:embed static templates
var files embed.FS

// style is part of every page, so that a browser paints it after one response. The policy
// allows it by its hash.
//
//go:embed templates/style.css
var style string

func styleHash() string {
	sum := sha256.Sum256([]byte(style))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// New returns a server. It sets the bot's Page.
func New(c Config) (*Server, error) {
	u, err := url.Parse(c.URL)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" {
		return nil, fmt.Errorf("%q is no address of a page: give one such as https://cards.example", c.URL)
	}
	s := &Server{Config: c, base: strings.TrimRight(u.Path, "/"), secure: u.Scheme == "https", stopping: make(chan struct{})}
	if s.Look == 0 {
		s.Look = 5 * time.Second
	}
	s.URL = strings.TrimRight(c.URL, "/")
	s.Bot.Page = s.URL
	s.pages, err = template.ParseFS(files, "templates/*.html")
	return s, err
}

// Base is the path of the page, without a slash at its end.
func (s *Server) Base() string { return s.base }

// Stop ends the open streams, so that the HTTP server can shut down.
func (s *Server) Stop() { close(s.stopping) }

// most is the longest request, in bytes.
const most = 16 << 10

// Handler returns the handler of everything below the page's path.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.front)
	mux.HandleFunc("GET /play", s.forPlayer(s.table))
	mux.HandleFunc("POST /play", s.act)
	mux.HandleFunc("GET /go", s.offerLink)
	mux.HandleFunc("POST /go", s.spendLink)
	mux.HandleFunc("GET /daily", s.forPlayer(s.today))
	mux.HandleFunc("GET /daily/{day}", s.forPlayer(s.day))
	mux.HandleFunc("GET /r/{id}", s.shared)
	mux.HandleFunc("GET /r/{id}/board.png", s.sharedPicture)
	mux.HandleFunc("GET /settings", s.forPlayer(s.settings))
	mux.HandleFunc("POST /settings", s.set)
	mux.HandleFunc("POST /signout", s.forPlayer(s.signOut))
	mux.HandleFunc("GET /my-data", s.forPlayer(s.myData))
	mux.HandleFunc("GET /privacy", s.privacy)
	mux.HandleFunc("GET /terms", s.terms)
	mux.HandleFunc("POST /api/command", s.command)
	mux.HandleFunc("POST /api/share", s.forPlayer(s.share))
	mux.HandleFunc("GET /api/board", s.forPlayer(s.board))
	mux.HandleFunc("GET /api/complete", s.forPlayer(s.complete))
	mux.HandleFunc("GET /api/events", s.forPlayer(s.events))
	mux.HandleFunc("GET /static/{name}", s.static)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { s.fault(w, r, http.StatusNotFound, "web.not-found") })
	policy := "default-src 'none'; script-src 'self'; style-src " + styleHash() + "; img-src 'self'; connect-src 'self'; " +
		"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
	guarded := http.NewCrossOriginProtection().Handler(http.MaxBytesHandler(mux, most))
	return http.StripPrefix(s.base, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
		if s.secure {
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
		h.Set("Cache-Control", "no-store")
		if !s.secure && !isLoopback(r.Host) { // a name of another site that leads to this machine
			http.Error(w, http.StatusText(http.StatusMisdirectedRequest), http.StatusMisdirectedRequest)
			return
		}
		if r.URL.Path == "" { // the path without its slash
			r.URL.Path = "/"
		}
		guarded.ServeHTTP(w, r)
	}))
}

// forPlayer returns a handler that is given the browser of its request, and with it the
// player.
func (s *Server) forPlayer(h func(http.ResponseWriter, *http.Request, browser)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		b, err := s.browser(r)
		if err != nil {
			s.failed(w, r, err)
			return
		}
		h(w, r, b)
	}
}

// isLoopback reports whether a request was for this machine by name or address.
func isLoopback(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	a, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return host == "localhost" || err == nil && a.IsLoopback()
}

// static serves the script, the style and the pictures of the page.
func (s *Server) static(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	content, err := fs.ReadFile(files, path.Join("static", path.Base(name)))
	if err != nil {
		s.fault(w, r, http.StatusNotFound, "web.not-found")
		return
	}
	h := w.Header()
	h.Set("Content-Type", mime.TypeByExtension(path.Ext(name)))
	h.Set("Cache-Control", "no-cache")
	h.Set("ETag", `"`+bot.PageKey(string(content))[:16]+`"`)
	if r.Header.Get("If-None-Match") == h.Get("ETag") {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	_, _ = w.Write(content) // the browser may have gone
}

// A page holds the data of a template.
type page struct {
	Base  string // path of the page, for links
	URL   string // of this very page, for what shows a preview of it
	Lang  string
	Title string
	About string
	Image string // a picture for previews; empty: none
	Body  any
	say   *locale.Speaker
}

// Style is the page's style.
func (p page) Style() template.CSS { return template.CSS(style) } //nolint:gosec // it is our own file

// Say is a text of the page's own, in the reader's language.
func (p page) Say(key string) string { return p.say.Text("web."+key, nil) }

// Text is a text of the bot's, in the reader's language.
func (p page) Text(key string) string { return p.say.Text(key, nil) }

// Words returns the script's own texts, and the names of cards and piles.
func (p page) Words() map[string]string {
	texts := map[string]string{}
	blanks := map[string]any{"Pile": "{Pile}", "Hidden": "{Hidden}", "Card": "{Card}"} // which the script fills in
	for _, key := range wordKeys() {
		texts[strings.TrimPrefix(key, "web.")] = p.say.Text(key, blanks)
	}
	for _, suit := range []string{"c", "d", "h", "s"} {
		texts["suit-"+suit] = p.say.Text("suit."+suit, nil)
	}
	for _, c := range game.NewDeck() {
		texts[c.String()] = render.Name(c, p.say)
	}
	return texts
}

// wordKeys are the keys of the script's own texts.
func wordKeys() []string {
	return []string{
		"web.pile", "web.face-down", "web.stock", "web.waste", "web.foundation", "web.empty", "web.lifted", "web.put-back",
		"web.no-move", "web.offline", "web.moved-elsewhere", "web.share", "web.shared", "web.download",
	}
}

// show writes a page by its template.
func (s *Server) show(w http.ResponseWriter, r *http.Request, status int, name string, p page) {
	if p.say == nil {
		p.say = s.speaker(s.lang(r))
	}
	p.Base, p.URL = s.base, s.URL+r.URL.Path
	if p.Lang == "" {
		p.Lang = s.lang(r)
	}
	var b bytes.Buffer
	if err := s.pages.ExecuteTemplate(&b, name, p); err != nil {
		s.Log.Error("a page could not be made", "page", name, "error", err)
		http.Error(w, http.StatusText(http.StatusInternalServerError), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes()) // the browser may have gone
}

// fault responds with an error: as data below /api/, otherwise as a page.
func (s *Server) fault(w http.ResponseWriter, r *http.Request, status int, key string) {
	say := s.speaker(s.lang(r))
	text := say.Text(key, nil)
	if strings.HasPrefix(r.URL.Path, "/api/") {
		writeJSON(w, status, map[string]string{"error": text})
		return
	}
	s.show(w, r, status, "message.html", page{Title: text, Body: text})
}

// lang returns the language of a page that belongs to no player.
func (s *Server) lang(r *http.Request) string {
	tags := strings.FieldsFunc(r.Header.Get("Accept-Language"), func(c rune) bool { return c == ',' || c == ' ' })
	for i, t := range tags {
		tags[i], _, _ = strings.Cut(t, ";")
	}
	return locale.Match(tags...)
}

func (s *Server) speaker(lang string) *locale.Speaker { return s.Catalogue.In(lang, false) }

// request returns the request for a text of a browser's player.
func (s *Server) request(r *http.Request, p persist.Player, text string) bot.Request {
	tag, _, _ := strings.Cut(r.Header.Get("Accept-Language"), ",")
	tag, _, _ = strings.Cut(tag, ";")
	return bot.Request{Player: p, Locale: tag, Text: text}
}
