package daily_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/bot/daily"
	"github.com/solitaire-chat/solitaire/persist"
)

// An outage is a poster that refuses everything until it is over.
type outage struct {
	bottest.Mailbox
	now   func() time.Time
	over  time.Time
	tries []time.Time

	lost   bool          // refused posts have arrived all the same, and only the answer was lost
	hangs  time.Duration // before it refuses a post
	onPost func()        // called for posts after the outage; may be nil
}

var errOutage = errors.New("503")

func (o *outage) Post(ctx context.Context, p bot.Post) error {
	o.tries = append(o.tries, o.now())
	if o.now().Before(o.over) {
		time.Sleep(o.hangs)
		if o.lost {
			o.Posts = append(o.Posts, p)
		}
		return errOutage
	}
	if o.onPost != nil {
		o.onPost()
	}
	return o.Mailbox.Post(ctx, p)
}

// pauses are the whole seconds between two tries.
func (o *outage) pauses() (list []int) {
	for i := range len(o.tries) - 1 {
		list = append(list, int(o.tries[i+1].Sub(o.tries[i]).Round(time.Second).Seconds()))
	}
	return list
}

// A shift is a world whose jobs run while nothing can be posted. It records the errors
// and recoveries that the jobs report.
type shift struct {
	*bottest.World
	*outage
	slow      int64 // the clock loses one part in this many; 0 means none
	mu        sync.Mutex
	faults    []error
	recovered []string
}

// newShift returns a world in a bubble of [synctest], at noon of day 30, with the deals
// of two days. Posts succeed before the jobs begin.
func newShift(t *testing.T) *shift {
	w := bottest.NewWorld(t)
	if _, err := daily.Prepare(context.Background(), w.Bot, 31, 2); err != nil {
		t.Fatal(err)
	}
	s := &shift{outage: &outage{}}
	s.relieve(w)
	return s
}

// relieve continues with another bot.
func (s *shift) relieve(w *bottest.World) {
	s.World, s.outage.now = w, func() time.Time { return w.Bot.Now() }
	w.Bot.Solver = standstill{}
	w.Bot.Posters["discord"] = s.outage
}

// work runs the jobs from a time of day 31, with an outage of posts from the beginning:
// for one period, then it calls a function, then for another period.
func (s *shift) work(begin string, outage, before time.Duration, meanwhile func(), after time.Duration) {
	s.T.Helper()
	s.At(31, begin)
	first, bubble := s.World.Now, time.Now()
	s.Bot.Now = func() time.Time {
		now := time.Since(bubble)
		if s.slow > 0 {
			now -= now / time.Duration(s.slow)
		}
		return first.Add(now)
	}
	s.over, s.Posts, s.tries = first.Add(outage), nil, nil
	ctx, end := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		daily.Work(ctx, s.Bot, daily.Jobs{
			Days:      1,
			Failed:    s.fail,
			Recovered: func(what string, tries int) { s.recovered = append(s.recovered, fmt.Sprintf("%s, %d", what, tries)) },
		})
	}()
	time.Sleep(before + time.Second) // between two rounds of the jobs
	meanwhile()
	time.Sleep(after)
	end()
	<-done
}

// fail records an error. Two calls may overlap.
func (s *shift) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, err)
}

// reported checks that one error was reported, and a recovery if the post was sent.
func (s *shift) reported(what string, sent bool) {
	s.T.Helper()
	if len(s.faults) != 1 || !errors.Is(s.faults[0], errOutage) || !strings.HasPrefix(s.faults[0].Error(), "post "+what) {
		s.T.Errorf("got the faults %v, want one of %s", s.faults, what)
	}
	var want []string
	if sent {
		want = []string{fmt.Sprintf("%s, %d", what, len(s.tries))}
	}
	if !slices.Equal(s.recovered, want) {
		s.T.Errorf("got the recoveries %q, want %q", s.recovered, want)
	}
}

