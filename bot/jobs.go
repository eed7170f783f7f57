package bot

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/persist"
)

// DaysAhead is for how many days, from today on, a service should have the deals
// of the day ready.
const DaysAhead = 3

// How long the solver may work on a shorter line of a deal of the day, and how
// often the jobs look at the clock.
const (
	improveTime = 5 * time.Second
	jobsEvery   = 20 * time.Second
)

// makeUp is how late a reminder may come after a time without any copy of the
// bot that works, or after midnight.
const makeUp = time.Hour

// Chores says how the jobs are done.
type Chores struct {
	Days   int             // whose deals are made, shortened and rated, from today on
	Failed func(err error) // told of faults, of two at once if it so happens

	// Recovered is told of a post that has come through after so many tries, the
	// first of which was told as a fault. It may be nil.
	Recovered func(post string, tries int)
}

// jobs is what happens without anybody asking. Of many copies of the bot one
// does it at a time; what it does is safe to be done twice all the same.
type jobs struct {
	Chores
	bot  *Bot
	ctx  context.Context //nolint:containedctx // the jobs end with it
	last time.Time       // up to when reminders were decided on

	retries map[string]*retry // what could not be sent yet
	failed  map[string]int    // posts in a row, on each platform in this round
}

// Work does the jobs until the context ends: it ends attempts and challenges
// whose time is over, and sends what was asked for; beside that, so that nobody
// waits for it, it makes the deals of the coming days, says how hard they are, and
// keeps winnable deals ready. Whatever fails, the work goes on.
func (b *Bot) Work(ctx context.Context, c Chores) {
	j := newJobs(ctx, b, c, b.Now().UTC().Add(-makeUp))
	var both sync.WaitGroup
	both.Go(func() { j.again(j.punctual) })
	both.Go(func() { j.again(j.spare) })
	both.Wait()
}

func newJobs(ctx context.Context, b *Bot, c Chores, last time.Time) *jobs {
	return &jobs{Chores: c, bot: b, ctx: ctx, last: last, retries: make(map[string]*retry), failed: make(map[string]int)}
}

// again does some jobs over and over.
func (j *jobs) again(round func()) {
	tick := time.NewTicker(jobsEvery)
	defer tick.Stop()
	for {
		round()
		select {
		case <-tick.C:
		case <-j.ctx.Done():
			return
		}
	}
}

// Tick does all jobs that are due once, but for what only makes later answers
// faster or fuller.
func (b *Bot) Tick(ctx context.Context, since time.Time) error {
	var faults []error
	chores := Chores{Days: DaysAhead, Failed: func(err error) { faults = append(faults, err) }}
	j := newJobs(ctx, b, chores, since)
	j.prepare()
	j.punctual()
	j.improve()
	return errors.Join(faults...)
}

// punctual does what has its time.
func (j *jobs) punctual() {
	now := j.bot.Now().UTC()
	today := persist.DayOf(now)
	j.report(j.closeAttempts(now))
	j.report(j.cleanForgotten(now))
	j.beginRound(now)
	j.remindAll(now)
	j.report(j.sendReminders(today))
	j.report(j.closeChallenges(now))
	j.report(j.announce(today))
}

// spare does what can wait. It keeps a core busy, or less while people play, for
// as long as it takes; the coming days' deals come before each piece of it.
func (j *jobs) spare() {
	for _, work := range []func(){j.improve, j.rate, j.stock} {
		j.prepare()
		work()
	}
}

func (j *jobs) prepare() {
	_, err := j.bot.Prepare(j.ctx, persist.DayOf(j.bot.Now()), j.Days)
	j.report(err)
}

func (j *jobs) improve() {
	j.report(j.bot.improve(j.ctx, persist.DayOf(j.bot.Now()), j.Days, improveTime))
}

func (j *jobs) rate() { j.report(j.bot.RateDaily(j.ctx, persist.DayOf(j.bot.Now()), j.Days)) }

func (j *jobs) stock() { j.report(j.bot.Stock(j.ctx)) }

func (j *jobs) report(err error) {
	if err != nil && j.ctx.Err() == nil {
		j.Failed(err)
	}
}

// errStop ends a walk through docs early.
var errStop = errors.New("enough")

