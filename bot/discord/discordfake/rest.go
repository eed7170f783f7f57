package discordfake

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/solitaire-chat/solitaire/bot/chat/fake"
)

// The routes. Faults and payloads are sorted by them.
const (
	RouteGateway        = "gateway"
	RouteSelf           = "self"
	RouteCallback       = "callback"
	RouteOriginal       = "original" // the first response, by token
	RouteFollowUp       = "follow-up"
	RouteChannel        = "channel"
	RouteChannelMessage = "channel message"
	RouteOpenDM         = "open dm"
	RouteCommands       = "commands"
	RouteEmojis         = "emojis"
	RouteEmojiUpload    = "emoji upload"
	RouteEmojiRemoval   = "emoji removal"
)

// A call is one request on its way through a route.
type call struct {
	*http.Request
	body body
}

// A route says how a request is guarded, what its body is, and what it answers:
// nil is 204.
type route struct {
	name   string
	bot    bool   // needs the bot's token
	kind   string // of the body; empty: none
	handle func(c *call) (any, error)
}

func (s *Server) routes() http.Handler {
	const (
		hook     = "/webhooks/{app}/{token}"
		original = hook + "/messages/@original"
		followUp = hook + "/messages/{message}"
		channel  = "/channels/{channel}"
		commands = "/applications/{app}/commands"
		emojis   = "/applications/{app}/emojis"
	)
	mux := http.NewServeMux()
	for pattern, r := range map[string]route{
		"GET /gateway/bot":                          {RouteGateway, true, "", s.getGateway},
		"GET /users/@me":                            {RouteSelf, true, "", func(*call) (any, error) { return s.botUser(), nil }},
		"POST /interactions/{id}/{token}/callback":  {RouteCallback, false, Callback, s.postCallback},
		"PATCH " + original:                         {RouteOriginal, false, WebhookEdit, s.patchHooked},
		"DELETE " + original:                        {RouteOriginal, false, "", s.deleteHooked},
		"POST " + hook:                              {RouteFollowUp, false, FollowUp, s.postFollowUp},
		"PATCH " + followUp:                         {RouteFollowUp, false, WebhookEdit, s.patchHooked},
		"DELETE " + followUp:                        {RouteFollowUp, false, "", s.deleteHooked},
		"GET " + channel:                            {RouteChannel, true, "", s.getChannel},
		"POST " + channel + "/messages":             {RouteChannelMessage, true, ChannelMessage, s.postMessage},
		"PATCH " + channel + "/messages/{message}":  {RouteChannelMessage, true, ChannelEdit, s.patchMessage},
		"DELETE " + channel + "/messages/{message}": {RouteChannelMessage, true, "", s.deleteMessage},
		"POST /users/@me/channels":                  {RouteOpenDM, true, DirectMessage, s.openDM},
		"GET " + commands:                           {RouteCommands, true, "", s.getCommands},
		"PUT " + commands:                           {RouteCommands, true, CommandSet, s.putCommands},
		"GET " + emojis:                             {RouteEmojis, true, "", s.getEmojis},
		"POST " + emojis:                            {RouteEmojiUpload, true, NewEmoji, s.postEmoji},
		"DELETE " + emojis + "/{emoji}":             {RouteEmojiRemoval, true, "", s.deleteEmoji},
	} {
		method, path, _ := strings.Cut(pattern, " ")
		mux.HandleFunc(method+" /api/v10"+path, func(w http.ResponseWriter, req *http.Request) { s.serve(w, req, r) })
	}
	mux.HandleFunc("GET /attachments/", func(w http.ResponseWriter, r *http.Request) {
		s.Mu.Lock()
		defer s.Mu.Unlock()
		_, _ = w.Write(s.files[r.URL.Path]) // the caller may have gone
	})
	mux.HandleFunc("GET "+socketPath, s.Gateway.serve)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		s.serve(w, r, route{handle: func(*call) (any, error) {
			return nil, wrong(http.StatusNotFound, 0, "404: Not Found", "route", "there is no such route")
		}})
	})
	return mux
}

var userAgent = regexp.MustCompile(`^DiscordBot \([^,]+, [^)]+\)`)

