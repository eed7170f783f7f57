// Package bot is the contract between chat platforms and what people can do in a chat.
// Requests come in and replies go out; between them is one player's turn.
//
// A [Request] is one typed line, one tap or one menu choice on any platform. A [Reply]
// has no language or layout yet: the adapters (bot/console, bot/discord, bot/slack) turn
// it into a message of their platform.
//
// [Bot.Handle] does everything for a request. It parses the command (package
// bot/command), runs the command's preparation if that takes long, takes the player's
// lock, loads the record into a [Turn], answers a repeated delivery as before, runs the
// command, commits all changes at once, and completes the reply. [Bot.Respond] does the
// same within a platform's time limits.
//
// A [Command] is a value with a name, options and a Run function. Commands for one's own
// games are in bot/play; those for daily deals, rankings and challenges are in bot/daily.
// play.New makes a bot with all of them.
package bot
