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

func remember(log []delivered, d delivered) []delivered {
	log = append(log, d)
	for len(log) > 64 && (log[0].at.Before(d.at.Add(-time.Hour)) || len(log) > 4096) {
		log = log[1:]
	}
	return log
}

func TestDeliveriesAgainstModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var model []delivered
		var log persist.Deliveries
		now := time.Unix(1_800_000_000, 0)
		for i := range rapid.IntRange(0, 300).Draw(t, "deliveries") {
			now = now.Add(time.Duration(rapid.IntRange(0, 120).Draw(t, "seconds")) * time.Second)
			d := delivered{fmt.Sprint("id ", i), now, rapid.StringN(0, 200, -1).Draw(t, "outcome")}
			model = remember(model, d)
			log = log.Add(d.id, d.at, []byte(d.outcome))
			if _, ok := log.Find(fmt.Sprint("id ", i-len(model))); ok {
				t.Fatalf("after %d deliveries the one before the last %d is still there", i+1, len(model))
			}
		}
		for _, d := range model {
			if outcome, ok := log.Find(d.id); !ok || string(outcome) != d.outcome {
				t.Fatalf("Find(%q) = %q, %v; want %q", d.id, outcome, ok, d.outcome)
			}
		}
	})
}

func TestDeliveriesAreCapped(t *testing.T) {
	var log persist.Deliveries
	at := time.Unix(1_800_000_000, 0)
	for i := range 5000 {
		log = log.Add(fmt.Sprint(i), at, nil)
	}
	for id, want := range map[string]bool{"0": false, "903": false, "904": true, "4999": true} {
		if _, ok := log.Find(id); ok != want {
			t.Errorf("Find(%s) = %v, want %v: the last 4096 are kept", id, ok, want)
		}
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
