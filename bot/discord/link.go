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
)

// A link is one connection to the gateway. Discord greets with Hello, the bot
// identifies itself, Discord says Ready, and then come the events. In between,
// each side shows that it is alive, from Hello on: the bot by heartbeats, Discord
// by acknowledging them.
type link struct {
	shard
	conn  *websocket.Conn
	beat  time.Duration // between heartbeats
	ready time.Time     // zero until Discord has said so
	said  chan struct{} // closed when it has

	write    sync.Mutex
	sequence atomic.Int64 // of the last event
	acked    atomic.Bool  // since the last heartbeat
}

// A packet is what either side sends.
type packet struct {
	Op       int             `json:"op"`
	Data     json.RawMessage `json:"d"`
	Sequence int64           `json:"s,omitempty"`
	Type     string          `json:"t,omitempty"`
}

// What a packet is.
const (
	opEvent     = 0
	opHeartbeat = 1
	opIdentify  = 2
	opReconnect = 7
	opInvalid   = 9
	opHello     = 10
	opAck       = 11
)

// maxPacket is more than the longest packet there is: Ready, with all servers.
const maxPacket = 16 << 20

// dial opens a connection.
func (s shard) dial(ctx context.Context, url string) (*link, error) {
	ctx, cancel := context.WithTimeout(ctx, s.pace.open)
	defer cancel()
	dialer := websocket.Dialer{Proxy: http.ProxyFromEnvironment, HandshakeTimeout: s.pace.open}
	address := strings.TrimSuffix(url, "/") + "/?v=10&encoding=json"
	conn, resp, err := dialer.DialContext(ctx, address, http.Header{"User-Agent": {userAgent}})
	if resp != nil {
		_ = resp.Body.Close() // of a refusal: nothing to be lost
	}
	if err != nil {
		return nil, fmt.Errorf("connect to the gateway: %w", err)
	}
	conn.SetReadLimit(maxPacket)
	return &link{shard: s, conn: conn, said: make(chan struct{})}, nil
}

// stay keeps the connection until it or the context ends.
func (l *link) stay(ctx context.Context) (lasted time.Duration, err error) {
	ctx, cancel := context.WithCancel(ctx)
	var beating sync.WaitGroup
	defer beating.Wait()
	defer cancel()
	defer l.conn.Close()
	defer context.AfterFunc(ctx, l.leave)()
	if err := l.greet(); err != nil {
		return 0, explain(err)
	}
	beating.Go(func() { l.keepBeating(ctx) })
	err = l.converse(ctx)
	if !l.ready.IsZero() {
		l.status.add(0, -1)
		lasted = time.Since(l.ready)
	}
	return lasted, explain(err)
}

// leave says good-bye, so that Discord ends the session at once, and hangs up.
func (l *link) leave() {
	const patience = time.Second
	bye := websocket.FormatCloseMessage(websocket.CloseNormalClosure, "")
	_ = l.conn.WriteControl(websocket.CloseMessage, bye, time.Now().Add(patience)) // hanging up says it as well
	_ = l.conn.Close()
}

// greet waits for Hello.
func (l *link) greet() error {
	p, err := l.read(l.pace.open)
	if err != nil {
		return err
	}
	var hello struct {
		Interval int64 `json:"heartbeat_interval"` // milliseconds
	}
	if p.Op != opHello || json.Unmarshal(p.Data, &hello) != nil || hello.Interval <= 0 {
		return fmt.Errorf("the gateway begins with op %d instead of Hello", p.Op)
	}
	l.beat = time.Duration(hello.Interval) * time.Millisecond
	return nil
}

// converse listens from the beginning, since heartbeats are acknowledged while
// the turn to identify is waited for.
func (l *link) converse(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	entered := make(chan error, 1)
	go func() { entered <- l.enter(ctx) }()
	err := l.listen(ctx)
	cancel()
	if why := <-entered; why != nil && errors.Is(err, net.ErrClosed) {
		return why
	}
	return err
}

// enter identifies in the shard's turn, which may take long to come, and waits
// until Discord is ready then. If that fails it hangs up and says why; nothing
// is wrong when the connection has ended meanwhile.
func (l *link) enter(ctx context.Context) error {
	err := l.turn(ctx, "identify")
	if err == nil {
		err = l.identify()
	}
	if err == nil {
		err = l.awaitReady(ctx)
	}
	if err == nil || ctx.Err() != nil {
		return nil
	}
	_ = l.conn.Close() // the reader ends by that
	return err
}

