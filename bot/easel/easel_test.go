package easel_test

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/easel"
	"github.com/solitaire-chat/solitaire/game"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A wall is where answers hang. Sending a picture takes a second.
type wall struct {
	mu    sync.Mutex
	hung  []string
	wrong []error
}

func (w *wall) hang(what string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.hung = append(w.hung, what)
	return nil
}

func (w *wall) fail(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.wrong = append(w.wrong, err)
}

// answer is an answer in a style.
func (w *wall) answer(name, style string) easel.Sitting {
	return easel.Sitting{
		Reply: bot.Reply{Board: &game.View{}, Style: style},
		Send: func(context.Context, easel.Painting) error {
			time.Sleep(time.Second)
			return w.hang("picture " + name)
		},
		Restore: func(context.Context) error { return w.hang("text " + name) },
		Failed:  w.fail,
	}
}

func (w *wall) painted(name string) easel.Sitting { return w.answer(name, bot.Picture) }
func (w *wall) told(name string) easel.Sitting    { return w.answer(name, "text") }

var errLost = errors.New("lost on the way")

func (w *wall) lost(name string) easel.Sitting {
	s := w.painted(name)
	s.Send = func(context.Context, easel.Painting) error { return errLost }
	return s
}

// atOnce draws in no time.
func atOnce(bot.Reply) (easel.Painting, error) {
	return easel.Painting{Name: "board.png", Data: []byte("png"), Alt: "signs"}, nil
}

// put puts an answer on the easel and runs the work that comes of it.
func put(e *easel.Easel, message string, s easel.Sitting) (working bool) {
	work := e.Put(message, s)
	if work != nil {
		go work(context.Background())
	}
	return work != nil
}

// While the first picture is on its way, two answers follow.
func TestNewestStands(t *testing.T) {
	tests := map[string]struct {
		second, third func(*wall) easel.Sitting
		want          []string
	}{
		"pictures": {
			func(w *wall) easel.Sitting { return w.painted("2") },
			func(w *wall) easel.Sitting { return w.painted("3") },
			[]string{"picture 1", "picture 3"},
		},
		"a text": {
			func(w *wall) easel.Sitting { return w.painted("2") },
			func(w *wall) easel.Sitting { return w.told("3") },
			[]string{"picture 1", "text 3"},
		},
		"a picture that is lost": {
			func(w *wall) easel.Sitting { return w.told("2") },
			func(w *wall) easel.Sitting { return w.lost("3") },
			[]string{"picture 1", "text 3"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w, e := &wall{}, easel.NewWith(atOnce)
				if !put(e, "board", w.painted("1")) {
					t.Fatal("nothing is painted")
				}
				synctest.Wait() // the first picture is on its way
				if put(e, "board", tt.second(w)) || put(e, "board", tt.third(w)) {
					t.Error("two paint the same message")
				}
				time.Sleep(time.Minute)
				synctest.Wait()
				if !slices.Equal(w.hung, tt.want) {
					t.Errorf("hung %q, want %q", w.hung, tt.want)
				}
				if put(e, "board", w.told("4")) {
					t.Error("work for a text that nothing can cover")
				}
			})
		})
	}
}

// A picture that was under way when a text went out may have covered it, though
// it has arrived by the time the text is told of.
func TestCoveredText(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, e := &wall{}, easel.NewWith(atOnce)
		put(e, "board", w.painted("1"))
		text := w.told("2")
		text.Covered = e.Busy("board")
		time.Sleep(time.Minute)
		synctest.Wait()
		if e.Busy("board") || !put(e, "board", text) {
			t.Error("the text is not shown again")
		}
		synctest.Wait()
		if want := []string{"picture 1", "text 2"}; !slices.Equal(w.hung, want) {
			t.Errorf("hung %q, want %q", w.hung, want)
		}
	})
}

// Of two answers at once the later may be told of first. The other is left out
// then, whether the later one is still being painted or not.
func TestToldTooLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, e := &wall{}, easel.NewWith(atOnce)
		version := func(n uint64, s easel.Sitting) easel.Sitting {
			s.Reply.Ref = bot.BoardRef{Game: "g", Version: n}
			return s
		}
		put(e, "board", version(1, w.painted("1")))
		synctest.Wait() // it is on its way
		put(e, "board", version(3, w.painted("3")))
		put(e, "board", version(2, w.painted("2")))
		time.Sleep(time.Minute)
		if put(e, "board", version(2, w.painted("2"))) {
			t.Error("an older board is painted")
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if want := []string{"picture 1", "picture 3"}; !slices.Equal(w.hung, want) {
			t.Errorf("hung %q, want %q", w.hung, want)
		}
	})
}

// An answer stands where its own picture fails: nothing is shown again.
func TestFailures(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := &wall{}
		put(easel.NewWith(atOnce), "a", w.lost("1"))
		put(easel.NewWith(func(bot.Reply) (easel.Painting, error) { return easel.Painting{}, errLost }), "a", w.painted("2"))
		dry := easel.NewWith(func(bot.Reply) (easel.Painting, error) { panic("no paint left") })
		put(dry, "a", w.painted("3"))
		time.Sleep(time.Minute)
		synctest.Wait()
		if len(w.hung) != 0 || len(w.wrong) != 3 {
			t.Errorf("hung %q, faults %v", w.hung, w.wrong)
		}
		if !put(dry, "a", w.painted("4")) {
			t.Error("after a panic the message is still busy")
		}
		time.Sleep(time.Minute)
		synctest.Wait()
	})
}

// What is beyond the budget has no picture, and drawing takes turns.
func TestBudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		drawing, most := 0, 0
		count := func(n int) {
			mu.Lock()
			defer mu.Unlock()
			drawing += n
			most = max(most, drawing)
		}
		w := &wall{}
		e := easel.NewWith(func(r bot.Reply) (easel.Painting, error) {
			count(1)
			defer count(-1)
			time.Sleep(time.Second)
			return atOnce(r)
		})
		begun := 0
		for i := range easel.MostMessages + 9 {
			if put(e, strconv.Itoa(i), w.painted("x")) {
				begun++
			}
		}
		time.Sleep(time.Hour)
		synctest.Wait()
		if begun != easel.MostMessages || most != 1 || len(w.hung) != begun {
			t.Errorf("%d begun, %d at once, %d hung", begun, most, len(w.hung))
		}
	})
}

// One who can't wait for the turn leaves the answer as it is.
func TestGivenUp(t *testing.T) {
	w, e := &wall{}, easel.NewWith(atOnce)
	ctx, cancel := context.WithCancel(context.Background())
	s := w.painted("1")
	s.Send = func(ctx context.Context, _ easel.Painting) error { return ctx.Err() }
	work := e.Put("a", s)
	cancel()
	work(ctx)
	if len(w.hung) != 0 || len(w.wrong) != 1 || !errors.Is(w.wrong[0], context.Canceled) {
		t.Errorf("hung %q, faults %v", w.hung, w.wrong)
	}
}

// Where there is no painter, nothing is painted.
func TestNoPainter(t *testing.T) {
	w := &wall{}
	if easel.New(nil).Put("a", w.painted("1")) != nil {
		t.Error("work without a painter")
	}
}
