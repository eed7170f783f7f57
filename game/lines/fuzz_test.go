package lines_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/lines"
)

// FuzzReplay checks that every nonblank line gets exactly one answer, whatever it
// contains, and that the answer is one line of JSON.
func FuzzReplay(f *testing.F) {
	for _, test := range badLines {
		f.Add([]byte(strings.ReplaceAll(test.line, "CARDS", cards(1))), "", "")
	}
	f.Add([]byte(deal(1)+"\r\n\n"+deal(2)), "3", "unlimited")
	f.Add([]byte(strings.TrimSuffix(deal(1), "}")+`,"moves":["d","r","1>2","w>f:0"]}`), "", "2")
	f.Add([]byte(`{"id":"a","game":"yukon","position":{`+kings+`},"moves":["1>f","fc>4"]}`), "", "")
	f.Fuzz(func(t *testing.T, text []byte, draw, passes string) {
		good, bad := readAll(t, bytes.NewReader(text), game.Options{Draw: draw, Passes: passes})
		if got, want := len(good)+len(bad), countLines(text); got != want {
			t.Errorf("%d answers to %d lines", got, want)
		}
		for _, l := range good {
			checkAnswer(t, encode(t, lines.Replay(l)))
			if _, err := l.Played(); err != nil {
				checkText(t, err.Error())
			}
		}
		for _, err := range bad {
			checkAnswer(t, encode(t, err))
			checkText(t, err.Text)
		}
	})
}

// countLines counts the lines that aren't blank.
func countLines(text []byte) int {
	n := 0
	for line := range bytes.SplitSeq(bytes.TrimPrefix(text, []byte("\ufeff")), []byte("\n")) {
		if len(bytes.Trim(line, " \t\r")) > 0 {
			n++
		}
	}
	return n
}

func checkAnswer(t *testing.T, answer string) {
	t.Helper()
	if !json.Valid([]byte(answer)) || strings.Contains(answer, "\n") {
		t.Errorf("answer %q", answer)
	}
}
