package discord

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/bot/play"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

// FuzzPacket is a gateway that sends anything after Hello and closes the connection. The
// connection then ends with an error, and every interaction in it is handled or refused
// like any other.
func FuzzPacket(f *testing.F) {
	said := make(chan []byte, 1)
	upgrader := websocket.Upgrader{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !websocket.IsWebSocketUpgrade(r) { // the API, which accepts every answer
			w.WriteHeader(http.StatusNoContent)
			return
		}
		conn, err := upgrader.Upgrade(w, r, nil)
		if err != nil {
			return
		}
		defer conn.Close()
		_ = conn.WriteMessage(websocket.TextMessage, []byte(`{"op":10,"d":{"heartbeat_interval":45000}}`))
		_ = conn.WriteMessage(websocket.TextMessage, <-said)
	}))
	f.Cleanup(server.Close)
	catalogue, err := locale.Load()
	if err != nil {
		f.Fatal(err)
	}
	a, err := New(Config{
		Bot: play.New(persisttest.NewMemory()), Catalogue: catalogue, ApplicationID: "1", Token: "x", APIURL: server.URL + "/api/v10",
	})
	if err != nil {
		f.Fatal(err)
	}
	a.Hurry()
	for _, seed := range []string{
		`{"op":0,"t":"READY","s":1,"d":{"session_id":"x"}}`,
		`{"op":0,"t":"INTERACTION_CREATE","s":2,"d":{"id":"1","token":"t","type":2,"user":{"id":"7"},"data":{"name":"solitaire","options":[{"name":"new","type":1}]}}}`,
		`{"op":1,"d":null}`, `{"op":7}`, `{"op":9,"d":false}`, `{"op":11}`, `{"op":10,"d":[]}`, `{"op":0,"t":7}`, `[`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, packet []byte) {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		said <- packet
		s := &shard{Adapter: a, of: 1}
		if _, err := s.dial(ctx, "ws"+strings.TrimPrefix(server.URL, "http")); err == nil || ctx.Err() != nil {
			t.Errorf("the connection has ended with %v, %v", err, ctx.Err())
		}
		if err := a.Drain(ctx); err != nil {
			t.Error(err)
		}
	})
}
