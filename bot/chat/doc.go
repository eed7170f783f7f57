// Package chat has what every chat platform's adapter needs: how many jobs are in
// flight ([InFlight]), what is remembered of late ([Cache]), the order in which a
// live board is changed ([Order]), pictures that are painted before an answer goes
// out ([Painter]), and texts that fit into a platform's limits ([Cut]).
//
// In come replies of the bot; out go parts of messages. Nothing here knows a
// platform: requests, payloads and calls stay in bot/discord and bot/slack.
package chat
