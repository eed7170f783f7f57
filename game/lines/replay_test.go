package lines_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/lines"
)

func TestReplayStopsBeforeARefusedMove(t *testing.T) {
	const (
		start = `{"id":5,"game":"klondike","position":{"piles":[["KC"],["#KD","KH"]],"stock":["KS"],"foundations":{"C":12,"D":12,"H":12,"S":12}}`
		first = `"position":{"piles":[["KC"],["#KD","KH"],[],[],[],[],[]],"stock":["KS"],"waste":[],"foundations":{"C":12,"D":12,"H":12,"S":12},"passes_used":1,"won":false},` +
			`"legal":["1>3","1>4","1>5","1>6","1>7","1>f","2>3","2>4","2>5","2>6","2>7","2>f","d"]}`
		win = `"position":{"piles":[[],[],[],[],[],[],[]],"stock":[],"waste":[],"foundations":{"C":13,"D":13,"H":13,"S":13},"passes_used":1,"won":true},"legal":[]}`
	)
	tests := []struct{ name, moves, want string }{
		{"none", ``, `{"id":5,"ok":true,"won":false,` + first},
		{"empty", `,"moves":[]`, `{"id":5,"ok":true,"won":false,` + first},
		{"refused", `,"moves":["1>2"]`, `{"id":5,"ok":false,"won":false,"at":0,"reason":"wrong-rank",` + first},
		{"unreadable", `,"moves":["1 > 3"]`, `{"id":5,"ok":false,"won":false,"at":0,"reason":"unreadable",` + first},
		{"empty text", `,"moves":[""]`, `{"id":5,"ok":false,"won":false,"at":0,"reason":"unreadable",` + first},
		{"won", `,"moves":["1>f:1","2>f","2>f","d","w>f"]`, `{"id":5,"ok":true,"won":true,` + win},
		{"after the win", `,"moves":["1>f","2>f","2>f","d","w>f","d"]`, `{"id":5,"ok":false,"won":true,"at":5,"reason":"game-won",` + win},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			l := mustRead(t, start+test.moves+"}", game.Options{})
			if diff := cmp.Diff(test.want, encode(t, lines.Replay(l))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestReplayPlaysYukon(t *testing.T) {
	l := mustRead(t, `{"game":"yukon","position":{`+kings+`},"moves":["d"]}`, game.Options{})
	const want = `{"id":null,"ok":false,"won":false,"at":0,"reason":"no-stock",` +
		`"position":{"piles":[["KC"],["KD"],["KH"],["KS"],[],[],[]],"stock":[],"waste":[],"foundations":{"C":12,"D":12,"H":12,"S":12},"passes_used":0,"won":false},`
	if got := encode(t, lines.Replay(l)); !strings.HasPrefix(got, want) {
		t.Error(cmp.Diff(want, got))
	}
}

func TestPlayedMakesAllMoves(t *testing.T) {
	l := mustRead(t, `{"id":"k","game":"yukon","position":{`+kings+`},"moves":["1>f","2>f"]}`, game.Options{})
	s, err := l.Played()
	if err != nil || s.TotalUp() != 50 || l.Start.TotalUp() != 48 {
		t.Errorf("%d up, %v; %d at the start", s.TotalUp(), err, l.Start.TotalUp())
	}
}

func TestPlayedNamesTheRefusedMove(t *testing.T) {
	tests := []struct{ moves, want string }{
		{`["1>f","1>f"]`, `moves[1], "1>f", is illegal: empty-pile`},
		{`["1-f"]`, `moves[0], "1-f", is illegal: unreadable`},
	}
	for _, test := range tests {
		l := mustRead(t, `{"id":"k","game":"yukon","position":{`+kings+`},"moves":`+test.moves+`}`, game.Options{})
		_, err := l.Played()
		bad, ok := errors.AsType[*lines.Error](err)
		if !ok || bad.Code != lines.BadMove || bad.Text != test.want || string(bad.ID) != `"k"` || bad.Line != 1 {
			t.Errorf("%s: got %v", test.moves, err)
		}
	}
}

func TestDealsAreReadAsWritten(t *testing.T) {
	for _, rules := range []game.Rules{
		game.KlondikeRules(1, 0, true), game.KlondikeRules(3, 3, false), game.YukonRules(true),
	} {
		text := encode(t, lines.NewDeal("x", rules, game.Numbered(7)))
		l := mustRead(t, text, game.Options{})
		want, err := game.Deal(rules, game.Numbered(7))
		if err != nil || l.Start != want {
			t.Errorf("%v: %s reads as another deal (%v)", rules, text, err)
		}
	}
}
