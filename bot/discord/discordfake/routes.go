package discordfake

import (
	"fmt"
	"hash/fnv"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// A Route names what a request asks for; faults and payloads are sorted by it.
type Route string

// The routes.
const (
	RouteGateway        Route = "gateway"
	RouteSelf           Route = "self" // who am I, and which application
	RouteCallback       Route = "callback"
	RouteOriginal       Route = "original" // the first response, by token
	RouteFollowUp       Route = "follow-up"
	RouteChannel        Route = "channel"
	RouteChannelMessage Route = "channel message"
	RouteOpenDM         Route = "open dm"
	RouteCommands       Route = "commands"
)

const base = "/api/v10"

// A call is one request on its way through a route.
type call struct {
	*http.Request
	route Route
	body  body
}

// A result is a good answer.
type result struct {
	status int
	value  any // nil: no body
}

type handler func(c *call) (result, error)

// A spec says how a route is guarded and what its body is.
type spec struct {
	route   Route
	bot     bool // needs the bot's token
	kind    Kind // of the body; empty: none
	handler handler
}

func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	for pattern, sp := range s.specs() {
		method, path, _ := strings.Cut(pattern, " ")
		mux.HandleFunc(method+" "+base+path, func(w http.ResponseWriter, r *http.Request) { s.serve(w, r, sp) })
	}
	mux.HandleFunc("GET /attachments/", s.serveFile)
	mux.HandleFunc("GET "+socketPath, s.Gateway.serve)
	mux.HandleFunc("/", s.unknown)
	return mux
}

func (s *Server) specs() map[string]spec {
	const (
		token    = "/webhooks/{app}/{token}"
		channel  = "/channels/{channel}/messages"
		global   = "/applications/{app}/commands"
		guild    = "/applications/{app}/guilds/{guild}/commands"
		original = token + "/messages/@original"
	)
	specs := map[string]spec{
		"GET /gateway":                 {RouteGateway, false, "", s.getGateway},
		"GET /gateway/bot":             {RouteGateway, true, "", s.getGatewayBot},
		"GET /users/@me":               {RouteSelf, true, "", s.getSelf},
		"GET /applications/@me":        {RouteSelf, true, "", s.getApplication},
		"GET /oauth2/applications/@me": {RouteSelf, true, "", s.getApplication},

		"POST /interactions/{id}/{token}/callback": {RouteCallback, false, Callback, s.postCallback},

		"GET " + original:                         {RouteOriginal, false, "", s.getHooked},
		"PATCH " + original:                       {RouteOriginal, false, WebhookEdit, s.patchHooked},
		"DELETE " + original:                      {RouteOriginal, false, "", s.deleteHooked},
		"POST " + token:                           {RouteFollowUp, false, FollowUp, s.postFollowUp},
		"GET " + token + "/messages/{message}":    {RouteFollowUp, false, "", s.getHooked},
		"PATCH " + token + "/messages/{message}":  {RouteFollowUp, false, WebhookEdit, s.patchHooked},
		"DELETE " + token + "/messages/{message}": {RouteFollowUp, false, "", s.deleteHooked},

		"GET /channels/{channel}":          {RouteChannel, true, "", s.getChannel},
		"GET " + channel:                   {RouteChannelMessage, true, "", s.listMessages},
		"POST " + channel:                  {RouteChannelMessage, true, ChannelMessage, s.postMessage},
		"GET " + channel + "/{message}":    {RouteChannelMessage, true, "", s.getMessage},
		"PATCH " + channel + "/{message}":  {RouteChannelMessage, true, ChannelEdit, s.patchMessage},
		"DELETE " + channel + "/{message}": {RouteChannelMessage, true, "", s.deleteMessage},
		"POST /users/@me/channels":         {RouteOpenDM, true, DirectMessage, s.openDM},
	}
	for _, path := range []string{global, guild} {
		specs["GET "+path] = spec{RouteCommands, true, "", s.listCommands}
		specs["PUT "+path] = spec{RouteCommands, true, CommandSet, s.putCommands}
		specs["POST "+path] = spec{RouteCommands, true, Command, s.postCommand}
		specs["GET "+path+"/{command}"] = spec{RouteCommands, true, "", s.getCommand}
		specs["PATCH "+path+"/{command}"] = spec{RouteCommands, true, CommandEdit, s.patchCommand}
		specs["DELETE "+path+"/{command}"] = spec{RouteCommands, true, "", s.deleteCommand}
	}
	return specs
}

