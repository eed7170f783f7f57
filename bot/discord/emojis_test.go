package discord_test

import (
	"bytes"
	"context"
	"fmt"
	"image/png"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot/discord"
	"github.com/solitaire-chat/solitaire/bot/discord/discordfake"
	"github.com/solitaire-chat/solitaire/render"
	"github.com/solitaire-chat/solitaire/render/picture"
)

// An emojiStage is a Discord whose hours pass as soon as the bot sleeps.
type emojiStage struct {
	*discordfake.Server
	t       *testing.T
	clock   *clock
	adapter *discord.Adapter
	waits   []time.Duration
}

func newEmojiStage(t *testing.T) *emojiStage {
	st := &emojiStage{t: t, clock: newClock()}
	st.Server = discordfake.New(t, discordfake.Options{Now: st.clock.Now})
	st.adapter = mustNew(t, st.Server, nil)
	st.adapter.Hurry()
	st.adapter.SetSleep(func(ctx context.Context, d time.Duration) bool {
		st.clock.forward(d)
		return ctx.Err() == nil
	})
	t.Cleanup(func() { drain(t, st.adapter) })
	return st
}

// register uploads the emojis, and returns the changes.
func (st *emojiStage) register(ctx context.Context, dryRun bool) (discord.Changes, error) {
	return st.adapter.RegisterEmojis(ctx, dryRun, func(left int, wait time.Duration) { st.waits = append(st.waits, wait) })
}

func (st *emojiStage) mustRegister() discord.Changes {
	st.t.Helper()
	changes, err := st.register(st.t.Context(), false)
	if err != nil {
		st.t.Fatal(err)
	}
	return changes
}

// uploads counts the emojis that were sent.
func (st *emojiStage) uploads() (n int) {
	for _, p := range st.Payloads() {
		if p.Route == discordfake.RouteEmojiUpload {
			n++
		}
	}
	return n
}

// of returns the emojis of a tile.
func (st *emojiStage) of(tile render.Tile) (list []discordfake.Emoji) {
	name := regexp.MustCompile("^" + tile.Name() + "_[0-9a-f]{8}$")
	for _, e := range st.Emojis() {
		if name.MatchString(e.Name) {
			list = append(list, e)
		}
	}
	return list
}

// mustBeComplete checks that each tile is there once, and that the adapter knows.
func (st *emojiStage) mustBeComplete() {
	st.t.Helper()
	for _, tile := range render.Tiles() {
		if list := st.of(tile); len(list) != 1 {
			st.t.Fatalf("%s is there %d times", tile.Name(), len(list))
		}
	}
	if missing, err := st.adapter.FindEmojis(st.t.Context()); missing > 0 || err != nil || !st.adapter.Cards() {
		st.t.Errorf("%d are missing, %v, cards %v", missing, err, st.adapter.Cards())
	}
}

// mustBeDrawn checks the pictures.
func (st *emojiStage) mustBeDrawn() {
	st.t.Helper()
	draws, err := picture.NewTiler()
	if err != nil {
		st.t.Fatal(err)
	}
	for _, tile := range render.Tiles() {
		img, err := png.Decode(bytes.NewReader(st.of(tile)[0].Picture))
		if err != nil {
			st.t.Fatal(err)
		}
		want := draws.Tile(tile)
		for y := 0; y < picture.TileSize; y += 3 {
			for x := 0; x < picture.TileSize; x += 3 {
				r, g, b, a := img.At(x, y).RGBA()
				wantR, wantG, wantB, wantA := want.At(x, y).RGBA()
				for _, off := range []uint32{r - wantR, g - wantG, b - wantB, a - wantA} {
					if off+0x200 > 0x400 { // PNG keeps colours without their opacity, which rounds
						st.t.Fatalf("%s has another picture at %d, %d", tile.Name(), x, y)
					}
				}
			}
		}
	}
}

func TestEmojisAreUploadedOnce(t *testing.T) {
	st := newEmojiStage(t)
	if missing, err := st.adapter.FindEmojis(t.Context()); missing != len(render.Tiles()) || err != nil || st.adapter.Cards() {
		t.Errorf("%d are missing, %v, cards %v", missing, err, st.adapter.Cards())
	}
	promised, err := st.register(t.Context(), true)
	if err != nil || st.uploads() != 0 {
		t.Fatalf("a dry run has sent %d emojis, %v", st.uploads(), err)
	}
	if changes := st.mustRegister(); changes.String() != promised.String() || !strings.Contains(changes.String(), "+ emoji nine_of_hearts_") {
		t.Errorf("changes %s", changes)
	}
	st.mustBeComplete()
	st.mustBeDrawn()
	if changes := st.mustRegister(); !changes.None() || st.uploads() != len(render.Tiles()) {
		t.Errorf("%d uploads; the second time %s", st.uploads(), changes)
	}
}

// A changed tile has another check sum. Emojis that are not the bot's stay, whatever
// they are called.
func TestEmojisOfChangedTilesAreReplacedAndOthersStay(t *testing.T) {
	st := newEmojiStage(t)
	others := []string{"logo", "nine_of_hearts", "ace_of_spades_01234567_", "ace_of_spades_0123456", "my_ace_of_spades_01234567", "ace_of_spades_0123456Z"}
	st.AddEmojis(others...)
	st.mustRegister()
	st.AddEmojis("nine_of_hearts_00000000", "face_down_24_ffffffff")
	if missing, err := st.adapter.FindEmojis(t.Context()); missing != 0 || err != nil {
		t.Errorf("%d are missing, %v", missing, err)
	}
	changes := st.mustRegister()
	if changes.String() != "- emoji nine_of_hearts_00000000\n- emoji face_down_24_ffffffff" {
		t.Errorf("changes %s", changes)
	}
	st.mustBeComplete()
	names := st.names()
	for _, other := range others {
		if !slices.Contains(names, other) {
			t.Errorf("%s is gone", other)
		}
	}
	if len(names) != len(others)+len(render.Tiles()) {
		t.Errorf("%d emojis", len(names))
	}
}

