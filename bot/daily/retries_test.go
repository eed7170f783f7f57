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
	"github.com/solitaire-chat/solitaire/bot/daily"
	"github.com/solitaire-chat/solitaire/persist"
)

// An outage is a poster that refuses everything until it is over.
type outage struct {
	mailbox
	now   func() time.Time
	over  time.Time
	tries []time.Time

	lost   bool          // what is refused has come all the same: only the answer was lost
	hangs  time.Duration // it takes to refuse something
	onPost func()        // called for what isn't refused by the outage; may be nil
}

var errOutage = errors.New("503")

func (o *outage) Post(ctx context.Context, p bot.Post) error {
	o.tries = append(o.tries, o.now())
	if o.now().Before(o.over) {
		time.Sleep(o.hangs)
		if o.lost {
			o.posts = append(o.posts, p)
		}
		return errOutage
	}
	if o.onPost != nil {
		o.onPost()
	}
	return o.mailbox.Post(ctx, p)
}

// pauses are the whole seconds between two tries.
func (o *outage) pauses() (list []int) {
	for i := range len(o.tries) - 1 {
		list = append(list, int(o.tries[i+1].Sub(o.tries[i]).Round(time.Second).Seconds()))
	}
	return list
}

// A shift is a time in which the jobs are done while nothing can be posted, with
// what the operator is told.
type shift struct {
	*world
	*outage
	slow      int64 // the clock loses one part in so many; 0: none
	mu        sync.Mutex
	faults    []error
	recovered []string
}

// newShift returns a world in a bubble of [synctest], at noon of day 30, with the
// deals of two days. Nothing is refused before the jobs begin.
func newShift(t *testing.T) *shift {
	w := newWorld(t)
	if _, err := daily.Prepare(context.Background(), w.bot, 31, 2); err != nil {
		t.Fatal(err)
	}
	s := &shift{outage: &outage{}}
	s.relieve(w)
	return s
}

// relieve goes on with another bot.
func (s *shift) relieve(w *world) {
	s.world, s.outage.now = w, func() time.Time { return w.bot.Now() }
	w.bot.Solver = standstill{}
	w.bot.Posters["discord"] = s.outage
}

// work does the jobs from a time of day 31 on, with posts refused until another. In
// the midst of it something else happens.
func (s *shift) work(begin string, outage, before time.Duration, happens func(), after time.Duration) {
	s.t.Helper()
	s.at(31, begin)
	first, bubble := s.world.now, time.Now()
	s.bot.Now = func() time.Time {
		now := time.Since(bubble)
		if s.slow > 0 {
			now -= now / time.Duration(s.slow)
		}
		return first.Add(now)
	}
	s.over, s.posts, s.tries = first.Add(outage), nil, nil
	ctx, end := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		daily.Work(ctx, s.bot, daily.Jobs{
			Days:      1,
			Failed:    s.fail,
			Recovered: func(what string, tries int) { s.recovered = append(s.recovered, fmt.Sprintf("%s, %d", what, tries)) },
		})
	}()
	time.Sleep(before + time.Second) // between two rounds of the jobs
	happens()
	time.Sleep(after)
	end()
	<-done
}

// fail notes a fault; there may be two at once.
func (s *shift) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, err)
}

// told checks what the operator was told: one fault, and that what failed came
// through, unless it was given up.
func (s *shift) told(what string, through bool) {
	s.t.Helper()
	if len(s.faults) != 1 || !errors.Is(s.faults[0], errOutage) || !strings.HasPrefix(s.faults[0].Error(), "post "+what) {
		s.t.Errorf("told %v, want one fault of %s", s.faults, what)
	}
	var want []string
	if through {
		want = []string{fmt.Sprintf("%s, %d", what, len(s.tries))}
	}
	if !slices.Equal(s.recovered, want) {
		s.t.Errorf("told %q, want %q", s.recovered, want)
	}
}

func nothing() {}

// growing are so many pauses as they should be.
func growing(n int) (list []int) {
	for pause := 20; len(list) < n; pause *= 2 {
		list = append(list, min(pause, 3600))
	}
	return list
}

// What can't be posted is tried again after pauses that grow to an hour, also where
// a round comes a moment early by a clock that is being set right; the operator is
// told when it begins to fail, and when it comes through.
func TestPausesBetweenTriesGrow(t *testing.T) {
	for _, slow := range []int64{0, 100_000} {
		synctest.Test(t, func(t *testing.T) {
			s := newShift(t)
			s.slow = slow
			ann := s.member("ann")
			ann.admin = true
			ann.says("settings channel <#C9|games>")
			s.work("00:00:30", 6*time.Hour, 8*time.Hour, nothing, 0)
			if got, want := s.pauses(), growing(13); !slices.Equal(got, want) || len(s.posts) != 1 {
				t.Errorf("slow by %d: %d posts, pauses %v, want %v", slow, len(s.posts), got, want)
			}
			s.told("day", true)
		})
	}
}

