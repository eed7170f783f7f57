package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/chat"
)

// A game has one live board in a channel. When it is posted anew, the board
// before becomes a line. This is for tidiness: what is forgotten here, as by a
// restart, leaves an old board whose buttons say that it is old.

// maxLive is how many boards are remembered.
const maxLive = 10_000

// maxReducing is how many boards become lines at once. Nobody waits for it, so
// while Discord doesn't answer edits it would be more with every move; a board
// beyond stays as it is.
const maxReducing = 256

// A place is where a game has one live board.
type place struct {
	*chat.Order
	mu    sync.Mutex
	board liveBoard // zero: not known
}

func (a *Adapter) place(game, channel string) *place {
	return a.live.Own(chat.BoardKey{Game: game, Channel: channel}, func() *place { return &place{Order: chat.NewOrder()} })
}

// A liveBoard is a message that shows a game.
type liveBoard struct {
	origin  string // the interaction that posted the message
	version uint64 // of the game, as shown
	shown   uint64 // the number of the interaction that showed it: they go up

	// path leads to the message by the token of the last interaction it was
	// part of, which is good for a while; lasting as one in a channel that the
	// bot itself is in, if it is that and its id is known.
	path    string
	until   time.Time
	lasting string
}

// olderThan reports whether another board shows the game as it was later, or
// was shown later.
func (b liveBoard) olderThan(other liveBoard) bool {
	return cmp.Or(cmp.Compare(b.version, other.version), cmp.Compare(b.shown, other.shown)) < 0
}

// put remembers a board and returns the one to become a line: the one before,
// or this one if a later one was put in the meantime.
func (p *place) put(b liveBoard) (old liveBoard, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	before := p.board
	if b.olderThan(before) {
		return b, before.origin != b.origin
	}
	p.board = b
	return before, before.origin != "" && before.origin != b.origin
}

// posted remembers where an answer that went out without an error stands, if it
// shows a board. It returns the error.
func (r *answerer) posted(ctx context.Context, err error, reply bot.Reply, b liveBoard) error {
	if err != nil {
		return err
	}
	ref := reply.Ref
	if ref.Game == "" || b.origin == "" { // without its id it could be the very message that is about to become a line
		return nil
	}
	b.version, b.until = ref.Version, r.in.received.Add(tokenLife)
	b.shown, _ = strconv.ParseUint(r.in.ID, 10, 64) // Discord's ids are numbers
	if old, ok := r.place(ref.Game, r.in.ChannelID).put(b); ok {
		r.reduce(ctx, old, reply.Lang, r.now())
	}
	return nil
}

// reduce turns a board into a line, if there is a way. Nobody waits for it.
func (r *answerer) reduce(ctx context.Context, b liveBoard, lang string, now time.Time) {
	edit := call{method: http.MethodPatch, path: b.path}
	if now.After(b.until) {
		edit.path, edit.asBot = b.lasting, true
	}
	if edit.path == "" || !r.reducing.Add() {
		return
	}
	r.work.Go(func() {
		defer r.reducing.Done()
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), tidyLimit)
		defer cancel()
		if _, err := r.deliver(ctx, edit, r.line(lang, "discord.moved")); err != nil {
			r.log.Debug("an old board was not turned into a line", "error", err)
		}
	})
}

// tappedBoard is the board in the place of the tapped message.
func (r *answerer) tappedBoard() liveBoard {
	m := r.in.Message
	b := liveBoard{origin: m.ID, path: r.rest.original(r.in.Token)}
	if m.Origin != nil && m.Origin.ID != "" {
		b.origin = m.Origin.ID
	}
	if !m.ephemeral() {
		b.lasting = r.in.lasting(m.ID)
	}
	return b
}

// originalBoard is the board in the first message that an interaction posted.
func (r *answerer) originalBoard() liveBoard {
	return liveBoard{origin: r.in.ID, path: r.rest.original(r.in.Token)}
}

// furtherBoard is the board in a further message, which Discord has named.
func (r *answerer) furtherBoard(told []byte) liveBoard {
	var m tapped
	if json.Unmarshal(told, &m) != nil || m.ID == "" {
		return liveBoard{origin: r.in.ID}
	}
	b := liveBoard{origin: r.in.ID, path: r.rest.hook(r.in.Token) + "/messages/" + m.ID}
	if !m.ephemeral() {
		b.lasting = r.in.lasting(m.ID)
	}
	return b
}

// lasting is the path of a message in a server that has installed the bot,
// where it is a member and can edit what everybody sees.
func (in *interaction) lasting(message string) string {
	if in.GuildID == "" || in.Owners[guildInstall] != in.GuildID {
		return ""
	}
	return "/channels/" + in.ChannelID + "/messages/" + message
}