func (st *emojiStage) names() (names []string) {
	for _, e := range st.Emojis() {
		names = append(names, e.Name)
	}
	return names
}

func TestEmojiUploadWaitsForRateLimits(t *testing.T) {
	st := newEmojiStage(t)
	st.LimitEmojis(50)
	begin := st.clock.Now()
	st.mustRegister()
	st.mustBeComplete()
	if took := st.clock.Now().Sub(begin); took < 2*time.Hour || took > 3*time.Hour {
		t.Errorf("it took %v", took)
	}
	if len(st.waits) != 2 || st.waits[0] < 59*time.Minute {
		t.Errorf("it announced the waits %v", st.waits)
	}
}

// An upload that ends in the middle goes on from there, also while it waits for a rate
// limit.
func TestInterruptedEmojiUploadIsResumed(t *testing.T) {
	st := newEmojiStage(t)
	st.LimitEmojis(50)
	ctx, cancel := context.WithCancel(t.Context())
	st.adapter.SetSleep(func(context.Context, time.Duration) bool { cancel(); return false })
	if _, err := st.register(ctx, false); err == nil || !strings.Contains(err.Error(), "Run this again: it goes on from there") {
		t.Errorf("error %v", err)
	}
	if n := len(st.Emojis()); n != 50 || st.adapter.Cards() {
		t.Errorf("%d emojis are there, cards %v", n, st.adapter.Cards())
	}
	st.LimitEmojis(0)
	st.mustRegister()
	st.mustBeComplete()
}

// When a connection breaks after Discord has taken an emoji, the emoji is not sent again.
func TestEmojiUploadSurvivesFaultsAndSendsNothingTwice(t *testing.T) {
	for _, kind := range []discordfake.FaultKind{
		discordfake.Dropped, discordfake.DroppedAfter, discordfake.BadGateway, discordfake.BadGatewayAfter,
		discordfake.ServerError, discordfake.Overloaded, discordfake.LimitedUser, discordfake.LimitedHTML,
	} {
		t.Run(fmt.Sprint(kind), func(t *testing.T) {
			st := newEmojiStage(t)
			st.AddEmojis("nine_of_hearts_00000000")
			for _, route := range []string{discordfake.RouteEmojiUpload, discordfake.RouteEmojiRemoval} {
				st.Fail(discordfake.Fault{Route: route, Kind: kind, Times: 2, RetryAfter: 20 * time.Minute})
			}
			st.mustRegister()
			st.mustBeComplete()
			if len(st.Emojis()) != len(render.Tiles()) {
				t.Errorf("%d emojis", len(st.Emojis()))
			}
		})
	}
}

// Where there is no room for old and new emojis side by side, the old ones go first.
func TestEmojisNeedRoom(t *testing.T) {
	st := newEmojiStage(t)
	for n := range 2000 - len(render.Tiles()) {
		st.AddEmojis(fmt.Sprintf("other_%d", n))
	}
	st.AddEmojis("nine_of_hearts_00000000")
	st.mustRegister()
	st.mustBeComplete()

	st = newEmojiStage(t)
	for n := range 2001 - len(render.Tiles()) {
		st.AddEmojis(fmt.Sprintf("other_%d", n))
	}
	_, err := st.register(t.Context(), false)
	if err == nil || !strings.Contains(err.Error(), "the application would have 2001 emojis, and Discord allows 2000") || st.uploads() > 0 {
		t.Errorf("%d uploads, error %v", st.uploads(), err)
	}
}

// Cards are taken back when an emoji disappears, and stay when Discord can't be asked.
func TestCardsNeedAllEmojis(t *testing.T) {
	st := newEmojiStage(t)
	st.mustRegister()
	st.mustBeComplete()
	st.Fail(discordfake.Fault{Route: discordfake.RouteEmojis, Kind: discordfake.Overloaded, Times: 3})
	if _, err := st.adapter.FindEmojis(t.Context()); err == nil || !st.adapter.Cards() {
		t.Errorf("error %v, cards %v", err, st.adapter.Cards())
	}
	st.RemoveEmoji(st.Emojis()[60].Name)
	if missing, err := st.adapter.FindEmojis(t.Context()); missing != 1 || err != nil || st.adapter.Cards() {
		t.Errorf("%d are missing, %v, cards %v", missing, err, st.adapter.Cards())
	}
}

// The watch looks at once, more often while emojis are missing, and ends with its
// context.
func TestWatchFindsEmojisThatComeLater(t *testing.T) {
	st := newEmojiStage(t)
	ctx, cancel := context.WithCancel(t.Context())
	var pauses []time.Duration
	st.adapter.SetSleep(func(_ context.Context, d time.Duration) bool {
		switch pauses = append(pauses, d); len(pauses) {
		case 1:
			if st.adapter.Cards() {
				t.Error("cards without emojis")
			}
			st.adapter.SetSleep(func(context.Context, time.Duration) bool { cancel(); return false })
			st.mustRegister()
		}
		return true
	})
	st.adapter.WatchEmojis(ctx)
	if len(pauses) != 1 || pauses[0] > 10*time.Minute || !st.adapter.Cards() {
		t.Errorf("pauses %v, cards %v", pauses, st.adapter.Cards())
	}
}
