package bot

import (
	"context"
	"fmt"
)

// Home is the current game as it stands, with ways to all else, for a page that
// shows it: Slack's App Home. Nothing is changed.
func (b *Bot) Home(ctx context.Context, req Request) (Reply, error) {
	s := &session{bot: b, ctx: ctx, req: req, now: b.Now()}
	cmd := b.command("show", nil)
	if err := s.load(cmd); err != nil {
		return b.failure(req, err), fmt.Errorf("home: %w", err)
	}
	if err := show(s, cmd); err != nil {
		return b.failure(req, err), err
	}
	reply := s.finish(cmd)
	also := []Action{button("leaderboard"), button("stats"), button("settings")}
	if reply.Board != nil { // else it is offered already
		also = append([]Action{button("daily")}, also...)
	}
	reply.Actions = append(reply.Actions, also)
	return reply, nil
}
