package discord

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
)

// What an HTTP interaction may take.
const (
	maxInteraction = 1 << 20 // bytes
	readLimit      = 2 * time.Second
)

// Interactions handles POST /discord/interactions, Discord's other way to hand
// over interactions. Only what Discord has signed is looked at.
func (a *Adapter) Interactions() http.Handler { return http.HandlerFunc(a.serveHTTP) }

func (a *Adapter) serveHTTP(w http.ResponseWriter, r *http.Request) {
	received := a.now()
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		http.Error(w, "Discord posts here", http.StatusMethodNotAllowed)
		return
	}
	signature, ok := a.signature(r.Header)
	if !ok {
		http.Error(w, "the signature is missing or can't be read", http.StatusUnauthorized)
		return
	}
	raw, status := readBody(w, r)
	if status != http.StatusOK {
		http.Error(w, http.StatusText(status), status)
		return
	}
	if !ed25519.Verify(a.key, append([]byte(r.Header.Get("X-Signature-Timestamp")), raw...), signature) {
		http.Error(w, "the signature is wrong", http.StatusUnauthorized)
		return
	}
	switch in, err := decode(raw, received); {
	case in == nil:
		http.Error(w, "that is no interaction", http.StatusBadRequest)
	case in.Type == discordgo.InteractionPing:
		respond(w, callback{Type: discordgo.InteractionResponsePong})
	default:
		a.respondAtOnce(context.WithoutCancel(r.Context()), w, in, err)
	}
}

// signature returns the signature that a request claims to have.
func (a *Adapter) signature(h http.Header) ([]byte, bool) {
	s, err := hex.DecodeString(h.Get("X-Signature-Ed25519"))
	return s, err == nil && len(s) == ed25519.SignatureSize && len(a.key) == ed25519.PublicKeySize && h.Get("X-Signature-Timestamp") != ""
}

// readBody reads a request's body, within limits of size and time: a slow
// client holds nobody up for long.
func readBody(w http.ResponseWriter, r *http.Request) ([]byte, int) {
	deadline := time.Now().Add(readLimit)
	_ = http.NewResponseController(w).SetReadDeadline(deadline) // a writer that can't is one of a test, or has limits of its own
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxInteraction))
	var tooLong *http.MaxBytesError
	switch {
	case errors.As(err, &tooLong):
		return nil, http.StatusRequestEntityTooLarge
	case err != nil:
		return nil, http.StatusRequestTimeout
	}
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
	return raw, http.StatusOK
}

// respondAtOnce handles an interaction and responds with the first response, at
// once: what comes later goes over REST, and Discord doesn't wait for it.
func (a *Adapter) respondAtOnce(ctx context.Context, w http.ResponseWriter, in *interaction, fault error) {
	var taken atomic.Bool
	a.work.do(func() { a.handle(ctx, in, fault, a.inResponse(w, &taken)) })
	if !taken.Load() {
		respondWith(w, http.StatusInternalServerError, body{})
	}
}

// errAnswered says that the response is taken.
var errAnswered = errors.New("the interaction was answered before")

// inResponse is the transport in an HTTP response. Files go over REST, and the
// response says only that.
func (a *Adapter) inResponse(w http.ResponseWriter, taken *atomic.Bool) transport {
	return func(ctx context.Context, in *interaction, c callback) error {
		if taken.Swap(true) {
			return errAnswered
		}
		if len(c.files) > 0 {
			if err := a.callback(ctx, in, c); err != nil {
				respondWith(w, http.StatusInternalServerError, body{})
				return err
			}
			c = callback{}
		}
		respond(w, c)
		return nil
	}
}

// respond writes a callback; an empty one has gone another way.
func respond(w http.ResponseWriter, c callback) {
	if c.Type == 0 {
		respondWith(w, http.StatusAccepted, body{})
		return
	}
	b, err := encode(c, nil)
	if err != nil {
		respondWith(w, http.StatusInternalServerError, body{})
		return
	}
	if c.more { // until then a further request on this connection would wait
		w.Header().Set("Connection", "close")
	}
	respondWith(w, http.StatusOK, b)
}

// respondWith sends a whole response at once, though its handler may go on. A
// client that has left can't be told.
func respondWith(w http.ResponseWriter, status int, b body) {
	if b.contentType != "" {
		w.Header().Set("Content-Type", b.contentType)
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(b.bytes)))
	w.WriteHeader(status)
	_, _ = w.Write(b.bytes)
	_ = http.NewResponseController(w).Flush()
}
