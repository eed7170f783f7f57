package slackfake

import (
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// A method is one of the Web API.
type method struct {
	run    func(*Server, *call) (object, error)
	scope  string
	tier   int  // calls a minute that Slack lets through at least; 0: not counted, since tests are in a hurry
	json   bool // JSON bodies are taken too
	app    bool // takes the app's token, in the header only
	secret bool // not kept among the payloads
}

// methods are those that a bot like ours has a use for.
func methods() map[string]method {
	return map[string]method{
		"auth.test":                    {run: (*Server).authTest, tier: tier4},
		"apps.connections.open":        {run: (*Server).openConnection, json: true, app: true, secret: true},
		"chat.postMessage":             {run: (*Server).postMessage, scope: "chat:write", tier: tier4, json: true},
		"chat.postEphemeral":           {run: (*Server).postEphemeral, scope: "chat:write", tier: tier4, json: true},
		"chat.update":                  {run: (*Server).updateMessage, scope: "chat:write", tier: tier3, json: true},
		"chat.delete":                  {run: (*Server).deleteMessage, scope: "chat:write", tier: tier3, json: true},
		"conversations.open":           {run: (*Server).openConversation, scope: "im:write", tier: tier3, json: true},
		"users.info":                   {run: (*Server).userInfo, scope: "users:read", tier: tier4},
		"views.publish":                {run: (*Server).publishView, tier: tier4, json: true},
		"views.open":                   {run: (*Server).openView, tier: tier4, json: true},
		"views.update":                 {run: (*Server).updateView, tier: tier4, json: true},
		"files.getUploadURLExternal":   {run: (*Server).uploadURL, scope: "files:write", tier: tier4},
		"files.delete":                 {run: (*Server).deleteFile, scope: "files:write", tier: tier3, json: true},
		"files.completeUploadExternal": {run: (*Server).completeUpload, scope: "files:write", tier: tier4, json: true},
	}
}

// A call is one use of a method.
type call struct {
	method string
	args   object
}

// An apiError is an answer with ok false.
type apiError struct {
	code  string
	extra object
}

func (e apiError) Error() string { return e.code }

func refuse(code string) error { return apiError{code: code} }

func (s *Server) serveAPI(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("method")
	fault, wait := s.meet(name)
	if wait > 0 {
		retryLater(w, wait)
		return
	}
	fault.wait(r.Context(), s.closing)
	if !fault.After && fault.answer(w) {
		return
	}
	answer, err := s.call(name, r)
	if err != nil {
		answer = errorAnswer(err)
	} else {
		answer["ok"] = true
	}
	if fault.After && fault.answer(w) {
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_, _ = w.Write(encode(answer))
}

func errorAnswer(err error) object {
	answer := object{"ok": false, "error": err.Error()}
	if e, ok := err.(apiError); ok {
		for key, value := range e.extra {
			answer[key] = value
		}
	}
	return answer
}

// call reads, admits and carries out one call.
func (s *Server) call(name string, r *http.Request) (object, error) {
	m, known := methods()[name]
	if !known {
		s.violate(Transport, name, "Slack has no such method, or the fake doesn't know it")
		return nil, refuse("unknown_method")
	}
	if r.Method != http.MethodPost {
		s.violate(Transport, name, "sent by %s, not by POST", r.Method)
		return nil, refuse("invalid_arguments")
	}
	args, err := readArguments(r, m)
	if err != nil {
		s.violate(Transport, name, "%v", err)
		return nil, refuse("invalid_arguments")
	}
	if err := s.admit(name, m, token(r, args, m)); err != nil {
		return nil, err
	}
	delete(args, "token")
	s.mu.Lock()
	defer s.mu.Unlock()
	if !m.secret {
		s.keep(name, audience(args), args)
	}
	if name == "chat.postMessage" {
		room := name + " " + str(args, "channel")
		s.calls[room] = append(s.calls[room], s.now())
	}
	return m.run(s, &call{method: name, args: args})
}

// token finds the token where this method takes it.
func token(r *http.Request, args object, m method) string {
	if bearer, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		return bearer
	}
	if m.app || isJSON(r.Header) {
		return "" // these look into the header only
	}
	return str(args, "token")
}

func (s *Server) admit(name string, m method, token string) error {
	want := s.BotToken
	if m.app {
		want = s.AppToken
	}
	switch {
	case token == "":
		s.violate(Transport, name, "sent without a token")
		return refuse("not_authed")
	case token != want:
		s.violate(Transport, name, "sent with a token that isn't right for it")
		return refuse("invalid_auth")
	}
	scopes := s.scopes()
	if m.scope != "" && !slices.Contains(scopes, m.scope) {
		s.violate("M4", name, "the manifest doesn't ask for the scope %s", m.scope)
		return apiError{code: "missing_scope", extra: object{"needed": m.scope, "provided": strings.Join(scopes, ",")}}
	}
	return nil
}

func isJSON(header http.Header) bool {
	kind, _, _ := mime.ParseMediaType(header.Get("Content-Type"))
	return kind == "application/json"
}

// readArguments reads a form or JSON into the same shape.
func readArguments(r *http.Request, m method) (object, error) {
	const most = 4 << 20
	body, err := io.ReadAll(io.LimitReader(r.Body, most))
	if err != nil {
		return nil, fmt.Errorf("its body can't be read: %w", err)
	}
	switch {
	case isJSON(r.Header) && !m.json:
		return nil, fmt.Errorf("this method takes forms only, not JSON")
	case isJSON(r.Header) && len(body) == 0:
		return object{}, nil
	case isJSON(r.Header):
		args := decodeObject(body)
		if args == nil {
			return nil, fmt.Errorf("its body is no JSON object")
		}
		return args, nil
	}
	form, err := url.ParseQuery(string(body))
	if err != nil {
		return nil, fmt.Errorf("its form can't be read: %w", err)
	}
	return fromForm(form)
}

// fromForm gives the values of a form the types that they have in JSON.
func fromForm(form url.Values) (object, error) {
	args := object{}
	for key, values := range form {
		text := values[0]
		if len(values) > 1 {
			return nil, fmt.Errorf("%s is sent %d times", key, len(values))
		}
		switch key {
		case "blocks", "metadata", "view", "files":
			value, err := decode([]byte(text))
			if err != nil {
				return nil, fmt.Errorf("%s is no JSON: %w", key, err)
			}
			args[key] = value
		case "mrkdwn", "unfurl_links", "unfurl_media", "as_user", "link_names", "include_locale", "return_im":
			value, err := strconv.ParseBool(text)
			if err != nil {
				return nil, fmt.Errorf("%s is %q, neither true nor false", key, text)
			}
			args[key] = value
		default:
			args[key] = text
		}
	}
	return args, nil
}

// audience tells who will see what a call shows.
func audience(args object) string {
	for _, key := range []string{"user", "user_id", "channel", "channel_id", "users"} {
		if who := str(args, key); who != "" {
			return who
		}
	}
	return ""
}
