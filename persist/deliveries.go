package persist

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"time"
)

// How many deliveries a record remembers. The oldest ones go first.
const (
	keepOutcomes = 64               // the latest deliveries keep their outcomes, however old they are
	keepFor      = 10 * time.Minute // ids of older ones are kept this long; Slack repeats deliveries after 5 minutes
	keepMost     = 2048             // the most deliveries kept
)

// MaxPerHour is the highest limit of a player's requests per hour that keeps the ids of
// all requests of the last ten minutes. The bot lets 3/8 of an hour's requests come at
// once and the others evenly, which is less than keepMost in ten minutes.
const MaxPerHour = 4096

// Deliveries remembers handled requests and their outcomes. If a platform delivers a
// request twice, the second delivery gets the same answer and makes no second move. It is
// a log of entries, the oldest first, which is searched in its stored form: length, 8
// bytes of the id's hash, seconds since 1970, and the outcome. Older entries have lost
// their outcome.
type Deliveries []byte

const (
	idSize    = 8
	entryHead = idSize + 4
)

// Find returns the outcome of a remembered delivery. The outcome is empty if only the id
// of the delivery was kept.
func (d Deliveries) Find(id string) (outcome []byte, ok bool) {
	hash := hashID(id)
	if !bytes.Contains(d, hash[:]) { // fast, and the answer in nearly all cases
		return nil, false
	}
	for entry := range d.entries {
		if bytes.Equal(entry[:idSize], hash[:]) {
			return entry[entryHead:], true
		}
	}
	return nil, false
}

// Len returns the number of remembered deliveries.
func (d Deliveries) Len() (n int) {
	for range d.entries {
		n++
	}
	return n
}

// Add returns the log with another delivery, and without those that are no longer needed.
// It doesn't change the receiver.
func (d Deliveries) Add(id string, at time.Time, outcome []byte) Deliveries {
	oldest := at.Add(-keepFor).Unix()
	log := make(Deliveries, 0, len(d)+binary.MaxVarintLen32+entryHead+len(outcome))
	newer := d.Len() // number of entries newer than the current one, including the new one
	for entry := range d.entries {
		switch {
		case newer < keepOutcomes:
			log = log.append(entry)
		case newer < keepMost && int64(binary.BigEndian.Uint32(entry[idSize:])) >= oldest:
			log = log.append(entry[:entryHead])
		}
		newer--
	}
	hash := hashID(id)
	entry := binary.BigEndian.AppendUint32(slices.Clone(hash[:]), uint32(at.Unix()))
	return log.append(append(entry, outcome...))
}

func (d Deliveries) append(entry []byte) Deliveries {
	return append(binary.AppendUvarint(d, uint64(len(entry))), entry...)
}

// entries yields each entry without its length. It stops at the first unreadable one: the
// record's checksum has already revealed damage.
func (d Deliveries) entries(yield func([]byte) bool) {
	for {
		size, n := binary.Uvarint(d)
		if n <= 0 || size < entryHead || size > uint64(len(d)-n) {
			return
		}
		end := n + int(size)
		if !yield(d[n:end]) {
			return
		}
		d = d[end:]
	}
}

func hashID(id string) [idSize]byte {
	sum := sha256.Sum256([]byte(id))
	return [idSize]byte(sum[:idSize])
}
