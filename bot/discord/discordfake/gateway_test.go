package discordfake_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/solitaire-chat/solitaire/bot/discord/discordfake"
)

// next returns the next packet, which must come.
func (b *bot) next() object {
	b.t.Helper()
	select {
	case p := <-b.packets:
		return p
	case <-time.After(10 * time.Second):
		b.t.Fatal("no packet came")
		return nil
	}
}

// until returns the first packet with that op or with code -op that closed the
// connection.
func (b *bot) until(op int) object {
	b.t.Helper()
	for {
		p := b.next()
		if p["op"] == float64(op) || p["closed"] == -op {
			return p
		}
		if p["closed"] != nil {
			b.t.Fatalf("the connection was closed with %v; want packet %d", p["closed"], op)
		}
	}
}

func gatewayBot(t *testing.T, opts discordfake.Options) *bot {
	opts.Tolerate = true
	return newBot(t, discordfake.New(t, opts), post(counting))
}

func identify(token string, change func(d object)) object {
	d := object{"token": token, "intents": 0, "properties": object{"$os": "linux"}}
	if change != nil {
		change(d)
	}
	return d
}

func TestGatewayCloses(t *testing.T) {
	for name, c := range map[string]struct {
		send func(b *bot)
		code int
	}{
		"bad token":     {func(b *bot) { b.send(2, identify("other", nil)) }, 4004},
		"twice":         {func(b *bot) { b.send(2, identify(b.srv.Token(), nil)); b.send(2, identify(b.srv.Token(), nil)) }, 4005},
		"too early":     {func(b *bot) { b.send(3, object{}) }, 4003},
		"unknown op":    {func(b *bot) { b.send(2, identify(b.srv.Token(), nil)); b.send(99, nil) }, 4001},
		"no JSON":       {func(b *bot) { b.sendRaw([]byte("{")) }, 4002},
		"frame of 4097": {func(b *bot) { b.sendRaw([]byte(`{"op":1,"d":"` + strings.Repeat("x", 4082) + `"}`)) }, 4002},
		"privileged": {func(b *bot) {
			b.send(2, identify(b.srv.Token(), func(d object) { d["intents"] = 1 << 15 }))
		}, 4014},
		"no intents": {func(b *bot) { b.send(2, identify(b.srv.Token(), func(d object) { delete(d, "intents") })) }, 4013},
		"no such shard": {func(b *bot) {
			b.send(2, identify(b.srv.Token(), func(d object) { d["shard"] = []int{2, 2} }))
		}, 4010},
		"121 packets": {func(b *bot) {
			for range 121 {
				b.send(1, nil)
			}
		}, 4008},
	} {
		t.Run(name, func(t *testing.T) {
			b := gatewayBot(t, discordfake.Options{})
			b.dial()
			c.send(b)
			b.until(-c.code)
		})
	}
	t.Run("too few shards", func(t *testing.T) {
		b := gatewayBot(t, discordfake.Options{Shards: 2})
		b.dial()
		b.send(2, identify(b.srv.Token(), nil))
		b.until(-4011)
	})
	t.Run("silence", func(t *testing.T) {
		b := gatewayBot(t, discordfake.Options{Heartbeat: time.Millisecond})
		b.dial()
		b.until(-4009)
	})
	t.Run("version 9", func(t *testing.T) {
		b := gatewayBot(t, discordfake.Options{})
		_, got := b.do("GET", "/gateway", "")
		ws, _, err := websocket.DefaultDialer.Dial(str(got, "url")+"?v=9&encoding=json", nil)
		if err != nil {
			t.Fatal(err)
		}
		defer ws.Close()
		if _, _, err := ws.ReadMessage(); !websocket.IsCloseError(err, 4012) {
			t.Errorf("version 9 was answered by %v", err)
		}
	})
}

func TestGatewayGreets(t *testing.T) {
	b := gatewayBot(t, discordfake.Options{})
	b.dial()
	if p := b.until(10); p["d"].(object)["heartbeat_interval"] != 41250.0 {
		t.Errorf("Hello = %v", p)
	}
	b.send(1, nil)
	b.until(11)
	b.send(2, identify(b.srv.Token(), nil))
	ready := b.until(0)
	if d := ready["d"].(object); ready["t"] != "READY" || ready["s"] != 1.0 || d["session_id"] == "" || d["user"] == nil {
		t.Errorf("READY = %v", ready)
	}
	if got := b.srv.Gateway.Ready(); len(got) != 1 || len(b.srv.Gateway.Identifies()) != 1 {
		t.Errorf("shards %v, identifies %v", got, b.srv.Gateway.Identifies())
	}
	for _, op := range []int{discordfake.OpHeartbeat, discordfake.OpReconnect, discordfake.OpInvalidSession} {
		b.srv.Gateway.Send(op, false)
		b.until(op)
	}
	b.srv.Gateway.Close(discordfake.CloseUnknown)
	b.until(-4000)
}

