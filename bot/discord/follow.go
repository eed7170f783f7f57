package discord

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/chat"
	"github.com/solitaire-chat/solitaire/persist"
)

// followAfter is how long after a move elsewhere a board follows. Further moves in the
// meantime make no further edits.
const followAfter = time.Second

// A seat is where a player has played last in the bot's own conversation with them.
type seat struct {
	in  *interaction
	req bot.Request

	mu  sync.Mutex
	due bool // an edit is due
}

// sit remembers where a player plays, if nobody else reads there.
func (a *Adapter) sit(in *interaction, req bot.Request) {
	if in.shared() {
		return
	}
	player := bot.Request{
		ID: req.ID, Player: req.Player, Place: req.Place, Name: req.Name, GlobalName: req.GlobalName,
		Locale: req.Locale, PlaceLocale: req.PlaceLocale, Text: bot.BackText, Own: true,
	}
	a.seats.Put(req.Player, &seat{in: in, req: player})
}

// Moved has the player's board in the conversation with the bot follow a move that was
// made elsewhere, such as on the page. Discord lets the bot edit the board for a quarter
// of an hour after the player has used it; later, it follows once it is tapped.
func (a *Adapter) Moved(p persist.Player) {
	s, ok := a.seats.Get(p)
	if !ok {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.due {
		return
	}
	s.due = true
	time.AfterFunc(followAfter, func() { a.lines.Go(func() { a.follow(s) }) })
}

// follow shows the current game in its live message, if that shows an older state.
func (a *Adapter) follow(s *seat) {
	s.mu.Lock()
	s.due = false
	s.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), tidyLimit)
	defer cancel()
	reply, err := a.bot.Handle(ctx, s.req)
	if err != nil {
		a.log.Warn("a board could not follow a move made elsewhere: the game could not be read", "request", bot.Mark(s.in.ID), "error", err)
		return
	}
	behind, ok := a.boards.Behind(reply.Ref, s.in.ChannelID).(*shownBoard)
	if !ok {
		return
	}
	edit := behind.edit()
	if edit.path == "" {
		return
	}
	r := &answerer{Adapter: a, in: s.in}
	way := r.way(reply)
	way.Edits = true
	way.Send = func(ctx context.Context, p *chat.Picture) (chat.Message, error) {
		_, err := a.deliver(ctx, edit, r.message(reply, p))
		return behind, err
	}
	if err := a.boards.Show(ctx, way); err != nil {
		a.log.Debug("a board could not follow a move made elsewhere", "request", bot.Mark(s.in.ID), "error", err)
	}
}

// edit returns the call that edits the message, without its content; its path is empty if
// there is no way any more.
func (b *shownBoard) edit() call {
	c := call{method: http.MethodPatch, path: b.path}
	if b.now().After(b.until) {
		c.path, c.asBot = b.lasting, true
	}
	return c
}
