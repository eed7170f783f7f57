package daily_test

import (
	"strings"
	"testing"
)

// One hour with the clock two years ahead leaves nothing behind that keeps posts,
// reminders or streaks away once it is right again.
func TestMarksFromTheFutureAreNotBelieved(t *testing.T) {
	w := newWorld(t)
	mail := w.mail()
	ann, bob := w.member("ann"), w.member("bob")
	ann.admin = true
	ann.says("settings channel <#C9>")
	bob.says("settings reminder 12:30")
	w.finished(bob, 30, true, 100, "discord|1")

	w.at(760, "12:29:30")
	w.tick()
	w.at(760, "12:30:30")
	w.tick()
	w.finished(bob, 760, true, 100, "discord|1")

	mail.posts = nil
	w.at(31, "12:29:30")
	w.tick()
	w.at(31, "12:30:30")
	w.tick()
	var keys []string
	for _, p := range mail.posts {
		keys = append(keys, p.Reply.Lines[0].Key)
	}
	if got := strings.Join(keys, " "); got != "post.day reminder.text" {
		t.Errorf("posts once the clock is right: %s", got)
	}
	w.tick()
	if len(mail.posts) != len(keys) {
		t.Error("they are posted again")
	}
	w.finished(bob, 31, true, 100, "discord|1")
	w.at(31, "13:00:00")
	if text := bob.text(bob.says("stats")); !strings.Contains(text, "2 now, 2 at best") {
		t.Errorf("streak: %s", text)
	}
}
