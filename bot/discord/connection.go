package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/chat"
)

// A gatewayConn is one websocket connection to the gateway. Discord opens with
// Hello, the bot identifies or resumes, Discord answers READY or RESUMED, and
// events follow. From Hello on the bot sends heartbeats, which Discord
// acknowledges.
type gatewayConn struct {
	*shard
	ws       *websocket.Conn
	url      string
	interval time.Duration // between heartbeats
	session  *session      // the shard's session, or the new one
	resumes  bool
	readyAt  time.Time     // zero until READY or RESUMED
	ready    chan struct{} // closed then

	write sync.Mutex
	acked atomic.Bool // since the last heartbeat
}

// A packet is a message from either side.
type packet struct {
	Op       int             `json:"op"`
	Data     json.RawMessage `json:"d"`
	Sequence int64           `json:"s,omitempty"`
	Type     string          `json:"t,omitempty"`
}

// Discord's opcodes.
const (
	opEvent     = 0
	opHeartbeat = 1
	opIdentify  = 2
	opResume    = 6
	opReconnect = 7
	opInvalid   = 9
	opHello     = 10
	opAck       = 11
)

// Discord's close codes after which a session can't be resumed.
const (
	closeNotAuthenticated = 4003
	closeBadSequence      = 4007
	closeTimedOut         = 4009
)

// maxPacket is the longest packet that is read, in bytes: longer than READY with all
// servers.
const maxPacket = 16 << 20

// busyRoom is the number of interactions, beyond those handled at once, that are still
// answered: by a call that says that the bot is busy. Over HTTP the listener limits them.
const busyRoom = 256

// dial opens a connection and serves it until it or the context ends. It returns the time
// for which the connection was ready.
func (s *shard) dial(ctx context.Context, url string) (lasted time.Duration, err error) {
	dialer := websocket.Dialer{Proxy: http.ProxyFromEnvironment, HandshakeTimeout: s.pace.open}
	dialing, cancel := context.WithTimeout(ctx, s.pace.open)
	defer cancel()
	ws, resp, err := dialer.DialContext(dialing, strings.TrimSuffix(url, "/")+"/?v=10&encoding=json", http.Header{"User-Agent": {userAgent}})
	if resp != nil {
		_ = resp.Body.Close()
	}
	if err != nil {
		return 0, fmt.Errorf("connect to the gateway: %w", err)
	}
	ws.SetReadLimit(maxPacket)
	c := &gatewayConn{shard: s, ws: ws, url: url, session: s.session, resumes: s.session != nil, ready: make(chan struct{})}
	if c.session == nil {
		c.session = new(session)
	}
	return c.stay(ctx)
}

// stay waits for Hello, resumes or identifies, and listens. Closing without a close frame
// keeps the session, so that the next connection can resume it; a shutdown ends it.
func (c *gatewayConn) stay(ctx context.Context) (lasted time.Duration, err error) {
	defer c.ws.Close()
	defer context.AfterFunc(ctx, c.sayGoodbye)()
	if err := c.awaitHello(); err != nil {
		return 0, explainCloseCode(err)
	}
	ctx, cancel := context.WithCancel(ctx)
	var helpers sync.WaitGroup
	var entered error
	helpers.Go(func() {
		if err := c.enter(ctx); err != nil && ctx.Err() == nil {
			entered = err
			_ = c.ws.Close() // ends the reader
		}
	})
	helpers.Go(func() { c.keepBeating(ctx) })
	err = c.listen(ctx)
	cancel()
	helpers.Wait()
	if entered != nil && errors.Is(err, net.ErrClosed) {
		err = entered
	}
	if !c.readyAt.IsZero() {
		c.connected.Add(-1)
		lasted = time.Since(c.readyAt)
	}
	return lasted, explainCloseCode(err)
}

// sayGoodbye ends the session and closes the connection.
func (c *gatewayConn) sayGoodbye() {
	bye := websocket.FormatCloseMessage(websocket.CloseNormalClosure, "")
	_ = c.ws.WriteControl(websocket.CloseMessage, bye, time.Now().Add(time.Second)) // closing the connection ends the session too
	_ = c.ws.Close()
}

func (c *gatewayConn) awaitHello() error {
	p, err := c.read(c.pace.open)
	if err != nil {
		return err
	}
	var hello struct {
		Interval int64 `json:"heartbeat_interval"` // milliseconds
	}
	if p.Op != opHello || json.Unmarshal(p.Data, &hello) != nil || hello.Interval <= 0 {
		return fmt.Errorf("the gateway begins with op %d instead of Hello", p.Op)
	}
	c.interval = time.Duration(hello.Interval) * time.Millisecond
	return nil
}

// enter resumes the session, or identifies when the shard's turn has come, which
// may take long. Then it waits until Discord is ready. It runs beside the reader,
// because heartbeats are acknowledged meanwhile.
func (c *gatewayConn) enter(ctx context.Context) error {
	if c.resumes {
		data := map[string]any{"token": c.rest.token, "session_id": c.session.id, "seq": c.session.sequence.Load()}
		if err := c.send(opResume, data); err != nil {
			return err
		}
	} else {
		if err := c.turn(ctx, "identify"); err != nil {
			return err
		}
		if err := c.send(opIdentify, map[string]any{
			"token":      c.rest.token,
			"intents":    0, // interactions need no intent
			"shard":      [2]int{c.number, c.of},
			"properties": map[string]string{"os": runtime.GOOS, "browser": "solitaire", "device": "solitaire"},
		}); err != nil {
			return err
		}
	}
	timer := time.NewTimer(c.pace.open)
	defer timer.Stop()
	select {
	case <-c.ready:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return fmt.Errorf("the gateway isn't ready after %v", c.pace.open)
	}
}

