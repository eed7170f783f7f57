// Package bot is what people talk to: it reads a command, carries it out on
// the player's stored games, and says what to show.
//
// A [Request] is one typed line, one tap or one menu choice of any platform;
// taps carry the same text that a person could type, so there is one parser
// and one handler. A [Reply] is not yet in any language or shape: adapters
// (bot/console, bot/discord, bot/slack) turn it into a message of their
// platform.
//
// How a request goes: [Bot.Handle] takes the player's lock, loads the record,
// answers a repeated delivery from its log, reads the command (parse.go,
// notation.go), runs its flow (flow_*.go) on a session, commits everything the
// flow changed in one piece, and completes the reply with board and buttons.
package bot
