package game_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
)

// These are winning lines of numbered deals. Perft starts from positions along them, so
// that it also covers the middle and the end of games.
const (
	// Klondike, draw 1, in one pass.
	win323 = "1>f 4>f d w>1 d w>f d w>f d w>3 7>3 7>5 7>3 2>7 2>f d w>7 d w>2 d w>f 4>f 3>f d d d w>6 " +
		"3>6:3 3>f d d w>f d w>f d d w>4 d d w>6 d w>5 w>5 4>2 d w>f 3>f w>3 2>4 d 4>2 2>4 d d 4>2 d " +
		"w>4 d w>7 5>7:4 5>1 5>2 5>f 6>f 6>f 6>5:4 6>1 6>f 6>f 7>6:8 6>f 6>f 5>f w>2 6>3:7 w>1 w>f " +
		"7>f w>2 7>4 7>f w>f w>f 6>f 3>f 5>f 3>f 5>f 3>f 2>f 3>f 4>7:3 3>f 2>f 4>f 5>f 5>f 3>f 1>f " +
		"2>f 7>f 7>f 3>f 1>f 2>f 2>f 3>f 1>f 1>f 7>f"
	// Klondike, draw 3, in one pass.
	win1024 = "5>f d d d w>f w>f d w>f w>2 d d d w>2 w>3 2>3:3 2>f 7>f 5>2 5>2 7>1 6>7 d w>2 w>7 w>f " +
		"1>3:2 4>1 4>f 3>f 5>4 5>6 7>5:3 w>7 w>5 3>5:6 3>f 3>f w>1 w>f w>4 w>f 6>f 7>4:2 6>7 7>6:2 " +
		"7>f 5>f 5>f 6>7:3 w>6 w>3 w>2 6>3:2 4>2:5 w>4 w>f 2>f 2>f 5>f w>1 w>f w>f 7>f 5>f 2>f 4>f " +
		"5>f 7>f w>f 4>f 7>f 7>f 2>f 6>1 2>f 5>f 2>f 1>f 5>f 6>f 2>f 5>f 2>f 3>f 1>7:3 3>f 7>f 5>f " +
		"7>f 7>f 3>7 2>f 7>f 5>f"
	// Yukon.
	win37 = "4>f 7>4:5 7>1 5>1:5 5>f 7>5 4>7:4 4>7:5 5>7:2 7>4:12 5>2 7>1 7>f 6>3 4>1:7 1>2:13 2>5:5 " +
		"2>f 6>2:4 6>5 5>f 6>2 6>7 6>4 2>1:15 3>7:5 1>2:2 1>4:3 1>4:3 1>f 1>f 6>f 3>f 4>3:13 3>7:14 " +
		"7>4:12 4>1:8 4>f 2>f 2>f 3>f 2>f 5>f 2>f 1>3:5 1>f 5>f 1>f 5>f 1>f 5>f 2>f 5>f 2>f 1>f 5>f " +
		"3>f 7>6:5 4>2 7>f 4>f 3>f 4>f 4>f 7>5:3 4>f 3>f 6>f 1>f 3>f 6>f 6>f 1>f 6>f 1>f 1>f 2>f 5>f " +
		"3>f 1>f 1>f 5>f 5>f 6>f"
)

// perftCase is a position with the number of its legal move sequences.
type perftCase struct {
	rules  slowRules
	number uint64
	line   string // moves in this deal
	after  int    // how many of them to make first
	slow   int    // the depth to which the slow rules count too
	counts []int  // sequences of length 1, 2, …
}

