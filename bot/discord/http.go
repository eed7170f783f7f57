package discord

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/solitaire-chat/solitaire/bot/chat"
)

// readLimit is how long Discord may take to send a request.
const readLimit = 2 * time.Second

// Interactions handles POST /discord/interactions, Discord's other way to deliver
// interactions. Requests that Discord has not signed are refused unread.
func (a *Adapter) Interactions() http.Handler { return http.HandlerFunc(a.serveHTTP) }

func (a *Adapter) serveHTTP(w http.ResponseWriter, r *http.Request) {
	received := a.now()
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		http.Error(w, "Discord posts here", http.StatusMethodNotAllowed)
		return
	}
	timestamp := r.Header.Get("X-Signature-Timestamp")
	signature, err := hex.DecodeString(r.Header.Get("X-Signature-Ed25519"))
	if err != nil || len(signature) != ed25519.SignatureSize || len(a.key) != ed25519.PublicKeySize || timestamp == "" {
		http.Error(w, "the signature is missing or unreadable", http.StatusUnauthorized)
		return
	}
	raw, status := chat.ReadBody(w, r, readLimit)
	if status != http.StatusOK {
		http.Error(w, http.StatusText(status), status)
		return
	}
	if !ed25519.Verify(a.key, append([]byte(timestamp), raw...), signature) {
		http.Error(w, "the signature is wrong", http.StatusUnauthorized)
		return
	}
	switch in, err := decode(raw, received); {
	case in == nil:
		http.Error(w, "this is not an interaction", http.StatusBadRequest)
	case in.Type == discordgo.InteractionPing:
		respond(w, callback{Type: discordgo.InteractionResponsePong})
	default:
		// Later messages go over REST; Discord doesn't wait for them.
		var taken atomic.Bool
		a.work.Add()
		defer a.work.Done()
		a.handle(context.WithoutCancel(r.Context()), in, err, a.inResponse(w, &taken))
		if !taken.Load() {
			respondWith(w, http.StatusInternalServerError, body{})
		}
	}
}

var errAnswered = errors.New("the interaction has been answered already")

// inResponse returns the transport in an HTTP response. A callback with files goes
// over REST instead, and the response is 202 without a body.
func (a *Adapter) inResponse(w http.ResponseWriter, taken *atomic.Bool) transport {
	return func(ctx context.Context, in *interaction, c callback) error {
		if taken.Load() {
			return errAnswered
		}
		if len(c.files) > 0 {
			if err := a.callback(ctx, in, c); err != nil {
				return err
			}
			c = callback{}
		}
		taken.Store(true)
		respond(w, c)
		return nil
	}
}

// respond writes a callback; an empty one went over REST.
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
	if c.more { // the handler continues, and a further request on this connection would wait
		w.Header().Set("Connection", "close")
	}
	respondWith(w, http.StatusOK, b)
}

// respondWith sends a whole response before its handler returns.
func respondWith(w http.ResponseWriter, status int, b body) {
	if b.contentType != "" {
		w.Header().Set("Content-Type", b.contentType)
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(b.bytes)))
	w.WriteHeader(status)
	_, _ = w.Write(b.bytes)
	_ = http.NewResponseController(w).Flush()
}
