package persist

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"time"
)

// How long deliveries are remembered: the last keepLast and all of the last
// keepFor, but never more than keepMost.
const (
	keepLast = 64
	keepFor  = time.Hour
	keepMost = 4096
)

// Deliveries remembers which requests were carried out and what came of them,
// so that a platform's second delivery of one gets the same answer and no
// second move. It is a log of entries, the oldest first, that is searched in
// its stored form: length, 8 bytes of the id's hash, seconds since 1970, and
// the outcome.
type Deliveries []byte

const (
	idSize    = 8
	entryHead = idSize + 4
)

// Find returns the outcome of a delivery that was remembered.
func (d Deliveries) Find(id string) (outcome []byte, ok bool) {
	hash := hashID(id)
	for entry := range d.entries {
		if bytes.Equal(entry[:idSize], hash[:]) {
			return entry[entryHead:], true
		}
	}
	return nil, false
}

// Len returns how many deliveries are remembered.
func (d Deliveries) Len() int {
	n := 0
	for range d.entries {
		n++
	}
	return n
}

// Add returns the log with one more delivery, without those that are no longer
// remembered. The receiver is left as it is.
func (d Deliveries) Add(id string, at time.Time, outcome []byte) Deliveries {
	hash := hashID(id)
	added := slices.Concat(hash[:], binary.BigEndian.AppendUint32(nil, uint32(at.Unix())), outcome)
	log := make(Deliveries, 0, len(d)+binary.MaxVarintLen32+len(added))
	forgotten := d.forgotten(at.Add(-keepFor))
	for entry := range d.entries {
		if forgotten > 0 {
			forgotten--
			continue
		}
		log = log.append(entry)
	}
	return log.append(added)
}

func (d Deliveries) append(entry []byte) Deliveries {
	return append(binary.AppendUvarint(d, uint64(len(entry))), entry...)
}

// forgotten counts the entries to drop from the front before one is added:
// those older than a moment, as long as there are enough without them; and so
// many that one more may be added.
func (d Deliveries) forgotten(oldest time.Time) (n int) {
	left := 0
	for range d.entries {
		left++
	}
	for entry := range d.entries {
		old := int64(binary.BigEndian.Uint32(entry[idSize:])) < oldest.Unix()
		if left < keepLast || !old && left < keepMost {
			break
		}
		left--
		n++
	}
	return n
}

// entries yields each entry without its length. It stops at the first that
// can't be read: a record's check sum has already told damage.
func (d Deliveries) entries(yield func([]byte) bool) {
	for len(d) > 0 {
		size, n := binary.Uvarint(d)
		if n <= 0 || size < entryHead || size > uint64(len(d)-n) {
			return
		}
		if !yield(d[n : n+int(size)]) {
			return
		}
		d = d[n+int(size):]
	}
}

func hashID(id string) [idSize]byte {
	sum := sha256.Sum256([]byte(id))
	return [idSize]byte(sum[:idSize])
}
