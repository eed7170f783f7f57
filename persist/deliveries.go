package persist

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"time"
)

// How much of the past a record remembers. The oldest deliveries go first.
const (
	keepOutcomes = 64               // the latest deliveries keep their outcomes, however old they are
	keepFor      = 10 * time.Minute // the ids of others are kept this long; Slack delivers again after 5 minutes
	keepMost     = 2048             // no more deliveries than this are remembered
)

// MaxPerHour is the highest limit of a player's requests an hour under which the
// ids of all requests of the last ten minutes are remembered. The bot lets 3/8 of
// an hour's requests come at once and the others evenly, which is less than
// keepMost in ten minutes.
const MaxPerHour = 4096

// Deliveries remembers which requests were carried out and what came of them,
// so that a platform's second delivery of one gets the same answer and no
// second move. It is a log of entries, the oldest first, that is searched in
// its stored form: length, 8 bytes of the id's hash, seconds since 1970, and
// the outcome. Older entries have lost their outcome.
type Deliveries []byte

const (
	idSize    = 8
	entryHead = idSize + 4
)

// Find returns the outcome of a delivery that was remembered. The outcome is
// empty if the delivery is so old that only its id was kept.
func (d Deliveries) Find(id string) (outcome []byte, ok bool) {
	hash := hashID(id)
	if !bytes.Contains(d, hash[:]) { // fast, and nearly always the answer
		return nil, false
	}
	for entry := range d.entries {
		if bytes.Equal(entry[:idSize], hash[:]) {
			return entry[entryHead:], true
		}
	}
	return nil, false
}

// Len returns how many deliveries are remembered.
func (d Deliveries) Len() (n int) {
	for range d.entries {
		n++
	}
	return n
}

// Add returns the log with one more delivery, and without what need not be
// remembered any longer. The receiver is left as it is.
func (d Deliveries) Add(id string, at time.Time, outcome []byte) Deliveries {
	oldest := at.Add(-keepFor).Unix()
	log := make(Deliveries, 0, len(d)+binary.MaxVarintLen32+entryHead+len(outcome))
	newer := d.Len() // how many entries are newer than the present one, the new one included
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

// entries yields each entry without its length. It stops at the first that can't
// be read: damage was already found by the record's checksum.
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
