// Package slackfake is a Slack workspace for tests: it refuses what Slack
// refuses, and more loudly. It has the Web API that a game bot needs, Socket
// Mode, signed requests over HTTP, response_urls, and people who click.
//
//	srv := slackfake.New(t, slackfake.Options{})
//	srv.Install(manifest)       // decides on the transport, the scopes and the commands
//	srv.Channel("C1", "games")
//	start(bot, srv.URL+"/api/", srv.BotToken, srv.AppToken, srv.SigningSecret)
//
//	ann := srv.Person("U1", "ann", "de-DE", "Europe/Berlin") // in the direct messages
//	board := ann.Slash("/solitaire", "new yukon")            // waits for what appears
//	board = ann.Click("Draw")                                // the same message, a version later
//	board = ann.Choose("3♠ from pile 4 to pile 7")           // from a menu
//	board = ann.In("C1").Slash("/move", "3 5")               // elsewhere
//	home := ann.OpenHome()
//	home = ann.AtHome().Click("Undo")
//
//	tap := ann.Tap("Draw")   // not sent yet
//	srv.Deliver(tap)         // sent, and acknowledged
//	srv.Deliver(tap)         // a redelivery
//	srv.Retry(tap)           // a retry, minutes later
//	srv.Drop()               // the connection; the bot comes back, or the test fails
//	status, _ := srv.Forge(tap, slackfake.Forgery{BadSignature: true}) // over HTTP
//	srv.Fail("chat.update", slackfake.Fault{RetryAfter: time.Second})
//	for _, p := range srv.Payloads() { … } // everything that the bot sent, and to whom
//
// Whatever is wrong with a payload or with the way it came fails the test, with
// the number of the rule that it breaks; see [Violation]. [Checker] judges
// payloads alone. The schemas are read from the folder specs below
// $SOLITAIRE_SHARED; without it the rules still hold.
//
// The fake is stricter than Slack in a few things: an element needs an
// action_id, an edited message new block ids, and a response_url is good for
// one post an interaction. It knows nothing of what a bot like ours doesn't use.
package slackfake
