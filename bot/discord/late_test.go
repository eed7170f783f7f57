package discord_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/discord"
	"github.com/solitaire-chat/solitaire/bot/discord/discordfake"
	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

// A held store doesn't answer until it is let go.
type held struct {
	*persisttest.Memory
	door    atomic.Pointer[chan struct{}] // nil: it answers at once
	waiting atomic.Int32                  // requests
}

// hold lets requests wait from now on, until they are released.
func (s *held) hold() {
	door := make(chan struct{})
	s.door.Store(&door)
}

// release answers the requests that wait, and all later ones at once. More calls do nothing.
func (s *held) release() {
	if door := s.door.Swap(nil); door != nil {
		close(*door)
	}
}

func (s *held) Load(ctx context.Context, p persist.Player) (persist.Record, error) {
	if door := s.door.Load(); door != nil {
		s.waiting.Add(1)
		defer s.waiting.Add(-1)
		select {
		case <-*door:
		case <-ctx.Done():
			return persist.Record{}, ctx.Err()
		}
	}
	return s.Memory.Load(ctx, p)
}

// late does something while the store is held, until the bot has deferred the
// answer, and returns what comes of it in the end.
func late(t testing.TB, st *stage, store *held, do func() (*discordfake.Answer, error)) *discordfake.Answer {
	t.Helper()
	store.hold()
	type result struct {
		a   *discordfake.Answer
		err error
	}
	done := make(chan result, 1)
	before := callbacks(st)
	go func() {
		a, err := do()
		done <- result{a, err}
	}()
	eventually(t, func() bool { return callbacks(st) > before })
	store.release()
	got := <-done
	if got.err != nil {
		t.Fatal(got.err)
	}
	return got.a
}

// callbacks counts the first responses so far.
func callbacks(st *stage) (n int) {
	for _, p := range st.Payloads() {
		if p.Route == discordfake.RouteCallback {
			n++
		}
	}
	return n
}

// eventually waits until something holds.
func eventually(t testing.TB, holds func() bool) {
	t.Helper()
	for begin := time.Now(); !holds(); time.Sleep(time.Millisecond) {
		if time.Since(begin) > 10*time.Second {
			t.Fatal("it never came to that")
		}
	}
}

func slow(c *discord.Config) {
	c.Times = bot.Times{Patience: time.Millisecond, Limit: 10 * time.Second}
}

// A slow answer is deferred and given later, as visible as it was announced.
func TestLateAnswers(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, s setup) {
		store := &held{Memory: persisttest.NewMemory()}
		s.store, s.config = store, slow
		st := s.open(t)
		ann := st.ann()
		a := late(t, st, store, func() (*discordfake.Answer, error) { return ann.TrySlash("solitaire new") })
		says(t, a.Message, "deal 1", "0 moves")
		if a.Callback != 5 || !a.Message.Private {
			t.Errorf("it was answered by callback %d, private: %v", a.Callback, a.Message.Private)
		}
		board := a.Message
		a = late(t, st, store, func() (*discordfake.Answer, error) { return ann.TryClickOn(board, "Draw") })
		says(t, a.Message, "1 move")
		if a.Callback != 6 || a.Message.ID != board.ID {
			t.Errorf("a tap was answered by callback %d on message %s", a.Callback, a.Message.ID)
		}
		words := "from:Q♦ from pile 5 → K♣ on pile 4" // to be looked up first
		a = late(t, st, store, func() (*discordfake.Answer, error) { return ann.TrySlash("move", words) })
		if a.Callback != 5 {
			t.Errorf("a move in words was answered by callback %d", a.Callback)
		}
		a = late(t, st, store, func() (*discordfake.Answer, error) { return ann.TrySlash("solitaire my-data") })
		if a.Callback != 5 || len(a.Message.Attachments) != 1 {
			t.Errorf("the file did not come: %+v", a.Message)
		}
	})
}

