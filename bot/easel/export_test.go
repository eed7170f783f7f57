package easel

import (
	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/locale"
)

// NewWith returns an easel that draws in another way.
func NewWith(draw func(bot.Reply) (Painting, error)) *Easel {
	return &Easel{
		draw:  func(r bot.Reply, _ *locale.Speaker) (Painting, error) { return draw(r) },
		turn:  make(chan struct{}, drawnAtOnce),
		queue: map[string]*Sitting{},
		shown: map[string]bot.BoardRef{},
	}
}

// MostMessages is how many may be under way.
const MostMessages = mostMessages
