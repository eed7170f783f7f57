package slackfake

import (
	"bytes"
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// A Forgery is the defect of a request over HTTP. The zero value is a replay: the
// same bytes under the same signature.
type Forgery struct {
	BadSignature   bool          // signed with another secret
	Unsigned       bool          // without any signature
	Age            time.Duration // of the signature; negative: in the future
	Padding        int           // further bytes in the body
	ContentType    string        // another one
	PayloadInQuery bool          // an interaction's payload in the address, which nothing signs
}

// Forge sends a delivery with a defect over HTTP and returns the answer, which
// isn't shown to anybody.
func (s *Server) Forge(d *Delivery, f Forgery) (status int, body string) {
	s.t.Helper()
	s.mu.Lock()
	r := s.request(d, f)
	d.count()
	s.mu.Unlock()
	status, _, answer, err := s.exchange(r)
	if err != nil {
		s.t.Fatalf("slackfake: %s: %v", d.where(), err)
	}
	return status, string(answer)
}

// VerifyURL sends the request by which Slack verifies an address for events.
func (s *Server) VerifyURL() {
	s.t.Helper()
	const challenge = "3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P"
	d := &Delivery{kind: event, payload: object{"type": "url_verification", "token": "fake", "challenge": challenge}}
	if status, body := s.Forge(d, Forgery{}); status != http.StatusOK || strings.TrimSpace(body) != challenge {
		s.violate(Transport, "url_verification", "answered %d %.60q, not the challenge", status, body)
	}
}

// request builds the request of a delivery. The lock is held.
func (s *Server) request(d *Delivery, f Forgery) *http.Request {
	settings := sub(s.manifest, "settings")
	kind, address, body := "application/x-www-form-urlencoded", "", []byte(nil)
	switch d.kind {
	case slashCommand:
		values := url.Values{}
		for key, value := range d.payload {
			values.Set(key, fmt.Sprint(value))
		}
		address, body = str(s.command(str(d.payload, "command")), "url"), []byte(values.Encode())
	case interaction:
		address, body = str(sub(settings, "interactivity"), "request_url"), []byte(url.Values{"payload": {string(encode(d.payload))}}.Encode())
	default:
		kind, address, body = "application/json", str(sub(settings, "event_subscriptions"), "request_url"), encode(d.payload)
	}
	if f.PayloadInQuery {
		address, body = address+"?"+string(body), []byte("nothing=here")
	}
	body = append(body, bytes.Repeat([]byte(" "), f.Padding)...)
	r, err := http.NewRequestWithContext(s.closing, http.MethodPost, s.opts.Reach(address), bytes.NewReader(body))
	if err != nil {
		panic(fmt.Sprintf("slackfake: the manifest's address: %v", err))
	}
	if f == (Forgery{}) && d.signed != nil && d.attempt == 0 {
		r.Header = d.signed.Clone()
		return r
	}
	r.Header.Set("Content-Type", cmp.Or(f.ContentType, kind))
	if d.attempt > 0 {
		r.Header.Set("X-Slack-Retry-Num", strconv.Itoa(d.attempt))
		r.Header.Set("X-Slack-Retry-Reason", "http_timeout")
	}
	if !f.Unsigned {
		secret := s.SigningSecret
		if f.BadSignature {
			secret += "?"
		}
		at := strconv.FormatInt(s.opts.Now().Add(-f.Age).Unix(), 10)
		mac := hmac.New(sha256.New, []byte(secret))
		_, _ = fmt.Fprintf(mac, "v0:%s:%s", at, body)
		r.Header.Set("X-Slack-Request-Timestamp", at)
		r.Header.Set("X-Slack-Signature", "v0="+hex.EncodeToString(mac.Sum(nil)))
	}
	if f == (Forgery{}) {
		d.signed = r.Header.Clone()
	}
	return r
}

func (s *Server) exchange(r *http.Request) (status int, header http.Header, body []byte, err error) {
	got, err := s.client.Do(r)
	if err != nil {
		return 0, nil, nil, err
	}
	defer func() { _ = got.Body.Close() }()
	body, err = io.ReadAll(io.LimitReader(got.Body, 1<<20))
	return got.StatusCode, got.Header, body, err
}

// postTo sends a delivery over HTTP. Events are repeated if the answer is bad. It
// is no violation that nobody listens: the bot may have been killed. The lock is
// held.
func (s *Server) postTo(d *Delivery) {
	r := s.request(d, Forgery{})
	d.count()
	s.running.Go(func() {
		status, header, body, err := s.exchange(r)
		s.mu.Lock()
		defer s.mu.Unlock()
		var failed net.Error
		why := fmt.Sprintf("answered with status %d, %v", status, err)
		switch {
		case s.closing.Err() != nil:
			return
		case err == nil && status == http.StatusOK:
			answer := decodeObject(body)
			if d.kind == event {
				answer = nil
			} else if len(bytes.TrimSpace(body)) > 0 && (answer == nil || !isJSON(header)) {
				s.violate(Transport, d.where(), "the answer %.60q is neither empty nor a JSON object", body)
			}
			s.acknowledged(d, answer)
			return
		case err == nil, errors.As(err, &failed) && failed.Timeout():
			s.violate(Transport, d.where(), "%s", why)
		}
		if d.kind == event && d.attempt < maxAttempts {
			d.attempt++
			s.postTo(d)
			return
		}
		d.failure = why
		s.touch()
	})
}
