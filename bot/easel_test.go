package bot_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
)

// A wall is where pictures end up: what was sent last hangs there.
type wall struct {
	mu    sync.Mutex
	hung  []string
	wrong []error
}

func (w *wall) hang(what string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.hung = append(w.hung, what)
}

// sitting is a picture whose sending takes a second.
func (w *wall) sitting(name string, fault error) bot.Sitting {
	return bot.Sitting{
		Paint: func(context.Context) (func(context.Context) error, error) {
			return func(context.Context) error {
				time.Sleep(time.Second)
				if fault == nil {
					w.hang("picture " + name)
				}
				return fault
			}, nil
		},
		Restore: func(context.Context) error { w.hang("text " + name); return nil },
		Failed:  func(err error) { w.wrong = append(w.wrong, err) },
	}
}

// put puts something on the easel and runs the work that comes of it.
func put(e *bot.Easel[string], key string, s bot.Sitting) (working bool) {
	work := e.Put(key, s)
	if work == nil {
		return false
	}
	go work(context.Background())
	return true
}

func TestEasel(t *testing.T) {
	lost := errors.New("lost on the way")
	text := func(s bot.Sitting) bot.Sitting { s.Paint = nil; return s }
	tests := map[string]struct {
		second func(*wall) bot.Sitting
		third  func(*wall) bot.Sitting
		want   []string
	}{
		"the newest follows": {
			func(w *wall) bot.Sitting { return w.sitting("2", nil) },
			func(w *wall) bot.Sitting { return w.sitting("3", nil) },
			[]string{"picture 1", "picture 3"},
		},
		"a text covers again": {
			func(w *wall) bot.Sitting { return w.sitting("2", nil) },
			func(w *wall) bot.Sitting { return text(w.sitting("3", nil)) },
			[]string{"picture 1", "text 3"},
		},
		"a picture that can't be sent leaves the text": {
			func(w *wall) bot.Sitting { return text(w.sitting("2", nil)) },
			func(w *wall) bot.Sitting { return w.sitting("3", lost) },
			[]string{"picture 1", "text 3"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w, e := &wall{}, bot.NewEasel[string](1, 8)
				if !put(e, "board", w.sitting("1", nil)) {
					t.Fatal("nothing is painted")
				}
				synctest.Wait() // the first picture is on its way
				if put(e, "board", tt.second(w)) || put(e, "board", tt.third(w)) {
					t.Error("two paint the same board")
				}
				time.Sleep(time.Minute)
				if !slices.Equal(w.hung, tt.want) {
					t.Errorf("hung %q, want %q", w.hung, tt.want)
				}
				if put(e, "board", text(w.sitting("4", nil))) {
					t.Error("a text that nothing can cover was shown twice")
				}
			})
		})
	}
}

// The first answer stands where its picture fails; nothing is shown again.
func TestEaselFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, e := &wall{}, bot.NewEasel[string](1, 8)
		put(e, "a", w.sitting("1", errors.New("lost on the way")))
		put(e, "b", bot.Sitting{
			Paint:  func(context.Context) (func(context.Context) error, error) { panic("no paint left") },
			Failed: func(err error) { w.wrong = append(w.wrong, err) },
		})
		time.Sleep(time.Minute)
		if len(w.hung) != 0 || len(w.wrong) != 2 {
			t.Errorf("hung %q, faults %v", w.hung, w.wrong)
		}
		if !put(e, "b", w.sitting("2", nil)) {
			t.Error("the key is still busy")
		}
		time.Sleep(time.Minute)
	})
}

// Drawing takes turns, and what is beyond the queue has no picture.
func TestEaselIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := bot.NewEasel[string](1, 3)
		var mu sync.Mutex
		drawing, most := 0, 0
		slow := bot.Sitting{Paint: func(context.Context) (func(context.Context) error, error) {
			mu.Lock()
			drawing++
			most = max(most, drawing)
			mu.Unlock()
			time.Sleep(time.Second)
			mu.Lock()
			drawing--
			mu.Unlock()
			return nil, nil
		}}
		begun := 0
		for _, key := range []string{"a", "b", "c", "d", "e"} {
			if put(e, key, slow) {
				begun++
			}
		}
		time.Sleep(time.Minute)
		if begun != 3 || most != 1 {
			t.Errorf("%d pictures begun, %d at once", begun, most)
		}
	})
}
