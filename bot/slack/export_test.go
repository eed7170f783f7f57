package slack

import (
	"context"
	"slices"
	"sync"
	"time"

	slackgo "github.com/slack-go/slack"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/locale"
)

// SetHomeEvery changes how often a Home that only follows is published.
func (a *Adapter) SetHomeEvery(d time.Duration) { a.every = d }

// SetStagger changes when the second connection is opened.
func (a *Adapter) SetStagger(d time.Duration) { a.stagger = d }

// Hurry makes the pauses of answers that are tried for long short.
func (a *Adapter) Hurry() { a.pause = 5 * time.Millisecond }

// WaitForPictures lets answers wait for their pictures, however busy the machine is.
func (a *Adapter) WaitForPictures() {
	a.painter.BoardLimit, a.painter.ShowLimit = time.Minute, time.Minute
}

// EndInterval lets the Homes that follow be published now, once all requests are done.
func (a *Adapter) EndInterval() {
	_ = a.work.Wait(context.Background())
	for _, h := range a.homes.All() {
		h.mu.Lock()
		if h.next != nil {
			h.next.Reset(0)
		}
		h.mu.Unlock()
	}
}

// Settle waits until nothing is under way or due.
func (a *Adapter) Settle() {
	for {
		_ = a.work.Wait(context.Background())
		due := slices.ContainsFunc(a.homes.All(), func(h *home) bool {
			h.mu.Lock()
			defer h.mu.Unlock()
			return h.next != nil
		})
		_ = a.errands.Wait(context.Background())
		_ = a.lookUps.Wait(context.Background())
		if !due {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// Blocks returns the blocks that show a reply.
func (a *Adapter) Blocks(r bot.Reply) []slackgo.Block { return a.page(r, "r").blocks }

// Occupy takes all places where requests are worked at, until they are freed.
func (a *Adapter) Occupy() (free func()) {
	taken := 0
	for a.work.Add() {
		taken++
	}
	return func() {
		for range taken {
			a.work.Done()
		}
	}
}

// Idle waits until no request is under way, as a connection does that is to be
// closed.
func (a *Adapter) Idle(ctx context.Context) error { return a.work.Wait(ctx) }

// LoadLocale loads the catalogue once for all tests.
var LoadLocale = sync.OnceValues(locale.Load)
