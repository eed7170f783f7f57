package discordfake

import (
	"encoding/base64"
	"net/http"
	"slices"
	"time"
)

// Types of interactions.
const (
	interactionPing         = 1
	interactionCommand      = 2
	interactionComponent    = 3
	interactionAutocomplete = 4
	interactionModal        = 5
)

const (
	ackWithin     = 3 * time.Second
	tokenLife     = 15 * time.Minute
	mostFollowUps = 5 // where only the user has installed the application
)

// An interaction is one thing that a person did, and what became of it.
type interaction struct {
	id, token string
	kind      int
	user      *user
	place     *Place
	created   time.Time
	source    *stored // the message that was clicked on
	option    int     // type of the option to be completed

	callback  int       // type of the callback; 0: none yet
	original  *stored   // what @original is
	followUps []*stored // without the one that replaced a loading message
	was       int       // version of @original when its update was deferred
	shown     *Message  // @original as the newest request of this token left it
	result    object    // of callbacks 8 and 9

	deliveries int
	attempts   []Attempt
	uncertain  bool // the bot may not know that its callback came through
	late       bool // a callback came when nobody waited any more
}

// An Attempt is a callback that the bot sent, accepted or not.
type Attempt struct {
	Body  []byte
	Files []File
	Code  int // of the refusal; 0: accepted
}

// begin makes an interaction. The caller holds the lock.
func (s *Server) begin(kind int, u *user, p *Place, source *stored) *interaction {
	id := s.newID()
	in := &interaction{
		id: id, kind: kind, user: u, place: p, source: source, created: s.opts.Now(),
		token: base64.RawURLEncoding.EncodeToString([]byte("interaction:" + id + ":" + s.opts.ApplicationID)),
	}
	s.interactions[in.id], s.byToken[in.token] = in, in
	return in
}

func callbacksFor(kind int, fromMessage bool) []int {
	switch kind {
	case interactionPing:
		return []int{callbackPong}
	case interactionCommand:
		return []int{callbackMessage, callbackDefer, callbackModal}
	case interactionComponent:
		return []int{callbackMessage, callbackDefer, callbackDeferUpdate, callbackUpdate, callbackModal}
	case interactionAutocomplete:
		return []int{callbackChoices}
	}
	if fromMessage {
		return []int{callbackMessage, callbackDefer, callbackDeferUpdate, callbackUpdate}
	}
	return []int{callbackMessage, callbackDefer}
}

// respond takes a callback, whichever way it came. The caller holds the lock.
func (s *Server) respond(in *interaction, b body) error {
	err := s.tryRespond(in, b)
	attempt := Attempt{Body: b.data, Files: b.files}
	if e, ok := err.(*apiError); ok {
		attempt.Code = e.code
	}
	in.attempts = append(in.attempts, attempt)
	return err
}

func (s *Server) tryRespond(in *interaction, b body) error {
	kind := number(b.object(), "type", 0)
	switch {
	case in.callback != 0 && (in.deliveries > 1 || in.uncertain):
		return refused(http.StatusBadRequest, 40060, "Interaction has already been acknowledged.")
	case in.callback != 0:
		return wrong(http.StatusBadRequest, 40060, "Interaction has already been acknowledged.", "life cycle", "a second callback")
	case s.opts.Now().Sub(in.created) > ackWithin:
		in.late = true
		return unknownInteraction()
	case !slices.Contains(callbacksFor(in.kind, in.source != nil), kind):
		return wrong(http.StatusBadRequest, 50035, "Invalid Form Body", "life cycle",
			"callback %d is no answer to interaction type %d", kind, in.kind)
	}
	if err := s.judgeCallback(in, kind, b); err != nil {
		return err
	}
	in.callback = kind
	s.apply(in, kind, b)
	return nil
}

func (s *Server) judgeCallback(in *interaction, kind int, b body) error {
	switch kind {
	case callbackUpdate:
		if in.source.gone {
			return unknownMessage()
		}
		return s.judge(Callback, b, in.source, "/data")
	case callbackMessage:
		return s.judge(Callback, b, nil, "/data")
	}
	if found := s.checker.check(Callback, b.doc, About{Type: in.option}); len(found) > 0 {
		return invalidForm(found)
	}
	return nil
}

// apply carries out a callback that was found good.
func (s *Server) apply(in *interaction, kind int, b body) {
	data := child(b.object(), "data")
	switch kind {
	case callbackMessage:
		in.original = s.create(in.place, in, in.privacy(data))
		s.change(in.original, data, b)
		in.shown = s.view(in.original)
	case callbackDefer:
		in.original = s.create(in.place, in, in.privacy(data))
		in.original.flags |= flagLoading
	case callbackDeferUpdate:
		in.original, in.was = in.source, in.source.version
	case callbackUpdate:
		in.original = in.source
		s.change(in.original, data, b)
		in.shown = s.view(in.original)
	case callbackChoices, callbackModal:
		in.result = clone(data).(object)
	}
}

// privacy returns who alone is to see a new message; nobody: it is public.
func (in *interaction) privacy(data object) (owner string) {
	if number(data, "flags", 0)&flagEphemeral != 0 || in.place.forcedPrivate() {
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

// onlyUser reports whether nobody but the user has installed the application.
func (in *interaction) onlyUser() bool {
	owners := in.place.owners(in.user)
	return len(owners) == 1 && owners["1"] != nil
}
