package discord

import (
	"context"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/locale"
)

// Limits of a list of suggestions.
const (
	maxSuggestions = 25
	maxSuggestion  = 100 // characters of the label, and of the value
)

// Timeouts: for suggestions, which are useful only during typing, and for looking one up,
// which must leave time for the answer.
const (
	completeLimit = 2 * time.Second
	lookUpLimit   = 500 * time.Millisecond
)

// complete answers with suggestions for an unfinished move.
func (a *Adapter) complete(ctx context.Context, in *interaction, first transport) {
	typing, _ := in.Data.focused()
	req := a.request(in)
	list, _ := a.suggestions(ctx, req, typing.text()) // the observer has reported the error
	if err := first(ctx, in, suggest(list)); err != nil {
		a.failed(in, err)
	}
}

// suggestions lists continuations of a move in the reader's language. It leaves out those
// that are too long to send.
func (a *Adapter) suggestions(ctx context.Context, req bot.Request, text string) ([]*discordgo.ApplicationCommandOptionChoice, error) {
	ctx, cancel := context.WithTimeout(ctx, completeLimit)
	defer cancel()
	req.Text = text
	found, err := a.bot.Complete(ctx, req, func(lang string) *locale.Speaker { return a.catalogue.In(lang, false) })
	var list []*discordgo.ApplicationCommandOptionChoice
	for _, s := range found {
		if utf8.RuneCountInString(s.Text) <= maxSuggestion && len(list) < maxSuggestions {
			list = append(list, &discordgo.ApplicationCommandOptionChoice{Name: label(s.Label, maxSuggestion), Value: s.Text})
		}
	}
	return list, err
}

// suggest returns the callback with suggestions. Discord wants an empty list if there are
// none.
func suggest(list []*discordgo.ApplicationCommandOptionChoice) callback {
	if list == nil {
		list = []*discordgo.ApplicationCommandOptionChoice{}
	}
	return callback{Type: discordgo.InteractionApplicationCommandAutocompleteResult, Data: struct {
		Choices []*discordgo.ApplicationCommandOptionChoice `json:"choices"`
	}{list}}
}

// chosen reads a command. Some clients send the label of a suggestion instead of its
// value; chosen looks those labels up, as far as the limits of completions allow. It takes
// all other options as they are.
func (a *Adapter) chosen(ctx context.Context, in *interaction, req bot.Request) bot.Request {
	const shortest = 12 // no label is shorter
	ctx, cancel := context.WithTimeout(ctx, lookUpLimit)
	defer cancel()
	name, options := in.Data.typed()
	for option, words := range options {
		if n := utf8.RuneCountInString(words); n < shortest || n > maxSuggestion || !a.completes(name, option) {
			continue
		}
		list, err := a.suggestions(ctx, req, words)
		if err != nil {
			return req // the command itself will say what is wrong
		}
		for _, s := range list {
			if locale.Fold(s.Name) == locale.Fold(words) {
				options[option] = s.Value.(string)
				return a.bot.Typed(req, name, options)
			}
		}
	}
	return req
}

// completes reports whether an option of a command gets suggestions: the first one does if
// it names a place of the board.
func (a *Adapter) completes(name, option string) bool {
	return slices.ContainsFunc(a.specs, func(s command.Spec) bool {
		return s.Name == name && len(s.Options) > 0 && s.Options[0].Name == option && s.Options[0].Kind == command.Spot
	})
}
