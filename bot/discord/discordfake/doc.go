// Package discordfake is a Discord for tests.
//
// A [Server] has Discord's REST interface and its gateway on the loopback
// interface, keeps messages and registered commands, and refuses what Discord
// refuses: every body is checked against Discord's own schemas (a [Checker],
// with the files in $SOLITAIRE_SHARED) and against the rules that these don't
// express, and every interaction has its life cycle. What a bot does wrong is
// answered as Discord answers it and fails the test.
//
// On top of it there are people. A [Person] types what the registered commands
// allow and presses what is to be seen, and gets the answer, over the gateway
// or over HTTP:
//
//	srv := discordfake.New(t, discordfake.Options{})
//	start(t, Config{
//		APIURL: srv.URL + "/api/v10", Token: srv.Token(),
//		ApplicationID: srv.ApplicationID(), PublicKey: srv.PublicKey(),
//	})
//	srv.Gateway.WaitReady(1) // or srv.UseHTTP(address)
//
//	ann := srv.Person("7", "ann", "en-GB") // in a guild channel
//	board := ann.Slash("solitaire new", "draw:3").Message
//	ann.Slash("move", "from:3 5")
//	ann.Click("Undo")                        // on the newest message that has it
//	ann.ClickOn(board, "Undo")               // on a certain one
//	ann.Select(board.Options()[0].Label)
//	twice := ann.DoubleClick("Draw")
//	again, err := srv.Redeliver(twice[0])    // the same interaction id
//	ann.InDM().Slash("draw")                 // or ann.In(srv.GroupDM())
//	ann.Reload()                             // private messages are gone
//
//	srv.Fail(discordfake.Fault{Route: discordfake.RouteCallback, Kind: discordfake.BadGatewayAfter})
//	srv.Gateway.Next(discordfake.Greeting{Op: discordfake.OpReconnect})
//	srv.Gateway.Drop()
//
// A bot in another process needs no more than the address and the keys. Between
// a kill and a restart [Gateway.WaitGone] waits for the old one's end, and a
// negative [Options.IdentifyWindow] lets the new one identify at once. Tests
// that play for long call [Server.ForgetPayloads] now and then.
//
// Ids and tokens follow from [Options.Now] and the order of events, so with a
// still clock two runs see the same ones.
package discordfake
