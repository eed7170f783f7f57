package bot

import (
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/persist"
)

// A Request is one thing that a person did: a typed line, a tap on a button or a
// choice from a menu.
type Request struct {
	// ID is the platform's id of the delivery. A second request of the same
	// player with the same id gets the first one's answer and changes nothing.
	// Empty where nothing is ever delivered twice.
	ID          string
	Player      persist.Player
	Place       Place
	Name        string    // the player's, for others to read; empty if not known
	GlobalName  string    // the player's on the whole platform, where Name is that of one server; else empty
	Locale      string    // the player's on the platform, such as "en-GB"; empty if not known
	PlaceLocale string    // the server's
	Admin       bool      // may change the server's settings
	Mentions    []Mention // people named in the text, in its order
	Text        string    // the command as typed, or as the button says
	Board       BoardRef  // the board that was tapped; zero for typed text
	Tap         bool      // from a button or a menu entry, not typed
	Own         bool      // the tapped message was posted for this player
	Home        bool      // the answer is for a page that leads to everything; see [Bot.Home]

	// Call is the command with its arguments. An adapter sets it by [Bot.Typed]
	// where the platform has typed options; otherwise [Bot.Read] reads it from Text.
	Call  *command.Call
	fault *locale.Message // the message for the player if the call can't be carried out
}

// A Place is where a request is made and answered. The zero value is a place of the
// player's own, such as the terminal.
type Place struct {
	Server  string // Discord's server or Slack's workspace; empty in a conversation outside of any
	Channel string
	Shared  bool // others can read the posts there that aren't private
	Muted   bool // it is shared, but the platform may show the bot's posts to the player alone
}

// Reaches reports whether others are sure to read what is posted there for all.
func (p Place) Reaches() bool { return p.Shared && !p.Muted }

// A Mention is a person who is named in a text.
type Mention struct {
	Player persist.Player
	Name   string
	Bot    bool // no person, but an app's account
	Unseen bool // the person may not see what is posted in the request's place
}

// A BoardRef is one state of one game, as a board shows it.
type BoardRef struct {
	Game    string
	Version uint64
}

// Read reads the command from the request's text, unless that has been done. An
// adapter that must know something of the command before it is carried out, such
// as [Bot.Private], reads first, so that the text is parsed once.
func (b *Bot) Read(req Request) Request {
	if req.Call == nil && req.fault == nil {
		call, fault := b.Grammar().Parse(req.Text)
		req.Call, req.fault = &call, fault
	}
	return req
}

// Typed sets the request's command from a platform's typed options, by their
// names. A flag is given by any value.
func (b *Bot) Typed(req Request, name string, options map[string]string) Request {
	call, fault := b.Grammar().Build(name, options)
	req.Call, req.fault = &call, fault
	return req
}

// Private reports whether the command's answers are for the player alone. Some platforms
// must know this before the answer; [Reply.Private] is what holds in the end.
func (b *Bot) Private(req Request) bool {
	req = b.Read(req)
	return req.Place.Shared && (req.fault != nil || !req.Call.Public())
}

// ForAdmins reports whether a request is about a setting of the server, which
// takes an administrator.
func (b *Bot) ForAdmins(req Request) bool {
	req = b.Read(req)
	if req.fault != nil || req.Call.Spec.Name != "settings" {
		return false
	}
	s, ok := FindSetting(req.Call.Args.Text("name"))
	return ok && s.Server
}
