package main

import (
	"context"
	"io"
	"log/slog"

	"github.com/solitaire-chat/solitaire/bot"
)

// newLog returns a log of JSON lines. level is one that the configuration lets
// pass.
func newLog(w io.Writer, level string) *slog.Logger {
	var least slog.Level
	_ = least.UnmarshalText([]byte(level))
	return slog.New(slog.NewJSONHandler(w, &slog.HandlerOptions{Level: least}))
}

// A watcher tells the log and the metrics of every request.
type watcher struct {
	log     *slog.Logger
	metrics *metrics
}

// Handled implements [bot.Observer].
func (w watcher) Handled(ctx context.Context, h bot.Handled) {
	w.metrics.handled(h)
	if h.Outcome == bot.Dropped { // a line each would add to the flood
		return
	}
	level, message := slog.LevelInfo, "handled"
	switch {
	case h.Outcome == bot.Failed:
		level, message = slog.LevelError, "failed"
	case h.Command == bot.Completion: // there are some for each move that is typed
		level = slog.LevelDebug
	}
	if !w.log.Enabled(ctx, level) {
		return
	}
	line := []slog.Attr{
		slog.String("platform", h.Platform), slog.String("command", commandName(h)),
		slog.String("outcome", string(h.Outcome)), slog.Float64("ms", millis(h.Took)),
	}
	if h.ID != "" {
		line = append(line, slog.String("request", bot.Mark(h.ID)))
	}
	if h.Err != nil {
		line = append(line, slog.String("error", h.Err.Error()))
	}
	w.log.LogAttrs(ctx, level, message, line...)
}

// commandName names what was asked for, among a fixed set of names.
func commandName(h bot.Handled) string {
	if h.Command == "" {
		return "unknown"
	}
	return h.Command
}
