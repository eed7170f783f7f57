package discordfake

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/solitaire-chat/solitaire/bot/chat/fake"
)

// Types of interactions.
const (
	interactionPing         = 1
	interactionCommand      = 2
	interactionComponent    = 3
	interactionAutocomplete = 4
)

const (
	ackWithin     = 3 * time.Second
	tokenLife     = 15 * time.Minute
	mostFollowUps = 5 // where only the user has installed the application
)

// callbacksFor lists the callbacks that an interaction takes, by its type.
var callbacksFor = map[int][]int{
	interactionCommand:      {callbackMessage, callbackDefer},
	interactionComponent:    {callbackMessage, callbackDefer, callbackDeferUpdate, callbackUpdate},
	interactionAutocomplete: {callbackChoices},
}

// An interaction is one command, tap or completion of a person, with its answer.
type interaction struct {
	id, token string
	kind      int
	user      *user
	place     *Place
	created   time.Time
	source    *message // the message that was clicked on
	option    int      // type of the option to be completed
	payload   []byte   // as it is sent to the bot

	callback  int        // type of the callback; 0: none yet
	original  *message   // what @original is
	followUps []*message // without the one that replaced a loading message
	was       int        // version of @original when its update was deferred
	shown     *Message   // @original as the newest request of this token left it
	choices   []Choice
	attempts  []Attempt
	uncertain bool // the bot may not know that its callback came through
	late      bool // a callback came when nobody waited any more
}

// An Attempt is a callback that the bot sent, accepted or not.
type Attempt struct{ Body []byte }

// A Choice is one line that an autocomplete offers.
type Choice struct {
	Name  string `json:"name"`
	Value any    `json:"value"`
}

// An Answer is the bot's answer to an interaction.
type Answer struct {
	Callback int        // type of the callback
	Message  *Message   // new, edited, or after a deferral, as this answer left it; nil: there is none
	Choices  []Choice   // of an autocomplete
	More     []*Message // follow-ups that were there by then
	Attempts []Attempt  // every callback that the bot sent, refused ones included

	in *interaction
}

// Payload returns the interaction as it was sent to the bot.
func (a *Answer) Payload() []byte { return a.in.payload }

// begin makes an interaction with its payload. The caller holds the lock.
func (s *Server) begin(kind int, p *Person, source *message, data object) *interaction {
	id := s.newID()
	in := &interaction{
		id: id, kind: kind, user: p.user, place: p.place, source: source, created: s.Now(),
		token: base64.RawURLEncoding.EncodeToString([]byte("interaction:" + id + ":" + applicationID)),
	}
	s.interactions[in.id] = in
	o := object{
		"id": in.id, "application_id": applicationID, "type": kind, "token": in.token, "version": 1,
		"data": data, "channel_id": p.place.Channel, "channel": p.place.json(), "locale": p.user.locale,
		"app_permissions": fmt.Sprint(p.place.Permissions), "entitlements": []any{}, "attachment_size_limit": mostUpload,
		"authorizing_integration_owners": p.place.owners(p.user), "context": p.place.Context,
	}
	if source != nil {
		o["message"] = s.json(source)
	}
	if p.place.Context == ContextGuild {
		o["guild_id"], o["guild_locale"] = p.place.Guild, p.place.Locale
		o["member"] = object{"user": p.user.json(), "roles": []any{}, "permissions": allPermissions, "nick": nil}
	} else {
		o["user"] = p.user.json()
	}
	o = fake.Clone(o)
	if s.decorate != nil {
		s.decorate(o)
	}
	in.payload = fake.Encode(o)
	return in
}

// perform sends an interaction and waits for the answer.
func (s *Server) perform(in *interaction, err error) (*Answer, error) {
	if err != nil {
		return nil, err
	}
	if err := s.deliver(in); err != nil {
		return nil, err
	}
	settled := s.Await(in.settled)
	s.Mu.Lock()
	defer s.Mu.Unlock()
	if !settled || in.callback == 0 {
		return nil, fmt.Errorf("the application did not respond: callback %d, late: %v, attempts %d", in.callback, in.late, len(in.attempts))
	}
	a := &Answer{Callback: in.callback, Message: in.shown, Choices: in.choices, Attempts: slices.Clone(in.attempts), in: in}
	if m := in.original; m != nil {
		switch {
		case m.gone:
			a.Message = nil
		case in.shown == nil: // it was changed by another way
			a.Message = s.view(m)
		}
	}
	for _, m := range in.followUps {
		a.More = append(a.More, s.view(m))
	}
	return a, nil
}

// deliver sends an interaction to the bot, by whichever transport it uses.
func (s *Server) deliver(in *interaction) error {
	s.Mu.Lock()
	endpoint := s.endpoint
	s.Mu.Unlock()
	if endpoint != "" {
		return s.post(endpoint, in)
	}
	if !s.Gateway.dispatch(in.place.Guild, "INTERACTION_CREATE", json.RawMessage(in.payload)) {
		return fmt.Errorf("the application did not respond: its shard is not on the gateway")
	}
	return nil
}

