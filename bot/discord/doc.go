// Package discord is Discord's adapter: it turns interactions into requests of
// the bot, and replies into an embed with the board in a code block, buttons
// and a menu.
//
// Interactions come over one of two transports, which Discord lets exclude each
// other: its gateway ([Adapter.Run]) or HTTP ([Adapter.Interactions]). Both end
// in the same handler.
//
// Nothing that a tap needs is kept in memory: each button's custom_id holds the
// command and the board it is about, so old messages work after a restart and
// on another copy of the bot. What is kept is a convenience, see live.go.
//
// The payloads' types are discordgo's. Its gateway client, REST client and
// decoder of interactions are not used: the first can block for ever or
// reconnect against the operator's will, the second keeps every interaction's
// token, and the third returns nothing of an interaction whose message holds a
// component it doesn't know.
package discord
