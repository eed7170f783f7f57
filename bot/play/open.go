package play

import (
	"crypto/rand"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
)

// openPage gives a link to the page in a browser, good once and for ten minutes, or
// signs out every browser that was opened so.
func openPage() bot.Command {
	return bot.Command{
		Spec: command.Spec{
			Name: "open", Also: []string{"web", "browser"}, Reads: true, Example: "/solitaire open",
			Options: []command.Option{{Name: "browsers", Values: []string{bot.Off}}},
		},
		Run: func(t *bot.Turn, args command.Args) error {
			t.NoBoard = true
			switch {
			case args.Text("browsers") == bot.Off:
				t.Refuse("open.closed")
				return t.CloseBrowsers()
			case t.Bot.Page == "":
				t.Refuse("open.none")
				return nil
			}
			secret := rand.Text()
			link := bot.PageLink{Player: t.Request.Player, Until: t.Now.Add(bot.PageLinkTime)}
			if err := t.Write(bot.PageLinkKind, bot.PageKey(secret), link); err != nil {
				return err
			}
			t.Refuse("open.link", "URL", t.Bot.Page+"/go?t="+secret, "Minutes", int(bot.PageLinkTime.Minutes()))
			return nil
		},
	}
}
