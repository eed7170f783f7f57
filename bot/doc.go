// Package bot is the contract between chat platforms and what people can do in a
// chat: requests come in, replies go out, and between them lies one player's turn.
//
// A [Request] is one typed line, one tap or one menu choice on any platform. A
// [Reply] is not yet in any language or shape; adapters (bot/console, bot/discord,
// bot/slack) turn it into a message of their platform.
//
// [Bot.Handle] is the whole way of a request: it reads the command once (package
// bot/command), has it prepared if it takes long, takes the player's lock, loads the
// record into a [Turn], answers a repeated delivery as before, runs the command,
// commits everything that changed in one piece, and completes the reply.
// [Bot.Respond] is the same within a platform's time limits.
//
// A [Command] is a value with a name, options and a Run function. Those on one's own
// games live in bot/play, those on the deals of the day, rankings and challenges in
// bot/daily; play.New makes the bot that has them all.
package bot
