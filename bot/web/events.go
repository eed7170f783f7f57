package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/persist"
)

// Changes reports commits to open pages. The zero value is ready for use.
type Changes struct {
	mu       sync.Mutex
	watchers map[persist.Player]map[chan bot.BoardRef]bool
}

// Watch returns a store whose commits are reported.
func (c *Changes) Watch(s persist.Store) persist.Store { return watched{s, c} }

type watched struct {
	persist.Store
	changes *Changes
}

// Commit implements [persist.Store].
func (w watched) Commit(ctx context.Context, c persist.Change) error {
	err := w.Store.Commit(ctx, c)
	if err == nil && !c.DocsOnly() {
		w.changes.report(c)
	}
	return err
}

func (c *Changes) report(change persist.Change) {
	now := current(change.Record)
	if change.Forget { // forgetting leaves no record
		now = bot.BoardRef{}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for watcher := range c.watchers[change.Player] {
		select { // a watcher gets the latest one only
		case <-watcher:
		default:
		}
		watcher <- now
	}
}

// current returns the current game of a record; zero if there is none.
func current(r persist.Record) bot.BoardRef {
	for _, g := range r.Games {
		if g.ID == r.Current {
			return bot.BoardRef{Game: g.ID, Version: g.Version}
		}
	}
	return bot.BoardRef{}
}

// mostStreams is how many streams a player may have open; mostOpen, all together.
const (
	mostStreams = 8
	mostOpen    = 4096
)

// watch reports a player's changes until stop is called. ok is false if too many watch.
func (c *Changes) watch(p persist.Player) (changes <-chan bot.BoardRef, stop func(), ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.watchers[p]) >= mostStreams || len(c.watchers) >= mostOpen {
		return nil, nil, false
	}
	if c.watchers == nil {
		c.watchers = map[persist.Player]map[chan bot.BoardRef]bool{}
	}
	if c.watchers[p] == nil {
		c.watchers[p] = map[chan bot.BoardRef]bool{}
	}
	watcher := make(chan bot.BoardRef, 1)
	c.watchers[p][watcher] = true
	return watcher, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.watchers[p], watcher)
		if len(c.watchers[p]) == 0 {
			delete(c.watchers, p)
		}
	}, true
}

// beatEvery is the interval of a stream's comments, which keep proxies from closing it.
const beatEvery = 25 * time.Second

// events responds with the stream of a page. It reports changes of the current game.
func (s *Server) events(w http.ResponseWriter, r *http.Request, b browser) {
	player := b.session.Player
	changes, stop, ok := s.Changes.watch(player)
	if !ok {
		s.fault(w, r, http.StatusTooManyRequests, "failure.busy")
		return
	}
	defer stop()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no")
	stream := http.NewResponseController(w)
	_ = stream.SetReadDeadline(time.Time{}) // the server's is for requests; a recorder has none
	send := func(text string) bool {
		if err := stream.SetWriteDeadline(time.Now().Add(10 * time.Second)); err != nil {
			return false
		}
		_, err := fmt.Fprint(w, text)
		return err == nil && stream.Flush() == nil
	}
	if !send("retry: 2000\n\n") {
		return
	}
	look, beat := time.NewTicker(s.Look), time.NewTicker(beatEvery)
	defer look.Stop()
	defer beat.Stop()
	var shown bot.BoardRef
	for {
		text := ""
		select {
		case shown = <-changes:
			text = changed(shown)
		case <-look.C:
			if b, err := s.browser(r); err == nil && b.session.Player != player {
				return // the browser was signed out
			}
			rec, err := s.Bot.Store.Load(r.Context(), player)
			if now := current(rec); bot.IgnoreMissing(err) == nil && now != shown {
				shown, text = now, changed(now)
			}
		case <-beat.C:
			text = ": here\n\n"
		case <-s.stopping:
			return
		case <-r.Context().Done():
			return
		}
		if text != "" && !send(text) {
			return
		}
	}
}

func changed(ref bot.BoardRef) string {
	data, _ := json.Marshal(map[string]any{"game": ref.Game, "version": ref.Version}) // it never fails
	return fmt.Sprintf("event: changed\ndata: %s\n\n", data)
}
