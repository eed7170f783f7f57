package discord

import (
	"context"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/solitaire-chat/solitaire/bot"
)

// BusyRoom is how many interactions are admitted beyond those at work.
const BusyRoom = busyRoom

// Hurry makes all pauses short, so that tests don't wait.
func (a *Adapter) Hurry() {
	const ms = time.Millisecond
	a.rest.pause = 5 * ms
	a.pace = pace{identify: 10 * ms, resume: ms, most: 80 * ms, healthy: time.Hour, settled: time.Hour, lease: 10 * ms, open: 2 * time.Second}
}

// WaitForPictures lets answers wait for their pictures, however busy the machine is.
func (a *Adapter) WaitForPictures() {
	a.painter.BoardLimit, a.painter.ShowLimit = time.Minute, time.Minute
}

// SetNow sets the clock.
func (a *Adapter) SetNow(now func() time.Time) { a.now = now }

// Show returns the first response that shows a reply, and its files' names.
func (a *Adapter) Show(r bot.Reply) (response []byte, files []string) {
	m := (&answerer{Adapter: a, in: &interaction{}}).message(r, nil)
	b, err := encode(show(discordgo.InteractionResponseChannelMessageWithSource, m), nil)
	if err != nil {
		panic(err)
	}
	for _, f := range m.files {
		files = append(files, f.Name)
	}
	return b.bytes, files
}

// CustomID returns a tap's custom_id.
func CustomID(ref bot.BoardRef, text string) (string, bool) { return tap{ref, text}.customID() }

// ParseCustomID reads a custom_id.
func ParseCustomID(id string) (bot.BoardRef, string, bool) {
	t, ok := parseTap(id)
	return t.ref, t.text, ok
}

// Prose and Label make texts fit for Discord.
func Prose(text string) string           { return prose(text) }
func Label(text string, most int) string { return label(text, most) }

// SetSleep sets how pauses between requests are slept through.
func (a *Adapter) SetSleep(sleep func(context.Context, time.Duration) bool) { a.sleep = sleep }

// FindEmojis looks for the emojis of style cards once, and returns how many are missing.
func (a *Adapter) FindEmojis(ctx context.Context) (int, error) { return a.findEmojis(ctx) }
