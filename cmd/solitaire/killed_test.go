package main

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/persist/postgres/postgrestest"
)

// A gambler alternately draws and undoes, and knows how far the game must be.
type gambler struct {
	name     string
	done     int    // answered draws and undos
	next     int    // number of the latest interaction
	pending  []byte // sent, but not answered
	failures int    // in a row
}

// step makes the next move, and reports whether it was answered. If it wasn't, the
// gambler delivers it again with the next step, as Discord may. The error reports
// something impossible.
func (g *gambler) step(c *caller, url string) (answered bool, err error) {
	if g.pending == nil {
		g.next++
		g.pending = typed(fmt.Sprint(g.name, " ", g.next), g.name, []string{"move d", "undo"}[g.done%2])
	}
	answer, err := c.sendTo(url, g.pending)
	switch got := answer.progress(); {
	case err != nil, got < 0: // nobody answers, or the bot can't do it now
		g.failures++
		return false, nil // it may still succeed later
	case got != g.done+1:
		return false, fmt.Errorf("player %s: move %d shows %d: %.300s", g.name, g.done+1, got, answer)
	}
	g.done, g.pending, g.failures = g.done+1, nil, 0
	return true, nil
}

// play makes moves until the bot is gone.
func (g *gambler) play(c *caller) error {
	for {
		if answered, err := g.step(c, c.url); !answered {
			return err
		}
	}
}

// settle checks after a restart that everything answered is there. An unanswered move may
// be there, and must be there exactly once after it was delivered again.
func (g *gambler) settle(c *caller) error {
	found, err := g.look(c)
	if err != nil {
		return err
	}
	if found < g.done || found > g.done+1 || found > g.done && g.pending == nil {
		return fmt.Errorf("player %s: %d moves are there, %d were answered", g.name, found, g.done)
	}
	for g.pending != nil && g.failures < patience {
		if _, err := g.step(c, c.url); err != nil {
			return err
		}
	}
	if g.pending != nil {
		return fmt.Errorf("player %s isn't answered", g.name)
	}
	return nil
}

// patience is how often something may fail on a busy machine.
const patience = 100

// look returns the number of moves made.
func (g *gambler) look(c *caller) (moves int, err error) {
	for range patience {
		g.next++
		board, err := c.send(typed(fmt.Sprint(g.name, " ", g.next), g.name, "solitaire show"))
		if err != nil {
			return 0, err
		}
		if moves = board.progress(); moves >= 0 {
			return moves, nil
		}
	}
	return 0, fmt.Errorf("player %s is shown no board", g.name)
}

func gamblers(n int) []*gambler {
	all := make([]*gambler, n)
	for i := range all {
		all[i] = &gambler{name: strconv.Itoa(i)}
	}
	return all
}

func names(all []*gambler) []string {
	list := make([]string, len(all))
	for i, g := range all {
		list[i] = g.name
	}
	return list
}

// each does something for all gamblers concurrently.
func each(t *testing.T, all []*gambler, do func(*gambler) error) {
	t.Helper()
	var group sync.WaitGroup
	for _, g := range all {
		group.Go(func() {
			if err := do(g); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if t.Failed() {
		t.FailNow()
	}
}

// answered counts all answered moves.
func answered(all []*gambler) (sum int) {
	for _, g := range all {
		sum += g.done
	}
	return sum
}

// TestServeKilled kills the bot at random moments while many play, again and again on the
// same data. Everything answered is there, nothing is there twice, and all stored data is
// sound.
func TestServeKilled(t *testing.T) {
	t.Parallel()
	t.Run("bolt", func(t *testing.T) {
		t.Parallel()
		testServeKilled(t, callerEnv())
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		testServeKilled(t, inDatabase(postgrestest.Start(t).Database(t)))
	})
}

// inDatabase returns the variables for a bot with its data in a database.
func inDatabase(url string) map[string]string {
	env := callerEnv()
	env["SOLITAIRE_DATA"] = url
	return env
}

func testServeKilled(t *testing.T, env map[string]string) {
	c, all := newCaller(t), gamblers(16)
	config := configure(t, c.section())
	for round := range *kills {
		s := serve(t, config, env)
		c.call(s)
		if round == 0 {
			c.deal(t, names(all))
		}
		each(t, all, func(g *gambler) error { return g.settle(c) })
		timer := time.AfterFunc(time.Duration(rand.Int64N(int64(300*time.Millisecond))), s.kill)
		each(t, all, func(g *gambler) error { return g.play(c) })
		timer.Stop()
		s.kill()
		output(t, env, "check", "--config", config) // which fails if it finds any fault
	}
	t.Logf("%d kills, %d answered moves", *kills, answered(all))
}

// TestTwoCopies runs two copies of the bot on one database and kills one while all play
// on both. They continue on the other.
func TestTwoCopies(t *testing.T) {
	t.Parallel()
	c, all := newCaller(t), gamblers(16)
	config, env := configure(t, c.section()), inDatabase(postgrestest.Start(t).Database(t))
	copies := []*server{serve(t, config, env), serve(t, config, env)}
	c.call(copies[1])
	c.deal(t, names(all))
	const goal = 30 // moves of each
	kill := sync.OnceFunc(copies[0].kill)
	each(t, all, func(g *gambler) error {
		for g.done < goal {
			if g.done == goal/3 {
				kill()
			}
			if _, err := g.step(c, endpoint(copies[(g.next+g.failures)%2])); err != nil {
				return err
			}
			if g.failures > 100 {
				return fmt.Errorf("player %s isn't answered any more", g.name)
			}
		}
		return nil
	})
	each(t, all, func(g *gambler) error { return g.settle(c) })
}

// TestDatabaseRestarts kills the database while all play, and starts it again. Meanwhile
// the bot reports what it can't do, and afterwards it can.
func TestDatabaseRestarts(t *testing.T) {
	t.Parallel()
	database := postgrestest.Start(t)
	c, all := newCaller(t), gamblers(16)
	s := serve(t, configure(t, c.section()), inDatabase(database.Database(t)))
	c.call(s)
	c.deal(t, names(all))
	const goal = 30
	restarted := make(chan time.Duration, 1)
	restart := sync.OnceFunc(func() {
		begin := time.Now()
		if err := database.Kill(); err != nil {
			t.Error(err)
		}
		if err := database.Run(); err != nil {
			t.Error(err)
		}
		restarted <- time.Since(begin)
	})
	var outage sync.Map
	each(t, all, func(g *gambler) error {
		var failed time.Time
		for end := time.Now().Add(time.Minute); g.done < goal && time.Now().Before(end); {
			if g.done == goal/3 {
				go restart()
			}
			was, err := g.step(c, c.url)
			switch {
			case err != nil:
				return err
			case !was && failed.IsZero():
				failed = time.Now()
			case was && !failed.IsZero():
				outage.Store(g.name, time.Since(failed))
				failed = time.Time{}
			}
		}
		if g.done < goal {
			return fmt.Errorf("player %s isn't answered any more", g.name)
		}
		return nil
	})
	each(t, all, func(g *gambler) error { return g.settle(c) })
	longest := time.Duration(0)
	outage.Range(func(_, d any) bool { longest = max(longest, d.(time.Duration)); return true })
	t.Logf("the database was gone for %v, the longest wait of a player was %v", <-restarted, longest)
	s.becomes(`"store":{"ready":true}`)
}
