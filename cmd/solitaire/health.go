package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"path/filepath"
	"slices"
	"time"
)

type healthCmd struct {
	configFlag
	Alive bool `help:"Only ask whether the process lives."`
}

// Help is the longer text of health --help.
func (healthCmd) Help() string {
	return `Asks the running bot for /readyz, at its unix socket or else at admin.listen: for containers, which have no curl. The
exit status is 0 if the bot is ready, and 1 if it isn't or doesn't answer within 5 seconds.`
}

// Run asks and prints the answer.
func (c *healthCmd) Run(ctx context.Context, s streams) error {
	conf, err := loadConfig(c.Config, s.env)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	client, host := direct(), reachable(conf.Admin.Listen)
	if path := conf.socketPath(); path != "" {
		path, _ = filepath.Abs(path)
		if _, err := askReady(ctx, overSocket(path), botHost); err == nil {
			client, host = overSocket(path), botHost
		}
	}
	answer, err := askReady(ctx, client, host)
	if err != nil {
		return fmt.Errorf("the bot doesn't answer: %w", err)
	}
	if c.Alive {
		_, err = fmt.Fprintln(s.out, "alive")
		return err
	}
	var faults []error
	for _, name := range slices.Sorted(maps.Keys(answer.Parts)) {
		if part := answer.Parts[name]; !part.Ready {
			faults = append(faults, fmt.Errorf("not ready: %s: %s", name, part.Why))
		}
	}
	if len(faults) > 0 {
		return errors.Join(faults...)
	}
	_, err = fmt.Fprintln(s.out, "ready")
	return err
}

// askReady asks a running bot for /readyz.
func askReady(ctx context.Context, client *http.Client, host string) (answer ready, err error) {
	resp, err := askBot(ctx, client, http.MethodGet, host, "/readyz")
	if err != nil {
		return answer, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK && resp.StatusCode != http.StatusServiceUnavailable {
		return answer, fmt.Errorf("/readyz: %s", resp.Status)
	}
	if err := json.NewDecoder(io.LimitReader(resp.Body, 64<<10)).Decode(&answer); err != nil {
		return answer, fmt.Errorf("/readyz: %w", err)
	}
	return answer, nil
}
