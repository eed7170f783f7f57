package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/bolt"
)

// crowd stores players who won't play, each with a game of fifty steps.
func crowd(t testing.TB, file string, players int) {
	t.Helper()
	if players == 0 {
		return
	}
	store, err := bolt.Open(file, bolt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	var next atomic.Int64
	var writers sync.WaitGroup
	for range 256 {
		writers.Go(func() {
			for n := int(next.Add(1)); n <= players; n = int(next.Add(1)) {
				if err := storePlayer(store, n); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	writers.Wait()
	if err := store.Close(); err != nil {
		t.Error(err)
	}
	t.Logf("%d players stored in %v", players, time.Since(begin).Round(time.Second))
}

func storePlayer(store persist.Store, n int) error {
	g, err := game.New(game.KlondikeRules(1, 0, false), game.Numbered(n), game.Origin{Number: n})
	if err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(uint64(n), 0))
	for range 50 {
		state := g.State()
		moves := slices.Collect(state.Moves())
		if len(moves) == 0 {
			break
		}
		if _, err := g.Do(moves[random.IntN(len(moves))]); err != nil {
			return err
		}
	}
	data, err := g.MarshalBinary()
	if err != nil {
		return err
	}
	id := fmt.Sprintf("crowd-%020d", n)
	record := persist.Record{
		Current:  id,
		Games:    []persist.Game{{ID: id, Kind: "free", Version: 50, Data: data, First: time.Unix(1e9, 0), Last: time.Unix(1e9, 0)}},
		Settings: map[string]string{"style": "unicode"},
	}
	for i := range 10 {
		record.Deliveries = record.Deliveries.Add(fmt.Sprint(n, i), time.Unix(1e9, 0), []byte("move.drawn\tcards\tlAS"))
	}
	player := persist.Player{Platform: "discord", User: fmt.Sprintf("9%017d", n*1_000_003)}
	return store.Commit(context.Background(), persist.Change{Player: player, Record: record})
}
