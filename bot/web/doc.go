// Package web serves the game as a page in a browser: cards that move under the
// finger, played by the same [bot.Bot] as in a chat.
//
// A browser's cookie identifies the player: a guest, or the player whose one-time link
// from a chat was opened there (session.go). What the player does comes in as a command,
// by a form or by the API, and goes out as a [bot.Reply], drawn by templates (page.go) or
// as data (api.go). An event stream says when a game has changed elsewhere (events.go).
// Shared games have pages that anybody may read (share.go). Settings, signing out and the
// player's data have a page of their own (settings.go).
//
// # The API
//
// All paths are below the page's own. Requests that change something take JSON.
//
//	POST api/command  {"id", "text", "game", "version"} → a reply
//	GET  api/board    → a reply: the current game as it stands
//	GET  api/complete?text=… → {"list": [{"text", "label"}]}: how a move that is typed can continue
//	GET  api/events   → a stream: "changed" when the current game may have changed
//
// The text is a command as people type it in a chat: "3 5", "draw", "new yukon". The
// game and version are those of the board that it is about, as a reply had them;
// without them the text is about the current game. A second request with the same id
// changes nothing and gets the same answer. See [Reply] for what comes back. It holds
// nothing that the player may not see.
//
// Refusals of the bot are replies with status 200. A fault of the request is status
// 400, 413 or 415, too many requests are 429, and 503 says that the store can't do
// its work; then the body is {"error": "…"}, in words for the player.
//
// # Figures
//
// Measured on 2026-12-01 on two cores, by SOLITAIRE_FIGURES=1 go test ./bot/web -v -run
// 'FirstPaint|ManyPlayers': 40 KB are sent for the first page. Its first paint is there
// after 0.23 s at Lighthouse's "Slow 4G", and after 0.64 s at the one of Chromium's
// developer tools, the cards after 0.5 s and 1.35 s. 64 players who move at once, without
// a pause, wait 5 ms (median) and 13 ms (p99).
package web
