package lines_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/lines"
)

// BenchmarkReplay reads and replays a line of 300 moves and writes the answer.
func BenchmarkReplay(b *testing.B) {
	moves, _ := json.Marshal(slices.Repeat([]string{"d"}, 300))
	moves = []byte(strings.ReplaceAll(string(moves), strings.Repeat(`"d",`, 24), strings.Repeat(`"d",`, 24)+`"r",`))
	text := strings.TrimSuffix(deal(7), "}") + `,"rules":{"passes":0},"moves":` + string(moves) + "}\n"
	r := lines.NewReader(&endless{text: text}, game.Options{})
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		l, err := r.Next()
		if err != nil {
			b.Fatal(err)
		}
		if result := lines.Replay(l); !result.OK {
			b.Fatal(result.Reason)
		}
	}
}