func nothing() {}

// noAck accepts every reply.
type noAck struct{}

func (noAck) Answer(context.Context, bot.Reply) error { return nil }
func (noAck) Defer(context.Context, bool) error       { return nil }
func (noAck) Finish(context.Context, bot.Reply) error { return nil }

// growing returns the first n pauses in seconds.
func growing(n int) (list []int) {
	for pause := 20; len(list) < n; pause *= 2 {
		list = append(list, min(pause, 3600))
	}
	return list
}

// This also holds if the clock is being corrected, so that a round comes a moment early.
// The first failure and the success are reported.
func TestPausesBetweenTriesGrowToAnHour(t *testing.T) {
	for _, slow := range []int64{0, 100_000} {
		synctest.Test(t, func(t *testing.T) {
			s := newShift(t)
			s.slow = slow
			ann := s.Member("ann")
			ann.Admin = true
			ann.Say("settings channel <#C9|games>")
			s.work("00:00:30", 6*time.Hour, 8*time.Hour, nothing, 0)
			if got, want := s.pauses(), growing(13); !slices.Equal(got, want) || len(s.Posts) != 1 {
				t.Errorf("slow by %d: got %d posts, want 1; pauses %v, want %v", slow, len(s.Posts), got, want)
			}
			s.reported("day", true)
		})
	}
}

// The next day's post doesn't wait for it.
func TestADaysPostIsGivenUpWhenTheDayEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShift(t)
		ann := s.Member("ann")
		ann.Admin = true
		ann.Say("settings channel <#C9|games>")
		s.work("22:00:00", 2*time.Hour, 3*time.Hour, nothing, 0)
		if len(s.Posts) != 1 || !strings.Contains(ann.Text(s.Posts[0].Reply), "#32") {
			t.Errorf("got the posts %+v, want that of day 32", s.Posts)
		}
		if at := s.tries[len(s.tries)-1]; persist.DayOf(at) != 32 || at.Sub(persist.Day(32).Start()) > time.Minute {
			t.Errorf("the next day's post was tried at %v, want the first minute of the day", at)
		}
		s.reported("day", false)
	})
}

// A full disk refuses every commit until it has room.
type fullDisk struct {
	persist.Store
	full func() bool
}

var errFull = errors.New("no room")

func (d fullDisk) Commit(ctx context.Context, c persist.Change) error {
	if d.full() {
		return errFull
	}
	return d.Store.Commit(ctx, c)
}

// fullAfterPost fills the disk from the first post until a time. Timed and background
// jobs share it.
func (s *shift) fullAfterPost(over time.Time) {
	var posted atomic.Bool
	s.onPost = func() { posted.Store(true) }
	s.Bot.Store = fullDisk{s.Store, func() bool { return posted.Load() && s.Bot.Now().Before(over) }}
}

func TestASentPostIsNotRepeatedWhileTheStoreFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShift(t)
		ann := s.Member("ann")
		ann.Admin = true
		ann.Say("settings channel <#C9|games>")
		ann.Say("challenge <@bob>", s.Member("bob"))
		over := persist.Day(31).Start().Add(13 * time.Hour)
		s.fullAfterPost(over)
		s.work("12:00:30", 0, 3*time.Hour, nothing, 0)
		if len(s.Posts) != 2 {
			t.Errorf("got %d posts, want the day's and the challenge's result", len(s.Posts))
		}
		docs, err := s.Store.Docs(context.Background(), persist.ChallengeKind, "", "", 10)
		if err != nil || len(docs) != 0 {
			t.Errorf("got %d challenges, %v, want none", len(docs), err)
		}
	})
}