// each calls f with all docs of a kind whose keys have a prefix. A fault with one
// is reported, and the walk goes on.
func (j *jobs) each(kind, prefix string, f func(persist.Doc) error) error {
	err := j.bot.walk(j.ctx, kind, prefix, func(d persist.Doc) error {
		err := f(d)
		if errors.Is(err, errStop) {
			return err
		}
		j.report(err)
		return nil
	})
	if errors.Is(err, errStop) {
		return nil
	}
	return err
}

// keyDay returns the day with which the keys of daily docs begin.
func keyDay(key string) persist.Day {
	text, _, _ := strings.Cut(key, "|")
	n, _ := strconv.Atoi(text)
	return persist.Day(n)
}

// closeAttempts ends the attempts of days that are closed.
func (j *jobs) closeAttempts(now time.Time) error {
	return j.each(attemptKind, "", func(d persist.Doc) error {
		if !closed(keyDay(d.Key), now) {
			return errStop
		}
		p, err := persist.Unpack[persist.Player](d)
		if err != nil {
			return err
		}
		// Loading the player's record ends the attempt. Should it not be there any
		// more, the doc goes all the same.
		err = j.bot.within(j.ctx, p, func(s *session) error {
			if len(s.docs) == 0 {
				s.erase(attemptKind, d.Key)
			}
			return nil
		})
		if persist.OwnUnreadable(err, p) { // told once; the attempt ends when the record can be read again
			err = errors.Join(err, j.bot.remove(j.ctx, d))
		}
		return err
	})
}

// cleanForgotten drops what kept players who are forgotten from a second attempt.
func (j *jobs) cleanForgotten(now time.Time) error {
	return j.each(forgottenKind, "", func(d persist.Doc) error {
		if !closed(keyDay(d.Key), now) {
			return errStop
		}
		return j.bot.remove(j.ctx, d)
	})
}

// closeChallenges ends challenges whose time is over, and posts results until
// that succeeds. Nothing is kept of those that are told.
func (j *jobs) closeChallenges(now time.Time) error {
	return j.each(persist.ChallengeKind, "", func(d persist.Doc) error {
		ch, err := persist.Unpack[persist.Challenge](d)
		switch {
		case err != nil:
			return err
		case ch.Posted, isOver(ch) && !now.Before(ch.Tell.Add(tellFor)):
			return j.bot.remove(j.ctx, d)
		case isOver(ch):
			return j.tell(ch)
		case now.Before(ch.Until):
			return nil
		}
		return j.closeChallenge(ch, now)
	})
}

// tell posts a challenge's result once the reply that may do so has had its time.
// What another bot on this store could send is left to it.
func (j *jobs) tell(ch persist.Challenge) error {
	platform, _, _ := strings.Cut(ch.Scope, "|")
	if !j.bot.reaches(platform) || j.bot.Now().Before(ch.Tell) {
		return nil
	}
	p := challengeResult(ch, j.bot.placeLanguage(j.ctx, ch.Scope))
	return j.patiently(p.ID, retry{what: "challenge", until: ch.Tell.Add(tellFor)}, func(r *retry) error {
		return j.bot.told(j.ctx, p, r.once(func() error { return j.send(p) }))
	})
}

// closeChallenge lets the sessions of those who still play end their games, closes
// what is left, and posts the result. A player whose record can't be read doesn't
// keep the others waiting.
func (j *jobs) closeChallenge(ch persist.Challenge, now time.Time) error {
	for _, c := range ch.Players {
		if c.State != persist.Playing {
			continue
		}
		err := j.bot.within(j.ctx, c.Player, func(*session) error { return nil })
		if err != nil && !errors.Is(err, persist.ErrDamaged) {
			return err
		}
		j.report(err)
	}
	doc, err := j.bot.Store.Doc(j.ctx, persist.ChallengeKind, ch.ID)
	if errors.Is(err, persist.ErrNotFound) {
		return nil // another copy has told it
	}
	if err != nil {
		return err
	}
	if ch, err = persist.Unpack[persist.Challenge](doc); err != nil {
		return err
	}
	if !isOver(ch) {
		ch.Tell = now
		if err := j.put(doc, ch); err != nil {
			return ignoreConflict(err)
		}
	}
	return j.tell(ch)
}

