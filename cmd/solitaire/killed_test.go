package main

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"
)

// A gambler draws and takes back in turns and knows how far it should be.
type gambler struct {
	name    string
	done    int    // answered draws and undos
	next    int    // number of the next interaction
	pending []byte // sent, and not answered
}

// play goes on until the bot is gone. The error is something that must not be.
func (g *gambler) play(c *caller) error {
	for {
		g.next++
		g.pending = typed(fmt.Sprint(g.name, " ", g.next), g.name, []string{"move d", "undo"}[g.done%2])
		answer, err := c.send(g.pending)
		if err != nil {
			return nil
		}
		if got := answer.progress(); got != g.done+1 {
			return fmt.Errorf("player %s: move %d shows %d: %.300s", g.name, g.done+1, got, answer)
		}
		g.done++
		g.pending = nil
	}
}

// settle looks after a restart whether everything that was answered is there,
// and delivers once more what was not, as Discord may: it must be there once.
func (g *gambler) settle(c *caller) error {
	g.next++
	board, err := c.send(typed(fmt.Sprint(g.name, " ", g.next), g.name, "solitaire show"))
	if err != nil {
		return err
	}
	if found := board.progress(); found < g.done || found > g.done+1 || found > g.done && g.pending == nil {
		return fmt.Errorf("player %s: %d moves are there, %d were answered", g.name, found, g.done)
	}
	if g.pending == nil {
		return nil
	}
	again, err := c.send(g.pending)
	if err != nil {
		return err
	}
	if got := again.progress(); got != g.done+1 {
		return fmt.Errorf("player %s: delivered again, %d moves are there instead of %d: %.300s", g.name, got, g.done+1, again)
	}
	g.done, g.pending = g.done+1, nil
	return nil
}

// each does something for all gamblers at once.
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

// TestServeKilled kills the bot at random moments while many play, again and
// again on the same data: what was answered is there, and nothing is there
// twice.
func TestServeKilled(t *testing.T) {
	c := newCaller(t)
	config := configure(t, c.section())
	all := make([]*gambler, 16)
	for i := range all {
		all[i] = &gambler{name: fmt.Sprint(i)}
	}
	answered := 0
	for round := range *kills {
		s := serve(t, config, callerEnv())
		c.call(s)
		if round == 0 {
			c.deal(t, len(all))
		}
		each(t, all, func(g *gambler) error { return g.settle(c) })
		timer := time.AfterFunc(time.Duration(rand.Int64N(int64(150*time.Millisecond))), s.kill)
		each(t, all, func(g *gambler) error { return g.play(c) })
		timer.Stop()
		s.kill()
	}
	for _, g := range all {
		answered += g.done
	}
	t.Logf("%d kills, %d answered moves", *kills, answered)
}
