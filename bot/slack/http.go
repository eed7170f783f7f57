package slack

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"time"

	slackgo "github.com/slack-go/slack"
)

// Limits of what is read from somebody who says to be Slack.
const (
	maxBody  = 1 << 20
	readTime = 5 * time.Second
)

// Handler takes what Slack posts to /slack/commands, /slack/interactions and
// /slack/events. Nothing is done unless the body is signed with the signing
// secret, within the last five minutes.
func (a *Adapter) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("POST /slack/commands", a.signed("application/x-www-form-urlencoded", a.serveCommand))
	mux.Handle("POST /slack/interactions", a.signed("application/x-www-form-urlencoded", a.serveInteraction))
	mux.Handle("POST /slack/events", a.signed("application/json", a.serveEvent))
	return mux
}

// signed reads the body whole, checks its signature, and only then hands it on.
func (a *Adapter) signed(kind string, next func(w http.ResponseWriter, body []byte)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, status := readBody(w, r)
		if status == 0 && a.verify(r.Header, body) != nil {
			status = http.StatusUnauthorized
		}
		if status == 0 {
			if media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || media != kind {
				status = http.StatusBadRequest
			}
		}
		if status != 0 {
			http.Error(w, http.StatusText(status), status)
			return
		}
		next(w, body)
	})
}

// readBody reads a body of a sensible size from somebody who is not too slow.
// The status is 0, or what is wrong.
func readBody(w http.ResponseWriter, r *http.Request) (body []byte, status int) {
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Now().Add(readTime)) // where it can't be set, the server's own time-out holds
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return nil, http.StatusRequestEntityTooLarge
	case err != nil:
		return nil, http.StatusBadRequest
	}
	_ = control.SetReadDeadline(time.Time{})
	return body, 0
}

func (a *Adapter) verify(header http.Header, body []byte) error {
	verifier, err := slackgo.NewSecretsVerifier(header, a.SigningSecret)
	if err != nil {
		return err
	}
	if _, err := verifier.Write(body); err != nil {
		return err
	}
	return verifier.Ensure()
}

// serveCommand answers in the response where that is quick.
func (a *Adapter) serveCommand(w http.ResponseWriter, body []byte) {
	c, err := readCommand(body)
	if err != nil {
		http.Error(w, "this is no slash command", http.StatusBadRequest)
		return
	}
	first := make(chan *message, 1)
	if !a.run(a.work, func(ctx context.Context) {
		a.command(ctx, c, func(m *message) error {
			first <- m
			return nil
		})
	}) {
		first <- a.busy(c)
	}
	if m := <-first; m != nil { // every command is acknowledged within its time, whatever happens
		writeJSON(w, m)
	}
}

func readCommand(body []byte) (c slackgo.SlashCommand, err error) {
	form, err := url.ParseQuery(string(body))
	if err != nil {
		return c, err
	}
	c = slackgo.SlashCommand{
		TeamID: form.Get("team_id"), EnterpriseID: form.Get("enterprise_id"), ChannelID: form.Get("channel_id"),
		UserID: form.Get("user_id"), UserName: form.Get("user_name"), Command: form.Get("command"), Text: form.Get("text"),
		ResponseURL: form.Get("response_url"), TriggerID: form.Get("trigger_id"),
	}
	if c.UserID == "" || c.Command == "" {
		return c, errors.New("a user and a command are needed")
	}
	return c, nil
}

// serveInteraction acknowledges at once: what a tap does is answered through
// its response_url.
func (a *Adapter) serveInteraction(w http.ResponseWriter, body []byte) {
	c, err := readInteraction(body)
	if err != nil {
		http.Error(w, "this is no interaction", http.StatusBadRequest)
		return
	}
	a.orBusy(w, func(ctx context.Context) { a.interaction(ctx, c) })
}

func readInteraction(body []byte) (c slackgo.InteractionCallback, err error) {
	form, err := url.ParseQuery(string(body))
	if err != nil {
		return c, err
	}
	err = json.Unmarshal([]byte(form.Get("payload")), &c)
	return c, err
}

func (a *Adapter) serveEvent(w http.ResponseWriter, body []byte) {
	e, err := readEvent(body)
	switch {
	case err != nil:
		http.Error(w, "this is no event", http.StatusBadRequest)
	case e.kind == "url_verification":
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = io.WriteString(w, e.challenge) // Slack asks again if it doesn't get it
	default:
		a.orBusy(w, func(ctx context.Context) { a.happened(ctx, e) })
	}
}

// orBusy does a job after the response. If too many are under way Slack is told
// so: it shows that on the button, and delivers events again.
func (a *Adapter) orBusy(w http.ResponseWriter, job func(ctx context.Context)) {
	if !a.run(a.work, job) {
		http.Error(w, "too much is going on", http.StatusServiceUnavailable)
	}
}

// busy asks to try again, in the person's language as far as it is known: there
// is no time to look it up.
func (a *Adapter) busy(c slackgo.SlashCommand) *message {
	p, _ := a.people.get(c.UserID)
	req := a.typed(c).req
	req.Locale = p.locale
	return a.note("failure.busy", a.Bot.Lang(req)).newMessage(true)
}

func writeJSON(w http.ResponseWriter, value any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_ = json.NewEncoder(w).Encode(value) // whoever called has gone
}
