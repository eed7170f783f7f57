package slack

import slackgo "github.com/slack-go/slack"

// A message is the content of an acknowledgement. The library's own type always mentions
// an original message, so it can't be used.
type message struct {
	ResponseType string          `json:"response_type"`
	Text         string          `json:"text"`
	Blocks       *slackgo.Blocks `json:"blocks,omitempty"`
}

func (p page) set() *slackgo.Blocks {
	if len(p.blocks) == 0 {
		return nil
	}
	return &slackgo.Blocks{BlockSet: p.blocks}
}

// newMessage returns the page as a new message.
func (p page) newMessage(private bool) *message {
	return &message{ResponseType: responseType(private), Text: p.text, Blocks: p.set()}
}

// response returns the page for a response_url: it replaces the tapped message, or is a
// new one.
func (p page) response(replace, private bool) *slackgo.WebhookMessage {
	m := &slackgo.WebhookMessage{Text: p.text, Blocks: p.set(), ReplaceOriginal: replace}
	if !replace {
		m.ResponseType = responseType(private)
	}
	return m
}

// options returns the page for the chat methods. Its text is already escaped.
func (p page) options() slackgo.MsgOption {
	return slackgo.MsgOptionCompose(slackgo.MsgOptionText(p.text, false), slackgo.MsgOptionBlocks(p.blocks...))
}

func responseType(private bool) string {
	if private {
		return slackgo.ResponseTypeEphemeral
	}
	return slackgo.ResponseTypeInChannel
}
