// Package chat has what every chat platform's adapter needs. [Boards] show replies in
// order, with or without a picture, so that each game has one live board in a channel.
// The package also counts the jobs in flight ([InFlight]), caches recent values
// ([Cache]), paints pictures before an answer goes out ([Painter]), retries calls as long
// as that may help ([Retry], [Fault]), detects dead tokens ([Token]), and fits texts into
// a platform's limits ([Cut]).
//
// Replies of the bot and the adapter's ways to send them come in; calls of these ways go
// out in the right order. Nothing here knows a platform: requests, payloads and calls
// stay in bot/discord and bot/slack, where answer.go has each answer from top to bottom.
package chat