// A day's post that is not through when the day ends is given up, and the next
// day's is another, which doesn't wait.
func TestDayEndsItsPost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShift(t)
		ann := s.member("ann")
		ann.admin = true
		ann.says("settings channel <#C9|games>")
		s.work("22:00:00", 2*time.Hour, 3*time.Hour, nothing, 0)
		if len(s.posts) != 1 || !strings.Contains(ann.text(s.posts[0].Reply), "#32") {
			t.Errorf("posts %+v", s.posts)
		}
		if at := s.tries[len(s.tries)-1]; persist.DayOf(at) != 32 || at.Sub(persist.Day(32).Start()) > time.Minute {
			t.Errorf("the next day is posted at %v", at)
		}
		s.told("day", false)
	})
}

// A full disk refuses what is to be stored until there is room.
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

// fullAfterPost fills the disk once something was posted, until a time. The jobs that
// have their time share it with those that can wait.
func (s *shift) fullAfterPost(over time.Time) {
	var posted atomic.Bool
	s.onPost = func() { posted.Store(true) }
	s.bot.Store = fullDisk{s.store, func() bool { return posted.Load() && s.bot.Now().Before(over) }}
}

// What was sent isn't sent again for not having been noted.
func TestSentOnceThoughNotNoted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShift(t)
		ann := s.member("ann")
		ann.admin = true
		ann.says("settings channel <#C9|games>")
		ann.says("challenge <@bob>", s.member("bob"))
		over := persist.Day(31).Start().Add(13 * time.Hour)
		s.fullAfterPost(over)
		s.work("12:00:30", 0, 3*time.Hour, nothing, 0)
		if len(s.posts) != 2 {
			t.Errorf("%d posts, want the day's and the challenge's result", len(s.posts))
		}
		docs, err := s.store.Docs(context.Background(), persist.ChallengeKind, "", "", 10)
		if err != nil || len(docs) != 0 {
			t.Errorf("%d challenges are kept, %v", len(docs), err)
		}
	})
}

// A challenge's result is tried again with the same patience.
func TestResultIsTriedPatiently(t *testing.T) {
	for name, begin := range map[string]func(*shift){
		"nobody played": func(s *shift) { s.member("ann").says("challenge <@bob>", s.member("bob")) },
		"both played":   func(s *shift) { s.played(s.member("ann"), s.member("bob")) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newShift(t)
				begin(s)
				s.work("12:00:30", time.Hour, 3*time.Hour, nothing, 0)
				if got, want := s.pauses(), growing(8); !slices.Equal(got, want) || len(s.posts) != 1 {
					t.Errorf("%d posts, pauses %v, want %v", len(s.posts), got, want)
				}
				s.told("challenge", true)
			})
		})
	}
}

// A challenge whose result can't be delivered is kept while it can't be dropped, and
// the operator is told of either once.
func TestUndeliverableResultIsSettledOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShift(t)
		s.member("ann").says("challenge <@bob>", s.member("bob"))
		s.refuse = bot.ErrUndeliverable
		over := persist.Day(31).Start().Add(13 * time.Hour)
		s.fullAfterPost(over)
		s.work("12:00:30", 0, 3*time.Hour, nothing, 0)
		var told []string
		for _, err := range s.faults {
			if text := err.Error(); errors.Is(err, bot.ErrUndeliverable) || strings.HasPrefix(text, "post") {
				told = append(told, text)
			}
		}
		if want := []string{"post challenge, tried again: drop the challenge: no room", bot.ErrUndeliverable.Error()}; !slices.Equal(told, want) {
			t.Errorf("told %q, want %q", told, want)
		}
		docs, err := s.store.Docs(context.Background(), persist.ChallengeKind, "", "", 10)
		if err != nil || len(docs) != 0 {
			t.Errorf("%d challenges are kept, %v", len(docs), err)
		}
	})
}

// A reminder that can't be sent when it is due comes later on its day, if it is
// still of use; never twice, and none for a day that is over.
func TestReminderAfterAnOutage(t *testing.T) {
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
		"who is gone":          {outage: time.Hour, refuse: bot.ErrUndeliverable},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newShift(t)
				ann := s.member("ann")
				ann.says("settings reminder 07:30")
				s.refuse = tt.refuse
				s.work("07:29:50", tt.outage, 30*time.Minute, func() {
					if tt.says != "" {
						ann.says(tt.says)
					}
				}, 20*time.Hour)
				if len(s.posts) != tt.posts {
					t.Errorf("%d reminders, want %d", len(s.posts), tt.posts)
				}
				s.told("reminder", tt.through)
				if off := strings.Contains(ann.text(ann.says("settings")), "Daily reminder: None"); off != (tt.refuse != nil || strings.HasSuffix(tt.says, "off")) {
					t.Errorf("switched off: %v", off)
				}
			})
		})
	}
}

// A gone store answers nothing until it is back.
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

