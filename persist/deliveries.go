package persist

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"iter"
	"slices"
	"time"
)

// How long deliveries are remembered: the last keepLast and all of the last
// keepFor, though of those not more than keepBlocks blocks. The bot's limits can be
// such that nobody does more within keepFor; each copy of the bot has its own, that
// begin anew when it starts.
const (
	keepLast   = 64
	keepFor    = time.Hour
	blockSize  = 64
	keepBlocks = 64
)

// LeastRemembered is how many deliveries of the last hour are remembered at least,
// if there were so many.
const LeastRemembered = keepBlocks * blockSize

// Deliveries remembers which requests were carried out and what came of them,
// so that a platform's second delivery of one gets the same answer and no
// second move. It is a log of entries, the oldest first, that is searched in
// its stored form: length, 8 bytes of the id's hash, seconds since 1970, and
// the outcome.
//
// A record holds the latest ones. Of somebody who is quick, older ones move out
// of it by the block, since the record is written with every request: see
// [Record.Remember].
type Deliveries []byte

// A Block is a part of the log that has moved out of the record. It is written
// once, and never changed.
type Block struct {
	Number     uint32     `json:"number"`
	Deliveries Deliveries `json:"deliveries"`
}

// A BlockRef is what the record keeps of a block.
type BlockRef struct {
	Number uint32    `cbor:"1,keyasint" json:"number"`
	Last   time.Time `cbor:"2,keyasint" json:"last"`  // the newest delivery in it
	Marks  []byte    `cbor:"3,keyasint" json:"marks"` // the first markSize bytes of each id's hash
}

// refer returns what the record keeps of a block with these deliveries.
func refer(number uint32, d Deliveries) BlockRef {
	ref := BlockRef{Number: number}
	for entry := range d.entries {
		ref.Last, ref.Marks = entryTime(entry), append(ref.Marks, entry[:markSize]...)
	}
	return ref
}

// Fits reports whether the block is the one that was referred to.
func (ref BlockRef) Fits(b Block) bool {
	want := refer(b.Number, b.Deliveries)
	return ref.Number == want.Number && ref.Last.Equal(want.Last) && bytes.Equal(ref.Marks, want.Marks)
}

// markSize makes one look in a thousand at a block a needless one.
const markSize = 2

// Suspects yields the numbers of the blocks that may hold a delivery, the newest
// first. Nearly always there is none unless it is there.
func (r *Record) Suspects(id string) iter.Seq[uint32] {
	hash := hashID(id)
	return func(yield func(uint32) bool) {
		for _, ref := range slices.Backward(r.Blocks) {
			for marks := ref.Marks; len(marks) >= markSize; marks = marks[markSize:] {
				if bytes.Equal(marks[:markSize], hash[:markSize]) {
					if !yield(ref.Number) {
						return
					}
					break
				}
			}
		}
	}
}

const (
	idSize    = 8
	entryHead = idSize + 4
)

// Find returns the outcome of a delivery that was remembered.
func (d Deliveries) Find(id string) (outcome []byte, ok bool) {
	hash := hashID(id)
	if !bytes.Contains(d, hash[:]) { // nearly always, and quickly told
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
func (d Deliveries) Len() int {
	_, n := d.readable()
	return n
}

// Remember adds a delivery to the record. It returns what moves out of the
// record, a block that is full, and the numbers of blocks that are no longer
// remembered; both belong into the same [Change].
func (r *Record) Remember(id string, at time.Time, outcome []byte) (full []Block, gone []uint32) {
	oldest := at.Add(-keepFor).Truncate(time.Second) // as times are kept
	n := 0
	r.Deliveries, n = r.Deliveries.add(id, at, outcome)
	if n >= keepLast+blockSize {
		full = r.moveOut(oldest)
	}
	for len(r.Blocks) > 0 && (len(r.Blocks) > keepBlocks || r.Blocks[0].Last.Before(oldest)) {
		gone = append(gone, r.Blocks[0].Number)
		r.Blocks = r.Blocks[1:]
	}
	return full, gone
}

// Remembered returns how many deliveries are remembered, those in blocks
// included.
func (r *Record) Remembered() int { return r.Deliveries.Len() + blockSize*len(r.Blocks) }

// moveOut cuts the oldest block off the record's log. If none of it has to be
// remembered any longer, that is all.
func (r *Record) moveOut(oldest time.Time) []Block {
	tail := r.Deliveries
	for range blockSize {
		_, tail, _ = tail.next()
	}
	head := r.Deliveries[:len(r.Deliveries)-len(tail)]
	r.Deliveries = tail
	number := uint32(0)
	if n := len(r.Blocks); n > 0 {
		number = r.Blocks[n-1].Number + 1
	}
	ref := refer(number, head)
	if ref.Last.Before(oldest) {
		return nil
	}
	r.Blocks = append(slices.Clone(r.Blocks), ref)
	return []Block{{ref.Number, head}}
}

// Add returns the log with one more delivery. The receiver is left as it is.
func (d Deliveries) Add(id string, at time.Time, outcome []byte) Deliveries {
	d, _ = d.add(id, at, outcome)
	return d
}

// add is Add, and counts the deliveries that are in the log then.
func (d Deliveries) add(id string, at time.Time, outcome []byte) (log Deliveries, n int) {
	d, n = d.readable()
	size := entryHead + len(outcome)
	log = make(Deliveries, 0, len(d)+binary.MaxVarintLen32+size)
	log = append(log, d...)
	log = binary.AppendUvarint(log, uint64(size))
	hash := hashID(id)
	log = append(log, hash[:]...)
	log = binary.BigEndian.AppendUint32(log, uint32(at.Unix()))
	return append(log, outcome...), n + 1
}

// readable returns the log without what can't be read at its end, which would
// hide whatever is added behind it, and counts what is left.
func (d Deliveries) readable() (log Deliveries, n int) {
	rest := d
	for {
		_, next, ok := rest.next()
		if !ok {
			return d[:len(d)-len(rest)], n
		}
		rest = next
		n++
	}
}

func entryTime(entry []byte) time.Time {
	return time.Unix(int64(binary.BigEndian.Uint32(entry[idSize:])), 0).UTC()
}

// entries yields each entry without its length. It stops at the first that
// can't be read: a record's check sum has already told damage.
func (d Deliveries) entries(yield func([]byte) bool) {
	for entry, rest, ok := d.next(); ok && yield(entry); entry, rest, ok = rest.next() {
	}
}

// next takes the first entry off a log.
func (d Deliveries) next() (entry []byte, rest Deliveries, ok bool) {
	size, n := binary.Uvarint(d)
	if n <= 0 || size < entryHead || size > uint64(len(d)-n) {
		return nil, d, false
	}
	end := n + int(size)
	return d[n:end], d[end:], true
}

func hashID(id string) [idSize]byte {
	sum := sha256.Sum256([]byte(id))
	return [idSize]byte(sum[:idSize])
}
