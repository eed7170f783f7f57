// Package slack is the adapter for Slack: slash commands, buttons and menus
// become a [bot.Request], and a [bot.Reply] becomes blocks.
//
// There are two transports and one way through the adapter. Socket Mode
// (socket.go) and HTTP (http.go) receive a delivery and hand it to accept
// (delivery.go) with a function that acknowledges it; from there on the transport
// makes no difference. Slack wants the acknowledgement within three seconds, so a
// slow answer follows later (answer.go), through the response_url (call.go)
// or by the Web API.
//
// Where a board lives depends on what Slack allows there:
//
//   - In a channel it is a message that only the player sees, or one for all if
//     the game is public. Each tap replaces it through the response_url that
//     came with the tap. A typed command can't replace anything, so it posts
//     the board anew, and the old one shrinks to a line if a tap has left a way
//     to reach it.
//   - In the conversation with the bot it is an ordinary message, updated in
//     place. A line typed there is a command too (line.go), and the board
//     moves below it.
//   - The App Home shows the current game and follows it (home.go).
//
// Buttons carry the command they stand for and which state of which game they belong to,
// so they work after a restart and on another machine. Memory holds only caches, which are
// bounded and safe to lose.
package slack
