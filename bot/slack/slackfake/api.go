package slackfake

import (
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/solitaire-chat/solitaire/bot/chat/fake"
)

// A method is one of the Web API.
type method struct {
	run   func(s *Server, name string, args object) (object, error)
	scope string
	json  bool // JSON bodies are accepted too
	app   bool // takes the app's token, in the header only
}

// methods are the methods that the bot uses.
var methods = map[string]method{
	"auth.test":                    {run: (*Server).authTest},
	"apps.connections.open":        {run: (*Server).openConnection, json: true, app: true},
	"chat.postMessage":             {run: (*Server).postMessage, scope: "chat:write", json: true},
	"chat.postEphemeral":           {run: (*Server).postEphemeral, scope: "chat:write", json: true},
	"chat.update":                  {run: (*Server).updateMessage, scope: "chat:write", json: true},
	"conversations.open":           {run: (*Server).openConversation, scope: "im:write", json: true},
	"users.info":                   {run: (*Server).userInfo, scope: "users:read"},
	"views.publish":                {run: (*Server).publishView, json: true},
	"files.getUploadURLExternal":   {run: (*Server).uploadURL, scope: "files:write"},
	"files.completeUploadExternal": {run: (*Server).completeUpload, scope: "files:write", json: true},
	"files.delete":                 {run: (*Server).deleteFile, scope: "files:write", json: true},
}

// An apiError is an answer with ok false.
type apiError string

func (e apiError) Error() string { return string(e) }

func (s *Server) serveAPI(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("method")
	s.Serve(name, w, r, func(bool) (int, any) {
		answer, err := s.call(name, r)
		if err != nil {
			return http.StatusOK, object{"ok": false, "error": err.Error(), "needed": methods[name].scope}
		}
		answer["ok"] = true
		return http.StatusOK, answer
	})
}

// call reads, admits and carries out one call.
func (s *Server) call(name string, r *http.Request) (object, error) {
	m, known := methods[name]
	if !known {
		s.violate(Transport, name, "Slack has no such method, or the fake doesn't know it")
		return nil, apiError("unknown_method")
	}
	args, err := readArguments(r, m)
	if err != nil || r.Method != http.MethodPost {
		s.violate(Transport, name, "sent by %s: %v", r.Method, err)
		return nil, apiError("invalid_arguments")
	}
	token, bearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !bearer && !m.app && !isJSON(r.Header) {
		token = fake.Text(args, "token") // the others look into the header only
	}
	delete(args, "token")
	want := s.BotToken
	if m.app {
		want = s.AppToken
	}
	s.Mu.Lock()
	defer s.Mu.Unlock()
	switch {
	case token == "":
		s.violate(Transport, name, "sent without a token")
		return nil, apiError("not_authed")
	case token != want:
		s.violate(Transport, name, "sent with a wrong token")
		return nil, apiError("invalid_auth")
	case m.scope != "" && !slices.Contains(scopesOf(s.manifest), m.scope):
		s.violate("M4", name, "the manifest doesn't ask for the scope %s", m.scope)
		return nil, apiError("missing_scope")
	}
	if !m.app {
		s.keep(name, audience(args), args)
	}
	return m.run(s, name, args)
}

func isJSON(header http.Header) bool {
	kind, _, _ := mime.ParseMediaType(header.Get("Content-Type"))
	return kind == "application/json"
}

// readArguments reads a form or JSON into the same shape.
func readArguments(r *http.Request, m method) (object, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, fmt.Errorf("its body can't be read: %w", err)
	}
	if isJSON(r.Header) {
		args := fake.DecodeObject(body)
		switch {
		case !m.json:
			return nil, fmt.Errorf("this method takes forms only, not JSON")
		case len(body) == 0:
			return object{}, nil
		case args == nil:
			return nil, fmt.Errorf("its body is no JSON object")
		}
		return args, nil
	}
	notText := strings.Fields("blocks metadata files mrkdwn unfurl_links unfurl_media as_user link_names include_locale return_im")
	form, err := url.ParseQuery(string(body))
	args := object{}
	for key, values := range form {
		args[key] = values[0]
		if len(values) > 1 {
			return nil, fmt.Errorf("%s is sent %d times", key, len(values))
		}
		if slices.Contains(notText, key) {
			args[key], err = fake.Decode([]byte(values[0]))
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", key, err)
		}
	}
	return args, err
}

// audience returns the user or channel that sees what a call shows.
func audience(args object) string {
	for _, key := range []string{"user", "user_id", "channel", "channel_id", "users"} {
		if who := fake.Text(args, key); who != "" {
			return who
		}
	}
	return ""
}

func (s *Server) authTest(string, object) (object, error) {
	return object{"team": "fake", "user": "solitaire", "team_id": teamID, "user_id": botUser}, nil
}

