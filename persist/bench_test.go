package persist_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/persist"
)

// benchRecord is a record of about the given size when stored: two games, and deliveries
// that fill the rest.
func benchRecord(size int) persist.Record {
	at := time.Date(2026, 11, 29, 20, 15, 0, 123456789, time.UTC)
	r := persist.Record{
		Version: 7,
		Current: "g2",
		Games: []persist.Game{
			{ID: "game-0000001", Kind: "free", Version: 80, Data: make([]byte, 150), First: at, Last: at},
			{ID: "game-0000002", Kind: "practice", Version: 2, Data: make([]byte, 150), First: at, Last: at},
		},
		Settings: map[string]string{"deck": "blue", "language": "de", "style": "unicode"},
	}
	for i := 0; len(must(persist.EncodeRecord(r))) < size; i++ {
		r.Deliveries = r.Deliveries.Add(fmt.Sprint("delivery ", i), at, []byte("moved 7h 8s and a little more"))
	}
	return r
}

func BenchmarkRecord(b *testing.B) {
	for name, size := range map[string]int{"700": 700, "3000": 3000} {
		r := benchRecord(size)
		stored := must(persist.EncodeRecord(r))
		b.Run("encode/"+name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, _ = persist.EncodeRecord(r)
			}
		})
		b.Run("decode/"+name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, _ = persist.DecodeRecord(stored)
			}
		})
	}
}

func BenchmarkDeliveries(b *testing.B) {
	at := time.Unix(1_800_000_000, 0)
	var log persist.Deliveries
	for i := range 64 {
		log = log.Add(fmt.Sprint(i), at, []byte("moved 7h 8s"))
	}
	b.Run("find", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			log.Find("absent")
		}
	})
	quick := log
	for i := range 2000 {
		quick = quick.Add(fmt.Sprint("quick ", i), at, nil)
	}
	b.Run("add-quick", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			quick.Add("next", at, []byte("moved"))
		}
	})
	b.Run("add", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			log.Add("next", at.Add(2*time.Hour), []byte("moved"))
		}
	})
}
