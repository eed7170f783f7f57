package bot_test

import (
	"context"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/bot/play"
	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

// FuzzHandle sends any text as a command. There is always an answer, nothing panics, and
// no result is written without a confirmation.
func FuzzHandle(f *testing.F) {
	for _, spec := range play.Commands() {
		f.Add(spec.Example)
	}
	for _, text := range []string{
		"", "/", "3 5, d, w f", "1>2:3", "fh>4", "r", "new yukon return yes deal 3", "undo 99999999999999999999",
		strings.Repeat("d,", 3000), strings.Repeat("x", 10_001), "\xff\xfe", "new deal 1\x00", "move 9♥️ 10♠", "#1", "@everyone `x`",
	} {
		f.Add(text)
	}
	shared := play.New(persisttest.NewMemory())
	f.Fuzz(func(t *testing.T, text string) {
		p := bottest.PersonOn(t, shared)
		p.Forget()
		p.Say("new draw 3 passes unlimited return yes deal 1")
		r := p.Say(text)
		for _, m := range r.Lines {
			if said := p.Speaker.Say(m); len(said) > 2500 {
				t.Errorf("got an answer of %d bytes, want 2500 or fewer", len(said))
			}
		}
		if !strings.Contains(strings.ToLower(text), "confirm") && len(p.Results()) != 0 {
			t.Errorf("got the results %v, want none", p.Results())
		}
		p.Say("show")
	})
}

// FuzzRecord stores any bytes as the game. The player can still use other commands, and
// the bytes stay until a new game replaces them.
func FuzzRecord(f *testing.F) {
	f.Add([]byte(nil))
	f.Add([]byte("\x01klondike"))
	store := persisttest.NewMemory()
	shared := play.New(store)
	f.Fuzz(func(t *testing.T, data []byte) {
		ctx := context.Background()
		p := bottest.PersonOn(t, shared)
		p.Forget()
		rec := persist.Record{Current: "g", Games: []persist.Game{{ID: "g", Kind: "free", Version: 1, Data: data}}}
		if err := store.Commit(ctx, persist.Change{Player: p.Player, Record: rec}); err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{"show", "d", "undo", "finish", "more", "my-data", "settings style ascii", "new"} {
			p.Say(text)
		}
		after, err := store.Load(ctx, p.Player)
		if err != nil || len(after.Games) != 1 || string(after.Games[0].Data) != string(data) {
			t.Errorf("got the record %v, %v, want the stored bytes", after, err)
		}
		p.Say("new deal 1 confirm")
		p.Has(p.Say("d"), "did.draw")
	})
}
