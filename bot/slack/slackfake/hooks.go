package slackfake

import (
	"bytes"
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

// A Forgery is what is wrong with a request over HTTP. The zero value is a
// replay: the same bytes under the same signature.
type Forgery struct {
	BadSignature   bool          // signed with another secret
	Unsigned       bool          // without any signature
	Age            time.Duration // signed so long ago; negative: in the future
	Padding        int           // so many bytes more in the body
	ContentType    string        // another one
	PayloadInQuery bool          // an interaction's payload in the address, which nothing signs
}

// Forge sends a delivery by HTTP as nobody should and returns the answer, which
// isn't shown to anybody.
func (s *Server) Forge(d *Delivery, f Forgery) (status int, body string) {
	s.t.Helper()
	s.mu.Lock()
	r := s.request(d, f)
	d.count()
	s.mu.Unlock()
	got, err := s.exchange(r)
	if err != nil {
		s.t.Fatalf("slackfake: %s: %v", d.where(), err)
	}
	return got.status, string(got.body)
}

// VerifyURL does what Slack does when an address for events is set up.
func (s *Server) VerifyURL() {
	s.t.Helper()
	const challenge = "3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P"
	d := &Delivery{kind: event, payload: object{"type": "url_verification", "token": "fake", "challenge": challenge}}
	status, body := s.Forge(d, Forgery{})
	told := strings.TrimSpace(body)
	if o := decodeObject([]byte(body)); o != nil {
		told = str(o, "challenge")
	}
	if status != http.StatusOK || told != challenge {
		s.violate(Transport, "url_verification", "answered %d %q, not the challenge", status, shorten(body))
	}
}

// request builds the request of a delivery. The lock is held.
func (s *Server) request(d *Delivery, f Forgery) *http.Request {
	address, kind, body := s.wire(d)
	if f.PayloadInQuery {
		address += "?" + string(body)
		body = []byte("nothing=here")
	}
	if f.Padding > 0 {
		body = append(body, bytes.Repeat([]byte(" "), f.Padding)...)
	}
	r, err := http.NewRequestWithContext(s.closing, http.MethodPost, s.opts.Reach(address), bytes.NewReader(body))
	if err != nil {
		s.t.Errorf("slackfake: the manifest's address: %v", err)
		r, _ = http.NewRequestWithContext(s.closing, http.MethodPost, s.URL, nil)
		return r
	}
	r.Header.Set("Content-Type", orElse(f.ContentType, kind))
	if f == (Forgery{}) && d.signed != nil && d.attempt == 0 {
		r.Header = d.signed.Clone()
		return r
	}
	if d.attempt > 0 {
		r.Header.Set("X-Slack-Retry-Num", strconv.Itoa(d.attempt))
		r.Header.Set("X-Slack-Retry-Reason", orElse(d.retrying, "http_timeout"))
	}
	if !f.Unsigned {
		s.sign(r.Header, body, f)
	}
	if f == (Forgery{}) {
		d.signed = r.Header.Clone()
	}
	return r
}

// wire is a delivery as it goes over HTTP. The lock is held.
func (s *Server) wire(d *Delivery) (address, kind string, body []byte) {
	const form = "application/x-www-form-urlencoded"
	switch d.kind {
	case slashCommand:
		values := url.Values{}
		for key, value := range d.payload {
			values.Set(key, fmt.Sprint(value))
		}
		return s.app.commands[str(d.payload, "command")].url, form, []byte(values.Encode())
	case interaction:
		return s.app.clicks, form, []byte(url.Values{"payload": {string(encode(d.payload))}}.Encode())
	}
	return s.app.hooks, "application/json", encode(d.payload)
}

// sign signs a body as Slack does. The lock is held.
func (s *Server) sign(header http.Header, body []byte, f Forgery) {
	secret := s.SigningSecret
	if f.BadSignature {
		secret += "?"
	}
	at := strconv.FormatInt(s.now().Add(-f.Age).Unix(), 10)
	mac := hmac.New(sha256.New, []byte(secret))
	_, _ = fmt.Fprintf(mac, "v0:%s:%s", at, body)
	header.Set("X-Slack-Request-Timestamp", at)
	header.Set("X-Slack-Signature", "v0="+hex.EncodeToString(mac.Sum(nil)))
}

// An answer is what a bot says to a request.
type answer struct {
	status int
	json   bool // by its Content-Type
	body   []byte
}

func (s *Server) exchange(r *http.Request) (answer, error) {
	got, err := s.client.Do(r)
	if err != nil {
		return answer{}, err
	}
	defer func() { _ = got.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(got.Body, 1<<20))
	return answer{status: got.StatusCode, json: isJSON(got.Header), body: body}, err
}

// postTo sends a delivery by HTTP. The lock is held.
func (s *Server) postTo(d *Delivery) {
	r := s.request(d, Forgery{})
	d.count()
	s.running.Go(func() {
		got, err := s.exchange(r)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.answered(d, got, err)
	})
}

// answered takes the answer to a delivery. Events are sent again if it is bad.
// That nobody listens is no violation: the bot may have been killed. The lock is
// held.
func (s *Server) answered(d *Delivery, got answer, err error) {
	var why string
	switch timeout := net.Error(nil); {
	case s.closing.Err() != nil:
		return
	case err == nil && got.status == http.StatusOK:
		s.acknowledged(d, s.answerIn(d, got))
		return
	case err == nil:
		why, d.retrying = fmt.Sprintf("answered with status %d", got.status), "http_error"
		s.violate(Transport, d.where(), "%s", why)
	case errors.As(err, &timeout) && timeout.Timeout():
		why, d.retrying = fmt.Sprintf("not answered within %v", s.opts.Ack), "http_timeout"
		s.violate(Transport, d.where(), "%s", why)
	default:
		why, d.retrying = fmt.Sprintf("not answered: %v", err), "connection_failed"
	}
	if d.kind == event && d.attempt < maxAttempts {
		d.attempt++
		s.postTo(d)
		return
	}
	d.failure = why
	s.touch()
}

// answerIn reads what the bot's answer brings; nothing is the usual case.
func (s *Server) answerIn(d *Delivery, got answer) object {
	if len(bytes.TrimSpace(got.body)) == 0 || d.kind == event {
		return nil
	}
	o := decodeObject(got.body)
	if o == nil || !got.json {
		s.violate(Transport, d.where(), "the answer %q is neither empty nor sent as a JSON object", shorten(string(got.body)))
	}
	return o
}
