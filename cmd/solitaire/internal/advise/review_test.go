package advise

import (
	"context"
	"errors"
	"reflect"
	"strconv"
	"sync"
	"testing"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// drawn is a question about deal 1141, of which the second draw lost an ace.
func drawn(t *testing.T, id string, draws int) bot.Question {
	t.Helper()
	g, err := game.New(game.KlondikeRules(1, 1, false), game.Numbered(1141), game.Origin{})
	if err != nil {
		t.Fatal(err)
	}
	for range draws {
		if _, err := g.Do(game.Draw); err != nil {
			t.Fatal(err)
		}
	}
	return bot.Question{Player: persist.Player{Platform: "test", User: "ann"}, ID: id, Game: g}
}

func TestReviewsNameTheStepThatLost(t *testing.T) {
	k := New(testConfig(), nil)
	r, err := k.Review(t.Context(), drawn(t, "a", 4))
	if want := (bot.Judgement{Now: bot.CantBeWon, Last: 1, Lost: 2}); err != nil || r.Judgement != want || r.Won || len(r.Line) == 0 {
		t.Errorf("got %+v, %v, want step 2 and a line that wins", r, err)
	}
	r, err = k.Review(t.Context(), drawn(t, "b", 1))
	if want := (bot.Judgement{Now: bot.CanBeWon, Last: 1, Lost: -1}); err != nil || r.Judgement != want {
		t.Errorf("got %+v, %v, want a game that can be won", r, err)
	}
}

// The same game is weighed once, however often and by how many it is asked for, and
// another solver comes to the same.
func TestAGameIsWeighedOnce(t *testing.T) {
	k := New(testConfig(), nil)
	first := weigh(t, k, drawn(t, "a", 4))
	if first.Exact.Lost != 2 || len(first.Course) < 2 || len(first.Turning) == 0 || first.Turning[0].Step() != 2 && len(first.Turning) == 1 {
		t.Fatalf("got %+v, want a course, and step 2 among the turning points", first)
	}
	var others sync.WaitGroup
	for range 8 {
		others.Go(func() {
			if again, err := k.Weigh(t.Context(), drawn(t, "a", 4)); err != nil || !reflect.DeepEqual(again, first) {
				t.Errorf("got %+v, %v, then %+v", first, err, again)
			}
		})
	}
	others.Wait()
	if n := len(k.reviews.list); n != 1 {
		t.Errorf("got %d games kept, want 1", n)
	}
	if other := weigh(t, New(testConfig(), nil), drawn(t, "a", 4)); !reflect.DeepEqual(other, first) {
		t.Errorf("another solver came to %+v, not to %+v", other, first)
	}
}

// weigh asks until the chances are ready.
func weigh(t *testing.T, k *Solver, q bot.Question) bot.Chances {
	t.Helper()
	for {
		c, err := k.Weigh(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		if c.Ready {
			return c
		}
	}
}

// A request whose time is up gets an error, and the work continues for the next one.
func TestAReviewOutlivesItsRequest(t *testing.T) {
	k := New(testConfig(), nil)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if c, err := k.Weigh(ctx, drawn(t, "a", 4)); !errors.Is(err, context.Canceled) && !c.Ready {
		t.Errorf("got %+v, %v, want that the context ended", c, err)
	}
	kept := k.reviews.list[0]
	if <-kept.done; !kept.chances.Ready {
		t.Errorf("got %+v, want the work done", kept.chances)
	}
}

// When too many games wait none is added; a finished one makes room.
func TestWaitingReviewsAreBounded(t *testing.T) {
	var r reviews
	for i := range reviewsKept {
		if w, fresh := r.take(strconv.Itoa(i), 1); w == nil || !fresh {
			t.Fatalf("game %d was not taken", i)
		}
	}
	if w, _ := r.take("one more", 1); w != nil {
		t.Error("a game was taken though too many wait")
	}
	if w, fresh := r.take("3", 1); w == nil || fresh {
		t.Error("a game that waits was lost")
	}
	close(r.list[0].done)
	if w, fresh := r.take("one more", 1); w == nil || !fresh || len(r.list) != reviewsKept {
		t.Errorf("got %v and %d games, want the finished one replaced", w, len(r.list))
	}
}
