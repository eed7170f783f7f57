package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/solitaire-chat/solitaire/persist"
)

// A service is the adapters and listeners of a process.
type service struct {
	log      *slog.Logger
	adapters []adapter
	jobs     func(context.Context) error
	public   *web // nil if no platform calls us
	admin    *web

	stopping chan struct{} // closed when nothing new is taken any more
}

// drainTime is how long what is under way may take once the service stops.
const drainTime = 10 * time.Second

// listen opens the listeners, so that a port that is taken is told before
// anything begins.
func (s *service) listen(conf config, store persist.Store, m *metrics) (err error) {
	s.stopping = make(chan struct{})
	mux, called := http.NewServeMux(), false
	for _, a := range s.adapters {
		m.connections(a.platform, a.status)
		for path, h := range a.routes {
			mux.Handle(path, h)
			called = true
		}
	}
	pages := newAdmin(s.parts(store), m, newBackup(store, conf.Data, s.stopping, s.log), s.stopping)
	if s.admin, err = listenAdmin(conf.Admin.Listen, pages, s.log); err != nil || !called {
		return err
	}
	if s.public, err = listenPublic(conf.HTTP.Listen, mux, m, s.log); err != nil {
		return errors.Join(err, s.admin.listener.Close())
	}
	return nil
}

// parts are what has to work for the service to be ready.
func (s *service) parts(store persist.Store) []part {
	list := []part{{"service", s.open}, {"store", store.Ping}}
	for _, a := range s.adapters {
		list = append(list, part{a.platform, func(context.Context) error {
			if connected, wanted := a.status(); connected < wanted {
				return fmt.Errorf("%d of %d connections stand", connected, wanted)
			}
			return nil
		}})
	}
	return list
}

func (s *service) open(context.Context) error {
	select {
	case <-s.stopping:
		return errors.New("it is stopping")
	default:
		return nil
	}
}

// run serves until the context ends, or something can't go on: that is its
// error. Either way it finishes what is under way.
func (s *service) run(ctx context.Context) error {
	group, running := errgroup.WithContext(ctx)
	for _, a := range s.adapters {
		if a.run != nil {
			group.Go(func() error { return a.run(running) })
		}
	}
	group.Go(func() error { return s.jobs(running) })
	group.Go(s.admin.serve)
	if s.public != nil {
		group.Go(s.public.serve)
	}
	<-running.Done()
	s.log.Info("stopping")
	drained := s.stop(context.WithoutCancel(ctx))
	err := errors.Join(group.Wait(), drained)
	s.log.Info("stopped", "clean", err == nil)
	return err
}

// stop takes nothing new and waits for what is under way. The operator can look
// on until the end.
func (s *service) stop(ctx context.Context) error {
	close(s.stopping)
	ctx, cancel := context.WithTimeout(ctx, drainTime)
	defer cancel()
	var faults []error
	if s.public != nil {
		faults = append(faults, s.public.stop(ctx))
	}
	for _, a := range s.adapters {
		faults = append(faults, a.drain(ctx))
	}
	return errors.Join(append(faults, s.admin.stop(ctx))...)
}
