package console

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/console/table"
	"github.com/solitaire-chat/solitaire/bot/locale"
)

// atTable lets the player play at a table that fills the window. Errors and the place of
// the games are printed after it has closed, so as not to garble it. sentences reports
// that the player has asked for sentences instead.
func (c *Console) atTable(ctx context.Context, in io.Reader, out io.Writer, shown func()) (sentences bool, err error) {
	var faults delayed
	t := &table.Table{
		Ask: func(ctx context.Context, text string, on bot.BoardRef) bot.Reply {
			reply, err := c.Bot.Handle(ctx, c.request(text, on))
			if err != nil && ctx.Err() == nil {
				faults.add(err)
			}
			return reply
		},
		Complete:  c.complete,
		Catalogue: c.Catalogue, Locale: c.Locale, Typed: commandsTyped(c.Bot.Specs()),
		ASCII: c.ASCII, Motion: c.Motion, History: c.History,
		Errors: faults.add, Shown: shown, Pressed: c.Pressed,
	}
	sentences, err = t.Run(ctx, in, out)
	if c.Errors != nil {
		faults.report(c.Errors)
	}
	if !sentences {
		place := c.Catalogue.In(c.Locale, c.ASCII).Text("console.place", locale.Args{"Place": c.Place})
		_, missed := fmt.Fprintln(out, place)
		err = errors.Join(err, missed)
	}
	return sentences, err
}

// complete lists the commands and moves that complete a text.
func (c *Console) complete(ctx context.Context, text string) []command.Suggestion {
	list := command.SuggestWords(c.Bot.Specs(), text)
	moves, err := c.Bot.Complete(ctx, c.request(text, bot.BoardRef{}), func(lang string) *locale.Speaker {
		return c.Catalogue.In(lang, c.ASCII)
	})
	if err != nil {
		return list // without a completion the player can still type the command, which says what is wrong
	}
	return append(list, moves...)
}

// delayed keeps errors, each text once, until they can be reported.
type delayed struct {
	mu   sync.Mutex
	errs []error
}

func (d *delayed) add(err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !slices.ContainsFunc(d.errs, func(e error) bool { return e.Error() == err.Error() }) {
		d.errs = append(d.errs, err)
	}
}

func (d *delayed) report(to func(error)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, err := range d.errs {
		to(err)
	}
}
