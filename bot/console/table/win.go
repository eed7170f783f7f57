package table

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/solitaire-chat/solitaire/game"
)

// A fall is the animation after a win: the cards leap from the foundations and bounce over
// the table. Its course is fixed. It ends by itself, or earlier with any key.
type fall struct {
	step int
}

// A falling message is the tick for the next step of a fall.
type falling struct{}

const (
	fallSteps = 48
	fallTime  = 40 * time.Millisecond // one step; the whole fall takes two seconds
	fallTrail = 14                    // visible cards of one course
)

func (m *model) startFall() tea.Cmd {
	m.fall = &fall{}
	return m.after(fallTime, falling{})
}

// falls takes the next step.
func (m *model) falls() tea.Cmd {
	if m.fall == nil {
		return nil
	}
	if m.fall.step++; m.fall.step >= fallSteps {
		m.fall = nil
		return nil
	}
	return m.after(fallTime, falling{})
}

// draw draws a king's course from each foundation: it falls, bounces and leaves its
// trail behind.
func (a *fall) draw(f *frame, l *layout) {
	floor := l.h - l.card.h
	for suit := range game.Suit(game.Suits) {
		from, ok := l.of(spot{pile: game.FoundationOf(suit)})
		if !ok {
			continue
		}
		x, y, vy := float64(from.x), float64(from.y), 0.0
		vx := [game.Suits]float64{-1.6, -2.3, 1.1, -1.2}[suit]
		for n := range a.step {
			if n >= a.step-fallTrail {
				if cx, cy := int(x), int(y); cx >= 0 && cx+l.card.w <= l.w && cy >= 0 {
					f.box(box{kind: face, card: game.NewCard(game.King-n%game.King, suit), x: cx, y: cy, w: l.card.w, h: l.card.h}, plain)
				}
			}
			x += vx
			vy += 0.18
			if y += vy; y > float64(floor) {
				y, vy = float64(floor), -vy*0.8
			}
		}
	}
}
