package discord_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot/discord"
	"github.com/solitaire-chat/solitaire/bot/discord/discordfake"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

// soon is a Discord that neither wants pauses between identifies nor waits long.
func soon() discordfake.Options {
	return discordfake.Options{IdentifyWindow: -1, Heartbeat: time.Second}
}

// After any end of a connection, and any greeting, there is another one, and people
// can play.
func TestConnectionsEnd(t *testing.T) {
	t.Parallel()
	st := setup{gateway: true, fake: soon()}.open(t)
	ann := st.ann()
	ann.Slash("solitaire new", "deal:1141")
	opened := st.Gateway.Seen().Opened
	again := func(name string, connections int) {
		t.Helper()
		opened += connections
		st.Gateway.WaitOpened(opened)
		st.Gateway.WaitReady(1)
		says(t, ann.Slash("solitaire show").Message, "deal 1141")
		if t.Failed() {
			t.Fatalf("after %s", name)
		}
	}
	for name, end := range map[string]func(){
		"a drop":            st.Gateway.Drop,
		"op 7":              func() { st.Gateway.Send(discordfake.OpReconnect, nil) },
		"op 9":              func() { st.Gateway.Send(discordfake.OpInvalidSession, false) },
		"op 9, resumable":   func() { st.Gateway.Send(discordfake.OpInvalidSession, true) },
		"a session timeout": func() { st.Gateway.Close(4009) },
		"a rate limit":      func() { st.Gateway.Close(4008) },
		"an unknown error":  func() { st.Gateway.Close(4000) },
		"a normal close":    func() { st.Gateway.Close(1000) },
		"a restart":         func() { st.Gateway.Close(1012) },
	} {
		end()
		again(name, 1)
	}
	for name, greeting := range map[string]discordfake.Greeting{
		"op 7 first":       {Op: discordfake.OpReconnect},
		"op 9 first":       {Op: discordfake.OpInvalidSession, D: false},
		"an early close":   {Close: 4000},
		"an early drop":    {Drop: true},
		"a refused resume": {Reject: 4000},
		"an old sequence":  {Reject: 4007},
		"silence":          {Silent: true},
	} {
		st.Gateway.Next(greeting)
		st.Gateway.Drop()
		again(name, 2)
	}
	st.Gateway.Send(discordfake.OpHeartbeat, nil)
	again("a heartbeat on request", 0)
}

// A reconnect request, a resumable invalid session and a cut line are followed by
// a resume at once, also several in a row. Only a refused resume makes the bot
// identify again.
func TestResumes(t *testing.T) {
	t.Parallel()
	s := discordfake.New(t, soon())
	a := mustNew(t, s, nil) // with the pauses of production
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- a.Run(ctx) }()
	eventually(t, func() bool { return a.Status().Connected == 1 })
	for i, end := range []func(){
		func() { s.Gateway.Send(discordfake.OpReconnect, nil) },
		func() { s.Gateway.Send(discordfake.OpInvalidSession, true) },
		s.Gateway.Drop,
	} {
		end()
		eventually(t, func() bool { return s.Gateway.Seen().Resumed == i+1 && a.Status().Connected == 1 })
	}
	if n := len(s.Gateway.Seen().Identifies); n != 1 {
		t.Errorf("%d identifies; want 1", n)
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	drain(t, a)
}

// Events that Discord sent while the connection was dead are replayed and
// answered.
func TestMissedEventsAreAnswered(t *testing.T) {
	t.Parallel()
	st := setup{gateway: true, fake: soon()}.open(t)
	ann := st.ann()
	ann.Slash("solitaire new", "deal:1141")
	for range 3 {
		st.Gateway.Zombie(true) // what is sent now doesn't arrive
		missed := make(chan error, 1)
		go func() {
			_, err := ann.TrySlash("draw")
			missed <- err
		}()
		eventually(t, func() bool { return st.Gateway.Seen().Unsent == 1 })
		st.Gateway.Zombie(false)
		st.Gateway.Send(discordfake.OpReconnect, nil)
		if err := <-missed; err != nil {
			t.Fatal(err)
		}
	}
	says(t, ann.Slash("solitaire show").Message, "3 moves")
	if n := len(st.Gateway.Seen().Identifies); n != 1 {
		t.Errorf("%d identifies; want 1", n)
	}
}

// A session that can't be taken up again is given up after some attempts.
func TestResumingIsGivenUp(t *testing.T) {
	t.Parallel()
	st := setup{gateway: true, fake: soon()}.open(t)
	for range 5 {
		st.Gateway.Next(discordfake.Greeting{Drop: true})
	}
	st.Gateway.Drop()
	eventually(t, func() bool { return len(st.Gateway.Seen().Identifies) == 2 && st.adapter.Status().Connected == 1 })
}