func TestAChallengesResultIsRetried(t *testing.T) {
	for name, begin := range map[string]func(*shift){
		"nobody played": func(s *shift) { s.Member("ann").Say("challenge <@bob>", s.Member("bob")) },
		"both played":   func(s *shift) { played(s.World, s.Member("ann"), s.Member("bob")) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newShift(t)
				begin(s)
				s.work("12:00:30", time.Hour, 3*time.Hour, nothing, 0)
				if got, want := s.pauses(), growing(8); !slices.Equal(got, want) || len(s.Posts) != 1 {
					t.Errorf("got %d posts, want 1; pauses %v, want %v", len(s.Posts), got, want)
				}
				s.reported("challenge", true)
			})
		})
	}
}

// It waits for the one player of whom something is stored, once the store takes that. The
// failure before is reported once.
func TestAnUndeliverableResultWaitsForThePlayersNextCommand(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShift(t)
		s.Member("ann").Say("challenge <@bob>", s.Member("bob"))
		s.Refuse = bot.ErrUndeliverable
		over := persist.Day(31).Start().Add(13 * time.Hour)
		s.fullAfterPost(over)
		s.work("12:00:30", 0, 3*time.Hour, nothing, 0)
		var reported []string
		for _, err := range s.faults {
			if text := err.Error(); errors.Is(err, bot.ErrUndeliverable) || strings.HasPrefix(text, "post") {
				reported = append(reported, text)
			}
		}
		if want := []string{"post challenge, tried again: note who has got a message about a challenge: no room"}; !slices.Equal(reported, want) {
			t.Errorf("got the faults %q, want %q", reported, want)
		}
		docs, err := s.Store.Docs(context.Background(), persist.ChallengeKind, "", "", 10)
		if err != nil || len(docs) != 0 {
			t.Errorf("got %d challenges, %v, want none", len(docs), err)
		}
		s.Refuse = nil
		ann := s.Member("ann")
		if r := ann.Say("stats"); !bottest.Said(r, "challenge.result") {
			t.Errorf("got %s, want the result", ann.Text(r))
		}
	})
}

// It is sent once, and only if the player still needs it.
func TestADelayedReminderIsSentOnItsDay(t *testing.T) {
	for name, tt := range map[string]struct {
		outage  time.Duration
		refuse  error  // after the outage
		says    string // by the player, meanwhile
		posts   int    // until the next day's
		through bool
	}{
		"it passes":            {outage: time.Hour, posts: 1, through: true},
		"the player has begun": {outage: time.Hour, says: "daily yukon"},
		"it was switched off":  {outage: time.Hour, says: "settings reminder off"},
		"its time has changed": {outage: time.Hour, says: "settings reminder 09:00", posts: 1, through: true},
		"it lasts the day":     {outage: 18 * time.Hour},
		"the player is gone":   {outage: time.Hour, refuse: bot.ErrUndeliverable},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newShift(t)
				ann := s.Member("ann")
				ann.Say("settings reminder 07:30")
				s.Refuse = tt.refuse
				s.work("07:29:50", tt.outage, 30*time.Minute, func() {
					if tt.says != "" {
						ann.Say(tt.says)
					}
				}, 20*time.Hour)
				if len(s.Posts) != tt.posts {
					t.Errorf("got %d reminders, want %d", len(s.Posts), tt.posts)
				}
				s.reported("reminder", tt.through)
				if off := strings.Contains(ann.Text(ann.Say("settings")), "Daily reminder: None"); off != (tt.refuse != nil || strings.HasSuffix(tt.says, "off")) {
					t.Errorf("got the reminder switched off: %v", off)
				}
			})
		})
	}
}

// A goneStore reads no docs until it is back.
type goneStore struct {
	persist.Store
	gone func() bool
}

func (g goneStore) Docs(ctx context.Context, kind, prefix, after string, limit int) ([]persist.Doc, error) {
	if g.gone() {
		return nil, persist.ErrBusy
	}
	return g.Store.Docs(ctx, kind, prefix, after, limit)
}

