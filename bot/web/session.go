package web

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/persist"
)

// A browser is where a request comes from. Its secret is in a cookie; only a hash of
// it is stored. A browser that isn't stored is that of a guest, whose player follows
// from the secret: nothing needs to be written before the guest does something.
type browser struct {
	secret  string
	fresh   bool // it has no cookie yet
	session bot.PageSession
	version uint64 // of the stored session; 0: it isn't stored
}

// newSecret returns a text of at least 256 random bits.
func newSecret() string { return rand.Text() + rand.Text() }

const secretLength = 52

// cookieName is __Host- by https, which browsers then give to this host alone.
func (s *Server) cookieName() string {
	if s.secure {
		return "__Host-solitaire"
	}
	return "solitaire" // on the loopback interface
}

// browser returns the browser of a request.
func (s *Server) browser(r *http.Request) (b browser, err error) {
	cookie, err := r.Cookie(s.cookieName())
	if err != nil || len(cookie.Value) != secretLength {
		b.secret, b.fresh = newSecret(), true
	} else {
		b.secret = cookie.Value
		b.session, b.version, err = bot.ReadDoc[bot.PageSession](r.Context(), s.Bot, bot.PageSessionKind, bot.PageKey(b.secret))
		if err != nil {
			return b, err
		}
	}
	if b.version == 0 {
		const id = 32 // of the 64 digits: enough, and the rest of the hash stays private
		b.session = bot.PageSession{Player: persist.Player{Platform: Platform, User: bot.PageKey(b.secret)[:id]}, Guest: true}
	}
	return b, nil
}

// keep gives a browser its cookie.
func (s *Server) keep(w http.ResponseWriter, b browser) {
	const year = 365 * 24 * time.Hour
	http.SetCookie(w, &http.Cookie{
		Name: s.cookieName(), Value: b.secret, Path: "/", MaxAge: int(year.Seconds()),
		Secure: s.secure, HttpOnly: true, SameSite: http.SameSiteLaxMode,
	})
}

// note stores that a browser is in use, once a day.
func (s *Server) note(ctx context.Context, b browser) error {
	today := persist.DayOf(s.Bot.Now())
	if b.version > 0 && b.session.Seen == today {
		return nil
	}
	b.session.Seen = today
	doc := persist.Doc{Kind: bot.PageSessionKind, Key: bot.PageKey(b.secret), Version: b.version}
	return bot.IgnoreConflict(s.Bot.Put(ctx, doc, b.session))
}

// mostBrowsers is the most browsers in which a player is signed in. One more signs out the
// first.
const mostBrowsers = 20

// Link returns a one-time link for a player.
func (s *Server) Link(ctx context.Context, p persist.Player) (string, error) {
	secret := rand.Text()
	link := bot.PageLink{Player: p, Until: s.Bot.Now().Add(10 * time.Minute)}
	err := s.Bot.Put(ctx, persist.Doc{Kind: bot.PageLinkKind, Key: bot.PageKey(secret)}, link)
	return s.URL + "/go?t=" + url.QueryEscape(secret), err
}

// offerLink shows a button that spends a link. The link itself spends nothing, so that
// a chat's preview of it doesn't.
func (s *Server) offerLink(w http.ResponseWriter, r *http.Request) {
	s.show(w, r, http.StatusOK, "go.html", page{Title: s.speaker(s.lang(r)).Text("web.go-title", nil), Body: r.URL.Query().Get("t")})
}

// spendLink lets a browser play as the player of a link, which is then spent.
func (s *Server) spendLink(w http.ResponseWriter, r *http.Request) {
	opened, err := s.open(r.Context(), r.PostFormValue("t"))
	switch {
	case errors.Is(err, errSpent):
		s.fault(w, r, http.StatusGone, "web.link-spent")
	case err != nil:
		s.failed(w, r, fmt.Errorf("spend a link: %w", err))
	default:
		s.keep(w, opened)
		http.Redirect(w, r, s.base+"/play", http.StatusSeeOther)
	}
}

var errSpent = errors.New("there is no such link, or no longer")

// open spends a link and stores a new browser for its player, both or neither.
func (s *Server) open(ctx context.Context, secret string) (opened browser, err error) {
	key := bot.PageKey(secret)
	link, version, err := bot.ReadDoc[bot.PageLink](ctx, s.Bot, bot.PageLinkKind, key)
	switch {
	case err != nil:
		return opened, err
	case version == 0 || !link.Valid(s.Bot.Now()):
		return opened, errSpent
	}
	opened = browser{secret: newSecret(), session: bot.PageSession{Player: link.Player, Seen: persist.DayOf(s.Bot.Now())}}
	docs := []persist.Doc{{Kind: bot.PageLinkKind, Key: key, Version: version}}
	add := func(kind, key string, version uint64, value any) {
		doc, packErr := persist.Pack(kind, key, version, value)
		err = errors.Join(err, packErr)
		docs = append(docs, doc)
	}
	list, version, err := bot.ReadDoc[[]string](ctx, s.Bot, bot.PageSessionsKind, bot.HomeKey(link.Player))
	if err != nil {
		return opened, err
	}
	list = append(list, bot.PageKey(opened.secret))
	for ; len(list) > mostBrowsers; list = list[1:] {
		old, err := s.Bot.Store.Doc(ctx, bot.PageSessionKind, list[0])
		if err == nil {
			docs = append(docs, persist.Doc{Kind: old.Kind, Key: old.Key, Version: old.Version})
		}
	}
	add(bot.PageSessionsKind, bot.HomeKey(link.Player), version, slices.Clip(list))
	add(bot.PageSessionKind, bot.PageKey(opened.secret), 0, opened.session)
	if err == nil {
		err = s.Bot.Store.Commit(ctx, persist.Change{Docs: docs})
	}
	if errors.Is(err, persist.ErrConflict) { // another request has spent the link
		err = errSpent
	}
	return opened, err
}

// failed responds to a request during which the store failed. It does nothing if the
// browser has gone, since that cancels the store's work.
func (s *Server) failed(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil {
		return
	}
	s.Log.Error("the page failed", "path", r.URL.Path, "error", err)
	s.fault(w, r, http.StatusServiceUnavailable, "failure.store")
}
