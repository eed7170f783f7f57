package persist_test

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/solitaire-chat/solitaire/persist"
)

// delivered is a handled request in a slow and obvious form of Deliveries.
type delivered struct {
	id      string
	at      time.Time
	outcome string
}

func TestAddAgainstModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var log persist.Deliveries
		var model []delivered
		now := time.Unix(1_800_000_000, 0)
		slowest := rapid.SampledFrom([]int{0, 2, 20, 300}).Draw(t, "slowest")
		for i := range rapid.IntRange(0, 700).Draw(t, "deliveries") {
			now = now.Add(time.Duration(rapid.IntRange(0, slowest).Draw(t, "seconds")) * time.Second)
			d := delivered{fmt.Sprint("id ", i), now, fmt.Sprint("outcome ", i)}
			model = append(model, d)
			log = log.Add(d.id, d.at, []byte(d.outcome))
		}
		for i, d := range model {
			outcome, ok := log.Find(d.id)
			want, must := d.outcome, true
			if i < len(model)-64 {
				want, must = "", !d.at.Before(now.Add(-10*time.Minute))
			}
			if ok != must || ok && string(outcome) != want {
				t.Fatalf("delivery %d of %d, %v ago: %q, %v", i, len(model), now.Sub(d.at), outcome, ok)
			}
		}
	})
}

// At five moves per second a delivery is remembered for five minutes, and the log stays
// limited however fast a player is.
func TestDeliveriesOfAQuickPlayer(t *testing.T) {
	at := time.Unix(1_800_000_000, 0)
	var log persist.Deliveries
	const total = 6000
	for i := range total {
		log = log.Add(fmt.Sprint(i), at.Add(time.Duration(i)*200*time.Millisecond), []byte("moved"))
	}
	for _, ago := range []int{0, 5 * 60, 5 * 5 * 60} {
		if _, ok := log.Find(fmt.Sprint(total - 1 - ago)); !ok {
			t.Errorf("the delivery of %d s ago is forgotten", ago/5)
		}
	}
	if n := log.Len(); n != 2048 || len(log) > 30_000 {
		t.Errorf("%d deliveries in %d bytes", n, len(log))
	}
	log = log.Add("later", at.Add(time.Hour), nil)
	if n := log.Len(); n != 64 {
		t.Errorf("%d deliveries are left an hour later", n)
	}
}

// The limits let at most as many requests through in ten minutes as are remembered.
func TestTenMinutesUnderTheHighestLimitAreRemembered(t *testing.T) {
	const atOnce = persist.MaxPerHour * 3 / 8
	const later = (persist.MaxPerHour - atOnce) / 6
	var log persist.Deliveries
	for i := range atOnce + later {
		log = log.Add(fmt.Sprint(i), time.Unix(1_800_000_000, 0), nil)
	}
	if _, ok := log.Find("0"); !ok {
		t.Errorf("of %d requests the first is forgotten", atOnce+later)
	}
}

// Several callers may share a loaded record.
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
