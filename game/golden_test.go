package game_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
)

// TestDealNumbersNeverChangeTheirCards freezes the generators: a number gives the same
// cards in every version and on every machine.
func TestDealNumbersNeverChangeTheirCards(t *testing.T) {
	seed := [32]byte{}
	for i := range seed {
		seed[i] = byte(i)
	}
	for _, tt := range []struct {
		name string
		deck game.Deck
		want string
	}{
		{"1", game.Numbered(1), "6S 8C 9C 9D 7D KD 5S 3S 5H TS 2D 7S 3C QC TD AC AS 5D KC 3D 2S JH QD 6D KS 2H " +
			"JD JC 7H 4S 9H 4H QS JS 4D 3H TC 9S 7C KH 4C 8D 6C AD 8S QH AH 8H 2C TH 5C 6H"},
		{"2", game.Numbered(2), "4H 8D JH AC 7C QS TS KS 3C AH TD JC 4D QD 9H KC 4S 4C KH 9D 7S 6D 3S 6H QC KD " +
			"TC 3D 2S JD 8C JS 5D 2C AS 8H 6S 3H 9C 5H 9S 8S 2D QH 2H 5C 7H 6C AD 7D 5S TH"},
		{"123456789", game.Numbered(123456789), "2S 4D TH 9D AS 7C QD 7S KC 6S 9S JS KS TC 9C 7D 4S 3D TS JD 5H " +
			"8C QS 8D 4H AC 8S KH KD 2H 6H JH JC 6C 6D TD 2D 3S 7H QH 5C AH 4C 3H 2C 5S QC 9H 5D 3C AD 8H"},
		{"999999999", game.Numbered(999999999), "9C JD 6C 3S 7C 5S 3C 6S 7H AH KD 3D 6H KS KH 5D 7S AS 7D 3H TH " +
			"5C 2C 4C QS 8S QD 2H 2D TD 4D 8C JH 2S 4H 8H QH 9D JS 8D TS 4S 6D 9H KC JC TC 9S QC AC 5H AD"},
		{"seed", game.Seeded(seed), "4H QH QS KH AC AS QD 3C QC 4D 7C 8H 2C TS 9D 9S 6H 5D TC TD 9H 5S 3H JS AD JH " +
			"7H 6S 4C 3S 2D 4S 2S 8S KC 7D 6C 8D 6D 7S AH KD 3D KS 2H 9C 5C JC JD 8C 5H TH"},
	} {
		if got := names(tt.deck); got != tt.want {
			t.Errorf("deal %s is\n%s, want\n%s", tt.name, got, tt.want)
		}
	}
	if game.Generator != "pcg1" || game.MaxNumber != 999_999_999 {
		t.Errorf("the generator is called %q, its last deal is %d", game.Generator, game.MaxNumber)
	}
}

// goldenGame is the game in testdata/klondike-v*.game: one pass through the stock, a
// turn-over, fifty steps of a winning line, seven of them undone.
func goldenGame(tb testing.TB) *game.Game {
	tb.Helper()
	g := numbered(tb, game.KlondikeRules(3, 3, true), 1024)
	play(tb, g, "d d d d d d d d r")
	play(tb, g, strings.Join(strings.Fields(win1024)[:50], " "))
	g.Undo(7)
	return g
}

// TestStoredGamesOfAllVersionsOpen opens the game as each version stored it. Every later
// version must be able to.
func TestStoredGamesOfAllVersionsOpen(t *testing.T) {
	const want = "KS QD | KC QH JC | | #8H 9C 8D 7S 6D 5S | KH QS JH TS 9D 8S 7D 6S 5D 4C | #TC #TD #QC #8C 6C | " +
		"#9H #3C 7H | | 9S 6H 5C JS 4S 7C TH KD JD | spread 1, up [2 4 5 3], pass 2"
	for version := range versions + 1 {
		stored := golden(t, version)
		if stored == nil {
			continue
		}
		var g game.Game
		if err := g.UnmarshalBinary(stored); err != nil {
			t.Fatalf("version %d: %v", version, err)
		}
		s := g.State()
		if got, _, _ := strings.Cut(engineTable(&s), ", score"); got != want {
			t.Errorf("version %d: the stored game is\n%s, want\n%s", version, got, want)
		}
		if !sameGame(&g, goldenGame(t)) || g.Origin().Number != 1024 || g.Undone() != 7 || g.Undos() != 7 {
			t.Errorf("version %d: %+v, undone %d, undos %d, steps %v", version, g.Origin(), g.Undone(), g.Undos(), g.Steps())
		}
		if again := encoded(t, &g); !bytes.Equal(again, golden(t, versions)) {
			t.Errorf("version %d is stored again as %x", version, again)
		}
	}
}

// versions is the latest version of the stored form.
const versions = 2

// golden returns the golden game as a version stored it; nil for version 0, which never
// existed.
func golden(tb testing.TB, version int) []byte {
	tb.Helper()
	if version == 0 {
		return nil
	}
	stored, err := os.ReadFile(filepath.Join("testdata", fmt.Sprintf("klondike-v%d.game", version)))
	if err != nil {
		tb.Fatal(err)
	}
	return stored
}