// serve takes a request through the faults on demand, the guards that all
// routes have, and its handler.
func (s *Server) serve(w http.ResponseWriter, r *http.Request, sp spec) {
	c := &call{Request: r, route: sp.route}
	fault := s.takeFault(sp.route, r.Method)
	if fault.before(r.Context()) {
		s.fail(w, c, fault)
		return
	}
	got, err := s.answer(c, sp, fault.lost())
	switch {
	case fault.after():
		s.fail(w, c, fault)
	case err != nil:
		s.refuse(w, c, err)
	default:
		fault.linger(r.Context())
		write(w, c, got)
	}
}

// answer runs the guards and the handler. lost says that the bot will not
// learn of the answer, so it may try again.
func (s *Server) answer(c *call, sp spec, lost bool) (result, error) {
	read, readErr := readBody(c.Request)
	s.mu.Lock()
	defer s.mu.Unlock()
	c.body = read
	if err := s.guard(c, sp.bot); err != nil {
		return result{}, err
	}
	if sp.kind != "" {
		s.payloads = append(s.payloads, Payload{sp.route, sp.kind, c.URL.Path, read.data, read.files})
		if readErr != nil {
			return result{}, readErr
		}
	}
	got, err := sp.handler(c)
	if lost && sp.route == RouteCallback {
		if in := s.interactions[c.PathValue("id")]; in != nil {
			in.uncertain = true
		}
	}
	s.notify()
	return got, err
}

var userAgent = regexp.MustCompile(`^DiscordBot \([^,]+, [^)]+\)`)

// guard checks what every request must have.
func (s *Server) guard(c *call, bot bool) error {
	if !userAgent.MatchString(c.Header.Get("User-Agent")) {
		return wrong(http.StatusForbidden, 40333, "internal network error", "user-agent",
			"the User-Agent is %q and not like DiscordBot (url, version)", c.Header.Get("User-Agent"))
	}
	if bot && c.Header.Get("Authorization") != "Bot "+s.opts.Token {
		return refused(http.StatusUnauthorized, 0, "401: Unauthorized")
	}
	return nil
}

func (s *Server) unknown(w http.ResponseWriter, r *http.Request) {
	s.refuse(w, &call{Request: r}, wrong(http.StatusNotFound, 0, "404: Not Found", "route", "there is no such route"))
}

func (s *Server) serveFile(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	data, ok := s.files[r.URL.Path]
	s.mu.Unlock()
	if !ok {
		http.NotFound(w, r)
		return
	}
	_, _ = w.Write(data) // whoever asked has gone
}

func write(w http.ResponseWriter, c *call, got result) {
	limitHeaders(w.Header(), c)
	if got.value == nil {
		w.WriteHeader(got.status)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(got.status)
	_, _ = w.Write(encode(got.value)) // whoever asked has gone
}

// limitHeaders tells a generous rate limit, one bucket a route.
func limitHeaders(h http.Header, c *call) {
	const limit, seconds = 50, 1
	h.Set("X-RateLimit-Limit", strconv.Itoa(limit))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(limit-1))
	h.Set("X-RateLimit-Reset", fmt.Sprintf("%.3f", float64(time.Now().UnixMilli())/1000+seconds))
	h.Set("X-RateLimit-Reset-After", fmt.Sprintf("%.3f", float64(seconds)))
	h.Set("X-RateLimit-Bucket", bucket(c))
}

func bucket(c *call) string {
	sum := fnv.New32a()
	_, _ = io.WriteString(sum, c.Method+string(c.route)) // a hash takes everything
	return fmt.Sprintf("%08x", sum.Sum32())
}

func ok(value any) (result, error) { return result{http.StatusOK, value}, nil }

func noContent() (result, error) { return result{status: http.StatusNoContent}, nil }
