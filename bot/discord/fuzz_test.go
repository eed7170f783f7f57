package discord_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot/discord"
	"github.com/solitaire-chat/solitaire/bot/discord/discordfake"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/bot/play"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

// Whatever Discord may sign one day, the answer is a first response or a refusal, within
// the limits.
func FuzzInteraction(f *testing.F) {
	key := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	catalogue, err := locale.Load()
	if err != nil {
		f.Fatal(err)
	}
	rest := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }))
	f.Cleanup(rest.Close)
	a, err := discord.New(discord.Config{
		Bot: play.New(persisttest.NewMemory()), Catalogue: catalogue, ApplicationID: "1", PublicKey: key.Public().(ed25519.PublicKey),
		APIURL: rest.URL + "/api/v10",
	})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { drain(f, a) })
	checker := discordfake.NewChecker(f)
	for _, seed := range []string{
		`{"type":1}`,
		`{"id":"1","token":"t","type":2,"user":{"id":"7"},"data":{"name":"solitaire","options":[{"name":"new","type":1,"options":[{"name":"deal","type":4,"value":5}]}]}}`,
		`{"id":"2","token":"t","type":3,"user":{"id":"7"},"data":{"custom_id":"1|||draw","component_type":2},"message":{"id":"5","flags":64}}`,
		`{"id":"3","token":"t","type":4,"member":{"user":{"id":"7"},"permissions":"8"},"guild_id":"4","data":{"name":"move","options":[{"name":"from","type":3,"value":"d","focused":true}]}}`,
		`{"id":"4","token":"t","type":2,"user":{"id":"7"},"data":{"name":"move","options":[{"name":"from","type":3,"value":"9h 10s"},{"name":"count","type":4,"value":1e400}]}}`,
		`{"id":"5","token":"t","type":9,"data":[]}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		r := httptest.NewRequest(http.MethodPost, "/discord/interactions", bytes.NewReader(body))
		now := strconv.FormatInt(time.Now().Unix(), 10)
		r.Header.Set("X-Signature-Timestamp", now)
		r.Header.Set("X-Signature-Ed25519", hex.EncodeToString(ed25519.Sign(key, append([]byte(now), body...))))
		w := httptest.NewRecorder()
		a.Interactions().ServeHTTP(w, r)
		switch w.Code {
		case http.StatusBadRequest, http.StatusAccepted: // there is none, or the answer has a file and went over REST
			return
		case http.StatusOK:
		default:
			t.Fatalf("status %d: %s", w.Code, w.Body)
		}
		for _, v := range checker.Check(discordfake.Callback, w.Body.Bytes(), discordfake.About{}) {
			t.Errorf("%v in %s", v, w.Body)
		}
	})
}
