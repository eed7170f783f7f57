// Package discordfake is a Discord for tests.
//
// A [Server] has the REST routes that the bot uses and the gateway, records what
// the bot sends, and refuses what Discord refuses: every body is checked against
// Discord's schemas, if $SOLITAIRE_SHARED has them, and against the rules that
// these don't express (rules.go, rules_commands.go), and every interaction has its
// life cycle. What only a bot with a mistake does fails the test.
//
// A [Person] types what the registered commands allow, presses what is to be seen,
// and gets the answer, over the gateway or over HTTP:
//
//	srv := discordfake.New(t, discordfake.Options{})
//	… // start the bot with srv.URL + "/api/v10", srv.Token() and so on
//	srv.Gateway.WaitReady(1) // or srv.UseHTTP(address)
//
//	ann := srv.Person("7", "ann", "en-GB") // in a guild channel
//	board := ann.Slash("solitaire new", "draw:3").Message
//	ann.ClickOn(board, "Undo")
//	ann.In(srv.GroupDM()).Slash("draw")
//
//	srv.Fail(discordfake.Fault{Route: discordfake.RouteCallback, Kind: discordfake.BadGatewayAfter})
//	srv.Gateway.Next(discordfake.Greeting{Op: discordfake.OpReconnect})
//	srv.Gateway.Drop()
//
// Ids and tokens follow from [Options.Now] and the order of events, so with a
// still clock two runs see the same ones.
package discordfake
