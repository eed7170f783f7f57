package bolt

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"slices"

	"go.etcd.io/bbolt"

	"github.com/solitaire-chat/solitaire/persist"
)

const (
	metaBucket       = "meta"
	playersBucket    = "players"
	resultsBucket    = "results"
	deliveriesBucket = "deliveries" // older deliveries, which earlier programs wrote; only forgetting and compacting use it
	docsBucket       = "docs"
	boardsBucket     = "boards"

	// schemaKey, in the meta bucket, also distinguishes our files from other programs'.
	schemaKey = "solitaire schema"
	// unfinishedKey is in the meta bucket while the store is being restored.
	unfinishedKey = "unfinished import"
	// probeKey begins keys that are there, in the meta bucket, while the store tests
	// whether it takes writes.
	probeKey = "probe "
)

// newest is the schema that this program writes. Schema 2 added docs and boards. Earlier
// results weren't of daily deals, so no boards had to be computed.
const newest = 2

// bucketsOf lists the buckets of a schema, except meta.
func bucketsOf(schema uint64) []string {
	all := []string{playersBucket, resultsBucket, deliveriesBucket, docsBucket, boardsBucket}
	return all[:[]int{0, 3, 5}[schema]]
}

// bucketOf returns the bucket of a kind of entries.
func bucketOf(k persist.Kind) string {
	switch k {
	case persist.KindResult:
		return resultsBucket
	case persist.KindDoc:
		return docsBucket
	}
	return playersBucket
}

// cornerstone is the first key of each data bucket; no player's key begins like it. Its
// value is the bucket's name, which reveals a damaged reference to another bucket's page.
// The value is large, because bbolt would store a small bucket in its parent's entry,
// where no checksum detects damage.
func cornerstone() []byte { return []byte{0} }

func cornerstoneValue(bucket string, pageSize int) []byte {
	value := make([]byte, pageSize/4)
	copy(value, bucket)
	return addKeySum(cornerstone(), value)
}

// checkCornerstones returns an error if a bucket doesn't contain its own name.
func checkCornerstones(tx *bbolt.Tx, schema uint64) error {
	for _, name := range bucketsOf(schema) {
		b := tx.Bucket([]byte(name))
		if b == nil {
			return fmt.Errorf("%w: no bucket %s", persist.ErrDamaged, name)
		}
		value, err := cutKeySum(cornerstone(), b.Get(cornerstone()))
		if err != nil || !bytes.HasPrefix(value, append([]byte(name), 0)) {
			return fmt.Errorf("%w: bucket %s", persist.ErrDamaged, name)
		}
	}
	return nil
}

func addBuckets(tx *bbolt.Tx, names ...string) error {
	for _, name := range names {
		b, err := tx.CreateBucket([]byte(name))
		if err != nil {
			return fmt.Errorf("create bucket %s: %w", name, err)
		}
		if err := b.Put(cornerstone(), cornerstoneValue(name, tx.DB().Info().PageSize)); err != nil {
			return fmt.Errorf("lay out bucket %s: %w", name, err)
		}
	}
	return nil
}

// readSchema returns a file's schema, 0 if it has no content yet. The error is
// ErrForeign, persist.ErrNewer, persist.ErrDamaged or persist.ErrUnfinished.
func readSchema(tx *bbolt.Tx) (uint64, error) {
	if name, _ := tx.Cursor().First(); name == nil {
		return 0, nil
	}
	meta := tx.Bucket([]byte(metaBucket))
	if meta == nil || meta.Get([]byte(schemaKey)) == nil {
		return 0, ErrForeign
	}
	b := meta.Get([]byte(schemaKey))
	if len(b) != 8 || binary.BigEndian.Uint64(b) == 0 {
		return 0, fmt.Errorf("%w: schema %x", persist.ErrDamaged, b)
	}
	schema := binary.BigEndian.Uint64(b)
	if schema > newest {
		return 0, fmt.Errorf("%w: schema %d, this program knows %d", persist.ErrNewer, schema, newest)
	}
	if meta.Get([]byte(unfinishedKey)) != nil {
		return 0, persist.ErrUnfinished
	}
	return schema, nil
}

// prepare brings a file to the newest schema in one transaction. It writes nothing if the
// file already has it.
func prepare(db *bbolt.DB) error {
	var schema uint64
	err := db.View(func(tx *bbolt.Tx) (err error) {
		schema, err = readSchema(tx)
		return err
	})
	if err != nil || schema == newest {
		return err
	}
	return db.Update(func(tx *bbolt.Tx) error { return layOut(tx, schema) })
}

// layOut brings a file from a schema, 0 if it is empty, to the newest one.
func layOut(tx *bbolt.Tx, schema uint64) error {
	meta, err := tx.CreateBucketIfNotExists([]byte(metaBucket))
	if err != nil {
		return fmt.Errorf("create bucket %s: %w", metaBucket, err)
	}
	if err := addBuckets(tx, bucketsOf(newest)[len(bucketsOf(schema)):]...); err != nil {
		return err
	}
	return meta.Put([]byte(schemaKey), binary.BigEndian.AppendUint64(nil, newest))
}

// A stored value begins with its key's checksum, since a damaged page may put a whole
// record under another player's key, or change a key.
const keySumSize = 4

func addKeySum(key, value []byte) []byte {
	return slices.Concat(binary.BigEndian.AppendUint32(nil, keySum(key)), value)
}

// cutKeySum returns the value without the key's checksum. The error is
// persist.ErrDamaged.
func cutKeySum(key, stored []byte) (value []byte, err error) {
	if len(stored) < keySumSize || binary.BigEndian.Uint32(stored) != keySum(key) {
		return nil, fmt.Errorf("%w: a key and its value", persist.ErrDamaged)
	}
	return stored[keySumSize:], nil
}

func keySum(key []byte) uint32 {
	return crc32.Checksum(key, crc32.MakeTable(crc32.Castagnoli))
}