// A dead line is noticed by what doesn't come.
func TestZombie(t *testing.T) {
	t.Parallel()
	st := setup{gateway: true, fake: soon()}.open(t)
	st.Gateway.Zombie(true)
	st.Gateway.WaitOpened(2)
	st.Gateway.Zombie(false)
	eventually(t, func() bool { return st.adapter.Status().Connected == 1 })
	says(t, st.ann().Slash("solitaire new").Message, "deal 1")
}

// Where nothing can change by itself, the gateway ends with an error that says
// what to do, and doesn't connect again.
func TestFatalCloseCodes(t *testing.T) {
	t.Parallel()
	for code, advice := range map[int]string{
		4004: "DISCORD_TOKEN", 4010: "discord.shards", 4011: "discord.shards", 4012: "Update", 4013: "portal", 4014: "portal",
	} {
		s := discordfake.New(t, soon())
		a := mustNew(t, s, nil)
		a.Hurry()
		s.Gateway.Next(discordfake.Greeting{Reject: code})
		if err := a.Run(t.Context()); err == nil || !strings.Contains(err.Error(), advice) {
			t.Errorf("%d: %v", code, err)
		}
		if n := s.Gateway.Seen().Opened; n != 1 {
			t.Errorf("%d: %d connections", code, n)
		}
		drain(t, a)
	}
}

func drain(t testing.TB, a *discord.Adapter) {
	t.Helper()
	if err := a.Drain(context.Background()); err != nil {
		t.Error(err)
	}
}

// A token that Discord refuses is no use to try again.
func TestBadToken(t *testing.T) {
	s := discordfake.New(t, soon())
	a := mustNew(t, s, func(c *discord.Config) { c.Token = "another" })
	a.Hurry()
	if err := a.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "DISCORD_TOKEN") {
		t.Errorf("got %v", err)
	}
	if _, err := a.Register(t.Context(), false); err == nil || !strings.Contains(err.Error(), "DISCORD_TOKEN") || strings.Contains(err.Error(), "another") {
		t.Errorf("got %v", err)
	}
	drain(t, a)
}

// The bot waits for obstacles on the way to the gateway to go away.
func TestGatewayComesLate(t *testing.T) {
	t.Parallel()
	s := discordfake.New(t, soon())
	for _, kind := range []discordfake.FaultKind{
		discordfake.LimitedHTML, discordfake.LimitedGlobal, discordfake.Overloaded, discordfake.Dropped, discordfake.BadGateway,
	} {
		s.Fail(discordfake.Fault{Route: discordfake.RouteGateway, Kind: kind})
	}
	st := &stage{t: t, Server: s}
	st.start(setup{gateway: true})
	eventually(t, func() bool { return st.adapter.Status() == discord.Status{Wanted: 1, Connected: 1} })
	st.shut()
	if got := st.adapter.Status(); got != (discord.Status{}) {
		t.Errorf("status %+v after the end", got)
	}
}

// When hardly any connections are left, the bot waits instead of using them up.
func TestFewConnectionsLeft(t *testing.T) {
	t.Parallel()
	o := soon()
	o.SessionStarts = 5
	s := discordfake.New(t, o)
	var logged logs
	a := mustNew(t, s, func(c *discord.Config) { c.Log = logged.logger() })
	a.Hurry()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- a.Run(ctx) }()
	eventually(t, func() bool { return strings.Contains(logged.text(), "only a few more connections") })
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if n := len(s.Gateway.Seen().Identifies); n != 0 {
		t.Errorf("%d identifies", n)
	}
	drain(t, a)
}

// Shards come one after the other, each in its turn, and share the people.
func TestShards(t *testing.T) {
	t.Parallel()
	o := soon()
	o.Shards, o.IdentifyWindow, o.MaxConcurrency = 4, 40*time.Millisecond, 2
	s := discordfake.New(t, o)
	st := &stage{t: t, Server: s}
	referee := &oneEach{window: 50 * time.Millisecond, taken: map[string]int{}}
	st.start(setup{gateway: true, config: func(c *discord.Config) { c.Referee = referee }})
	st.Gateway.WaitReady(4)
	if _, err := st.adapter.Register(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	for range 6 {
		says(t, st.ann().In(st.GuildChannel()).Slash("solitaire show").Message, "no game yet")
	}
	eventually(t, func() bool { return st.adapter.Status() == discord.Status{Wanted: 4, Connected: 4} })
	referee.mu.Lock()
	defer referee.mu.Unlock()
	if referee.taken["discord-identify-0"] < 2 || referee.taken["discord-identify-1"] < 2 {
		t.Errorf("turns %v", referee.taken)
	}
}

// However long each connection takes to come about, the identifies of a group
// keep their distance.
func TestIdentifiesKeepTheirDistance(t *testing.T) {
	t.Parallel()
	const window, shards = 400 * time.Millisecond, 4
	o := soon()
	o.Shards, o.IdentifyWindow = shards, window/2 // a busy machine makes it uneven
	s := discordfake.New(t, o)
	for n := range shards {
		s.Gateway.Next(discordfake.Greeting{Late: time.Duration(shards-1-n) * window})
	}
	st := &stage{t: t, Server: s}
	referee := &oneEach{window: window, taken: map[string]int{}}
	st.start(setup{gateway: true, config: func(c *discord.Config) { c.Referee = referee }})
	st.Gateway.WaitReady(shards)
	at := s.Gateway.Seen().Identifies
	if len(at) != shards {
		t.Errorf("%d identifies; want %d", len(at), shards)
	}
	for i, later := range at[1:] {
		if distance := later.Sub(at[i]); distance < window/2 {
			t.Errorf("identify %d comes %v after the one before", i+1, distance)
		}
	}
}

// A shard that waits to identify stays connected, and can be stopped.
func TestWaitsForTheTurn(t *testing.T) {
	t.Parallel()
	s := discordfake.New(t, soon())
	a := mustNew(t, s, func(c *discord.Config) { c.Referee = slowReferee{} })
	a.Hurry()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- a.Run(ctx) }()
	s.Gateway.WaitOpened(1)
	time.Sleep(4 * soon().Heartbeat) // the other side would hang up without heartbeats
	if n := s.Gateway.Seen().Opened; n != 1 {
		t.Errorf("%d connections while the turn was waited for", n)
	}
	s.Gateway.Drop() // and so can the connection
	s.Gateway.WaitOpened(2)
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if n := len(s.Gateway.Seen().Identifies); n != 0 {
		t.Errorf("%d identifies out of turn", n)
	}
	drain(t, a)
}