// handle guards a request as all routes do, and carries it out.
func (s *Server) handle(req *http.Request, r route, faulty bool) (any, error) {
	raw, err := io.ReadAll(req.Body)
	if err != nil {
		return nil, refused(http.StatusBadRequest, 0, "the body broke off: "+err.Error())
	}
	s.Mu.Lock()
	defer s.Mu.Unlock()
	defer s.Notify()
	c := &call{Request: req}
	switch agent := req.Header.Get("User-Agent"); {
	case !userAgent.MatchString(agent):
		return nil, wrong(http.StatusForbidden, 40333, "internal network error", "user-agent", agent+" is not like DiscordBot (url, version)")
	case r.bot && req.Header.Get("Authorization") != "Bot "+token:
		return nil, refused(http.StatusUnauthorized, 0, "401: Unauthorized")
	}
	if r.kind != "" {
		c.body, err = parseBody(req.Header, raw, r.kind)
		s.Keep(fake.Payload{Route: r.name, Kind: r.kind, Path: req.URL.Path, Body: string(c.body.data), Files: c.body.files})
		if err != nil {
			return nil, err
		}
	}
	value, err := r.handle(c)
	if in := s.interactions[c.PathValue("id")]; in != nil && faulty {
		in.uncertain = true // the bot may try again
	}
	return value, err
}

const (
	mostUpload = 10 << 20 // bytes a file
	mostAnswer = 64 << 20
)

// A body is what a request carries.
type body struct {
	kind    string
	data    []byte // the JSON as it was sent
	doc     any
	message object // the part that describes a message
	files   []fake.File
	ids     []string // n of files[n]
}

// parseBody takes JSON, or a form with the JSON in payload_json and files.
func parseBody(h http.Header, raw []byte, kind string) (b body, err error) {
	b.kind, b.data = kind, raw
	contentType, params, _ := mime.ParseMediaType(h.Get("Content-Type"))
	if contentType == "multipart/form-data" {
		err = b.parseForm(raw, params["boundary"])
	} else if contentType != "application/json" {
		err = fmt.Errorf("the content type is %q", contentType)
	}
	if err != nil {
		return b, wrong(http.StatusBadRequest, 50035, "Invalid Form Body", "form", err.Error())
	}
	if b.doc, err = fake.Decode(b.data); err != nil {
		return b, wrong(http.StatusBadRequest, 50109, "The request body contains invalid JSON.", "json", err.Error())
	}
	if b.message, _ = b.doc.(object); kind == Callback {
		b.message = fake.Child(b.message, "data")
	}
	return b, nil
}

func (b *body) parseForm(raw []byte, boundary string) error {
	form, err := multipart.NewReader(bytes.NewReader(raw), boundary).ReadForm(mostAnswer)
	if err != nil {
		return err
	}
	b.data = []byte(strings.Join(form.Value["payload_json"], ""))
	for i := range len(form.File) {
		id := strconv.Itoa(i)
		files := form.File["files["+id+"]"]
		if len(files) != 1 || files[0].Size > mostUpload {
			return errors.New("a file has another name than files[n], or is too large")
		}
		f, err := files[0].Open()
		if err != nil {
			return err
		}
		data, _ := io.ReadAll(f) // from memory
		b.files, b.ids = append(b.files, fake.File{Name: files[0].Filename, Data: data}), append(b.ids, id)
	}
	return nil
}

// An apiError is an error as Discord answers it.
type apiError struct {
	status, code int
	text         string
	violations   []fake.Violation // what makes it the bot's mistake
	after        time.Duration    // until a rate limit ends
}

func (e *apiError) Error() string { return fmt.Sprintf("%d %s", e.code, e.text) }

// refused is an error that a good bot may get too.
func refused(status, code int, text string) error {
	return &apiError{status: status, code: code, text: text}
}

// wrong is an error that only a bot with a mistake gets.
func wrong(status, code int, text, rule, mistake string) error {
	return &apiError{status: status, code: code, text: text, violations: []fake.Violation{{Rule: rule, Text: mistake}}}
}