// An answer whose visibility differs from the deferral's is a new message, and the
// deferral's message is deleted.
func TestLateAnswersOfOtherVisibility(t *testing.T) {
	t.Parallel()
	store := &held{Memory: persisttest.NewMemory()}
	st := setup{store: store, config: slow}.open(t)
	ann, bob := st.ann(), st.Person("8", "bob", "de")
	ann.Slash("solitaire new", "public:true")

	// A command is announced as private, but the board is public.
	late(t, st, store, func() (*discordfake.Answer, error) { return ann.TrySlash("draw") })
	public := bob.WaitFor(func(m *discordfake.Message) bool { return strings.Contains(said(t, m), "1 move") })
	eventually(t, func() bool { return len(announced(t, ann)) == 0 })

	// A public game is asked for, which needs a private question first.
	carl := st.Person("9", "carl", "fr")
	carl.Slash("solitaire new")
	carl.Slash("draw")
	late(t, st, store, func() (*discordfake.Answer, error) { return carl.TrySlash("solitaire new", "public:true") })
	question := carl.WaitFor(func(m *discordfake.Message) bool { return strings.Contains(said(t, m), "Abandon your current game?") })
	eventually(t, func() bool { return len(announced(t, carl)) == 0 })
	if !question.Private {
		t.Error("everybody sees the question")
	}

	// Somebody else's tap on the public board.
	a := late(t, st, store, func() (*discordfake.Answer, error) { return bob.TryClickOn(public, "Draw") })
	if len(a.More) != 1 || !a.More[0].Private {
		t.Fatalf("follow-ups %v", a.More)
	}
	says(t, a.More[0], "That isn't your board")
	says(t, bob.See(public), "1 move")

	// The newly posted board is the live one.
	ann.Slash("draw")
	eventually(t, func() bool { return bob.See(public) == nil })
}

// A late answer that fails is retried, but nothing is posted twice.
func TestLateAnswersWithFaults(t *testing.T) {
	t.Parallel()
	store := &held{Memory: persisttest.NewMemory()}
	st := setup{gateway: true, store: store, config: slow}.open(t)
	ann, bob := st.ann(), st.Person("8", "bob", "de")
	for _, kind := range []discordfake.FaultKind{discordfake.BadGateway, discordfake.BadGatewayAfter, discordfake.Dropped, discordfake.LimitedHTML, discordfake.Overloaded} {
		st.Fail(discordfake.Fault{Route: discordfake.RouteOriginal, Kind: kind})
		a := late(t, st, store, func() (*discordfake.Answer, error) { return ann.TrySlash("solitaire new", "deal:3") })
		says(t, a.Message, "deal 3")
	}
	public := ann.Slash("solitaire new", "public:true").Message
	st.Fail(discordfake.Fault{Route: discordfake.RouteFollowUp, Kind: discordfake.BadGatewayAfter})
	a := late(t, st, store, func() (*discordfake.Answer, error) { return bob.TryClickOn(public, "Draw") })
	drain(t, st.adapter)
	if st.Heal() != 0 || len(a.More) != 1 || len(bob.Sees()) != 2 {
		t.Errorf("bob sees %d messages", len(bob.Sees()))
	}
}

// A late answer is tried more often than a first response: Discord takes it as long
// as the token lives.
func TestLateAnswersOutliveAnOutage(t *testing.T) {
	t.Parallel()
	store := &held{Memory: persisttest.NewMemory()}
	st := setup{gateway: true, store: store, config: slow}.open(t)
	st.Fail(discordfake.Fault{Route: discordfake.RouteOriginal, Kind: discordfake.BadGateway, Times: 6})
	a := late(t, st, store, func() (*discordfake.Answer, error) { return st.ann().TrySlash("solitaire new", "deal:3") })
	says(t, a.Message, "deal 3")
}

// If the message that a late answer belongs into is gone, or too old to be edited,
// the answer is a further one.
func TestLateAnswersSurviveTheirMessage(t *testing.T) {
	t.Parallel()
	for _, fault := range []discordfake.Fault{{Status: http.StatusNotFound, Code: 10008}, {Status: http.StatusBadRequest, Code: 30046}} {
		fault.Route, fault.Kind = discordfake.RouteOriginal, discordfake.Refused
		store := &held{Memory: persisttest.NewMemory()}
		st := setup{gateway: true, store: store, config: slow}.open(t)
		ann := st.ann()
		board := late(t, st, store, func() (*discordfake.Answer, error) { return ann.TrySlash("solitaire new") }).Message
		st.Fail(fault)
		a := late(t, st, store, func() (*discordfake.Answer, error) { return ann.TryClickOn(board, "Draw") })
		drain(t, st.adapter)
		if len(a.More) != 1 {
			t.Fatalf("%d: %d follow-ups answer the tap", fault.Code, len(a.More))
		}
		says(t, a.More[0], "1 move")
	}
}

