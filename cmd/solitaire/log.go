package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
)

// A logQueue is an [io.Writer] that never blocks. A goroutine writes the queued lines
// out. While the reader at the other end is stalled and the queue is full, lines are
// dropped and counted: a full pipe must not stop the bot.
type logQueue struct {
	out     io.Writer
	lines   chan []byte
	dropped func()       // called for each dropped line
	missing atomic.Int64 // lines dropped since the log last said so
	closing chan struct{}
	done    chan struct{}
}

const (
	// logLines is how many lines may be queued: about a megabyte.
	logLines = 4096
	// logPatience is how long the end of the program waits for the log's reader.
	logPatience = time.Second
)

// queueLog starts to write to out. dropped is called for each line that is dropped.
func queueLog(out io.Writer, dropped func()) *logQueue {
	q := &logQueue{out: out, lines: make(chan []byte, logLines), dropped: dropped, closing: make(chan struct{}), done: make(chan struct{})}
	go q.run()
	return q
}

// Write queues a line, or drops it. It never fails.
func (q *logQueue) Write(line []byte) (int, error) {
	select {
	case q.lines <- bytes.Clone(line):
	default:
		q.missing.Add(1)
		q.dropped()
	}
	return len(line), nil
}

// close writes what is queued, but gives up on a reader that takes longer than
// [logPatience].
func (q *logQueue) close() {
	close(q.closing)
	select {
	case <-q.done:
	case <-time.After(logPatience):
	}
}

func (q *logQueue) run() {
	defer close(q.done)
	var piece []byte
	for {
		select {
		case line := <-q.lines:
			piece = q.gather(append(piece[:0], line...))
			_, _ = q.out.Write(piece) // a closed pipe must not stop the bot either
		case <-q.closing:
			if piece = q.gather(piece[:0]); len(piece) == 0 {
				return
			}
			_, _ = q.out.Write(piece)
		}
	}
}

// gather adds the lines that are queued, so that one write serves many, and a line
// about those that were dropped.
func (q *logQueue) gather(piece []byte) []byte {
	const most = 32 << 10
	for len(piece) < most {
		select {
		case line := <-q.lines:
			piece = append(piece, line...)
			continue
		default:
		}
		break
	}
	if n := q.missing.Swap(0); n > 0 {
		var line bytes.Buffer
		newLog(&line, "warn").Warn("log lines were dropped: their reader was too slow", "lines", n)
		piece = append(piece, line.Bytes()...)
	}
	return piece
}

// newLog returns a log of JSON lines at the level of the configuration.
func newLog(w io.Writer, level string) *slog.Logger {
	var least slog.Level
	_ = least.UnmarshalText([]byte(level))
	return slog.New(slog.NewJSONHandler(w, &slog.HandlerOptions{Level: least}))
}

// A requestLog logs and counts every request.
type requestLog struct {
	log     *slog.Logger
	metrics *metrics
}

// Handled implements [bot.Observer].
func (w requestLog) Handled(ctx context.Context, h bot.Handled) {
	command := cmp.Or(h.Command, "unknown")
	w.metrics.requests.WithLabelValues(h.Platform, command, string(h.Outcome)).Inc()
	// A line for each dropped request would add to the flood, and the adapter reports a
	// panic, with its stack.
	if h.Outcome == bot.Dropped || errors.Is(h.Err, bot.ErrPanic) {
		return
	}
	level, message := slog.LevelInfo, "handled"
	if h.Command == bot.Completion { // each typed move has some, too quick to measure among moves
		level = slog.LevelDebug
	} else {
		w.metrics.latency.WithLabelValues(h.Platform, commandGroup(command)).Observe(h.Took.Seconds())
	}
	if h.Outcome == bot.Failed {
		level, message = slog.LevelError, "failed"
	}
	line := []slog.Attr{
		slog.String("platform", h.Platform), slog.String("command", command),
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