func TestRemindersDueWhileTheStoreFailsAreSentLater(t *testing.T) {
	for name, fails := range map[string]func(persist.Store, func() bool) persist.Store{
		"it can't be written": func(s persist.Store, f func() bool) persist.Store { return fullDisk{s, f} },
		"it can't be read":    func(s persist.Store, f func() bool) persist.Store { return goneStore{s, f} },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newShift(t)
				s.Member("ann").Say("settings reminder 07:30")
				s.Member("bob").Say("settings reminder 07:33")
				over := persist.Day(31).Start().Add(7*time.Hour + 35*time.Minute)
				s.Bot.Store = fails(s.Store, func() bool { return s.Bot.Now().Before(over) })
				s.work("07:29:50", 0, time.Hour, nothing, 0)
				if len(s.Posts) != 2 {
					t.Errorf("got %d reminders, want 2", len(s.Posts))
				}
			})
		})
	}
}

func TestAnotherBotSendsAReminderThatIsDue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShift(t)
		s.Member("ann").Say("settings reminder 07:30")
		s.work("07:29:50", time.Hour, 10*time.Minute, nothing, 0)
		if len(s.Posts) != 0 || len(s.tries) == 0 {
			t.Fatalf("got %d posts after %d tries, want none after some", len(s.Posts), len(s.tries))
		}
		for i, want := range []int{1, 0} {
			s.relieve(bottest.WorldOn(t, s.Store))
			s.work([]string{"07:40:00", "08:20:00"}[i], 20*time.Minute, time.Hour, nothing, 0)
			if len(s.Posts) != want {
				t.Errorf("bot %d: got %d reminders, want %d", i+2, len(s.Posts), want)
			}
		}
		docs, err := s.Store.Docs(context.Background(), "due", "", "", 10)
		if err != nil || len(docs) != 0 {
			t.Errorf("got %d reminders that are still due, %v, want none", len(docs), err)
		}
	})
}

// A platform can recognise it.
func TestEveryTryOfAPostHasTheSameID(t *testing.T) {
	for name, begin := range map[string]func(ann *bottest.Person, s *shift){
		"a reminder": func(ann *bottest.Person, _ *shift) { ann.Say("settings reminder 12:05") },
		"a day": func(ann *bottest.Person, _ *shift) {
			ann.Admin = true
			ann.Say("settings channel <#C9|games>")
		},
		"a result": func(ann *bottest.Person, s *shift) { ann.Say("challenge <@bob>", s.Member("bob")) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newShift(t)
				begin(s.Member("ann"), s)
				s.lost = true
				s.work("12:04:50", 30*time.Second, 10*time.Minute, nothing, 0)
				if len(s.Posts) < 2 {
					t.Fatalf("got %d tries, want 2 or more", len(s.Posts))
				}
				for _, p := range s.Posts {
					if p.ID == "" || p.ID != s.Posts[0].ID {
						t.Errorf("got the ids %q and %q, want one id", s.Posts[0].ID, p.ID)
					}
				}
			})
		})
	}
}

// No reminder is lost if a round takes long.
func TestAHangingPlatformDelaysNoOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShift(t)
		other := &outage{now: s.outage.now}
		s.Bot.Posters["elsewhere"] = other // after the one that hangs
		const people = 20
		for i := range people {
			s.Member(fmt.Sprint("ann", i)).Say("settings reminder 07:30")
		}
		bob := s.Member("bob")
		bob.Player.Platform = "elsewhere"
		bob.Say("settings reminder 07:30")
		s.hangs = 45 * time.Minute
		s.Member("eve").Say("settings reminder 08:00")
		s.work("07:29:50", 3*time.Hour, 12*time.Hour, nothing, 0)
		if len(other.tries) != 1 || other.tries[0].Sub(s.tries[0]) > 3*s.hangs {
			t.Errorf("got tries at %v on the other platform, want one soon after the first on this one at %v", other.tries, s.tries[0])
		}
		if len(s.Posts) != people+1 {
			t.Errorf("got %d reminders after the outage, want %d", len(s.Posts), people+1)
		}
	})
}