// Reasons to end a connection.
var (
	errReconnect      = errors.New("reconnect: Discord asks for a new connection")
	errInvalidSession = errors.New("invalid session: Discord has dropped the session")
)

// listen receives packets until the connection ends. Every heartbeat is acknowledged, so
// silence for two intervals means that the connection is dead.
func (c *gatewayConn) listen(ctx context.Context) error {
	for {
		p, err := c.read(2 * c.interval)
		if err != nil {
			return err
		}
		switch p.Op {
		case opEvent:
			c.event(ctx, p)
		case opHeartbeat:
			if err := c.heartbeat(); err != nil {
				return err
			}
		case opReconnect:
			return errReconnect
		case opInvalid:
			if resumable := false; json.Unmarshal(p.Data, &resumable) == nil && resumable {
				return errReconnect
			}
			return errInvalidSession
		case opAck:
			c.acked.Store(true)
		}
	}
}

// event handles an event. Interactions are handled concurrently and outlive the
// connection. Beyond the limit even the answer that the bot is busy would be too
// much: such an interaction is dropped and only counted.
func (c *gatewayConn) event(ctx context.Context, p packet) {
	if p.Sequence > 0 {
		c.session.sequence.Store(p.Sequence)
	}
	switch p.Type {
	case "READY":
		var ready struct {
			ID  string `json:"session_id"`
			URL string `json:"resume_gateway_url"`
		}
		if !c.resumes && json.Unmarshal(p.Data, &ready) == nil && ready.ID != "" && c.shard.session == nil {
			c.session.id, c.session.url, c.session.begun = ready.ID, ready.URL, time.Now()
			if ready.URL == "" {
				c.session.url = c.url
			}
			c.shard.session = c.session
		}
		c.becomeReady()
	case "RESUMED":
		c.becomeReady()
	case "INTERACTION_CREATE":
		limit := c.bot.Limits.AtOnce
		if limit > 0 {
			limit += busyRoom
		}
		if !c.interactions.AddUpTo(limit) {
			c.bot.Observer.Handled(ctx, bot.Handled{Platform: Platform, Outcome: bot.Dropped})
			return
		}
		in, err := decode(p.Data, c.now())
		c.work.Go(func() {
			defer c.interactions.Done()
			c.handle(context.WithoutCancel(ctx), in, err, c.callback)
		})
	}
}

func (c *gatewayConn) becomeReady() {
	if !c.readyAt.IsZero() {
		return
	}
	c.readyAt = time.Now()
	close(c.ready)
	c.connected.Add(1)
	c.log.Info("connected to Discord", "shard", c.number, "of", c.of, "resumed", c.resumes)
}

// keepBeating sends heartbeats, the first after a random part of the interval so that bots
// don't beat together. It closes the connection if a heartbeat isn't acknowledged before
// the next one.
func (c *gatewayConn) keepBeating(ctx context.Context) {
	c.acked.Store(true)
	wait := rand.N(c.interval)
	for chat.Sleep(ctx, wait) {
		if !c.acked.Swap(false) || c.heartbeat() != nil {
			_ = c.ws.Close()
			return
		}
		wait = c.interval
	}
}

func (c *gatewayConn) heartbeat() error {
	if n := c.session.sequence.Load(); n > 0 {
		return c.send(opHeartbeat, n)
	}
	return c.send(opHeartbeat, nil)
}

func (c *gatewayConn) send(op int, data any) error {
	const patience = 5 * time.Second
	c.write.Lock()
	defer c.write.Unlock()
	_ = c.ws.SetWriteDeadline(time.Now().Add(patience)) // an error shows in the write
	return c.ws.WriteJSON(map[string]any{"op": op, "d": data})
}

func (c *gatewayConn) read(patience time.Duration) (p packet, err error) {
	_ = c.ws.SetReadDeadline(time.Now().Add(patience)) // an error shows in the read
	_, raw, err := c.ws.ReadMessage()
	if err != nil {
		return p, err
	}
	if err := json.Unmarshal(raw, &p); err != nil {
		return p, fmt.Errorf("the gateway sent an unreadable packet: %w", err)
	}
	return p, nil
}

// explainCloseCode turns close codes that are final into errors with the remedy.
func explainCloseCode(err error) error {
	var closed *websocket.CloseError
	if !errors.As(err, &closed) {
		return err
	}
	switch closed.Code {
	case 4004:
		return errRefusedToken
	case 4010:
		return &fatalError{"Discord refuses the shard's number. Set discord.shards to 0, or to the same number for all copies"}
	case 4011:
		return &fatalError{"Discord wants more shards. Set discord.shards to 0"}
	case 4012:
		return &fatalError{"Discord no longer has this version of its gateway. Update the bot"}
	case 4013, 4014:
		return &fatalError{"Discord refuses the intents, though none are asked for. Check the bot in the developer portal"}
	}
	return err
}