// announce posts the new day to the channels that were chosen for it. Where that
// fails it is tried again until the day ends.
func (j *jobs) announce(today persist.Day) error {
	return j.each(placeKind, "", func(d persist.Doc) error {
		p, err := persist.Unpack[placeSettings](d)
		if err != nil || p.Channel == "" || p.Posted >= today {
			return err
		}
		platform, server, _ := strings.Cut(d.Key, "|")
		if !j.bot.reaches(platform) {
			return nil
		}
		to, id := Address{Platform: platform, Server: server, Channel: p.Channel}, fmt.Sprintf("day %d %s %s", today, d.Key, p.Channel)
		return j.patiently(id, retry{what: "day", until: (today + 1).Start()}, func(r *retry) error {
			err := r.once(func() error {
				return j.send(Post{To: to, Reply: j.dayPost(d.Key, today, p.Language), ID: id})
			})
			return j.announced(d, p.Channel, today, err)
		})
	})
}

// announced notes that a channel was told of a day, or that it can't be told: err
// says how that went.
func (j *jobs) announced(d persist.Doc, channel string, today persist.Day, err error) error {
	gone := errors.Is(err, ErrUndeliverable)
	if err != nil && !gone {
		return err
	}
	if err := j.noteDay(d, channel, today, gone); err != nil || !gone {
		return err
	}
	return errMoot
}

// noteDay notes the day that was announced last, and a channel that is gone. An
// administrator may have chosen another one meanwhile.
func (j *jobs) noteDay(d persist.Doc, channel string, today persist.Day, gone bool) error {
	for range maxTries {
		p, err := persist.Unpack[placeSettings](d)
		if err != nil {
			return err
		}
		if p.Posted = max(p.Posted, today); gone && p.Channel == channel {
			p.Channel = ""
		}
		if err = j.put(d, p); !errors.Is(err, persist.ErrConflict) {
			return err
		}
		if d, err = j.bot.Store.Doc(j.ctx, d.Kind, d.Key); err != nil {
			return err
		}
	}
	return persist.ErrConflict
}

// put replaces what a doc holds.
func (j *jobs) put(d persist.Doc, value any) error {
	next, err := persist.Pack(d.Kind, d.Key, d.Version, value)
	if err != nil {
		return err
	}
	return j.bot.Store.Commit(j.ctx, persist.Change{Docs: []persist.Doc{next}})
}

// dayPost says that a new day has begun, and how many have finished yesterday's.
func (j *jobs) dayPost(scope string, today persist.Day, lang string) Reply {
	lines := []locale.Message{msg("post.day", "Day", dayNumber(today), "Ends", locale.Moment((today + 1).Start()))}
	for _, r := range dailyRules() {
		board := persist.Board{Scope: scope, Deal: r.String(), Index: int(today - 1)}
		if page, err := j.bot.Store.Page(j.ctx, board, 0, 0); err == nil && page.Total > 0 {
			lines = append(lines, msg("post.yesterday", "Rules", rulesInWords(r.String()), "Count", page.Total))
		}
	}
	return Reply{Lines: lines, Lang: locale.Match(lang), Actions: [][]Action{{button("daily"), button("leaderboard")}}}
}

func ignoreConflict(err error) error {
	if errors.Is(err, persist.ErrConflict) {
		return nil // another copy did it
	}
	return err
}

// within runs work on a player's record without a request, and stores what it
// has changed. A challenge that this ends is told by its doc, as a post could fail.
func (b *Bot) within(ctx context.Context, p persist.Player, work func(*session) error) error {
	unlock, err := b.locks.lock(ctx, p)
	if err != nil {
		return err
	}
	defer unlock()
	for range maxTries {
		s := &session{bot: b, ctx: ctx, req: Request{Player: p}, job: true, now: b.Now().UTC().Truncate(time.Microsecond)}
		if err = s.load(command{}); err == nil {
			err = work(s)
		}
		if err == nil {
			err = s.commit()
		}
		if !errors.Is(err, persist.ErrConflict) {
			return err
		}
	}
	return err
}
