package discordfake

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/solitaire-chat/solitaire/bot/chat/fake"
)

// UseHTTP sends all interactions to an address from now on, as Discord does
// when one is configured.
func (s *Server) UseHTTP(url string) {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	s.endpoint = url
}

// A Signature says how a request is signed.
type Signature int

// Kinds of signatures.
const (
	Signed           Signature = iota
	WrongSignature             // of another body
	MissingSignature           // no header
	OtherTimestamp             // signed with another time
	NoHex                      // not even hexadecimal
	Old                        // signed ten minutes ago, and sent again now
	Early                      // signed ten minutes from now
	NoTime                     // a signed timestamp that is no number
)

// Post sends a body to an address with a signature of that kind.
func (s *Server) Post(url string, body []byte, how Signature) (fake.Reply, error) {
	r, err := http.NewRequest(http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return fake.Reply{}, err
	}
	now := time.Now().Unix() // the bot's clock, whatever that of the fake says
	stamp := strconv.FormatInt(now, 10)
	switch how {
	case Old:
		stamp = strconv.FormatInt(now-600, 10)
	case Early:
		stamp = strconv.FormatInt(now+600, 10)
	case NoTime:
		stamp = "now"
	}
	signed := append([]byte(stamp), body...)
	if how == WrongSignature {
		signed = append(signed, ' ')
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "Discord-Interactions/1.0 (+https://discord.com)")
	r.Header.Set("X-Signature-Timestamp", stamp)
	r.Header.Set("X-Signature-Ed25519", hex.EncodeToString(ed25519.Sign(s.key, signed)))
	switch how {
	case MissingSignature:
		r.Header.Del("X-Signature-Ed25519")
	case OtherTimestamp:
		r.Header.Set("X-Signature-Timestamp", strconv.FormatInt(now+1, 10))
	case NoHex:
		r.Header.Set("X-Signature-Ed25519", strings.Repeat("z", 2*ed25519.SignatureSize))
	}
	return s.Send(r)
}

// post sends an interaction over HTTP. The callback comes in the response, or
// over REST if that is 202.
func (s *Server) post(url string, in *interaction) error {
	got, err := s.Post(url, in.payload, Signed)
	switch {
	case err != nil:
		return fmt.Errorf("the application did not respond: %w", err)
	case got.Status == http.StatusAccepted && len(got.Body) == 0:
		return nil
	case got.Status != http.StatusOK:
		return fmt.Errorf("the application did not respond: status %d, %q", got.Status, got.Body)
	}
	b, err := parseBody(got.Header, got.Body, Callback)
	s.Mu.Lock()
	defer s.Mu.Unlock()
	defer s.Notify()
	s.Keep(fake.Payload{Route: RouteCallback, Kind: Callback, Body: string(b.data), Files: b.files})
	if err == nil {
		err = s.respond(in, b)
	}
	if e, ok := err.(*apiError); ok {
		s.Report("the HTTP response", e.violations...)
		return fmt.Errorf("the application did not respond: %w", e)
	}
	return nil
}
