package discordfake

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
)

// An event is an interaction that is ready to be sent, also more than once.
type event struct {
	in      *interaction
	payload []byte
}

// An Answer is what came of something a person did.
type Answer struct {
	Callback int        // type of the callback
	Message  *Message   // new, edited, or after a deferral, as this answer left it; nil: there is none
	Choices  []Choice   // of an autocomplete
	Modal    []byte     // the form that opened
	More     []*Message // follow-ups that were there by then
	Attempts []Attempt  // every callback that the bot sent, refused ones included

	event *event
}

// A Choice is one line that an autocomplete offers.
type Choice struct {
	Name  string `json:"name"`
	Value any    `json:"value"`
}

// Payload returns the interaction as it was sent to the bot.
func (a *Answer) Payload() []byte { return a.event.payload }

// perform sends an event and waits for the answer.
func (s *Server) perform(e *event) (*Answer, error) {
	if err := s.deliver(e); err != nil {
		return nil, err
	}
	settled := s.await(e.in.settled)
	s.mu.Lock()
	defer s.mu.Unlock()
	if !settled || e.in.callback == 0 {
		return nil, unanswered(e.in)
	}
	return s.answered(e), nil
}

// unanswered says why a person has no answer.
func unanswered(in *interaction) error {
	switch {
	case in.late:
		return fmt.Errorf("the application did not respond within %v", ackWithin)
	case in.callback != 0:
		return fmt.Errorf("the application went on thinking: callback %d was not followed by an edit", in.callback)
	case len(in.attempts) > 0:
		last := in.attempts[len(in.attempts)-1]
		return fmt.Errorf("the application did not respond: its callback was refused with %d", last.Code)
	}
	return fmt.Errorf("the application did not respond")
}

// answered tells what a person has got. The caller holds the lock.
func (s *Server) answered(e *event) *Answer {
	in := e.in
	a := &Answer{Callback: in.callback, Attempts: append([]Attempt(nil), in.attempts...), event: e}
	if m := in.original; m != nil && !m.gone {
		a.Message = in.shown
		if a.Message == nil {
			a.Message = s.view(m) // it was changed by another way
		}
	}
	for _, m := range in.followUps {
		if !m.gone {
			a.More = append(a.More, s.view(m))
		}
	}
	switch in.callback {
	case callbackChoices:
		if err := json.Unmarshal(encode(in.result["choices"]), &a.Choices); err != nil {
			panic(err) // the checker has let something through
		}
	case callbackModal:
		a.Modal = encode(in.result)
	}
	return a
}

// deliver sends an event to the bot, by whichever transport it uses.
func (s *Server) deliver(e *event) error {
	s.mu.Lock()
	e.in.deliveries++
	endpoint := s.endpoint
	s.mu.Unlock()
	if endpoint != "" {
		return s.post(context.Background(), endpoint, e)
	}
	if !s.Gateway.dispatch(e.in.place.Guild, "INTERACTION_CREATE", json.RawMessage(e.payload)) {
		return fmt.Errorf("the application did not respond: its shard is not on the gateway")
	}
	return nil
}

// Redeliver sends an interaction that was answered before once more, with the
// same id, and returns the callback that the bot sends to it. Nothing of it
// reaches the person.
func (s *Server) Redeliver(a *Answer) (Attempt, error) {
	in := a.event.in
	s.mu.Lock()
	before := len(in.attempts)
	s.mu.Unlock()
	if err := s.deliver(a.event); err != nil {
		return Attempt{}, err
	}
	if !s.await(func() bool { return len(in.attempts) > before }) {
		return Attempt{}, fmt.Errorf("the second delivery was not answered")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return in.attempts[before], nil
}

// together sends events at the same time and waits for all answers.
func (s *Server) together(events []*event) []*Answer {
	s.t.Helper()
	answers, errs := make([]*Answer, len(events)), make([]error, len(events))
	var all sync.WaitGroup
	start := make(chan struct{})
	for i, e := range events {
		all.Go(func() {
			<-start
			answers[i], errs[i] = s.perform(e)
		})
	}
	close(start)
	all.Wait()
	for _, err := range errs {
		if err != nil {
			s.t.Fatal(err)
		}
	}
	return answers
}
