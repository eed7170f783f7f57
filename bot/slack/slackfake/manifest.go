package slackfake

import (
	"slices"
)

// An app is what the manifest made of it.
type app struct {
	installed bool
	socket    bool // by Socket Mode, else by HTTP
	home      bool
	scopes    []string
	events    []string
	commands  map[string]command
	clicks    string // where interactions are sent
	hooks     string // where events are sent
}

type command struct {
	url     string
	escapes bool
}

// Install sets the app up as its manifest says, and judges that. A second
// manifest takes the first one's place.
func (s *Server) Install(manifest []byte) {
	s.t.Helper()
	for _, v := range s.checker.Manifest(manifest) {
		s.report(v)
	}
	m := decodeObject(manifest)
	if m == nil {
		s.t.Fatal("slackfake: the manifest is no JSON object")
	}
	features, settings := sub(m, "features"), sub(m, "settings")
	a := app{
		installed: true,
		socket:    flag(settings, "socket_mode_enabled"),
		home:      flag(sub(features, "app_home"), "home_tab_enabled"),
		scopes:    scopesOf(m), events: eventsOf(m), commands: map[string]command{},
		clicks: str(sub(settings, "interactivity"), "request_url"),
		hooks:  str(sub(settings, "event_subscriptions"), "request_url"),
	}
	for _, c := range commandsOf(m) {
		a.commands[str(c, "command")] = command{url: str(c, "url"), escapes: flag(c, "should_escape")}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.app = a
}

func (s *Server) scopes() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.app.scopes)
}
