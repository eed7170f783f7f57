package slack_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/slack/slackfake"
	"github.com/solitaire-chat/solitaire/persist"
)

// While too many requests are in flight a command gets a sentence. What can't be
// answered at once isn't acknowledged: Slack shows that a tap failed, and delivers an
// event again.
func TestRequestsTurnedAwayAreNotLost(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, by transport) {
		s := newStage(t, by, memory(), slackfake.Options{Ack: time.Second, Tolerate: []string{slackfake.Transport}})
		ann := s.ann().In("C1")
		ann.Slash("/solitaire", "new deal 1")
		tap, opening := ann.Tap("Draw"), ann.Opening()
		s.adapter.Settle()
		free := sync.OnceFunc(s.adapter.Occupy())
		defer free()
		has(t, ann.Slash("/move", "d"), "I'm too busy")
		if by == overHTTP {
			for _, d := range []*slackfake.Delivery{tap, opening} {
				if status, _ := s.Forge(d, slackfake.Forgery{}); status != http.StatusServiceUnavailable {
					t.Errorf("it is answered by status %d", status)
				}
			}
			return
		}
		delivered := make(chan struct{})
		go func() {
			defer close(delivered)
			s.Deliver(tap, opening)
		}()
		for begin := time.Now(); len(s.Violations()) < 2; time.Sleep(time.Millisecond) { // neither was acknowledged
			if time.Since(begin) > 10*time.Second {
				t.Error("what was turned away is acknowledged")
				break
			}
		}
		free()
		<-delivered
		await(ann, "1 move ")
		await(s.ann().AtHome(), "deal 1")
	})
}

// An acknowledgement that comes too late makes Slack deliver again; the move is
// made once.
func TestLateAcknowledgement(t *testing.T) {
	t.Parallel()
	store := newSlow()
	s := newStage(t, overSocket, store, slackfake.Options{Ack: 300 * time.Millisecond, Tolerate: []string{slackfake.Transport}})
	s.restartWith(store, bot.Times{Patience: time.Minute, Limit: time.Minute})
	ann := s.ann().In("C1")
	ann.Slash("/solitaire", "new deal 1")
	store.delay(800 * time.Millisecond)
	s.Deliver(ann.Command("/move", "d"))
	store.delay(0)
	s.adapter.Settle()
	if len(s.Violations()) == 0 {
		t.Fatal("no acknowledgement was late")
	}
	s.stop()
	if n := annsGame(t, s).Length(); n != 1 {
		t.Errorf("%d moves were made", n)
	}
}

// A panicking store is a sentence to the player and a line in the log.
func TestPanic(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, by transport) {
		s := newStage(t, by, &panicking{Store: memory()}, slackfake.Options{})
		has(t, s.ann().In("C1").Slash("/solitaire", "new deal 1"), "I couldn't save that")
		has(t, s.ann().In("C1").Slash("/solitaire", "help"), "Type a command")
		s.adapter.Settle()
		if log := s.log.String(); !strings.Contains(log, "panic: broken") {
			t.Errorf("the log says:\n%s", log)
		}
	})
}

type panicking struct{ persist.Store }

func (p *panicking) Commit(context.Context, persist.Change) error { panic("broken") }

// The log names nobody, quotes nothing and holds no secret, whatever goes wrong.
func TestLogIsDiscreet(t *testing.T) {
	t.Parallel()
	s := newStage(t, overSocket, memory(), slackfake.Options{Uses: 2})
	ann, eve := s.Person("UXAVER", "xaver", "", ""), s.Person("UYVONNE", "yvonne", "", "")
	ann.Slash("/solitaire", "new deal 424242")
	for _, method := range []string{slackfake.ResponseURL, "chat.update", "chat.postMessage", "users.info", "files.completeUploadExternal", "views.publish"} {
		s.Fail(method, slackfake.Fault{Error: "internal_error", Status: 500})
	}
	s.Deliver(ann.Opening())
	s.Deliver(ann.Command("/move", "9h 10s"))
	ann.In("C1").Slash("/solitaire", "my-data")
	eve.In("C1").Slash("/solitaire", "challenge @xaver something-private")
	s.stop()
	log := s.log.String()
	if !strings.Contains(log, "status") && !strings.Contains(log, "error=") {
		t.Fatalf("nothing was logged:\n%s", log)
	}
	for _, private := range []string{"xaver", "yvonne", "UXAVER", "UYVONNE", "C1", ann.Place(), "424242", "private", "9h", "♥", s.BotToken, s.AppToken, s.URL, "trigger."} {
		if strings.Contains(log, private) {
			t.Errorf("the log holds %q:\n%s", private, log)
		}
	}
}

// After Drain the adapter accepts nothing more, so there is nothing to wait for.
func TestDrained(t *testing.T) {
	t.Parallel()
	s := newStage(t, overHTTP, memory(), slackfake.Options{})
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if err := s.adapter.Drain(ctx); err != nil {
		t.Fatal(err)
	}
	s.drained = true
	has(t, s.ann().In("C1").Slash("/solitaire", "new deal 1"), "I'm too busy")
	ended, stop := context.WithCancel(context.Background())
	stop()
	if err := s.adapter.Drain(ended); err != nil {
		t.Errorf("a second Drain: %v", err)
	}
}

// Drain gives up when its context ends.
func TestDrainEndsWithItsContext(t *testing.T) {
	t.Parallel()
	s := inMemory(t, overHTTP)
	free := s.adapter.Occupy()
	ctx, cancel := context.WithCancel(context.Background())
	go cancel()
	if err := s.adapter.Drain(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Drain: %v", err)
	}
	free()
}
