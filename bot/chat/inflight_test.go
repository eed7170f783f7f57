package chat

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

// Waiting ends when nothing is in flight, or with the context.
func TestWaitForInFlight(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var f InFlight
		if err := f.Wait(t.Context()); err != nil {
			t.Errorf("nothing was in flight: %v", err)
		}
		for range 2 {
			f.Go(func() { time.Sleep(time.Second) })
			ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
			if err := f.Wait(ctx); err == nil {
				t.Error("it did not wait")
			}
			cancel()
			begin := time.Now()
			if err := f.Wait(t.Context()); err != nil || time.Since(begin) == 0 {
				t.Errorf("waited %v, %v", time.Since(begin), err)
			}
		}
	})
}

// A drained counter accepts no more jobs, and a full one none beyond its limit.
func TestJobsBeyondTheLimitAreRefused(t *testing.T) {
	f := NewInFlight(1)
	if !f.Add() || f.Add() || f.Go(func() {}) || f.AddUpTo(1) || !f.AddUpTo(2) || f.Count() != 2 {
		t.Errorf("%d jobs are in flight", f.Count())
	}
	f.Done()
	f.Done()
	if err := f.Drain(t.Context()); err != nil || f.Add() {
		t.Errorf("a drained counter takes jobs, or fails: %v", err)
	}
}
