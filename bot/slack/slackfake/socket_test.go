package slackfake

import (
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

func TestHello(t *testing.T) {
	s := New(t, Options{Ping: time.Millisecond})
	b := newUnconnected(t, s, counting)
	opened := b.post("apps.connections.open", "application/json", s.AppToken, "")
	conn, answer, err := websocket.DefaultDialer.Dial(str(opened, "url"), map[string][]string{"Origin": {"https://api.slack.com"}})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	_ = answer.Body.Close()
	pings := make(chan struct{})
	conn.SetPingHandler(func(string) error {
		defer conn.SetPingHandler(nil)
		close(pings)
		return nil
	})
	b.all.Go(func() {
		for {
			if _, _, err := conn.ReadMessage(); err != nil {
				return
			}
		}
	})
	<-pings
	if s.Connections() != 1 {
		t.Errorf("%d connections", s.Connections())
	}
}

func TestTicketIsGoodForOnce(t *testing.T) {
	s := New(t, Options{Tolerate: []string{Transport}})
	b := newUnconnected(t, s, counting)
	opened := b.post("apps.connections.open", "application/json", s.AppToken, "")
	for i, want := range []bool{true, false} {
		conn, answer, err := websocket.DefaultDialer.Dial(str(opened, "url"), nil)
		if (err == nil) != want {
			t.Errorf("dial %d: %v", i+1, err)
		}
		_ = answer.Body.Close()
		if conn != nil {
			defer func() { _ = conn.Close() }()
		}
	}
	if !slices.Contains(sources(s.Violations()), Transport) {
		t.Error("not reported")
	}
}

func TestAppTokenGoesIntoTheHeader(t *testing.T) {
	s := New(t, Options{Tolerate: []string{Transport}})
	b := newUnconnected(t, s, counting)
	form := "application/x-www-form-urlencoded"
	if got := b.post("apps.connections.open", form, "", "token="+s.AppToken); str(got, "error") != "not_authed" {
		t.Errorf("a token in the form: %v", got)
	}
	if got := b.post("apps.connections.open", form, s.BotToken, ""); str(got, "error") != "invalid_auth" {
		t.Errorf("the bot's token: %v", got)
	}
}

// Whatever happens to the connection, each click is counted once.
func TestConnectionTrouble(t *testing.T) {
	for name, trouble := range map[string]func(*Server){
		"warning":           func(s *Server) { s.Disconnect("warning") },
		"refresh_requested": func(s *Server) { s.Disconnect("refresh_requested") },
		"garbled":           func(s *Server) { s.Garble() },
		"duplicate":         func(s *Server) { s.Duplicate() },
	} {
		t.Run(name, func(t *testing.T) {
			s := New(t, Options{})
			newTiny(t, s, counting)
			ann := s.Person("U1", "ann", "", "")
			ann.Slash("/tiny", "1")
			trouble(s)
			if shown := ann.Click("more"); shown.Text != "count 2" {
				t.Errorf("shown: %+v", shown)
			}
		})
	}
}

func TestDroppedConnectionSendsAgain(t *testing.T) {
	s := New(t, Options{})
	var seen atomic.Int32
	newTiny(t, s, func(b *tiny, _ string, _ object) object {
		if seen.Add(1) == 1 {
			s.Drop()
			b.connect()
		}
		return board(1)
	})
	s.Person("U1", "ann", "", "").Slash("/tiny", "")
	if n := seen.Load(); n != 2 {
		t.Errorf("delivered %d times", n)
	}
}

func TestLateAckIsReportedAndSentAgain(t *testing.T) {
	s := New(t, Options{Ack: 20 * time.Millisecond, Tolerate: []string{Transport}})
	attempts := make(chan object, 5)
	b := newUnconnected(t, s, counting)
	opened := b.post("apps.connections.open", "application/json", s.AppToken, "")
	conn, answer, err := websocket.DefaultDialer.Dial(str(opened, "url"), nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	b.conn = conn
	b.all.Go(func() {
		for {
			_, data, err := conn.ReadMessage()
			if err != nil {
				return
			}
			o := decodeObject(data)
			if str(o, "type") == "hello" {
				continue
			}
			attempts <- o
			if len(attempts) == 2 {
				_ = conn.WriteMessage(websocket.TextMessage, encode(object{"envelope_id": str(o, "envelope_id")}))
			}
		}
	})
	ann := s.Person("U1", "ann", "", "")
	s.Deliver(ann.Opening())
	first, second := <-attempts, <-attempts
	if str(first, "envelope_id") != str(second, "envelope_id") || str(second, "retry_reason") != "timeout" {
		t.Errorf("sent %v and %v", first, second)
	}
	if v := s.Violations(); len(v) != 1 || !strings.Contains(v[0].Text, "not acknowledged") {
		t.Errorf("reported: %v", v)
	}
}

func TestBadAcks(t *testing.T) {
	id := func(o object) string { return str(o, "envelope_id") }
	text := func(conn *websocket.Conn, o object) { _ = conn.WriteMessage(websocket.TextMessage, encode(o)) }
	for name, test := range map[string]struct {
		deliver func(*Person) *Delivery
		ack     func(*websocket.Conn, object)
		source  string
	}{
		"twice": {(*Person).Opening, func(c *websocket.Conn, o object) {
			text(c, object{"envelope_id": id(o)})
			text(c, object{"envelope_id": id(o)})
		}, Transport},
		"unknown id": {(*Person).Opening, func(c *websocket.Conn, o object) {
			text(c, object{"envelope_id": "other"})
			text(c, object{"envelope_id": id(o)})
		}, Transport},
		"unknown key": {(*Person).Opening, func(c *websocket.Conn, o object) {
			text(c, object{"envelope_id": id(o), "text": "x"})
		}, Transport},
		"no JSON": {(*Person).Opening, func(c *websocket.Conn, o object) {
			_ = c.WriteMessage(websocket.TextMessage, []byte("ok"))
			text(c, object{"envelope_id": id(o)})
		}, Transport},
		"binary": {(*Person).Opening, func(c *websocket.Conn, o object) {
			_ = c.WriteMessage(websocket.BinaryMessage, []byte("{}"))
			text(c, object{"envelope_id": id(o)})
		}, Transport},
		"in two frames": {(*Person).Opening, func(c *websocket.Conn, o object) {
			w, _ := c.NextWriter(websocket.TextMessage)
			_, _ = w.Write([]byte(strings.Repeat(" ", 5000))) // more than a buffer
			_, _ = w.Write(encode(object{"envelope_id": id(o)}))
			_ = w.Close()
			text(c, object{"envelope_id": id(o)})
		}, Transport},
		"payload on an event": {(*Person).Opening, func(c *websocket.Conn, o object) {
			text(c, object{"envelope_id": id(o), "payload": board(1)})
		}, "S12"},
		"payload on a click": {func(p *Person) *Delivery { return p.Tap("more") }, func(c *websocket.Conn, o object) {
			text(c, object{"envelope_id": id(o), "payload": object{"text": "x"}})
		}, "S12"},
		"bad message": {func(p *Person) *Delivery { return p.Command("/tiny", "") }, func(c *websocket.Conn, o object) {
			text(c, object{"envelope_id": id(o), "payload": object{"text": "3 < 5"}})
		}, "S11"},
		"replaces": {func(p *Person) *Delivery { return p.Command("/tiny", "") }, func(c *websocket.Conn, o object) {
			text(c, object{"envelope_id": id(o), "payload": object{"text": "x", "replace_original": true}})
		}, "S14"},
	} {
		t.Run(name, func(t *testing.T) {
			s := New(t, Options{Tolerate: []string{test.source}})
			b := newUnconnected(t, s, counting)
			ann := s.Person("U1", "ann", "", "")
			b.call("chat.postMessage", "channel", "U1", "text", "x", "blocks", string(encode(board(1)["blocks"])))
			b.dialAndAck(test.ack)
			s.Deliver(test.deliver(ann))
			s.until(time.Second, func() bool { return len(s.Violations()) > 0 })
			if found := sources(s.Violations()); !slices.Contains(found, test.source) {
				t.Errorf("reported: %v", s.Violations())
			}
		})
	}
}

// dialAndAck acknowledges in a way of its own. Frames are small, so that a long
// acknowledgement needs two.
func (b *tiny) dialAndAck(ack func(*websocket.Conn, object)) {
	opened := b.post("apps.connections.open", "application/json", b.s.AppToken, "")
	dialer := websocket.Dialer{WriteBufferSize: 4096}
	conn, answer, err := dialer.Dial(str(opened, "url"), nil)
	if err != nil {
		b.t.Fatal(err)
	}
	_ = answer.Body.Close()
	b.conn = conn
	b.all.Go(func() {
		for {
			_, data, err := conn.ReadMessage()
			if err != nil {
				return
			}
			if o := decodeObject(data); str(o, "type") != "hello" {
				ack(conn, o)
			}
		}
	})
}

func TestLargeAckIsDropped(t *testing.T) {
	s := New(t, Options{Ack: 50 * time.Millisecond, Tolerate: []string{"S12", Transport}})
	var tries atomic.Int32
	newTiny(t, s, func(*tiny, string, object) object {
		if tries.Add(1) == 1 {
			return object{"text": "x", "metadata": long(maxAck)}
		}
		return object{"text": "short"}
	})
	if shown := s.Person("U1", "ann", "", "").Slash("/tiny", ""); shown.Text != "short" {
		t.Errorf("shown: %+v", shown)
	}
	if !slices.Contains(sources(s.Violations()), "S12") {
		t.Errorf("reported: %v", s.Violations())
	}
}

func TestTwoConnectionsShareTheWork(t *testing.T) {
	s := New(t, Options{})
	b := newTiny(t, s, counting)
	first := b.conn
	b.connect()
	s.AwaitConnections(2)
	ann := s.Person("U1", "ann", "", "")
	ann.Slash("/tiny", "1")
	ann.Click("more")
	_ = first.Close()
	s.AwaitConnections(1)
	if shown := ann.Click("more"); shown.Text != "count 3" {
		t.Errorf("shown: %+v", shown)
	}
}

func TestRedeliveryHasTheSameIDs(t *testing.T) {
	s := New(t, Options{})
	triggers := make(chan string, 4)
	newTiny(t, s, func(_ *tiny, _ string, payload object) object {
		triggers <- str(payload, "trigger_id")
		return board(1)
	})
	ann := s.Person("U1", "ann", "", "")
	d := ann.Command("/tiny", "")
	s.Deliver(d)
	s.Deliver(d)
	s.Retry(d)
	if a, b, c := <-triggers, <-triggers, <-triggers; a != b || b != c {
		t.Errorf("trigger ids %s, %s, %s", a, b, c)
	}
	s.Deliver(ann.Command("/tiny", "1"), ann.Command("/tiny", "2"))
	if a, b := <-triggers, <-triggers; a == b {
		t.Errorf("two commands with the trigger id %s", a)
	}
}

func TestDeliveryWaitsForAConnection(t *testing.T) {
	s := New(t, Options{})
	b := newUnconnected(t, s, counting)
	b.all.Go(b.connect)
	if shown := s.Person("U1", "ann", "", "").Slash("/tiny", "4"); shown.Text != "count 4" {
		t.Errorf("shown: %+v", shown)
	}
}
