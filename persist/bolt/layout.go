package bolt

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"go.etcd.io/bbolt"

	"github.com/solitaire-chat/solitaire/persist"
)

const (
	metaBucket       = "meta"
	playersBucket    = "players"
	resultsBucket    = "results"
	deliveriesBucket = "deliveries" // older deliveries, which earlier programs wrote; only forgetting and compacting look at it
	docsBucket       = "docs"
	boardsBucket     = "boards"

	// schemaKey, in the meta bucket, also tells our files from other programs'.
	schemaKey = "solitaire schema"
	// unfinishedKey is there, in the meta bucket, while the store is restored.
	unfinishedKey = "unfinished import"
)

// dataBuckets lists the buckets that have more than the schema in them.
func dataBuckets() []string {
	return []string{playersBucket, resultsBucket, deliveriesBucket, docsBucket, boardsBucket}
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

// cornerstone is the first key of each data bucket; no player's key begins like
// it. Its value is the bucket's name, so that a damaged reference to another
// bucket's page is found. The value is large, because bbolt would keep a small
// bucket in its parent's entry, where no checksum finds damage.
func cornerstone() []byte { return []byte{0} }

func cornerstoneValue(bucket string, pageSize int) []byte {
	value := make([]byte, pageSize/4)
	copy(value, bucket)
	return addKeySum(cornerstone(), value)
}

// bucketsOf lists the data buckets of a file of a schema.
func bucketsOf(schema uint64) []string {
	if schema == 1 {
		return []string{playersBucket, resultsBucket, deliveriesBucket}
	}
	return dataBuckets()
}

// checkCornerstones returns an error if a bucket is not what its name says.
func checkCornerstones(tx *bbolt.Tx, schema uint64) error {
	for _, name := range bucketsOf(schema) {
		b := tx.Bucket([]byte(name))
		if b == nil {
			return errNoBucket(name)
		}
		value, err := cutKeySum(cornerstone(), b.Get(cornerstone()))
		if err != nil || !bytes.HasPrefix(value, append([]byte(name), 0)) {
			return fmt.Errorf("%w: bucket %s", persist.ErrDamaged, name)
		}
	}
	return nil
}

func errNoBucket(name string) error { return fmt.Errorf("%w: no bucket %s", persist.ErrDamaged, name) }

// A step takes a file from one schema to the next.
type step func(*bbolt.Tx) error

// steps are the migrations, the first one from schema 1 to 2. The schema that
// this program writes is one more than there are steps.
func steps() []step { return []step{addBoards} }

// addBoards makes schema 2, which has docs and boards. No result before it was
// that of a daily deal, so there is nothing to count.
func addBoards(tx *bbolt.Tx) error {
	return addBuckets(tx, docsBucket, boardsBucket)
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

func schemaOf(steps []step) uint64 { return uint64(len(steps)) + 1 }

// readSchema returns a file's schema, 0 when it has no content yet. The error
// is ErrForeign, persist.ErrNewer, persist.ErrDamaged or persist.ErrUnfinished.
func readSchema(tx *bbolt.Tx, steps []step) (uint64, error) {
	if name, _ := tx.Cursor().First(); name == nil {
		return 0, nil
	}
	meta := tx.Bucket([]byte(metaBucket))
	if meta == nil || meta.Get([]byte(schemaKey)) == nil {
		return 0, ErrForeign
	}
	schema, err := decodeSchema(meta.Get([]byte(schemaKey)))
	if err != nil {
		return 0, err
	}
	if known := schemaOf(steps); schema > known {
		return 0, fmt.Errorf("%w: schema %d, this program knows %d", persist.ErrNewer, schema, known)
	}
	if meta.Get([]byte(unfinishedKey)) != nil {
		return 0, persist.ErrUnfinished
	}
	return schema, nil
}

func decodeSchema(b []byte) (uint64, error) {
	if len(b) != 8 || binary.BigEndian.Uint64(b) == 0 {
		return 0, fmt.Errorf("%w: schema %x", persist.ErrDamaged, b)
	}
	return binary.BigEndian.Uint64(b), nil
}

// prepare brings a file to the newest schema, in one transaction, and writes
// nothing when it has that already.
func prepare(db *bbolt.DB, steps []step) error {
	ready := false
	err := db.View(func(tx *bbolt.Tx) error {
		schema, err := readSchema(tx, steps)
		ready = schema == schemaOf(steps)
		return err
	})
	if err != nil || ready {
		return err
	}
	return db.Update(func(tx *bbolt.Tx) error { return migrate(tx, steps) })
}

func migrate(tx *bbolt.Tx, steps []step) error {
	schema, err := readSchema(tx, steps)
	if err != nil {
		return err
	}
	if schema == 0 {
		return lay(tx, steps)
	}
	for ; schema < schemaOf(steps); schema++ {
		if err := steps[schema-1](tx); err != nil {
			return fmt.Errorf("migrate from schema %d: %w", schema, err)
		}
	}
	return writeSchema(tx, schema)
}

// lay lays out an empty file.
func lay(tx *bbolt.Tx, steps []step) error {
	if _, err := tx.CreateBucket([]byte(metaBucket)); err != nil {
		return fmt.Errorf("create bucket %s: %w", metaBucket, err)
	}
	if err := addBuckets(tx, dataBuckets()...); err != nil {
		return err
	}
	return writeSchema(tx, schemaOf(steps))
}

func writeSchema(tx *bbolt.Tx, schema uint64) error {
	return tx.Bucket([]byte(metaBucket)).Put([]byte(schemaKey), binary.BigEndian.AppendUint64(nil, schema))
}
