package slack

import (
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"time"

	slackgo "github.com/slack-go/slack"

	"github.com/solitaire-chat/solitaire/bot/chat"
)

// Limits for request bodies, whose signature can't be checked before they are read.
const (
	readTime = 5 * time.Second
)

const (
	formType = "application/x-www-form-urlencoded"
	jsonType = "application/json"
)

// Handler serves /slack/commands, /slack/interactions and /slack/events. It
// handles only requests that were signed with the signing secret within the last
// five minutes.
func (a *Adapter) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("POST /slack/commands", a.endpoint(formType, readCommand))
	mux.Handle("POST /slack/interactions", a.endpoint(formType, readInteraction))
	mux.Handle("POST /slack/events", a.endpoint(jsonType, readEvent))
	return mux
}

// endpoint verifies a request, decodes it and hands it to accept. The response
// is the acknowledgement, so it waits for a quick answer to a command.
func (a *Adapter) endpoint(contentType string, read func(body []byte) (any, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, status := chat.ReadBody(w, r, readTime)
		if status == http.StatusOK && isCertificateCheck(r, body) {
			return // 200
		}
		if status == http.StatusOK && a.verify(r.Header, body) != nil {
			status = http.StatusUnauthorized
		}
		if media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); status == http.StatusOK && (err != nil || media != contentType) {
			status = http.StatusBadRequest
		}
		if status != http.StatusOK {
			http.Error(w, http.StatusText(status), status)
			return
		}
		in, err := read(body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		if e, ok := in.(event); ok && e.kind == "url_verification" {
			w.Header().Set("Content-Type", "text/plain; charset=utf-8")
			_, _ = io.WriteString(w, e.challenge) // Slack retries if the response doesn't arrive
			return
		}
		first := make(chan *message, 1)
		if !a.accept(in, func(m *message) error { first <- m; return nil }) {
			// Slack shows an error on the button, and delivers events again.
			http.Error(w, "too many requests are in flight", http.StatusServiceUnavailable)
			return
		}
		if m := <-first; m != nil { // a command is always acknowledged in time
			w.Header().Set("Content-Type", "application/json; charset=utf-8")
			_ = json.NewEncoder(w).Encode(m) // Slack may have hung up
		}
	})
}

// isCertificateCheck recognises Slack's unsigned check of the server's TLS certificate,
// which expects the status 200 and nothing else.
func isCertificateCheck(r *http.Request, body []byte) bool {
	form, err := url.ParseQuery(string(body))
	return err == nil && r.URL.Path == "/slack/commands" && form.Get("ssl_check") == "1"
}

func (a *Adapter) verify(header http.Header, body []byte) error {
	if at := header.Get("X-Slack-Request-Timestamp"); strings.Trim(at, "0123456789") != "" {
		return errors.New("the timestamp of the signature is not a decimal number") // the library accepts a plus or minus sign
	}
	verifier, err := slackgo.NewSecretsVerifier(header, a.SigningSecret)
	if err != nil {
		return err
	}
	if _, err := verifier.Write(body); err != nil {
		return err
	}
	return verifier.Ensure()
}

func readCommand(body []byte) (any, error) {
	form, err := url.ParseQuery(string(body))
	if err != nil || form.Get("user_id") == "" || form.Get("command") == "" {
		return nil, errors.New("this is not a slash command")
	}
	return slackgo.SlashCommand{
		TeamID: form.Get("team_id"), EnterpriseID: form.Get("enterprise_id"), IsEnterpriseInstall: form.Get("is_enterprise_install") == "true",
		ChannelID: form.Get("channel_id"),
		UserID:    form.Get("user_id"), UserName: form.Get("user_name"), Command: form.Get("command"), Text: form.Get("text"),
		ResponseURL: form.Get("response_url"), TriggerID: form.Get("trigger_id"),
	}, nil
}

func readInteraction(body []byte) (any, error) {
	var c slackgo.InteractionCallback
	form, err := url.ParseQuery(string(body))
	if err != nil || json.Unmarshal([]byte(form.Get("payload")), &c) != nil {
		return nil, errors.New("this is not an interaction")
	}
	return c, nil
}