// Discord wants 5 s between two identifies. A turn is longer, for clocks differ.
func TestTurnToIdentifyHasMargin(t *testing.T) {
	turns := make(turnTaker, 1)
	a := mustNew(t, discordfake.New(t, soon()), func(c *discord.Config) { c.Referee = turns })
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- a.Run(ctx) }()
	if turn := <-turns; turn < 5500*time.Millisecond {
		t.Errorf("a turn is %v", turn)
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	drain(t, a)
}

// turnTaker returns how long a turn to identify lasts.
type turnTaker chan time.Duration

func (turnTaker) Hold(ctx context.Context, _ string, job func(context.Context) error) error {
	return job(ctx)
}

func (r turnTaker) Take(_ context.Context, name string, ttl time.Duration) error {
	if strings.HasPrefix(name, "discord-identify-") {
		r <- ttl
	}
	return nil
}

// slowReferee lets connect and never identify.
type slowReferee struct{}

func (slowReferee) Hold(ctx context.Context, _ string, job func(context.Context) error) error {
	return job(ctx)
}

func (slowReferee) Take(ctx context.Context, name string, _ time.Duration) error {
	if strings.HasPrefix(name, "discord-identify-") {
		<-ctx.Done()
	}
	return ctx.Err()
}

// oneEach is a referee that hands each name to whoever asks first, and lets
// turns follow each other.
type oneEach struct {
	window time.Duration
	mu     sync.Mutex
	taken  map[string]int
	next   map[string]time.Time
}

func (r *oneEach) Hold(ctx context.Context, name string, job func(context.Context) error) error {
	if !strings.HasPrefix(name, "discord-shard-") {
		return errors.New("an unknown name: " + name)
	}
	return job(ctx)
}

func (r *oneEach) Take(ctx context.Context, name string, _ time.Duration) error {
	r.mu.Lock()
	r.taken[name]++
	if r.next == nil {
		r.next = map[string]time.Time{}
	}
	at := r.next[name]
	if now := time.Now(); at.Before(now) {
		at = now
	}
	r.next[name] = at.Add(r.window)
	r.mu.Unlock()
	select {
	case <-time.After(time.Until(at)):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// A request that is under way when the bot is stopped is still answered.
func TestDrain(t *testing.T) {
	store := &held{Memory: persisttest.NewMemory()}
	st := setup{gateway: true, fake: soon(), store: store}.open(t)
	store.hold()
	answered := make(chan error, 1)
	go func() {
		_, err := st.ann().TrySlash("solitaire new")
		answered <- err
	}()
	eventually(t, func() bool { return store.waiting.Load() == 1 })
	if err := st.stop(); err != nil {
		t.Error(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := st.adapter.Drain(ended); !errors.Is(err, context.Canceled) {
		t.Errorf("it did not wait for the request: %v", err)
	}
	store.release()
	drain(t, st.adapter)
	if err := <-answered; err != nil {
		t.Error(err)
	}
}

// The configuration is checked before anything is sent.
func TestConfig(t *testing.T) {
	s := discordfake.New(t, discordfake.Options{})
	for name, change := range map[string]func(*discord.Config){
		"application id": func(c *discord.Config) { c.ApplicationID = "solitaire" },
		"public key":     func(c *discord.Config) { c.PublicKey = c.PublicKey[:31] },
		"/api/v10":       func(c *discord.Config) { c.APIURL = "https://discord.com/api" },
		"shards":         func(c *discord.Config) { c.Shards = -1 },
		"the bot":        func(c *discord.Config) { c.Bot = nil },
	} {
		if _, err := discord.New(config(t, s, change)); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