// invalidForm is the error for violations, or nil if there are none.
func invalidForm(found []fake.Violation) error {
	switch {
	case len(found) == 0:
		return nil
	case len(found) == 1 && found[0].Rule == "D9":
		return &apiError{status: http.StatusBadRequest, code: 50006, text: "Cannot send an empty message", violations: found}
	}
	return &apiError{status: http.StatusBadRequest, code: 50035, text: "Invalid Form Body", violations: found}
}

// Refusals that a good bot meets too.
var (
	errUnknownChannel     = refused(http.StatusNotFound, 10003, "Unknown Channel")
	errUnknownMessage     = refused(http.StatusNotFound, 10008, "Unknown Message")
	errUnknownWebhook     = refused(http.StatusNotFound, 10015, "Unknown Webhook")
	errUnknownInteraction = refused(http.StatusNotFound, 10062, "Unknown interaction")
	errMissingAccess      = refused(http.StatusForbidden, 50001, "Missing Access")
	errMissingPermissions = refused(http.StatusForbidden, 50013, "Missing Permissions")
	errExpiredToken       = refused(http.StatusUnauthorized, 50027, "Invalid Webhook Token")
)

func (s *Server) botUser() object {
	return object{"id": applicationID, "username": "solitaire", "discriminator": "0000", "global_name": nil, "bot": true}
}

func (s *Server) getGateway(*call) (any, error) {
	return object{
		"url": s.socketURL(), "shards": s.opts.Shards,
		"session_start_limit": object{
			"total": 1000, "remaining": s.Gateway.starts, "reset_after": (24 * time.Hour).Milliseconds(),
			"max_concurrency": s.opts.MaxConcurrency,
		},
	}, nil
}

func (s *Server) socketURL() string { return "ws" + s.URL[len("http"):] + socketPath }

// channel returns the place in the path, if the bot may write there.
func (s *Server) channel(c *call) (*Place, error) {
	p := s.places[c.PathValue("channel")]
	switch {
	case p == nil:
		return nil, errUnknownChannel
	case p.UserOnly || p.Permissions&ViewChannel == 0:
		return nil, errMissingAccess
	}
	return p, nil
}

func (s *Server) getChannel(c *call) (any, error) {
	p, err := s.channel(c)
	if err != nil {
		return nil, err
	}
	return p.json(), nil
}

func (s *Server) postMessage(c *call) (any, error) {
	p, err := s.channel(c)
	if err != nil {
		return nil, err
	}
	for id, dm := range s.dms {
		if dm == p && s.users[id].closed {
			return nil, refused(http.StatusForbidden, 50007, "Cannot send messages to this user")
		}
	}
	if p.Permissions&SendMessages == 0 || p.Permissions&EmbedLinks == 0 && len(fake.List(c.body.message, "embeds")) > 0 {
		return nil, errMissingPermissions
	}
	return s.save(c.body, nil, func() *message { return s.create(p, nil, "") })
}

func (s *Server) patchMessage(c *call) (any, error) {
	m, err := s.ownMessage(c)
	if err != nil {
		return nil, err
	}
	return s.save(c.body, m, nil)
}

func (s *Server) deleteMessage(c *call) (any, error) {
	m, err := s.ownMessage(c)
	if err == nil {
		m.gone = true
	}
	return nil, err
}

// ownMessage is a message that the bot has posted in a channel for everybody.
func (s *Server) ownMessage(c *call) (*message, error) {
	p, err := s.channel(c)
	if err != nil {
		return nil, err
	}
	for _, m := range s.messages {
		if m.id == c.PathValue("message") && m.place == p && !m.gone && m.owner == "" {
			return m, nil
		}
	}
	return nil, errUnknownMessage
}

func (s *Server) openDM(c *call) (any, error) {
	if err := s.judge(c.body, nil, 0); err != nil {
		return nil, err
	}
	u := s.users[fake.Text(c.body.message, "recipient_id")]
	if u == nil || u.bot {
		return nil, refused(http.StatusBadRequest, 50033, "Invalid Recipient(s)")
	}
	return s.dm(u.id).json(), nil
}
