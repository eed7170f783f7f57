package bot_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/bot/play"
	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

// An ack records how a request was acknowledged, and how long after begin.
type ack struct {
	begin time.Time
	fail  error // of Defer
	calls []string
	reply bot.Reply // the last one
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

// A slow store takes time to load a record, or panics.
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
		"never":        {store: slow{takes: time.Hour}, text: "new", calls: []string{"defer 1s", "finish 5s"}, says: "I can't read your data right now"},
		"panic":        {store: slow{panic: true}, text: "new", calls: []string{"answer 0s"}, says: "I couldn't save that", err: "out of order"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tt.store.Memory = persisttest.NewMemory()
				p := bottest.PersonOn(t, play.New(&tt.store))
				a := &ack{begin: time.Now(), fail: tt.fail}
				err := p.Bot.Respond(context.Background(), bot.Request{Player: p.Player, Place: tt.place, Text: tt.text}, a, times)
				if !slices.Equal(a.calls, tt.calls) {
					t.Errorf("got the calls %q, want %q", a.calls, tt.calls)
				}
				if got := p.Text(a.reply); !strings.Contains(got, tt.says) {
					t.Errorf("got %q, want it to contain %q", got, tt.says)
				}
				if (err == nil) != (tt.err == "") || err != nil && !strings.Contains(err.Error(), tt.err) {
					t.Errorf("got the error %v, want %q", err, tt.err)
				}
			})
		})
	}
}

// A watcher keeps all requests that it observes.
type watcher []bot.Handled

func (w *watcher) Handled(_ context.Context, h bot.Handled) { *w = append(*w, h) }

// The player's next request succeeds, and the observer gets the failure.
func TestAPanicIsReportedAndBlocksNobody(t *testing.T) {
	store := &slow{Memory: persisttest.NewMemory(), panic: true}
	p := bottest.PersonOn(t, play.New(store))
	p.Bot.Limits.AtOnce = 1
	var seen watcher
	p.Bot.Observer = &seen
	if err := p.Bot.Respond(context.Background(), bot.Request{Player: p.Player, Text: "new"}, &ack{}, bot.DefaultTimes()); err == nil {
		t.Error("got no error for the panic")
	}
	if len(seen) != 1 || seen[0].Command != "new" || seen[0].Outcome != bot.Failed || seen[0].Err == nil {
		t.Errorf("the observer got %+v, want one failed request", seen)
	}
	store.panic = false
	if r := p.Say("new"); r.Board == nil {
		t.Errorf("after the panic: got %s, want a board", p.Text(r))
	}
}
