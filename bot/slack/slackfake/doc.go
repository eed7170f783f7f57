// Package slackfake is a Slack workspace for tests. It refuses what Slack
// refuses, and fails the test as well. It has the Web API methods that the bot
// uses, Socket Mode, signed requests over HTTP, response_urls, and people who
// click.
//
//	srv := slackfake.New(t, slackfake.Options{})
//	srv.Install(manifest)       // decides the transport, the scopes and the commands
//	srv.Channel("C1", "games")
//	start(bot, srv.URL+"/api/", srv.BotToken, srv.AppToken, srv.SigningSecret)
//
//	ann := srv.Person("U1", "ann", "de-DE", "Europe/Berlin") // in the direct messages
//	board := ann.Slash("/solitaire", "new yukon")            // waits for what appears
//	board = ann.Click("Draw")                                // the same message, a version later
//	board = ann.In("C1").Slash("/move", "3 5")               // elsewhere
//	home := ann.OpenHome()
//
//	tap := ann.Tap("Draw")   // not sent yet
//	srv.Deliver(tap)         // sent, and acknowledged
//	srv.Retry(tap)           // sent again, as Slack does minutes later
//	srv.Drop()               // cuts the connections
//	srv.Fail("chat.update", slackfake.Fault{RetryAfter: time.Second})
//	for _, p := range srv.Payloads() { … } // everything that the bot sent, and to whom
//
// A broken payload and a wrong way of sending it fail the test with the number of
// the rule, see [Violation]; the rules are in rules.go, and [Checker] applies
// them to payloads alone. The JSON Schemas are read from the folder specs below
// $SOLITAIRE_SHARED; without it only the rules hold.
//
// The fake is stricter than Slack in a few things: an element needs an
// action_id, an edited message new block ids, and a response_url takes one post
// for each interaction.
package slackfake
