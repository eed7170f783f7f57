package render_test

import (
	"fmt"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/render"
)

// This example draws a board, and writes the same board in one line as the description of
// a picture.
func ExampleBoard() {
	state, err := game.Deal(game.KlondikeRules(3, 3, false), game.Numbered(1))
	if err != nil {
		fmt.Println(err)
		return
	}
	state, _, err = state.Apply(game.Draw)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(render.Board(state.View(), render.Unicode, nil)) // only Text style needs words
	fmt.Println(render.Signs(state.View()))
	// Output:
	// ::×21   w   7♥  4♠ [9♥]
	//           f   -♣  -♦  -♥  -♠
	//   1   2   3   4   5   6   7
	//   6♠  ::  ::  ::  ::  ::  ::
	//       3♠  ::  ::  ::  ::  ::
	//           Q♣  ::  ::  ::  ::
	//               K♣  ::  ::  ::
	//                   Q♦  ::  ::
	//                       2♥  ::
	//                           J♣
	// ##×21 w 7♥ 4♠ [9♥] | f -♣ -♦ -♥ -♠ | 1 6♠ | 2 ##×1 3♠ | 3 ##×2 Q♣ | 4 ##×3 K♣ | 5 ##×4 Q♦ | 6 ##×5 2♥ | 7 ##×6 J♣
}
