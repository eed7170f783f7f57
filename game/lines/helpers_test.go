package lines_test

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/game/lines"
)

// readAll returns the usable lines of a text and the error objects for the others, both
// in order.
func readAll(t testing.TB, r io.Reader, override game.Options) (good []*lines.Line, bad []*lines.Error) {
	t.Helper()
	reader := lines.NewReader(r, override)
	for {
		line, err := reader.Next()
		lineErr, ok := errors.AsType[*lines.Error](err)
		switch {
		case err == io.EOF:
			return good, bad
		case ok:
			bad = append(bad, lineErr)
		case err != nil:
			t.Fatal(err)
		default:
			good = append(good, line)
		}
	}
}

// mustRead returns the only line of a text.
func mustRead(t testing.TB, text string, override game.Options) *lines.Line {
	t.Helper()
	good, bad := readAll(t, strings.NewReader(text), override)
	if len(bad) > 0 {
		t.Fatal(bad[0])
	}
	if len(good) != 1 {
		t.Fatalf("%d lines, want 1", len(good))
	}
	return good[0]
}

// encode returns a value as a line, without the newline.
func encode(t testing.TB, v any) string {
	t.Helper()
	var b strings.Builder
	if err := lines.NewEncoder(&b).Encode(v); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// cards returns the cards of a deal as JSON.
func cards(number int) string {
	deal := lines.NewDeal("", game.KlondikeRules(1, 1, false), game.Numbered(number))
	text, _ := json.Marshal(deal.Cards)
	return string(text)
}

// shared returns a file of the larger test data.
func shared(t testing.TB, name string) string {
	t.Helper()
	dir := os.Getenv("SOLITAIRE_SHARED")
	if dir == "" {
		t.Skip("SOLITAIRE_SHARED is not set: no larger test data")
	}
	data, err := os.ReadFile(filepath.Join(dir, "deals", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
