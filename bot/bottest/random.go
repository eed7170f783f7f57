package bottest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/game"
)

// CountTaps plays deals under some rules by chance, but never back to a position that
// was there before, and returns how many taps a move took in the median game. taps says
// how many a command takes from a reply. menuOnly is the figure for a reply in which
// only draws have a button and a move is two taps.
func CountTaps(t testing.TB, r game.Rules, games int, taps func(r bot.Reply, text string) int) (median, menuOnly float64) {
	t.Helper()
	var now, before []float64
	for seed := range games {
		moves, all, menu := 0, 0, 0
		RandomGame(t, r, seed+1, func(reply bot.Reply, text string) {
			moves, all, menu = moves+1, all+taps(reply, text), menu+2
			if text == "draw" {
				menu--
			}
		})
		if moves > 0 {
			now, before = append(now, float64(all)/float64(moves)), append(before, float64(menu)/float64(moves))
		}
	}
	slices.Sort(now)
	slices.Sort(before)
	return now[len(now)/2], before[len(before)/2]
}

// RandomGame plays a deal by chance, but never back to a position that was there
// before, until that is impossible. next gets each reply and the command that follows.
func RandomGame(t testing.TB, r game.Rules, number int, next func(r bot.Reply, text string)) {
	t.Helper()
	random := rand.New(rand.NewPCG(uint64(number), 1))
	state, err := game.Deal(r, game.Numbered(number))
	if err != nil {
		t.Fatal(err)
	}
	text := "new " + r.Game
	if r.HasStock() {
		text += fmt.Sprintf(" draw %d passes %d", r.Draw, r.Passes)
	}
	p := NewPerson(t)
	reply := p.Say(fmt.Sprintf("%s deal %d", text, number))
	for seen := map[game.State]bool{}; ; {
		seen[state] = true
		var moves []game.Move
		for m := range state.Moves() {
			if after, _, err := state.Apply(m); err == nil && !seen[after] {
				moves = append(moves, m)
			}
		}
		if len(moves) == 0 {
			return
		}
		m := moves[random.IntN(len(moves))]
		state, _, _ = state.Apply(m) // it is legal
		text := "draw"
		if m != game.Draw && m != game.TurnOver {
			text = command.Choice{Move: m}.Text()
		}
		next(reply, text)
		reply = p.Send(text, reply.Ref)
	}
}
