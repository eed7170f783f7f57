package table

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/solve"
)

// winning returns moves that win a deal.
func winning(t testing.TB, r game.Rules, number int) []game.Move {
	t.Helper()
	s, err := game.Deal(r, game.Numbered(number))
	if err != nil {
		t.Fatal(err)
	}
	a := solve.New().Solve(context.Background(), s, solve.Limits{Nodes: 5_000_000})
	if a.Verdict != solve.Winnable {
		t.Fatalf("deal %d is %v", number, a.Verdict)
	}
	return a.Line
}

// source returns the spot of the lowest card that a move takes.
func (s *sitting) source(m game.Move) spot {
	from := last(s.view, m.From)
	if m.From.Tableau() {
		from.at -= m.Count - 1
	}
	return from
}

// byKeys makes a move with arrows and Enter alone; d draws.
func (s *sitting) byKeys(m game.Move) {
	if m == game.Draw || m == game.TurnOver {
		s.press("d")
		return
	}
	s.goTo(s.source(m))
	s.press("enter")
	if s.taken == nil {
		s.t.Fatalf("%v: the card was not taken:\n%s", m, s.screen())
	}
	want := s.goal(m, s.card(*s.taken))
	for n := 0; s.cursor != want; n++ {
		if n > 8 {
			s.t.Fatalf("%v: no arrow leads there:\n%s", m, s.screen())
		}
		s.press("right")
	}
	s.press("enter")
}

// goTo moves the cursor to a spot by the fewest arrow keys.
func (s *sitting) goTo(want spot) {
	arrows := [...]string{up: "up", down: "down", left: "left", right: "right"}
	paths := map[spot][]string{s.cursor: {}}
	for queue := []spot{s.cursor}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		if at == want {
			s.press(paths[at]...)
			return
		}
		for to, arrow := range arrows {
			next := step(s.view, at, way(to))
			if _, seen := paths[next]; !seen {
				paths[next] = append(slices.Clone(paths[at]), arrow)
				queue = append(queue, next)
			}
		}
	}
	s.t.Fatalf("no arrows lead from %v to %v", s.cursor, want)
}

// point returns a cell that shows a spot.
func (s *sitting) point(at spot) (x, y int) {
	l := s.layout()
	b, ok := l.of(at)
	for n := 0; (!ok || b.kind == fold) && n < 13; n++ { // a click on a fold opens it
		for _, o := range l.boxes {
			if o.kind == fold && o.pile == at.pile {
				s.click(o.x+1, o.y)
				break
			}
		}
		l = s.layout()
		b, ok = l.of(at)
	}
	if !ok {
		s.t.Fatalf("%v is not seen:\n%s", at, s.screen())
	}
	return b.x + 1, b.y
}

// byMouse makes a move by two clicks, or by dragging.
func (s *sitting) byMouse(m game.Move, drag bool) {
	if m == game.Draw || m == game.TurnOver {
		s.click(s.point(spot{pile: game.Stock}))
		return
	}
	from := s.source(m)
	target := s.goal(m, s.card(from))
	x, y := s.point(from)
	if !drag {
		s.click(x, y)
		s.click(s.point(target))
		return
	}
	s.send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
	toX, toY := s.point(target)
	for _, at := range [][2]int{{x + 1, y}, {(x + toX) / 2, (y + toY) / 2}, {toX, toY}} {
		s.send(tea.MouseMotionMsg{X: at[0], Y: at[1], Button: tea.MouseLeft})
	}
	s.send(tea.MouseReleaseMsg{X: toX, Y: toY, Button: tea.MouseLeft})
}

// Klondike and Yukon are won by keys alone, by clicks, by dragging and by commands, in
// windows of every size.
func TestGamesAreWonInEveryWay(t *testing.T) {
	for name, g := range map[string]struct {
		rules game.Rules
		deal  int
	}{
		"klondike draw 1 passes 1": {game.KlondikeRules(1, 1, false), 1141},
		"klondike draw 3 passes 3": {game.KlondikeRules(3, 3, false), 4},
		"yukon":                    {game.YukonRules(false), 3},
	} {
		line := winning(t, g.rules, g.deal)
		for way, move := range map[string]func(s *sitting, m game.Move){
			"keys":     (*sitting).byKeys,
			"clicks":   func(s *sitting, m game.Move) { s.byMouse(m, false) },
			"dragging": func(s *sitting, m game.Move) { s.byMouse(m, true) },
			"commands": func(s *sitting, m game.Move) { s.types(m.String()) },
		} {
			for _, size := range [][2]int{{120, 40}, {80, 24}, {60, 20}, {40, 16}} {
				t.Run(fmt.Sprintf("%s/%s/%dx%d", name, way, size[0], size[1]), func(t *testing.T) {
					s := sit(t, size[0], size[1])
					s.types(fmt.Sprintf("new %s deal %d", name, g.deal))
					for i, m := range line {
						before := s.ref
						move(s, m)
						if s.ref == before {
							t.Fatalf("step %d, %v, was not made:\n%s", i, m, s.screen())
						}
						if i%8 == 0 {
							s.screen()
						}
					}
					if !s.view.Won {
						t.Fatalf("the game is not won:\n%s", s.screen())
					}
					s.shows("You won!")
				})
			}
		}
	}
}

// Every frame of random games stays within the window, whatever is pressed.
func TestFramesOfRandomGamesStayWithinTheWindow(t *testing.T) {
	games := 200
	if testing.Short() {
		games = 20
	}
	random := rand.New(rand.NewPCG(1, 2))
	keys := strings.Fields("up down left right up down left right h j k l enter enter enter enter d d d u r f F H 1 2 3 4 5 6 7 w ? m n tab esc esc")
	for i := range games {
		size := sizes[i%len(sizes)]
		s := sit(t, size[0], size[1], func(table *Table, _ *bot.Bot) { table.Motion = i%2 == 0 })
		kinds := []string{"new yukon", "new draw 3 passes unlimited return yes", "new vegas", "new draw 1"}
		s.types(fmt.Sprintf("%s deal %d", kinds[i%len(kinds)], i+1))
		s.press("esc")
		for range 15 {
			switch random.IntN(12) {
			case 0:
				s.send(tea.WindowSizeMsg{Width: 1 + random.IntN(140), Height: 1 + random.IntN(50)})
			case 1:
				s.click(random.IntN(s.w), random.IntN(s.h))
			case 2:
				s.send(tea.MouseMotionMsg{X: random.IntN(s.w), Y: random.IntN(s.h), Button: tea.MouseLeft})
			case 3:
				if s.view != nil && len(s.moves) > 0 {
					s.press("esc", "esc")
					s.types(s.moves[random.IntN(len(s.moves))].Text())
				}
			default:
				s.press(keys[random.IntN(len(keys))])
			}
			s.screen()
		}
	}
}
