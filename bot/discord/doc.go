// Package discord is Discord's adapter: it turns interactions into requests of
// the bot, and replies into an embed with the board in a code block, buttons
// and a menu. Boards of style cards are made of the application's emojis
// instead, in a message of text displays: cards.go lays them out, emojis.go
// uploads the emojis and looks whether they are there.
//
// Interactions come over one of two transports, which Discord lets exclude each
// other: its gateway ([Adapter.Run]) or HTTP ([Adapter.Interactions]). Both end
// in the same handler.
//
// Nothing that a tap needs is kept in memory: each button's custom_id holds the
// command and the board it is about, so old messages work after a restart and
// on another copy of the bot. What is kept is a convenience, see [chat.Boards].
//
// # Why the transport is our own
//
// The payloads' types are discordgo's; its clients are not used. Its gateway
// client can block for ever when a new connection meets a reconnect request,
// retries close codes that are final, notices a dead line after five missed
// acknowledgements, and can't resume a session on a new connection. Disgo's
// would do, but is a second library with types of its own, and has no place for
// the identify leases that several copies of the bot share. The protocol is
// small: gateway.go finds the gateway and holds the shards, shard.go decides
// between resume, identify and pause, and connection.go speaks over one websocket.
// discordgo's REST client keeps a rate limit bucket for each interaction's token,
// never forgets it, and sleeps past the request's deadline: rest.go replaces it.
// Its decoder returns nothing of an interaction whose message holds a component
// that it doesn't know: interaction.go reads only what the bot needs.
package discord
