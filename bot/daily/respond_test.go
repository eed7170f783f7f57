package daily_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/play"
	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

// An ack writes down how it was used, and when.
type ack struct {
	begin time.Time
	calls []string
	reply bot.Reply
	fail  error // of Defer
}

func (a *ack) note(call string) { a.calls = append(a.calls, call+" "+time.Since(a.begin).String()) }

func (a *ack) Answer(_ context.Context, r bot.Reply) error {
	a.note("answer")
	a.reply = r
	return nil
}

func (a *ack) Defer(_ context.Context, private bool) error {
	if private {
		a.note("defer privately")
	} else {
		a.note("defer")
	}
	return a.fail
}

func (a *ack) Finish(_ context.Context, r bot.Reply) error {
	a.note("finish")
	a.reply = r
	return nil
}

// slow is a store that takes its time.
type slow struct {
	*persisttest.Memory
	takes time.Duration
	panic bool
}

func (s *slow) Load(ctx context.Context, p persist.Player) (persist.Record, error) {
	if s.panic {
		panic("out of order")
	}
	select {
	case <-time.After(s.takes):
		return s.Memory.Load(ctx, p)
	case <-ctx.Done():
		return persist.Record{}, ctx.Err()
	}
}

func TestSlowAnswersAreDeferred(t *testing.T) {
	times := bot.Times{Patience: time.Second, Limit: 5 * time.Second}
	server := bot.Place{Server: "s", Channel: "c", Shared: true}
	for name, tt := range map[string]struct {
		store slow
		text  string
		place bot.Place
		fail  error
		calls []string
		says  string
		err   string
	}{
		"quick":        {text: "new", calls: []string{"answer 0s"}},
		"slow":         {store: slow{takes: 2 * time.Second}, text: "new", calls: []string{"defer 1s", "finish 2s"}},
		"private":      {store: slow{takes: 2 * time.Second}, text: "new", place: server, calls: []string{"defer privately 1s", "finish 2s"}},
		"public":       {store: slow{takes: 2 * time.Second}, text: "new public", place: server, calls: []string{"defer 1s", "finish 2s"}},
		"defer failed": {store: slow{takes: 2 * time.Second}, text: "new", fail: errors.New("gone"), calls: []string{"defer 1s", "finish 2s"}, err: "defer: gone"},
		"never":        {store: slow{takes: time.Hour}, text: "new", calls: []string{"defer 1s", "finish 5s"}, says: "I can't read your data just now", err: "deadline"},
		"panic":        {store: slow{panic: true}, text: "new", calls: []string{"answer 0s"}, says: "I couldn't save that", err: "out of order"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tt.store.Memory = persisttest.NewMemory()
				p := personOn(t, play.New(&tt.store))
				a := &ack{begin: time.Now(), fail: tt.fail}
				err := p.bot.Respond(context.Background(), bot.Request{Player: p.player, Place: tt.place, Text: tt.text}, a, times)
				if !slices.Equal(a.calls, tt.calls) {
					t.Errorf("calls %q, want %q", a.calls, tt.calls)
				}
				if got := p.text(a.reply); !strings.Contains(got, tt.says) {
					t.Errorf("says %q, want %q", got, tt.says)
				}
				if (err == nil) != (tt.err == "") || err != nil && !strings.Contains(err.Error(), tt.err) {
					t.Errorf("error %v, want %q", err, tt.err)
				}
			})
		})
	}
}

// A watcher keeps what an observer is told.
type watcher []bot.Handled

func (w *watcher) Handled(_ context.Context, h bot.Handled) { *w = append(*w, h) }

// After a panic the player's next request is answered as ever, and the operator's
// counts have it.
func TestPanicFreesThePlayer(t *testing.T) {
	store := &slow{Memory: persisttest.NewMemory(), panic: true}
	p := personOn(t, play.New(store))
	p.bot.Limits.AtOnce = 1
	var seen watcher
	p.bot.Observer = &seen
	if err := p.bot.Respond(context.Background(), bot.Request{Player: p.player, Text: "new"}, &ack{}, bot.DefaultTimes()); err == nil {
		t.Error("the panic was not told")
	}
	if len(seen) != 1 || seen[0].Command != "new" || seen[0].Outcome != bot.Failed || seen[0].Err == nil {
		t.Errorf("the observer was told %+v", seen)
	}
	store.panic = false
	if r := p.say("new"); r.Board == nil {
		t.Errorf("afterwards: %s", p.text(r))
	}
}
