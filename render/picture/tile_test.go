package picture_test

import (
	"bytes"
	"image"
	"image/draw"
	"image/png"
	"testing"

	"github.com/solitaire-chat/solitaire/render"
	"github.com/solitaire-chat/solitaire/render/picture"
)

func mustTiler(tb testing.TB) *picture.Tiler {
	tb.Helper()
	d, err := picture.NewTiler()
	if err != nil {
		tb.Fatal(err)
	}
	return d
}

// All tiles are one picture, thirteen in a row.
func TestTilesAreAsStored(t *testing.T) {
	const columns = 13
	d, tiles := mustTiler(t), render.Tiles()
	sheet := image.NewRGBA(image.Rect(0, 0, columns*picture.TileSize, (len(tiles)+columns-1)/columns*picture.TileSize))
	for i, tile := range tiles {
		at := image.Pt(i%columns, i/columns).Mul(picture.TileSize)
		draw.Draw(sheet, image.Rectangle{at, at.Add(image.Pt(picture.TileSize, picture.TileSize))}, d.Tile(tile), image.Point{}, draw.Src)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, sheet); err != nil {
		t.Fatal(err)
	}
	compare(t, "tiles", b.Bytes())
}

// No two tiles look the same, and the blank one can't be seen.
func TestTilesDiffer(t *testing.T) {
	d, seen := mustTiler(t), map[string]string{}
	for _, tile := range render.Tiles() {
		pixels := string(d.Tile(tile).Pix)
		if other, is := seen[pixels]; is {
			t.Errorf("%s looks like %s", tile.Name(), other)
		}
		seen[pixels] = tile.Name()
	}
	if blank := d.Tile(render.Tile{}); !bytes.Equal(blank.Pix, make([]byte, len(blank.Pix))) {
		t.Error("the blank tile can be seen")
	}
}

func BenchmarkTiles(b *testing.B) {
	d := mustTiler(b)
	for b.Loop() {
		for _, tile := range render.Tiles() {
			d.Tile(tile)
		}
	}
}
