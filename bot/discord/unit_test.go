package discord

import (
	"testing"
	"time"
)

// With sessions of any length, Discord's thousand identifies a day are never
// used up.
func TestIdentifiesOfADayAreFew(t *testing.T) {
	for _, age := range []time.Duration{0, time.Second, time.Minute, 10 * time.Minute, 59 * time.Minute, time.Hour, 2 * time.Hour} {
		r, n := newRetry(usualPace()), 0
		for spent := time.Duration(0); spent < 24*time.Hour; n++ {
			resume, wait := r.after(age, age, true)
			if resume || wait > r.most+r.most/2 {
				t.Fatalf("resumes a lost session: %v, pause %v", resume, wait)
			}
			spent += age + wait
		}
		if n > 400 {
			t.Errorf("%d identifies when each session lasts %v", n, age)
		}
	}
}

// The first resumes come at once, later ones after growing pauses, until a
// connection was healthy. When resuming fails for good, the shard identifies.
func TestPausesGrowUntilAConnectionIsHealthy(t *testing.T) {
	r := newRetry(usualPace())
	var last time.Duration
	for range 3 {
		resume, wait := r.after(time.Second, time.Hour, false)
		if !resume || wait > 500*time.Millisecond {
			t.Errorf("one of the first three resumes: %v after %v", resume, wait)
		}
	}
	for range 12 {
		_, last = r.after(time.Second, time.Hour, false)
	}
	if last < time.Minute {
		t.Errorf("after many short connections the pause is %v", last)
	}
	if resume, wait := r.after(time.Hour, time.Hour, false); !resume || wait > 0 {
		t.Errorf("after a healthy connection: %v after %v", resume, wait)
	}
	for range 4 {
		if resume, _ := r.after(0, time.Hour, false); !resume {
			t.Error("one failed resume ends the session")
		}
	}
	if resume, wait := r.after(0, time.Hour, false); resume || wait > 0 {
		t.Errorf("after five failed resumes of an old session: %v after %v", resume, wait)
	}
}

// A post that is tried again is the same to Discord; all others differ.
func TestNonce(t *testing.T) {
	const post = "day 30 discord|1 C9"
	first, again, next := nonce(post), nonce(post), nonce("day 31 discord|1 C9")
	nameless, other := nonce(""), nonce("")
	if len(first) > maxNonce || first != again || first == next || nameless == other {
		t.Error("a nonce tells the wrong posts apart")
	}
}

func TestProseShowsATextAsItIs(t *testing.T) {
	for text, want := range map[string]string{
		"1. ann: won\n1. bob: won\n12) eve":  "1\\. ann: won\n1\\. bob: won\n12\\) eve",
		"- a\n+ b\n-c\n  2. d":               "\\- a\n\\+ b\n-c\n  2\\. d",
		"1.5 s, 20 moves. 3.":                "1.5 s, 20 moves. 3.",
		"7":                                  "7",
		"a_b_c":                              `a\_b\_c`,
		"[x](y) **z** ||w|| `v` # u <@7> \\": "\\[x\\](y) \\*\\*z\\*\\* \\|\\|w\\|\\| \\`v\\` \\# u \\<@7\\> \\\\",
	} {
		if got := prose(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
