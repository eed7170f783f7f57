package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"

	"github.com/bwmarrin/discordgo"
)

// Register installs the commands if they differ from the installed ones, and returns the
// differences. With dryRun it only returns them. Commands of other types, such as an
// Activity's entry point, stay as they are: Discord refuses a set that lacks an entry
// point.
func (a *Adapter) Register(ctx context.Context, dryRun bool) (Changes, error) {
	path := "/applications/" + a.rest.app + "/commands"
	answer, err := a.rest.do(ctx, call{method: http.MethodGet, path: path + "?with_localizations=true", asBot: true})
	if err != nil {
		return Changes{}, fmt.Errorf("discord: read the installed commands: %w", tokenAdvice(err))
	}
	var all []json.RawMessage
	if err := json.Unmarshal(answer, &all); err != nil {
		return Changes{}, fmt.Errorf("discord: read the installed commands: %w", err)
	}
	wanted := a.commands()
	var installed []*discordgo.ApplicationCommand
	var next []any
	for _, c := range wanted {
		next = append(next, c)
	}
	for _, raw := range all {
		var c discordgo.ApplicationCommand
		kept := make(map[string]json.RawMessage) // discordgo's type would lose fields, such as an entry point's handler
		if err := errors.Join(json.Unmarshal(raw, &c), json.Unmarshal(raw, &kept)); err != nil {
			return Changes{}, fmt.Errorf("discord: read the installed commands: %w", err)
		}
		if c.Type == discordgo.ChatApplicationCommand {
			installed = append(installed, &c)
			continue
		}
		maps.DeleteFunc(kept, func(key string, value json.RawMessage) bool {
			return !slices.Contains(sentKeys, key) || string(value) == "false"
		})
		next = append(next, kept)
	}
	changes := compare(installed, wanted)
	if dryRun || changes.None() {
		return changes, nil
	}
	b, err := encode(next, nil)
	if err != nil {
		return changes, err
	}
	if _, err := a.rest.do(ctx, call{method: http.MethodPut, path: path, body: b, asBot: true}); err != nil {
		return changes, fmt.Errorf("discord: install the commands: %w", tokenAdvice(err))
	}
	return changes, nil
}

// sentKeys are the keys that Discord accepts back for an installed command without
// options.
var sentKeys = []string{
	"id", "type", "name", "name_localizations", "description", "description_localizations",
	"default_member_permissions", "contexts", "integration_types", "nsfw", "handler",
}

// tokenAdvice is the remedy for a rejected token.
func tokenAdvice(err error) error {
	var e *apiError
	if errors.As(err, &e) && (e.Status == http.StatusUnauthorized || e.Status == http.StatusForbidden) {
		return fmt.Errorf("%w. Check that DISCORD_TOKEN is the bot's token and discord.application_id its application", err)
	}
	return err
}