// A reminder whose time comes while the store fails is sent when that is over.
func TestReminderAfterTheStoreFailed(t *testing.T) {
	for name, fails := range map[string]func(persist.Store, func() bool) persist.Store{
		"it can't be written": func(s persist.Store, f func() bool) persist.Store { return fullDisk{s, f} },
		"it can't be read":    func(s persist.Store, f func() bool) persist.Store { return goneStore{s, f} },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newShift(t)
				s.member("ann").says("settings reminder 07:30")
				s.member("bob").says("settings reminder 07:33")
				over := persist.Day(31).Start().Add(7*time.Hour + 35*time.Minute)
				s.bot.Store = fails(s.store, func() bool { return s.bot.Now().Before(over) })
				s.work("07:29:50", 0, time.Hour, nothing, 0)
				if len(s.posts) != 2 {
					t.Errorf("%d reminders, want 2", len(s.posts))
				}
			})
		})
	}
}

// A reminder that could not be sent yet outlives the bot: another one sends it, once.
func TestReminderOutlivesTheBot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShift(t)
		s.member("ann").says("settings reminder 07:30")
		s.work("07:29:50", time.Hour, 10*time.Minute, nothing, 0)
		if len(s.posts) != 0 || len(s.tries) == 0 {
			t.Fatalf("%d posts, %d tries", len(s.posts), len(s.tries))
		}
		for i, want := range []int{1, 0} {
			s.relieve(worldOn(t, s.store))
			s.work([]string{"07:40:00", "08:20:00"}[i], 20*time.Minute, time.Hour, nothing, 0)
			if len(s.posts) != want {
				t.Errorf("bot %d: %d reminders, want %d", i+2, len(s.posts), want)
			}
		}
		docs, err := s.store.Docs(context.Background(), "due", "", "", 10)
		if err != nil || len(docs) != 0 {
			t.Errorf("%d reminders are still due, %v", len(docs), err)
		}
	})
}

// A crowded store refuses the first commit, as where another copy of the bot was
// quicker.
type crowded struct {
	persist.Store
	refused bool
}

func (c *crowded) Commit(ctx context.Context, change persist.Change) error {
	if !c.refused {
		c.refused = true
		return persist.ErrConflict
	}
	return c.Store.Commit(ctx, change)
}

// A channel that is chosen gets one post for each request, though the first request
// is carried out anew.
func TestChosenChannelGetsOnePost(t *testing.T) {
	w := newWorld(t)
	mail := w.mail()
	ann := w.member("ann")
	ann.admin = true
	w.bot.Store = &crowded{Store: w.store}
	req := ann.request("settings channel <#C9|games>")
	req.ID = "1"
	for range 2 { // it is chosen anew by another request
		if _, err := w.bot.Handle(context.Background(), req); err != nil {
			t.Fatal(err)
		}
		req.ID = "2"
	}
	if len(mail.posts) != 2 {
		t.Fatalf("%d posts for two requests", len(mail.posts))
	}
	if a, b := mail.posts[0].ID, mail.posts[1].ID; a == "" || a == b {
		t.Errorf("ids %q and %q", a, b)
	}
}

// Whatever is tried again has the same id each time, by which a platform can know it.
func TestTriesHaveOneID(t *testing.T) {
	for name, begin := range map[string]func(ann *member, s *shift){
		"a reminder": func(ann *member, _ *shift) { ann.says("settings reminder 12:05") },
		"a day": func(ann *member, _ *shift) {
			ann.admin = true
			ann.says("settings channel <#C9|games>")
		},
		"a result": func(ann *member, s *shift) { ann.says("challenge <@bob>", s.member("bob")) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newShift(t)
				begin(s.member("ann"), s)
				s.lost = true
				s.work("12:04:50", 30*time.Second, 10*time.Minute, nothing, 0)
				if len(s.posts) < 2 {
					t.Fatalf("%d tries", len(s.posts))
				}
				for _, p := range s.posts {
					if p.ID == "" || p.ID != s.posts[0].ID {
						t.Errorf("ids %q and %q", s.posts[0].ID, p.ID)
					}
				}
			})
		})
	}
}

// A platform that hangs keeps nobody on another one waiting for all that fails there,
// and no reminder is lost to a round that takes long.
func TestPlatformHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShift(t)
		other := &outage{now: s.outage.now}
		s.bot.Posters["elsewhere"] = other // behind the one that hangs
		const people = 20
		for i := range people {
			s.member(fmt.Sprint("ann", i)).says("settings reminder 07:30")
		}
		bob := s.member("bob")
		bob.player.Platform = "elsewhere"
		bob.says("settings reminder 07:30")
		s.hangs = 45 * time.Minute
		s.member("eve").says("settings reminder 08:00")
		s.work("07:29:50", 3*time.Hour, 12*time.Hour, nothing, 0)
		if len(other.tries) != 1 || other.tries[0].Sub(s.tries[0]) > 3*s.hangs {
			t.Errorf("on the other platform: tries at %v, the first on this one at %v", other.tries, s.tries[0])
		}
		if len(s.posts) != people+1 {
			t.Errorf("%d reminders after the outage, want %d", len(s.posts), people+1)
		}
	})
}
