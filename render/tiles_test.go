package render_test

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/render"
)

func TestTiledBoardsAreAsStored(t *testing.T) {
	for name, s := range scenes(t) {
		t.Run(name, func(t *testing.T) {
			var lines []string
			for _, row := range render.Tiled(s.View(), false) {
				var names []string
				for _, tile := range row {
					names = append(names, tile.Name())
				}
				lines = append(lines, strings.Join(names, " "))
			}
			compare(t, filepath.Join("testdata", name+".tiles.txt"), strings.Join(lines, "\n")+"\n")
		})
	}
}

// A chat knows a tile by its name, to which the adapter adds a check sum.
func TestTileNamesAreShortAndNoneIsThereTwice(t *testing.T) {
	seen := map[string]bool{}
	for _, tile := range render.Tiles() {
		name := tile.Name()
		if !regexp.MustCompile(`^[a-z0-9_]{2,23}$`).MatchString(name) || seen[name] {
			t.Errorf("%q is too long, has other characters, or is there twice", name)
		}
		seen[name] = true
	}
	if len(seen) != 117 {
		t.Errorf("%d tiles", len(seen))
	}
}

// A board of tiles shows each card that the player sees once and no other, and all its
// tiles are known.
func TestTiledBoardsShowTheVisibleCards(t *testing.T) {
	known := render.Tiles()
	rapid.Check(t, func(t *rapid.T) {
		four := rapid.Bool().Draw(t, "four colours")
		playout(t, func(s game.State) {
			v := s.View()
			for _, rows := range [][][]render.Tile{render.Tiled(v, four), render.TiledSideways(v, four)} {
				var got []game.Card
				for _, row := range rows {
					for _, tile := range row {
						if !slices.Contains(known, tile) {
							t.Fatalf("the tile %s is in no list", tile.Name())
						}
						if tile.Kind == render.FaceUp {
							got = append(got, tile.Card)
						}
					}
					if row[len(row)-1].Kind == render.Blank {
						t.Fatal("a row ends in a blank")
					}
				}
				if at := render.PlayableTile(v); at > 0 && rows[0][at].Card != v.Waste[len(v.Waste)-1] || at == 0 && len(v.Waste) > 0 {
					t.Fatalf("the playable card is not at %d", at)
				}
				slices.Sort(got)
				if diff := cmp.Diff(tiledCards(v), got); diff != "" {
					t.Fatalf("visible cards (-want +got):\n%s", diff)
				}
			}
		})
	})
}

// tiledCards lists the cards that a board shows, of the fan at most three.
func tiledCards(v game.View) (cards []game.Card) {
	for _, p := range v.Piles {
		cards = append(cards, p.Up...)
	}
	for suit, rank := range v.Foundations {
		if rank > 0 {
			cards = append(cards, game.NewCard(rank, game.Suit(suit)))
		}
	}
	if n := min(max(v.Fan, 1), 3, len(v.Waste)); n > 0 {
		cards = append(cards, v.Waste[len(v.Waste)-n:]...)
	}
	slices.Sort(cards)
	return cards
}

func TestFourColoursChangeClubsAndDiamonds(t *testing.T) {
	for _, c := range game.NewDeck() {
		changed := render.FaceTile(c, true) != render.FaceTile(c, false)
		if changed != (c.Suit() == game.Clubs || c.Suit() == game.Diamonds) {
			t.Errorf("%s: changed %v", c, changed)
		}
	}
}
