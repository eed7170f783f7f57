package chat

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
)

func pictured() bot.Reply { return bot.Reply{Board: &game.View{}, Style: bot.Picture} }

// If painting panics, fails or takes too long, the answer has no picture, and the next
// one is painted again.
func TestAnswersDoNotWaitForPictures(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		broken := errors.New("out of paint")
		var draw func() (*Picture, error)
		p := newPainter(func(bot.Reply, *locale.Speaker) (*Picture, error) { return draw() })

		draw = func() (*Picture, error) { return nil, broken }
		if _, err := p.Paint(pictured(), nil); !errors.Is(err, broken) {
			t.Errorf("a failure is reported as %v", err)
		}
		draw = func() (*Picture, error) { panic("out of paint") }
		if _, err := p.Paint(pictured(), nil); err == nil || !strings.Contains(err.Error(), "panic: out of paint") {
			t.Errorf("a panic is reported as %v", err)
		}
		draw = func() (*Picture, error) { time.Sleep(time.Minute); return &Picture{}, nil }
		for range 2 { // the second can't begin before the first has ended
			if got, err := p.Paint(pictured(), nil); got != nil || !errors.Is(err, ErrSlow) {
				t.Errorf("a slow picture is reported as %v", err)
			}
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		draw = func() (*Picture, error) { return &Picture{Name: "board.png"}, nil }
		if got, err := p.Paint(pictured(), nil); err != nil || got.Name != "board.png" {
			t.Errorf("afterwards: %v", err)
		}
	})
}

// Only boards in the style of pictures, charts and films are painted, and nothing
// without a painter.
func TestOtherRepliesAreNotPainted(t *testing.T) {
	none := NewPainter(nil)
	if got, err := none.Paint(pictured(), nil); got != nil || err != nil {
		t.Errorf("painted without a painter: %v, %v", got, err)
	}
	p := newPainter(func(bot.Reply, *locale.Speaker) (*Picture, error) { return &Picture{}, nil })
	for _, r := range []bot.Reply{{}, {Board: &game.View{}}, {Style: bot.Picture}} {
		if got, err := p.Paint(r, nil); got != nil || err != nil {
			t.Errorf("painted %+v: %v, %v", r, got, err)
		}
	}
}
