package picture_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/solitaire-chat/solitaire/render/picture"
)

// The text font has a glyph for every character of every catalogue, so any message can be
// written in a picture.
func TestEveryCharacterHasAGlyph(t *testing.T) {
	files, err := filepath.Glob("../../bot/locale/*.toml")
	if err != nil || len(files) == 0 {
		t.Fatalf("catalogues %v, %v", files, err)
	}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if missing := picture.Missing(string(text)); missing != "" {
			t.Errorf("%s: no glyph for %q", filepath.Base(path), missing)
		}
	}
	const alsoSaid = "▮✅✗♣♦♥♠♚♛♞↻×…–·0123456789%"
	if missing := picture.Missing(alsoSaid + "ắằẳẵặơớờởợđỹ"); missing != "" {
		t.Errorf("no glyph for %q", missing)
	}
	if picture.Missing("a漢") != "漢" {
		t.Error("a character without a glyph is not found")
	}
}