func (s *Server) openConversation(_ string, args object) (object, error) {
	who := fake.Text(args, "users")
	switch u := s.users[who]; {
	case u == nil:
		return nil, apiError("user_not_found")
	case u.bot || who == slackbot:
		return nil, apiError("cannot_dm_bot")
	}
	return object{"channel": object{"id": s.direct(who).id}}, nil
}

func (s *Server) userInfo(_ string, args object) (object, error) {
	u := s.users[fake.Text(args, "user")]
	if u == nil {
		return nil, apiError("user_not_found")
	}
	about := object{"id": u.id, "team_id": u.team, "name": u.name, "tz": u.tz, "is_admin": u.admin, "is_bot": u.bot}
	about["real_name"], about["profile"] = u.real, object{"display_name": u.display, "real_name": u.real}
	if u.team != teamID {
		about["is_stranger"] = true
	}
	if fake.Flag(args, "include_locale") {
		about["locale"] = u.locale
	}
	return object{"user": about}, nil
}

// soundMessage judges the arguments of a chat method.
func (s *Server) soundMessage(name string, args object) error {
	for _, key := range []string{"response_type", "replace_original", "delete_original"} {
		if _, has := args[key]; has {
			s.violate("S14", name, "%s has a meaning for a response_url only", key)
		}
	}
	switch {
	case s.sound(name, "message", args):
		return nil
	case fake.Text(args, "text") == "" && len(fake.List(args, "blocks")) == 0:
		return apiError("no_text")
	}
	return apiError("invalid_blocks")
}

// joined returns a channel that the bot is in.
func (s *Server) joined(id string) (*channel, error) {
	switch room := s.channels[id]; {
	case room == nil:
		return nil, apiError("channel_not_found")
	case !room.members[botUser]:
		return room, apiError("not_in_channel")
	default:
		return room, nil
	}
}

func (s *Server) postMessage(name string, args object) (object, error) {
	if err := s.soundMessage(name, args); err != nil {
		return nil, err
	}
	id := fake.Text(args, "channel")
	if s.users[id] != nil { // stands for the direct messages
		id = s.direct(id).id
	}
	room, err := s.joined(id)
	if err != nil && (room == nil || room.with != "" || !slices.Contains(scopesOf(s.manifest), "chat:write.public")) {
		return nil, err
	}
	m := s.add(room, s.content(args), "")
	return object{"channel": room.id, "ts": m.ts, "message": m.answer()}, nil
}

func (s *Server) postEphemeral(name string, args object) (object, error) {
	if err := s.soundMessage(name, args); err != nil {
		return nil, err
	}
	room, err := s.joined(fake.Text(args, "channel"))
	if err != nil {
		return nil, err
	}
	reader := fake.Text(args, "user")
	if !room.members[reader] {
		return nil, apiError("user_not_in_channel")
	}
	return object{"message_ts": s.add(room, s.content(args), reader).ts}, nil
}

func (s *Server) updateMessage(name string, args object) (object, error) {
	if err := s.soundMessage(name, args); err != nil {
		return nil, err
	}
	id, ts := fake.Text(args, "channel"), fake.Text(args, "ts")
	room := s.channels[id]
	if room == nil {
		if s.users[id] != nil {
			s.violate("S15", name, "a direct message is named by the channel's id (D…), not by the person's")
		}
		return nil, apiError("channel_not_found")
	}
	i := slices.IndexFunc(room.messages, func(m *message) bool { return m.ts == ts })
	if i < 0 {
		return nil, apiError("message_not_found")
	}
	m := room.messages[i]
	if m.only != "" {
		s.violate("S14", name, "an ephemeral message can't be changed by its ts")
		return nil, apiError("cant_update_message")
	}
	s.edit(name, m, args)
	return object{"channel": room.id, "ts": m.ts, "message": m.answer(), "text": m.Text}, nil
}

func (s *Server) publishView(name string, args object) (object, error) {
	u, body := s.users[fake.Text(args, "user_id")], fake.Child(args, "view")
	switch {
	case u == nil:
		return nil, apiError("user_not_found")
	case !fake.Flag(fake.Child(fake.Child(s.manifest, "features"), "app_home"), "home_tab_enabled"):
		return nil, apiError("not_enabled")
	case !s.sound(name, "home", body):
		return nil, apiError("invalid_blocks")
	}
	if u.home == nil {
		u.home = &message{ts: s.id("V")}
	} else if hash := fake.Text(args, "hash"); hash != "" && hash != u.home.hash {
		return nil, apiError("hash_conflict")
	}
	u.home.hash, u.home.view = s.id("hash."), body
	s.show(u.home, s.content(body))
	return object{"view": u.home.answer()}, nil
}
