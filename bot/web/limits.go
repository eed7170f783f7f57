package web

import (
	"net/http"
	"net/netip"
	"strings"
	"sync"

	"golang.org/x/time/rate"
)

// Limits of guests by their address. Anybody can be as many guests as they like, so
// the bot's limits by player don't hold them.
const (
	guestRate     = 50 // requests a second
	guestBurst    = 500
	mostAddresses = 10_000
)

// addressLimits has a limiter for each address. The zero value is ready for use.
type addressLimits struct {
	mu   sync.Mutex
	list map[netip.Addr]*rate.Limiter
}

func (l *addressLimits) allow(a netip.Addr) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.list == nil || len(l.list) >= mostAddresses {
		l.list = map[netip.Addr]*rate.Limiter{} // all limiters start anew, which loosens the limits for a moment
	}
	if l.list[a] == nil {
		l.list[a] = rate.NewLimiter(guestRate, guestBurst)
	}
	return l.list[a].Allow()
}

// address returns where a request comes from: behind a proxy of this machine or
// network, what the proxy says. Of an IPv6 address it is the network, since a person
// has a whole one.
func address(r *http.Request) netip.Addr {
	port, _ := netip.ParseAddrPort(r.RemoteAddr)
	a := port.Addr().Unmap()
	if a.IsLoopback() || a.IsPrivate() {
		forwarded := strings.Split(r.Header.Get("X-Forwarded-For"), ",")
		if from, err := netip.ParseAddr(strings.TrimSpace(forwarded[len(forwarded)-1])); err == nil {
			a = from.Unmap()
		}
	}
	if a.Is6() {
		const network = 64
		if p, err := a.WithZone("").Prefix(network); err == nil {
			a = p.Addr()
		}
	}
	return a
}