// announced lists the messages that only announce another.
func announced(t testing.TB, p *discordfake.Person) []*discordfake.Message {
	var list []*discordfake.Message
	for _, m := range p.Sees() {
		if m.Loading || strings.Contains(said(t, m), "My answer is below") {
			list = append(list, m)
		}
	}
	return list
}

// A token is good for a quarter of an hour: what comes later is lost, and said
// to the operator.
func TestTokenExpires(t *testing.T) {
	t.Parallel()
	clock := newClock()
	store := &held{Memory: persisttest.NewMemory()}
	var logged logs
	st := setup{
		store: store, fake: discordfake.Options{Now: clock.Now, Patience: time.Second},
		config: func(c *discord.Config) { slow(c); c.Log = logged.logger() },
	}.open(t)
	st.adapter.SetNow(clock.Now)
	store.hold()
	done := make(chan error, 1)
	go func() {
		_, err := st.ann().TrySlash("solitaire new")
		done <- err
	}()
	eventually(t, func() bool { return len(announced(t, st.ann())) == 1 })
	if err := <-done; err == nil {
		t.Fatal("it was answered")
	}
	clock.forward(16 * time.Minute)
	store.release()
	eventually(t, func() bool { return strings.Contains(logged.text(), "token has expired") })
	says(t, st.ann().Slash("solitaire show").Message, "deal 1")
}

// If the store fails, the answer says so.
func TestStoreFails(t *testing.T) {
	both(t, func(t *testing.T, s setup) {
		store := &failing{Memory: persisttest.NewMemory()}
		s.store = store
		st := s.open(t)
		store.fail = func() error { return errors.New("input/output error") }
		says(t, st.ann().Slash("solitaire new").Message, "I couldn't save that")
		store.fail = func() error { panic("out of order") }
		says(t, st.ann().Slash("solitaire new").Message, "I couldn't save that")
		store.fail = nil
		says(t, st.ann().Slash("solitaire new").Message, "deal 1")
	})
}

// A panic fails only its own interaction, and is reported to the operator.
func TestPanics(t *testing.T) {
	both(t, func(t *testing.T, s setup) {
		var logged logs
		store := &broken{Memory: persisttest.NewMemory()}
		s.store, s.config = store, func(c *discord.Config) { c.Log = logged.logger() }
		st := s.open(t)
		ann := st.ann()
		ann.Slash("solitaire new")
		store.err = errPanic
		if got := ann.Autocomplete("move", "from:"); len(got) != 0 {
			t.Errorf("suggestions %v", got)
		}
		says(t, ann.Slash("draw").Message, "I couldn't save that")
		store.err = nil
		says(t, ann.Slash("draw").Message, "1 move")
		// Each is told once its answer was given.
		eventually(t, func() bool { return strings.Count(logged.text(), "panic: ") == 2 })
	})
}

type failing struct {
	*persisttest.Memory
	fail func() error
}

func (s *failing) Commit(ctx context.Context, c persist.Change) error {
	if s.fail != nil {
		return s.fail()
	}
	return s.Memory.Commit(ctx, c)
}

// The work after a deferral keeps no further request waiting: its connection
// takes none.
func TestDeferralHoldsNobodyUp(t *testing.T) {
	t.Parallel()
	store := &held{Memory: persisttest.NewMemory()}
	st := setup{store: store}.open(t)
	draw := st.ann().Slash("solitaire new").Payload()
	store.hold()
	free := time.AfterFunc(10*time.Second, store.release)
	if deferred, err := st.Post(st.url, withID(t, draw, "2"), discordfake.Signed); err != nil || !strings.Contains(string(deferred.Body), `"type":5`) {
		t.Errorf("%v, %s", err, deferred.Body)
	}
	if _, err := st.Post(st.url, []byte(`{"type":1}`), discordfake.Signed); err != nil {
		t.Error(err)
	}
	if !free.Stop() {
		t.Error("the ping was answered only after what had been deferred")
	}
	store.release()
}
