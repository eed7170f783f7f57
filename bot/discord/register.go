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
// returns the difference. With dryRun it only returns it.
func (a *Adapter) Register(ctx context.Context, dryRun bool) (Changes, error) {
	path := "/applications/" + a.rest.app + "/commands"
	answer, err := a.rest.do(ctx, call{method: http.MethodGet, path: path + "?with_localizations=true", asBot: true})
	if err != nil {
		return Changes{}, fmt.Errorf("discord: read the installed commands: %w", tokenAdvice(err))
	}
	var installed []*discordgo.ApplicationCommand
	if err := json.Unmarshal(answer, &installed); err != nil {
		return Changes{}, fmt.Errorf("discord: read the installed commands: %w", err)
	}
	wanted := a.commands()
	changes := compare(installed, wanted)
	if dryRun || changes.None() {
		return changes, nil
	}
	b, err := encode(wanted, nil)
	if err != nil {
		return changes, err
	}
	if _, err := a.rest.do(ctx, call{method: http.MethodPut, path: path, body: b, asBot: true}); err != nil {
		return changes, fmt.Errorf("discord: install the commands: %w", tokenAdvice(err))
	}
	return changes, nil
}

// tokenAdvice says what to do about a token that is refused.
func tokenAdvice(err error) error {
	var e *apiError
	if errors.As(err, &e) && (e.Status == http.StatusUnauthorized || e.Status == http.StatusForbidden) {
		return fmt.Errorf("%w. Check that DISCORD_TOKEN is the bot's token and discord.application_id its application", err)
	}
	return err
}
