package persist_test

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/solitaire-chat/solitaire/persist"
)

// The slow and obvious form of Deliveries.
type delivered struct {
	id      string
	at      time.Time
	outcome string
}

// A player is a record with the blocks that have moved out of it, as a store
// keeps them.
type player struct {
	record persist.Record
	blocks map[uint32]persist.Deliveries
}

func (p *player) remember(d delivered) {
	full, gone := p.record.Remember(d.id, d.at, []byte(d.outcome))
	for _, number := range gone {
		delete(p.blocks, number)
	}
	for _, b := range full {
		p.blocks[b.Number] = b.Deliveries
	}
}

func (p *player) find(id string) (string, bool) {
	outcome, ok := p.record.Deliveries.Find(id)
	for number := range p.record.Suspects(id) {
		if !ok {
			outcome, ok = p.blocks[number].Find(id)
		}
	}
	return string(outcome), ok
}

func TestRememberAgainstModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := player{blocks: map[uint32]persist.Deliveries{}}
		var model []delivered
		now := time.Unix(1_800_000_000, 0)
		slowest := rapid.SampledFrom([]int{0, 2, 20, 300}).Draw(t, "slowest")
		for i := range rapid.IntRange(0, 700).Draw(t, "deliveries") {
			now = now.Add(time.Duration(rapid.IntRange(0, slowest).Draw(t, "seconds")) * time.Second)
			d := delivered{fmt.Sprint("id ", i), now, fmt.Sprint("outcome ", i)}
			model = append(model, d)
			p.remember(d)
			if n := p.record.Deliveries.Len(); n >= 128 {
				t.Fatalf("%d deliveries in the record", n)
			}
			if len(p.blocks) != len(p.record.Blocks) {
				t.Fatalf("%d blocks are stored, %d referred to", len(p.blocks), len(p.record.Blocks))
			}
		}
		for i, d := range model {
			outcome, ok := p.find(d.id)
			must := i >= len(model)-64 || !d.at.Before(now.Add(-time.Hour))
			if must && !ok || ok && outcome != d.outcome {
				t.Fatalf("delivery %d of %d: %q, %v", i, len(model), outcome, ok)
			}
		}
	})
}

// Nobody can make the store grow without end, however quick. Who keeps to the bot's
// limits doesn't get here: they let through no more in an hour than is remembered.
func TestRememberIsCapped(t *testing.T) {
	p := player{blocks: map[uint32]persist.Deliveries{}}
	at := time.Unix(1_800_000_000, 0)
	for i := range 6000 {
		p.remember(delivered{fmt.Sprint(i), at, ""})
	}
	if n := p.record.Remembered(); n < 4096 || n > 4096+128 || len(p.blocks) != 64 {
		t.Errorf("%d deliveries in %d blocks", n, len(p.blocks))
	}
	suspects := 0
	for i := range 1000 {
		for range p.record.Suspects(fmt.Sprint("new ", i)) {
			suspects++
		}
	}
	if suspects > 200 { // of 64,000 looks, one in a thousand
		t.Errorf("%d needless looks", suspects)
	}
	for id, want := range map[string]bool{"0": false, "1791": false, "1792": true, "5999": true} {
		if _, ok := p.find(id); ok != want {
			t.Errorf("find(%s) = %v, want %v", id, ok, want)
		}
	}
	p.remember(delivered{"later", at.Add(2 * time.Hour), ""})
	if len(p.blocks) != 0 {
		t.Errorf("%d blocks are left after two hours", len(p.blocks))
	}
}

// A record that was loaded may be in several hands.
func TestAddLeavesReceiver(t *testing.T) {
	at := time.Unix(1_800_000_000, 0)
	log := persist.Deliveries(nil).Add("a", at, []byte("x"))
	before := bytes.Clone(log)
	one, two := log.Add("b", at, []byte("one")), log.Add("c", at, []byte("two"))
	if !bytes.Equal(log, before) {
		t.Error("Add changed its receiver")
	}
	if outcome, _ := one.Find("b"); string(outcome) != "one" {
		t.Errorf("two logs share memory: %q", outcome)
	}
	if _, ok := two.Find("b"); ok {
		t.Error("two logs share memory")
	}
}

func FuzzDeliveries(f *testing.F) {
	f.Add([]byte(persist.Deliveries(nil).Add("d", time.Unix(1_800_000_000, 0), []byte("moved"))), "id")
	f.Add([]byte{0x8c, 0x00, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, "a length with a needless byte")
	f.Fuzz(func(t *testing.T, b []byte, id string) {
		log := persist.Deliveries(b)
		_, had := log.Find(id)
		outcome, ok := log.Add(id, time.Unix(1_800_000_000, 0), []byte("outcome")).Find(id)
		if !ok || !had && string(outcome) != "outcome" {
			t.Errorf("Add, then Find = %q, %v", outcome, ok)
		}
	})
}