// Another scoring table, here that of vegas, breaks no stored game. The game opens with
// today's score, and missing steps are still detected.
func TestStoredGamesOpenWhateverMovesScore(t *testing.T) {
	scoring := 1 + 1 + len(game.Klondike) + 6 // behind version, name, ranks, piles, draw, passes, return, groups
	for version := 1; version <= versions; version++ {
		body := golden(t, version)
		body = body[:len(body)-4]
		body[scoring] = byte(game.Vegas)
		var g game.Game
		if err := g.UnmarshalBinary(sealed(body)); err != nil {
			t.Fatalf("version %d: %v", version, err)
		}
		if s := g.State(); s.Score() != -52+5*s.TotalUp() {
			t.Errorf("version %d: the score is %d", version, s.Score())
		}
		body[len(body)-1]++
		if err := g.UnmarshalBinary(sealed(body)); !errors.Is(err, game.ErrDiverged) {
			t.Errorf("version %d: another checksum is read: %v", version, err)
		}
	}
}

// sameGame reports whether two games are equal, including the steps that can be redone.
func sameGame(a, b *game.Game) bool {
	if a.Rules() != b.Rules() || a.Origin() != b.Origin() || !slices.Equal(a.Deck(), b.Deck()) ||
		a.State() != b.State() || !slices.Equal(a.Steps(), b.Steps()) || a.Undone() != b.Undone() || a.Undos() != b.Undos() {
		return false
	}
	return slices.Equal(undone(a), undone(b))
}

func undone(g *game.Game) (moves []game.Move) {
	redone := *g
	for e, ok := redone.Redo(); ok; e, ok = redone.Redo() {
		moves = append(moves, e.Move)
	}
	return moves
}

// sealed returns the bytes of a stored game with a matching checksum, as another version
// or a faulty program would write them.
func sealed(body []byte) []byte {
	return binary.LittleEndian.AppendUint32(bytes.Clone(body), crc32.ChecksumIEEE(body))
}

func TestAChangedByteIsDamage(t *testing.T) {
	stored := encoded(t, goldenGame(t))
	for i := range stored {
		for flip := 1; flip < 256; flip++ {
			bad := bytes.Clone(stored)
			bad[i] ^= byte(flip)
			want := game.ErrDamaged
			if i == 0 && bad[0] > stored[0] {
				want = game.ErrVersion
			}
			var g game.Game
			if err := g.UnmarshalBinary(bad); !errors.Is(err, want) {
				t.Fatalf("byte %d changed from %#x to %#x: %v, want %v", i, stored[i], bad[i], err, want)
			}
		}
	}
}

func TestFaultsOfStoredGamesAreNamed(t *testing.T) {
	g := newGame(t, game.KlondikeRules(3, 1, false), game.NewDeck(), game.Origin{})
	play(t, g, "d d")
	twoSteps := encoded(t, g)
	g.Undo(1)
	oneUndone := encoded(t, g)
	const tail = 8 + 4 // the two sums
	deck := bytes.Index(twoSteps, []byte{52}) + 1
	change := func(stored []byte, at int, to ...byte) []byte {
		body := bytes.Clone(stored[:len(stored)-4])
		if at < 0 {
			at += len(stored)
		}
		return sealed(slices.Replace(body, at, at+1, to...))
	}
	const turnOver = byte(game.Waste)<<4 | byte(game.Stock)
	for _, tt := range []struct {
		name   string
		stored []byte
		want   error
	}{
		{"nothing", nil, game.ErrDamaged},
		{"version alone", []byte{1}, game.ErrDamaged},
		{"newer version alone", []byte{versions + 1}, game.ErrVersion},
		{"newer version", change(twoSteps, 0, versions+1), game.ErrVersion},
		{"longer", append(bytes.Clone(twoSteps), 0), game.ErrDamaged},
		{"a byte more", change(twoSteps, -tail, twoSteps[len(twoSteps)-tail], 0), game.ErrDamaged},
		{"a card twice", change(twoSteps, deck, twoSteps[deck+1]), game.ErrDamaged},
		{"no card", change(twoSteps, deck, 0), game.ErrDamaged},
		{"cards missing", change(twoSteps, deck-1, 51), game.ErrDamaged},
		{"unknown game", change(twoSteps, 2, 'x'), game.ErrVersion},
		{"groups of another game", change(twoSteps, 2+len(game.Klondike)+5, byte(game.AnyGroup)), game.ErrDamaged},
		{"no ranks", change(twoSteps, 2+len(game.Klondike), 0), game.ErrDamaged},
		{"more steps than there are", change(twoSteps, -tail-4, 3), game.ErrDamaged},
		{"cursor behind the steps", change(twoSteps, -tail-3, 3), game.ErrDamaged},
		{"illegal step", change(twoSteps, -tail-1, turnOver), game.ErrDiverged},
		{"illegal step that can be redone", change(oneUndone, -tail-1, turnOver), game.ErrDiverged},
		{"unreadable step", change(twoSteps, -tail-1, 0xff), game.ErrDiverged},
		{"another state", change(twoSteps, -tail, ^twoSteps[len(twoSteps)-tail]), game.ErrDiverged},
		{"another draw count", change(twoSteps, 2+len(game.Klondike)+2, 1), game.ErrDiverged},
		{"another card", change(change(twoSteps, deck, twoSteps[deck+1]), deck+1, twoSteps[deck]), game.ErrDiverged},
	} {
		t.Run(tt.name, func(t *testing.T) {
			kept := goldenGame(t)
			if err := kept.UnmarshalBinary(tt.stored); !errors.Is(err, tt.want) {
				t.Errorf("%v, want %v", err, tt.want)
			}
			if !sameGame(kept, goldenGame(t)) {
				t.Error("what can't be read has changed the game")
			}
		})
	}
}