// respond takes a callback, whichever way it came. The caller holds the lock.
func (s *Server) respond(in *interaction, b body) error {
	const acknowledged = "Interaction has already been acknowledged."
	in.attempts = append(in.attempts, Attempt{b.data})
	callback, _ := b.doc.(object)
	kind := fake.Number(callback, "type", 0)
	switch {
	case in.callback != 0 && in.uncertain:
		return refused(http.StatusBadRequest, 40060, acknowledged)
	case in.callback != 0:
		return wrong(http.StatusBadRequest, 40060, acknowledged, "life cycle", "a second callback")
	case s.Now().Sub(in.created) > ackWithin:
		in.late = true
		return errUnknownInteraction
	case !slices.Contains(callbacksFor[in.kind], kind):
		return wrong(http.StatusBadRequest, 50035, "Invalid Form Body", "life cycle",
			fmt.Sprintf("callback %d is no answer to interaction type %d", kind, in.kind))
	case kind == callbackUpdate && in.source.gone:
		return errUnknownMessage
	}
	var changed *message
	if kind == callbackUpdate {
		changed = in.source
	}
	if err := s.judge(b, changed, in.option); err != nil {
		return err
	}
	in.callback, in.original = kind, in.source
	switch kind {
	case callbackChoices:
		return json.Unmarshal(fake.Encode(b.message["choices"]), &in.choices)
	case callbackDeferUpdate:
		in.was = in.source.version
		return nil
	case callbackDefer:
		in.original = s.create(in.place, in, in.privacy(b))
		in.original.flags |= flagLoading
		return nil
	case callbackMessage:
		in.original = s.create(in.place, in, in.privacy(b))
	}
	s.change(in.original, b)
	in.shown = s.view(in.original)
	return nil
}

// privacy returns the only user who sees a new message; empty: everybody does.
func (in *interaction) privacy(b body) (owner string) {
	if fake.Number(b.message, "flags", 0)&flagEphemeral != 0 {
		return in.user.id
	}
	return ""
}

// settled reports whether the person has an answer, or can't get one any more.
// A deferral is none.
func (in *interaction) settled() bool {
	switch in.callback {
	case 0:
		return in.late
	case callbackDefer:
		return !in.original.loading() || in.original.gone
	case callbackDeferUpdate:
		return in.original.version > in.was || in.original.gone || len(in.followUps) > 0
	}
	return true
}

func (s *Server) postCallback(c *call) (any, error) {
	in := s.interactions[c.PathValue("id")]
	if in == nil || in.token != c.PathValue("token") {
		return nil, errUnknownInteraction
	}
	return nil, s.respond(in, c.body)
}

// hook returns the interaction whose token the path holds.
func (s *Server) hook(c *call) (*interaction, error) {
	for _, in := range s.interactions {
		switch {
		case in.token != c.PathValue("token"):
			continue
		case s.Now().Sub(in.created) > tokenLife:
			return nil, errExpiredToken
		case c.PathValue("app") == applicationID && in.callback != 0 && in.callback != callbackChoices:
			return in, nil
		}
	}
	return nil, errUnknownWebhook
}

// hooked returns a message that the token in the path may change: the one that
// the path names, or @original.
func (s *Server) hooked(c *call) (*interaction, *message, error) {
	in, err := s.hook(c)
	if err != nil {
		return nil, nil, err
	}
	id := cmp.Or(c.PathValue("message"), in.original.id)
	for _, m := range append([]*message{in.original}, in.followUps...) {
		if id == m.id && !m.gone {
			return in, m, nil
		}
	}
	return nil, nil, errUnknownMessage
}

func (s *Server) patchHooked(c *call) (any, error) {
	in, m, err := s.hooked(c)
	if err != nil {
		return nil, err
	}
	answer, err := s.save(c.body, m, nil)
	if err == nil && m == in.original {
		in.shown = s.view(m)
	}
	return answer, err
}

func (s *Server) deleteHooked(c *call) (any, error) {
	_, m, err := s.hooked(c)
	if err == nil {
		m.gone = true
	}
	return nil, err
}

// postFollowUp makes a further message. The first one after a deferral replaces
// the loading message, whose visibility stays.
func (s *Server) postFollowUp(c *call) (any, error) {
	in, err := s.hook(c)
	if err != nil {
		return nil, err
	}
	if in.place.UserOnly && len(in.followUps) == mostFollowUps {
		return nil, refused(http.StatusBadRequest, 40094, "This interaction has reached the maximum number of follow ups.")
	}
	if !in.original.loading() || in.original.gone {
		return s.save(c.body, nil, func() *message {
			m := s.create(in.place, in, in.privacy(c.body))
			in.followUps = append(in.followUps, m)
			return m
		})
	}
	answer, err := s.save(c.body, in.original, nil)
	if err == nil {
		in.shown = s.view(in.original)
	}
	return answer, err
}
