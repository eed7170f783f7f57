package discord

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/bot/play"
)

// While Discord doesn't answer edits, however many boards are posted, only so many
// wait to become lines; once it does again, boards become lines as before.
func TestBoardsBecomeLinesWithinBounds(t *testing.T) {
	answers := make(chan struct{})
	var edited atomic.Int64
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		<-answers
		edited.Add(1)
		_, _ = io.WriteString(w, "{}")
	}))
	defer api.Close()
	catalogue, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	a, err := New(Config{Bot: play.New(nil), Catalogue: catalogue, ApplicationID: "1", Token: "x", APIURL: api.URL + "/api/v10"})
	if err != nil {
		t.Fatal(err)
	}
	r := &answerer{Adapter: a}
	reduce := func(boards int) (under int) {
		for range boards {
			r.reduce(t.Context(), liveBoard{origin: "o", path: "/webhooks/1/t", until: time.Now().Add(time.Hour)}, "en", time.Now())
		}
		return a.work.Count()
	}
	if n := reduce(2 * maxReducing); n != maxReducing {
		t.Errorf("%d boards are becoming lines, want %d", n, maxReducing)
	}
	close(answers)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if err := a.Drain(ctx); err != nil {
		t.Fatal(err)
	}
	before := edited.Load()
	if reduce(1); a.Drain(ctx) != nil || edited.Load() != before+1 {
		t.Errorf("afterwards %d boards became lines, want 1", edited.Load()-before)
	}
}