func TestGatewayFirstPackets(t *testing.T) {
	b := gatewayBot(t, discordfake.Options{})
	b.srv.Gateway.Next(discordfake.Greeting{Op: discordfake.OpReconnect})
	b.srv.Gateway.Next(discordfake.Greeting{Op: discordfake.OpInvalidSession, D: false})
	b.srv.Gateway.Next(discordfake.Greeting{Close: discordfake.CloseUnknown})
	b.srv.Gateway.Next(discordfake.Greeting{Drop: true})
	b.srv.Gateway.Next(discordfake.Greeting{Reject: discordfake.CloseNoIntents})
	for i, want := range []int{7, 9, -4000, 0, -4014} {
		b.dial()
		hello := b.next()
		if hello["op"] != 10.0 {
			t.Fatalf("connection %d began with %v", i, hello)
		}
		switch {
		case want == 0:
			if p := b.next(); p["closed"] == nil {
				t.Errorf("instead of a cut line came %v", p)
			}
			continue
		case want == -4014:
			b.send(2, identify(b.srv.Token(), nil))
		}
		b.until(want)
		if want > 0 {
			b.hangUp()
			b.next() // its end
		}
	}
	b.srv.Gateway.WaitOpened(5)
	if got := b.srv.Gateway.Opened(); got != 5 {
		t.Errorf("%d connections; want 5", got)
	}
}

func TestGatewayDropAndResume(t *testing.T) {
	b := gatewayBot(t, discordfake.Options{})
	b.register(commands)
	b.connect()
	session := str(b.until(0)["d"].(object), "session_id")
	b.srv.Gateway.Drop()
	if p := b.next(); p["closed"] == nil {
		t.Fatalf("instead of a cut line came %v", p)
	}
	b.srv.Gateway.WaitGone()
	if _, err := b.srv.Person("7", "ann", "vi").TrySlash("server"); err == nil {
		t.Error("nobody is on the gateway, but there was an answer")
	}
	b.dial()
	b.send(6, object{"token": b.srv.Token(), "session_id": session, "seq": 0})
	if p := b.until(0); p["t"] != "READY" {
		t.Errorf("what was missed = %v", p)
	}
	if p := b.until(0); p["t"] != "RESUMED" {
		t.Errorf("after it = %v", p)
	}
	b.srv.Person("7", "ann", "vi").Slash("server")
	b.dial()
	b.until(10)
	b.send(6, object{"token": b.srv.Token(), "session_id": "other", "seq": 0})
	if p := b.until(9); p["d"] != false {
		t.Errorf("resuming an unknown session = %v", p)
	}
}

func TestGatewayZombie(t *testing.T) {
	b := gatewayBot(t, discordfake.Options{Patience: 50 * time.Millisecond})
	b.register(commands)
	b.connect()
	b.until(0)
	b.srv.Gateway.Zombie(true)
	b.send(1, nil)
	if _, err := b.srv.Person("7", "ann", "vi").TrySlash("server"); err == nil {
		t.Error("a dead connection answered")
	}
	b.srv.Gateway.Zombie(false)
	b.srv.Gateway.Send(discordfake.OpHeartbeat, nil)
	if p := b.next(); p["op"] != 1.0 {
		t.Errorf("a dead connection sent %v", p)
	}
}

func TestGatewayIdentifyWindow(t *testing.T) {
	clock := newClock()
	b := gatewayBot(t, discordfake.Options{Now: clock.Now, SessionStarts: 3})
	try := func() {
		b.dial()
		b.until(10)
		b.send(2, identify(b.srv.Token(), nil))
	}
	try()
	b.until(0)
	try()
	b.until(9)
	clock.advance(6 * time.Second)
	try()
	b.until(0)
	if _, got := b.do("GET", "/gateway/bot", ""); got["session_start_limit"].(object)["remaining"] != 0.0 {
		t.Errorf("gateway/bot = %v", got)
	}
	clock.advance(6 * time.Second)
	try()
	b.until(-4004)
	if v := b.srv.Violations(); len(v) != 1 || v[0].Rule != "gateway identify" {
		t.Errorf("violations %v", v)
	}
}

// Every guild belongs to one shard.
func TestGatewayShards(t *testing.T) {
	clock := newClock()
	srv := discordfake.New(t, discordfake.Options{Shards: 2, MaxConcurrency: 2, Now: clock.Now})
	got := make(chan string, 10)
	for shard := range 2 {
		b := newBot(t, srv, func(b *bot, in object) {
			got <- fmt.Sprint(shard)
			post(counting)(b, in)
		})
		if shard == 0 {
			b.register(commands)
		}
		b.dial()
		b.send(2, identify(srv.Token(), func(d object) { d["shard"] = []int{shard, 2} }))
	}
	srv.Gateway.WaitReady(2)
	ann := srv.Person("7", "ann", "vi")
	var seen []string
	for range 8 {
		clock.advance(time.Millisecond) // a guild's shard follows from its time
		ann.In(srv.GuildChannel()).Slash("move", "from:3")
		seen = append(seen, <-got)
	}
	ann.InDM().Slash("move", "from:3")
	if in := <-got; in != "0" {
		t.Errorf("a DM went to shard %s", in)
	}
	slices.Sort(seen)
	if len(slices.Compact(seen)) != 2 {
		t.Errorf("all guilds went to shard %v", seen)
	}
}

func TestGatewayCompresses(t *testing.T) {
	b := gatewayBot(t, discordfake.Options{})
	_, got := b.do("GET", "/gateway", "")
	ws, _, err := websocket.DefaultDialer.Dial(str(got, "url")+"?v=10&encoding=json", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer ws.Close()
	if kind, _, err := ws.ReadMessage(); kind != websocket.TextMessage || err != nil {
		t.Fatalf("Hello is of kind %d, %v", kind, err)
	}
	if err := ws.WriteJSON(object{"op": 2, "d": identify(b.srv.Token(), func(d object) { d["compress"] = true })}); err != nil {
		t.Fatal(err)
	}
	kind, data, err := ws.ReadMessage()
	if err != nil || kind != websocket.BinaryMessage || !strings.Contains(inflate(t, data), "READY") {
		t.Errorf("READY is of kind %d, %v", kind, err)
	}
}
