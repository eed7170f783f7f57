// Package chat has what every chat platform's adapter needs. [Boards] show replies: in
// order, with their picture or without, and so that a game has one live board in a
// channel. Beside them are how many jobs are in flight ([InFlight]), what is remembered
// of late ([Cache]), pictures that are painted before an answer goes out ([Painter]),
// calls that are repeated while that may help ([Retry], [Fault]), tokens that die
// ([Token]), and texts that fit into a platform's limits ([Cut]).
//
// In come replies of the bot and the adapter's ways to send them; out go calls of these
// ways, in the right order. Nothing here knows a platform: requests, payloads and calls
// stay in bot/discord and bot/slack, each answer in its answer.go from top to bottom.
package chat
