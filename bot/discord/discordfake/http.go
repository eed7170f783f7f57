package discordfake

import (
	"bytes"
	"context"
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
	return s.send(context.Background(), url, body, how)
}

func (s *Server) send(ctx context.Context, url string, body []byte, how Signature) (Reply, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
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
	answer, err := io.ReadAll(io.LimitReader(got.Body, mostBody))
	return Reply{got.StatusCode, got.Header, answer}, err
}

func (s *Server) sign(h http.Header, body []byte, how Signature) {
	now := s.opts.Now().Unix()
	stamp, told := strconv.FormatInt(now, 10), strconv.FormatInt(now, 10)
	key := s.key
	switch how {
	case WrongSignature:
		key = ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	case OtherBody:
		body = append([]byte(" "), body...)
	case OtherTimestamp:
		told = strconv.FormatInt(now+1, 10)
	}
	signature := hex.EncodeToString(ed25519.Sign(key, append([]byte(stamp), body...)))
	switch how {
	case TruncatedSignature:
		signature = signature[:len(signature)/2]
	case NoHex:
		signature = strings.Repeat("z", len(signature))
	}
	if how != MissingSignature {
		h.Set("X-Signature-Ed25519", signature)
	}
	if how != MissingTimestamp {
		h.Set("X-Signature-Timestamp", told)
	}
}

// VerifyEndpoint does what Discord does before it takes an address: a PING that
// must be answered, and one with a wrong signature that must be refused.
func (s *Server) VerifyEndpoint(url string) error {
	ping := encode(object{
		"id": s.id(), "application_id": s.opts.ApplicationID, "type": interactionPing, "token": "ping", "version": 1,
	})
	got, err := s.Post(url, ping, Signed)
	if err != nil {
		return err
	}
	doc, err := decode(got.Body)
	pong, _ := doc.(object)
	if got.Status != http.StatusOK || err != nil || len(pong) != 1 || number(pong, "type", 0) != callbackPong {
		return fmt.Errorf("the PING was answered by %s and %q", statusText(got.Status), got.Body)
	}
	if kind := got.Header.Get("Content-Type"); !strings.HasPrefix(kind, "application/json") {
		return fmt.Errorf("the PING was answered in %q", kind)
	}
	got, err = s.Post(url, ping, WrongSignature)
	if err != nil {
		return err
	}
	if got.Status != http.StatusUnauthorized {
		return fmt.Errorf("a wrong signature was answered by %s", statusText(got.Status))
	}
	return nil
}

func (s *Server) id() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.newID()
}

// post sends an event over HTTP. The callback comes in the response, or over
// REST if that is 202.
func (s *Server) post(ctx context.Context, url string, e *event) error {
	got, err := s.send(ctx, url, e.payload, Signed)
	if err != nil {
		return fmt.Errorf("the application did not respond: %w", err)
	}
	switch {
	case got.Status == http.StatusAccepted && len(got.Body) == 0:
		return nil
	case got.Status != http.StatusOK:
		return fmt.Errorf("the application did not respond: %s, %q", statusText(got.Status), got.Body)
	}
	return s.takeCallback(e.in, got)
}

// takeCallback treats a response as if it had come over REST.
func (s *Server) takeCallback(in *interaction, got Reply) error {
	b, err := parseBody(got.Header, got.Body)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.payloads = append(s.payloads, Payload{RouteCallback, Callback, "", b.data, b.files})
	if err == nil {
		err = s.respond(in, b)
	}
	if err == nil || in.deliveries > 1 {
		s.notify()
		return nil
	}
	c := &call{Request: &http.Request{Method: http.MethodPost}, route: RouteCallback}
	s.record(c, err.(*apiError))
	return fmt.Errorf("the application's response was refused: %w", err)
}
