package bot_test

import (
	"context"
	"fmt"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/bot/play"
	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

// A request is what a person typed; the reply is turned into the reader's language.
func ExampleBot_Handle() {
	b := play.New(persisttest.NewMemory())
	catalogue, err := locale.Load()
	if err != nil {
		panic(err)
	}
	ann := persist.Player{Platform: "terminal", User: "ann"}
	for _, text := range []string{"new deal 1141", "6 3"} {
		reply, err := b.Handle(context.Background(), bot.Request{Player: ann, Text: text})
		if err != nil {
			panic(err)
		}
		speaker := catalogue.In(reply.Lang, false)
		fmt.Println(speaker.Join(reply.Title))
		for _, line := range reply.Lines {
			fmt.Println(speaker.Say(line))
		}
	}
	// Output:
	// Klondike · deal 1141 · draw 1
	// You go through the stock only once: about 1 deal in 4 is winnable.
	// Klondike · deal 1141 · draw 1
	// 2♦ from pile 6 → 3♠ on pile 3
	// A♥ was turned up on pile 6.
}
