package daily_test

import (
	"context"
	"time"

	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/bot/daily"
)

// tick does all due jobs, which must succeed.
func tick(w *bottest.World) {
	w.T.Helper()
	if err := daily.Tick(context.Background(), w.Bot, w.Now.Add(-time.Minute)); err != nil {
		w.T.Fatal(err)
	}
}
