package discordfake

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
)

// UseHTTP sends all interactions to an address from now on, as Discord does
// when one is configured; with "" they go over the gateway again.
func (s *Server) UseHTTP(url string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.endpoint = url
}

// A Signature says how a request is signed.
type Signature int

// Kinds of signatures.
const (
	Signed             Signature = iota
	WrongSignature               // by another key
	OtherBody                    // of another body
	MissingSignature             // no header
	MissingTimestamp             // no header
	OtherTimestamp               // signed with another time
	TruncatedSignature           // half of it
	NoHex                        // not even hexadecimal
)

// A Reply is what came back over HTTP.
type Reply struct {
	Status int
	Header http.Header
	Body   []byte
}

// Post sends a body to an address with a signature of that kind.
func (s *Server) Post(url string, body []byte, how Signature) (Reply, error) {
	r, err := http.NewRequest(http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return Reply{}, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "Discord-Interactions/1.0 (+https://discord.com)")
	s.sign(r.Header, body, how)
	got, err := s.client.Do(r)
	if err != nil {
		return Reply{}, err
	}
	defer got.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(got.Body, mostAnswer))
	return Reply{got.StatusCode, got.Header, answer}, err
}

func (s *Server) sign(h http.Header, body []byte, how Signature) {
	now, key := s.opts.Now().Unix(), s.key
	stamp := strconv.FormatInt(now, 10)
	switch how {
	case WrongSignature:
		key = ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	case OtherBody:
		body = append([]byte(" "), body...)
	}
	signature := hex.EncodeToString(ed25519.Sign(key, append([]byte(stamp), body...)))
	switch how {
	case OtherTimestamp:
		stamp = strconv.FormatInt(now+1, 10)
	case TruncatedSignature:
		signature = signature[:len(signature)/2]
	case NoHex:
		signature = strings.Repeat("z", len(signature))
	}
	if how != MissingSignature {
		h.Set("X-Signature-Ed25519", signature)
	}
	if how != MissingTimestamp {
		h.Set("X-Signature-Timestamp", stamp)
	}
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
	b, err := parseBody(got.Header, got.Body)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.payloads = append(s.payloads, Payload{RouteCallback, Callback, "", b.data, b.files})
	if err == nil {
		err = s.respond(in, b)
	}
	s.notify()
	if e, ok := err.(*apiError); ok {
		s.violate("the HTTP response", e.violations...)
		err = fmt.Errorf("the application did not respond: %w", e)
	}
	return err
}
