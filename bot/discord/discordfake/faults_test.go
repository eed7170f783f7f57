package discordfake_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot/discord/discordfake"
)

func TestFaults(t *testing.T) {
	for name, c := range map[string]struct {
		fault  discordfake.Fault
		status int // 0: the connection ended
		took   bool
		header string // that is set
		json   bool
	}{
		"user":           {discordfake.Fault{Kind: discordfake.LimitedUser}, 429, false, "Retry-After", true},
		"global":         {discordfake.Fault{Kind: discordfake.LimitedGlobal}, 429, false, "X-RateLimit-Global", true},
		"shared":         {discordfake.Fault{Kind: discordfake.LimitedShared}, 429, false, "X-RateLimit-Scope", true},
		"HTML":           {discordfake.Fault{Kind: discordfake.LimitedHTML}, 429, false, "X-RateLimit-Bucket", false},
		"500":            {discordfake.Fault{Kind: discordfake.ServerError}, 500, false, "X-RateLimit-Bucket", false},
		"502":            {discordfake.Fault{Kind: discordfake.BadGateway}, 502, false, "X-RateLimit-Bucket", false},
		"502 after":      {discordfake.Fault{Kind: discordfake.BadGatewayAfter}, 502, true, "X-RateLimit-Bucket", false},
		"503":            {discordfake.Fault{Kind: discordfake.Overloaded}, 503, false, "X-RateLimit-Bucket", true},
		"dropped":        {discordfake.Fault{Kind: discordfake.Dropped}, 0, false, "", false},
		"dropped after":  {discordfake.Fault{Kind: discordfake.DroppedAfter}, 0, true, "", false},
		"slow":           {discordfake.Fault{Kind: discordfake.Slow, Delay: time.Millisecond}, 204, true, "X-RateLimit-Bucket", false},
		"slow after":     {discordfake.Fault{Kind: discordfake.SlowAfter, Delay: time.Millisecond}, 204, true, "X-RateLimit-Bucket", false},
		"refused":        {discordfake.Fault{Kind: discordfake.Refused, Status: 403, Code: 50007}, 403, false, "X-RateLimit-Bucket", true},
		"of this route":  {discordfake.Fault{Kind: discordfake.ServerError, Route: discordfake.RouteCallback, Method: "POST"}, 500, false, "", false},
		"of other route": {discordfake.Fault{Kind: discordfake.ServerError, Route: discordfake.RouteFollowUp}, 204, true, "", false},
		"of other verb":  {discordfake.Fault{Kind: discordfake.ServerError, Method: "PATCH"}, 204, true, "", false},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLife(t)
			in := l.draft(false)
			l.srv.Fail(c.fault)
			var header http.Header
			status, got := l.bot.do("POST", callback(in), message4, keepHeader(l.bot, &header))
			if status != c.status || c.header != "" && header.Get(c.header) == "" {
				t.Errorf("POST = %d, %v, %v; want %d with %s", status, got, header, c.status, c.header)
			}
			if _, isJSON := got["message"]; isJSON != c.json {
				t.Errorf("the answer is %v", got)
			}
			if took := len(l.ann.Sees()) == 1; took != c.took {
				t.Errorf("took effect: %v; want %v", took, c.took)
			}
			l.srv.Heal()
			want := 204
			if c.took {
				want = 400 // which is no mistake if the bot could not know
			}
			if status, got := l.bot.do("POST", callback(in), message4); status != want {
				t.Errorf("second try = %d, %v; want %d", status, got, want)
			}
			if c.status != 204 || strings.HasPrefix(name, "slow") {
				l.broke()
			}
		})
	}
}

// keepHeader makes the next answer's header known.
func keepHeader(b *bot, header *http.Header) func(*http.Request) {
	before := b.client.Transport
	return func(*http.Request) {
		b.client.Transport = transport(func(r *http.Request) (*http.Response, error) {
			b.client.Transport = before
			got, err := before.RoundTrip(r)
			if err == nil {
				*header = got.Header
			}
			return got, err
		})
	}
}

type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestFaultsComeInOrder(t *testing.T) {
	l := newLife(t)
	l.srv.Fail(discordfake.Fault{Kind: discordfake.Overloaded, Times: 2})
	l.srv.Fail(discordfake.Fault{Kind: discordfake.ServerError})
	for i, want := range []int{503, 503, 500, 200} {
		if status, _ := l.bot.do("GET", "/users/@me", ""); status != want {
			t.Errorf("request %d = %d; want %d", i, status, want)
		}
	}
	l.srv.Fail(discordfake.Fault{Kind: discordfake.ServerError, Times: 3})
	if left := l.srv.FaultsLeft(); left != 3 {
		t.Errorf("%d faults are left; want 3", left)
	}
	if left := l.srv.Heal(); left != 3 {
		t.Errorf("%d faults were left; want 3", left)
	}
	if status, _ := l.bot.do("GET", "/users/@me", ""); status != 200 {
		t.Errorf("after healing = %d", status)
	}
}