// It is sent once.
func TestAFailedPostIsSentByALaterRound(t *testing.T) {
	refused := errors.New("503")
	rounds := func(w *bottest.World, mail *bottest.Mailbox, refuse error) int {
		for _, mail.Refuse = range []error{refuse, nil, nil} {
			if err := daily.Tick(context.Background(), w.Bot, w.Now.Add(-time.Minute)); err != nil && !errors.Is(err, refuse) {
				w.T.Fatal(err)
			}
		}
		return len(mail.Posts)
	}
	challenge := func(t *testing.T) (*bottest.World, *bottest.Mailbox, *bottest.Person) {
		w := bottest.NewWorld(t)
		mail := w.Mail()
		ann, bob := w.Member("ann"), w.Member("bob")
		open := ann.Say("challenge <@bob>", bob)
		ann.Say(bottest.Find(open, "button.challenge-accept"))
		ann.Say("d")
		bob.Say(bottest.Find(open, "button.challenge-decline"))
		return w, mail, ann
	}
	t.Run("the day", func(t *testing.T) {
		w := bottest.NewWorld(t)
		mail := w.Mail()
		ann := w.Member("ann")
		ann.Admin = true
		ann.Say("settings channel <#C9|games>")
		mail.Posts = nil
		w.At(31, "00:00:30")
		if n := rounds(w, mail, refused); n != 1 {
			t.Errorf("got %d posts, want 1", n)
		}
		w.At(32, "23:59:50")
		mail.Refuse = refused
		_ = daily.Tick(context.Background(), w.Bot, w.Now)
		mail.Refuse = nil
		w.At(33, "00:00:10")
		tick(w)
		if text := ann.Text(mail.Posts[len(mail.Posts)-1].Reply); len(mail.Posts) != 2 || !strings.Contains(text, "#33") {
			t.Errorf("got %d posts, want 2, the last of them for day 33:\n%s", len(mail.Posts), text)
		}
	})
	t.Run("a challenge whose time is over", func(t *testing.T) {
		w, mail, _ := challenge(t)
		w.Now = w.Now.Add(24 * time.Hour)
		if n := rounds(w, mail, refused); n != 1 {
			t.Errorf("got %d posts, want 1", n)
		}
	})
	for _, refuse := range []error{refused, bot.ErrUndeliverable, nil} {
		t.Run(fmt.Sprint("a challenge ended by its player, refused with ", refuse), func(t *testing.T) {
			w, mail, ann := challenge(t)
			mail.Refuse = refuse
			err := w.Bot.Respond(context.Background(), ann.Request("resign confirm"), noAck{}, bot.DefaultTimes())
			if got, want := err != nil, refuse == refused; got != want { // what nobody gets waits for ann's next command
				t.Fatal(err)
			}
			want := map[error]int{refused: 1, nil: 1}[refuse]
			before := len(mail.Posts)
			if n := rounds(w, mail, nil); n != before {
				t.Errorf("got %d posts by the jobs before the reply's deadline, want none", n-before)
			}
			w.Now = w.Now.Add(time.Minute)
			if n := rounds(w, mail, nil); n != want {
				t.Errorf("got %d posts, want %d", n, want)
			}
			if docs, _ := w.Store.Docs(context.Background(), persist.ChallengeKind, "", "", 10); len(docs) != 0 {
				t.Error("a finished challenge is still stored")
			}
		})
	}
	t.Run("a challenge of days ago", func(t *testing.T) {
		w, mail, ann := challenge(t)
		ann.Say("resign confirm")
		w.Now = w.Now.Add(25 * time.Hour)
		if n := rounds(w, mail, nil); n != 0 {
			t.Errorf("got %d posts, want none", n)
		}
		if docs, _ := w.Store.Docs(context.Background(), persist.ChallengeKind, "", "", 10); len(docs) != 0 {
			t.Error("the challenge is still stored")
		}
	})
}
