package slackfake

import (
	"bytes"
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/solitaire-chat/solitaire/bot/chat/fake"
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
	s.T.Helper()
	s.Mu.Lock()
	r := s.request(d, f)
	d.count()
	s.Mu.Unlock()
	got, err := s.Send(r)
	if err != nil {
		s.T.Fatalf("slackfake: %s: %v", d.where(), err)
	}
	return got.Status, string(got.Body)
}

// VerifyURL sends the request by which Slack verifies an address for events.
func (s *Server) VerifyURL() {
	s.T.Helper()
	const challenge = "3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P"
	d := &Delivery{kind: event, payload: object{"type": "url_verification", "token": "fake", "challenge": challenge}}
	if status, body := s.Forge(d, Forgery{}); status != http.StatusOK || strings.TrimSpace(body) != challenge {
		s.violate(Transport, "url_verification", "answered %d %.60q, not the challenge", status, body)
	}
}

// request builds the request of a delivery. The lock is held.
func (s *Server) request(d *Delivery, f Forgery) *http.Request {
	settings := fake.Child(s.manifest, "settings")
	kind, address, body := "application/x-www-form-urlencoded", "", []byte(nil)
	switch d.kind {
	case slashCommand:
		values := url.Values{}
		for key, value := range d.payload {
			values.Set(key, fmt.Sprint(value))
		}
		address, body = fake.Text(s.command(fake.Text(d.payload, "command")), "url"), []byte(values.Encode())
	case interaction:
		address, body = fake.Text(fake.Child(settings, "interactivity"), "request_url"), []byte(url.Values{"payload": {string(fake.Encode(d.payload))}}.Encode())
	default:
		kind, address, body = "application/json", fake.Text(fake.Child(settings, "event_subscriptions"), "request_url"), fake.Encode(d.payload)
	}
	if f.PayloadInQuery {
		address, body = address+"?"+string(body), []byte("nothing=here")
	}
	body = append(body, bytes.Repeat([]byte(" "), f.Padding)...)
	r, err := http.NewRequestWithContext(s.Closing, http.MethodPost, s.opts.Reach(address), bytes.NewReader(body))
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
		at := strconv.FormatInt(s.Now().Add(-f.Age).Unix(), 10)
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

// postTo sends a delivery over HTTP. Events are repeated if the answer is bad. It isn't a
// violation if nobody listens, since the bot may have been killed. The lock is held.
func (s *Server) postTo(d *Delivery) {
	r := s.request(d, Forgery{})
	d.count()
	s.Running.Go(func() {
		got, err := s.Send(r)
		s.Mu.Lock()
		defer s.Mu.Unlock()
		var failed net.Error
		why := fmt.Sprintf("answered with status %d, %v", got.Status, err)
		switch {
		case s.Closing.Err() != nil:
			return
		case err == nil && got.Status == http.StatusOK:
			answer := fake.DecodeObject(got.Body)
			if d.kind == event {
				answer = nil
			} else if len(bytes.TrimSpace(got.Body)) > 0 && (answer == nil || !isJSON(got.Header)) {
				s.violate(Transport, d.where(), "the answer %.60q is neither empty nor a JSON object", got.Body)
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
		s.Notify()
	})
}
