package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/bwmarrin/discordgo"
)

// Register installs the commands if those that are installed differ, and
// returns the difference. With dryRun it only returns it. Commands of other types,
// such as an Activity's entry point, stay as they are: Discord refuses a set that
// lacks an entry point.
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
	var installed []*discordgo.ApplicationCommand
	wanted := a.commands()
	var next []any
	for _, c := range wanted {
		next = append(next, c)
	}
	for _, raw := range all {
		var c discordgo.ApplicationCommand
		if err := json.Unmarshal(raw, &c); err != nil {
			return Changes{}, fmt.Errorf("discord: read the installed commands: %w", err)
		}
		if c.Type == discordgo.ChatApplicationCommand {
			installed = append(installed, &c)
			continue
		}
		kept, err := keptCommand(raw)
		if err != nil {
			return Changes{}, fmt.Errorf("discord: read the installed commands: %w", err)
		}
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

// keptCommand is an installed command as it is sent back unchanged. discordgo's
// type would lose fields that it doesn't know, such as an entry point's handler.
func keptCommand(raw []byte) (map[string]json.RawMessage, error) {
	var command map[string]json.RawMessage
	if err := json.Unmarshal(raw, &command); err != nil {
		return nil, err
	}
	kept := make(map[string]json.RawMessage)
	for _, key := range []string{
		"id", "type", "name", "name_localizations", "description", "description_localizations",
		"default_member_permissions", "dm_permission", "contexts", "integration_types", "nsfw", "handler",
	} {
		if value, has := command[key]; has {
			kept[key] = value
		}
	}
	return kept, nil
}

// tokenAdvice says what to do about a token that is refused.
func tokenAdvice(err error) error {
	var e *apiError
	if errors.As(err, &e) && (e.Status == http.StatusUnauthorized || e.Status == http.StatusForbidden) {
		return fmt.Errorf("%w. Check that DISCORD_TOKEN is the bot's token and discord.application_id its application", err)
	}
	return err
}
