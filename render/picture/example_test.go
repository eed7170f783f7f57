package picture_test

import (
	"bytes"
	"fmt"
	"image/png"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/render/picture"
)

// A painter is made once, and draws any number of boards.
func ExamplePainter() {
	painter, err := picture.New()
	if err != nil {
		fmt.Println(err)
		return
	}
	state, err := game.Deal(game.YukonRules(false), game.Numbered(1))
	if err != nil {
		fmt.Println(err)
		return
	}
	file, err := painter.Board(state.View(), picture.Options{FourColours: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	size, err := png.DecodeConfig(bytes.NewReader(file))
	fmt.Println(size.Width, "×", size.Height, err)
	// Output:
	// 720 × 558 <nil>
}