func perftCases() []perftCase {
	return []perftCase{
		{
			slowKlondike(1, 1, false), 1, "", 0, 8,
			[]int{4, 14, 44, 127, 340, 856, 2057, 4786, 10875, 24049, 52563, 114107},
		},
		{
			slowKlondike(1, 1, false), 323, win323, 107, 5,
			[]int{11, 122, 1354, 14964, 164384},
		},
		{
			slowKlondike(1, 3, false), 323, win323, 56, 7,
			[]int{3, 7, 18, 49, 157, 622, 2954, 15922, 94184},
		},
		{
			slowKlondike(1, 0, true), 323, win323, 72, 5,
			[]int{11, 121, 1350, 15364, 178728},
		},
		{
			slowKlondike(3, 1, false), 2, "", 0, 9,
			[]int{3, 8, 19, 46, 96, 145, 210, 467, 1171, 2737, 6214, 14541, 35935, 87399},
		},
		{
			slowKlondike(3, 3, true), 1024, win1024, 44, 5,
			[]int{10, 102, 1062, 11276, 121900},
		},
		{
			slowKlondike(3, 0, false), 1024, win1024, 20, 5,
			[]int{4, 19, 97, 508, 2670, 13951, 72250, 371094},
		},
		{
			slowKlondike(3, 0, true), 1024, win1024, 16, 5,
			[]int{6, 36, 219, 1364, 8686, 56375, 371386},
		},
		{
			slowYukon(false), 3, "", 0, 5,
			[]int{7, 50, 372, 2871, 22615, 179129},
		},
		{
			slowYukon(false), 37, win37, 81, 5,
			[]int{11, 122, 1354, 14964, 164384},
		},
		{
			slowYukon(true), 37, win37, 32, 5,
			[]int{9, 78, 663, 5618, 48015, 417449},
		},
		{
			slowKlondike(3, 3, true).reduced(2, 2), 1, "", 0, 7,
			[]int{3, 11, 42, 163, 674, 2978, 13812, 66216, 324606},
		},
		{
			slowKlondike(1, 3, false).reduced(2, 2), 2, "", 0, 9,
			[]int{2, 4, 14, 39, 138, 468, 1583, 5297, 17429, 57153, 187658},
		},
		{
			slowKlondike(3, 3, false).reduced(4, 3), 1, "", 0, 9,
			[]int{2, 4, 7, 15, 30, 84, 246, 725, 2077, 5990, 18356, 59157, 191973},
		},
		{
			slowYukon(false).reduced(3, 3), 1, "", 0, 8,
			[]int{3, 9, 29, 91, 298, 1003, 3279, 10527, 35038, 118290},
		},
		{
			slowYukon(true).reduced(5, 4), 3, "", 0, 7,
			[]int{3, 12, 46, 177, 692, 2797, 11647, 49567, 214363},
		},
		{
			slowRussian(false), 3, "", 0, 5,
			[]int{2, 5, 14, 40, 110, 285},
		},
		{
			slowRussian(true).reduced(5, 4), 3, "", 0, 7,
			[]int{2, 4, 8, 16, 32, 44, 58},
		},
	}
}

func TestPerftCountsAgree(t *testing.T) {
	for _, tt := range perftCases() {
		t.Run(fmt.Sprintf("%s deal %d after %d", rulesName(tt.rules), tt.number, tt.after), func(t *testing.T) {
			t.Parallel()
			p := dealPair(t, tt.rules, slowNumbered(tt.number, tt.rules.ranks))
			for _, text := range strings.Fields(tt.line)[:tt.after] {
				p.play(t, text)
			}
			for i, want := range tt.counts {
				if got := perft(t, &p.fast, i+1); got != want {
					t.Errorf("the engine counts %d sequences of length %d, want %d", got, i+1, want)
				}
			}
			for i, want := range tt.counts[:tt.slow] {
				if got := slowPerft(&p.slow, i+1); got != want {
					t.Errorf("the slow rules count %d sequences of length %d, want %d", got, i+1, want)
				}
			}
		})
	}
}

// perft counts the legal move sequences of a given length. A won game has none.
func perft(tb testing.TB, s *game.State, length int) int {
	tb.Helper()
	n := 0
	for m := range s.Moves() {
		if length == 1 {
			n++
			continue
		}
		next, _, err := s.Apply(m)
		if err != nil {
			tb.Fatalf("a move of the list is refused: %v", err)
		}
		n += perft(tb, &next, length-1)
	}
	return n
}

func slowPerft(g *slowGame, length int) int {
	legal := g.legal()
	if length == 1 {
		return len(legal)
	}
	n := 0
	for _, text := range legal {
		m, _ := slowRead(text)
		next := g.apply(m)
		n += slowPerft(&next, length-1)
	}
	return n
}