// awaitReady waits until Discord says that it is ready, but not for ever.
func (l *link) awaitReady(ctx context.Context) error {
	timer := time.NewTimer(l.pace.open)
	defer timer.Stop()
	select {
	case <-l.said:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return fmt.Errorf("the gateway isn't ready %v after the bot has identified", l.pace.open)
	}
}

// identify says who is there. No intents are asked for: interactions come
// without any.
func (l *link) identify() error {
	return l.send(opIdentify, map[string]any{
		"token":      l.rest.token,
		"intents":    0,
		"shard":      [2]int{l.number, l.of},
		"properties": map[string]string{"os": runtime.GOOS, "browser": "solitaire", "device": "solitaire"},
	})
}

// listen takes what comes until the connection ends. Acknowledgements come once
// a heartbeat, so two of them without a word mean that the line is dead.
func (l *link) listen(ctx context.Context) error {
	for {
		p, err := l.read(2 * l.beat)
		if err != nil {
			return err
		}
		if err := l.take(ctx, p); err != nil {
			return err
		}
	}
}

// take deals with a packet.
func (l *link) take(ctx context.Context, p packet) error {
	switch p.Op {
	case opEvent:
		l.sequence.Store(p.Sequence)
		l.event(ctx, p)
	case opHeartbeat:
		return l.heartbeat()
	case opReconnect:
		return errors.New("asked for a new connection")
	case opInvalid:
		return errors.New("told that the session is invalid")
	case opAck:
		l.acked.Store(true)
	}
	return nil
}

// event deals with an event. Interactions are answered beside each other, and
// are not given up when the connection is.
func (l *link) event(ctx context.Context, p packet) {
	switch p.Type {
	case "READY":
		if l.ready.IsZero() {
			l.ready = time.Now()
			close(l.said)
			l.status.add(0, 1)
			l.log.Info("connected to Discord", "shard", l.number, "of", l.of)
		}
	case "INTERACTION_CREATE":
		l.interaction(context.WithoutCancel(ctx), p.Data)
	}
}

// interaction has an interaction answered. When even saying that the bot is busy
// would be too much, it is dropped, and only the metrics tell.
func (l *link) interaction(ctx context.Context, raw []byte) {
	if !l.gate.enter(l.bot.Limits.AtOnce) {
		l.bot.Observer.Handled(ctx, bot.Handled{Platform: Platform, Outcome: bot.Dropped})
		return
	}
	in, err := decode(raw, l.now())
	l.work.Go(func() {
		defer l.gate.leave()
		l.handle(ctx, in, err, l.callback)
	})
}

// keepBeating sends heartbeats, the first one after a random part of the
// interval so that not all bots do it at the same time. If one is not
// acknowledged before the next, it hangs up.
func (l *link) keepBeating(ctx context.Context) {
	l.acked.Store(true)
	wait := rand.N(l.beat)
	for sleep(ctx, wait) == nil {
		if !l.acked.Swap(false) || l.heartbeat() != nil {
			_ = l.conn.Close() // the reader says why
			return
		}
		wait = l.beat
	}
}

func (l *link) heartbeat() error {
	if n := l.sequence.Load(); n > 0 {
		return l.send(opHeartbeat, n)
	}
	return l.send(opHeartbeat, nil)
}

func (l *link) send(op int, data any) error {
	const patience = 5 * time.Second
	l.write.Lock()
	defer l.write.Unlock()
	_ = l.conn.SetWriteDeadline(time.Now().Add(patience)) // fails only if the write will
	return l.conn.WriteJSON(map[string]any{"op": op, "d": data})
}

func (l *link) read(wait time.Duration) (p packet, err error) {
	_ = l.conn.SetReadDeadline(time.Now().Add(wait)) // fails only if the read will
	_, raw, err := l.conn.ReadMessage()
	if err != nil {
		return p, err
	}
	if err := json.Unmarshal(raw, &p); err != nil {
		return p, fmt.Errorf("the gateway sends what is no packet: %w", err)
	}
	return p, nil
}

// explain says what a close code means that no further connection will change.
func explain(err error) error {
	var closed *websocket.CloseError
	if !errors.As(err, &closed) {
		return err
	}
	switch closed.Code {
	case 4004:
		return errToken()
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
