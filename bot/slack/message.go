package slack

import slackgo "github.com/slack-go/slack"

// A message is what an acknowledgement carries. It is not sent by the library,
// whose type always says something of an original that isn't there.
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

// newMessage is the page as a new message.
func (p page) newMessage(private bool) *message {
	return &message{ResponseType: responseType(private), Text: p.text, Blocks: p.set()}
}

// response is the page for a response_url: in place of the message that was
// tapped, or as a new one.
func (p page) response(replace, private bool) *slackgo.WebhookMessage {
	m := &slackgo.WebhookMessage{Text: p.text, Blocks: p.set(), ReplaceOriginal: replace}
	if !replace {
		m.ResponseType = responseType(private)
	}
	return m
}

// options is the page for the chat methods. Its text is escaped already.
func (p page) options() slackgo.MsgOption {
	return slackgo.MsgOptionCompose(slackgo.MsgOptionText(p.text, false), slackgo.MsgOptionBlocks(p.blocks...))
}

func responseType(private bool) string {
	if private {
		return slackgo.ResponseTypeEphemeral
	}
	return slackgo.ResponseTypeInChannel
}
