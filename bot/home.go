package bot

import (
	"context"
	"fmt"
)

// Home is the current game as it stands, with ways to all else, for a page that
// shows it: Slack's App Home. Nothing is changed.
func (b *Bot) Home(ctx context.Context, req Request) (Reply, error) {
	req.Home = true
	s := &session{bot: b, ctx: ctx, req: req, now: b.Now()}
	cmd := b.command("show", nil)
	if err := s.load(cmd); err != nil {
		return b.failure(req, err), fmt.Errorf("home: %w", err)
	}
	if err := show(s, cmd); err != nil {
		return b.failure(req, err), err
	}
	return s.finish(cmd), nil
}

// offer adds the usual row of buttons, and in a Home those that lead to all
// else, unless the flow has set some of its own.
func (s *session) offer(row ...Action) {
	r := &s.reply
	if len(r.Actions) > 0 {
		return
	}
	r.Actions = [][]Action{row}
	if !s.req.Home {
		return
	}
	also := []Action{button("leaderboard"), button("stats"), button("settings")}
	if r.Board != nil { // else it is offered already
		also = append([]Action{button("daily")}, also...)
	}
	r.Actions = append(r.Actions, also)
}
