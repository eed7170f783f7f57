package discord

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"math"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/solitaire-chat/solitaire/bot/chat"
)

// readLimit is the timeout for reading a request.
const readLimit = 2 * time.Second

// signatureLife is the greatest age of a signed request, which also allows for wrong
// clocks. It keeps a copied request from being sent again later.
const signatureLife = 5 * time.Minute

// signatureAge returns the age of a signature by its timestamp. An invalid timestamp
// counts as very old.
func signatureAge(timestamp string) time.Duration {
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil {
		return math.MaxInt64
	}
	return time.Since(time.Unix(seconds, 0)) // Since clamps: it can't overflow
}

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
	if age := signatureAge(timestamp); age.Abs() > signatureLife {
		a.log.Warn("a signed request of another time was refused: it is a copy, or a clock is wrong", "age", age.Round(time.Second))
		http.Error(w, "the signature is of another time", http.StatusUnauthorized)
		return
	}
	in, err := decode(raw, received)
	switch {
	case in == nil:
		http.Error(w, "this is not an interaction", http.StatusBadRequest)
		return
	case in.Type == discordgo.InteractionPing:
		respond(w, callback{Type: discordgo.InteractionResponsePong})
		return
	}
	// This HTTP response carries the first response. Later messages go over REST, and
	// Discord doesn't wait for them. A first response with files goes over REST too, and
	// so does one that Discord may refuse: only there the bot learns of a refusal. This
	// response is then an empty 202.
	var answered atomic.Bool
	first := func(ctx context.Context, in *interaction, c callback) error {
		if answered.Load() {
			return errAnswered
		}
		if len(c.files) > 0 || c.refusable {
			if err := a.callback(ctx, in, c); err != nil {
				return err
			}
			c = callback{}
		}
		answered.Store(true)
		respond(w, c)
		return nil
	}
	a.work.Add()
	defer a.work.Done()
	a.handle(context.WithoutCancel(r.Context()), in, err, first)
	if !answered.Load() {
		http.Error(w, "", http.StatusInternalServerError)
	}
}

var errAnswered = errors.New("the interaction has been answered already")

// respond sends a callback as a complete response before the handler returns. The callback
// is empty if it went over REST.
func respond(w http.ResponseWriter, c callback) {
	status, b := http.StatusAccepted, body{}
	if c.Type != 0 {
		var err error
		if b, err = encode(c, nil); err != nil {
			http.Error(w, "", http.StatusInternalServerError)
			return
		}
		status = http.StatusOK
		w.Header().Set("Content-Type", b.contentType)
	}
	if c.more { // the handler continues, and a further request on this connection would wait
		w.Header().Set("Connection", "close")
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(b.bytes)))
	w.WriteHeader(status)
	_, _ = w.Write(b.bytes)
	_ = http.NewResponseController(w).Flush()
}
