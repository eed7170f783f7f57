package discord_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot/discord"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/bot/play"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

// BenchmarkCommand sends a signed command over HTTP, with a store in memory. It measures
// the adapter and the bot without the store.
func BenchmarkCommand(b *testing.B) {
	key := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	catalogue, err := locale.Load()
	if err != nil {
		b.Fatal(err)
	}
	a, err := discord.New(discord.Config{
		Bot: play.New(persisttest.NewMemory()), Catalogue: catalogue, ApplicationID: "1", PublicKey: key.Public().(ed25519.PublicKey),
	})
	if err != nil {
		b.Fatal(err)
	}
	h := a.Interactions()
	send := func(id int, data string) {
		body := fmt.Appendf(nil, `{"id":"%d","token":"t","type":2,"context":1,"channel_id":"%d","user":{"id":"7","username":"ann"},"data":%s}`, id, id, data)
		r := httptest.NewRequest(http.MethodPost, "/discord/interactions", bytes.NewReader(body))
		now := strconv.FormatInt(time.Now().Unix(), 10)
		r.Header.Set("X-Signature-Timestamp", now)
		r.Header.Set("X-Signature-Ed25519", hex.EncodeToString(ed25519.Sign(key, append([]byte(now), body...))))
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != http.StatusOK {
			b.Fatalf("status %d: %s", w.Code, w.Body)
		}
	}
	send(1, `{"name":"solitaire","options":[{"type":1,"name":"new","options":[{"type":3,"name":"passes","value":"unlimited"},{"type":4,"name":"deal","value":5}]}]}`)
	for i := 2; b.Loop(); i++ { // in a channel of its own, so that no old board has to be edited
		if i%2 == 0 {
			send(i, `{"name":"draw"}`)
		} else {
			send(i, `{"name":"undo"}`)
		}
	}
}
