package persist

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"

	"github.com/fxamacker/cbor/v2"
)

// A stored value consists of: one byte of schema version, a CRC-32C of the rest, the
// record's version (8 bytes, big-endian), and the body in CBOR.
const (
	schema   = 1
	sumAt    = 1
	versAt   = sumAt + 4
	bodyAt   = versAt + 8
	maxBytes = 16 << 20 // no value that we wrote is larger
)

// EncodeRecord returns the stored form of a record, including its version.
func EncodeRecord(r Record) ([]byte, error) { return encode(r.Version, r) }

// DecodeRecord parses the stored form of a record. The error wraps ErrDamaged or
// ErrNewer.
func DecodeRecord(b []byte) (Record, error) {
	var r Record
	version, err := decode(b, &r)
	r.Version = version
	return r, err
}

// RecordVersion returns the version in a record's stored form without decoding the rest.
// The error is ErrDamaged or ErrNewer.
func RecordVersion(b []byte) (uint64, error) {
	if err := checkHead(b); err != nil {
		return 0, err
	}
	return binary.BigEndian.Uint64(b[versAt:]), nil
}

// EncodeResult returns the stored form of a result.
func EncodeResult(r Result) ([]byte, error) { return encode(0, r) }

// DecodeResult parses the stored form of a result. The error wraps ErrDamaged or
// ErrNewer.
func DecodeResult(b []byte) (Result, error) {
	var r Result
	_, err := decode(b, &r)
	return r, err
}

// encode writes the fields in a fixed order, so that equal values have equal bytes. It
// writes times as text, since cbor's numbers would round them.
func encode(version uint64, body any) ([]byte, error) {
	mode, err := cbor.EncOptions{Sort: cbor.SortBytewiseLexical, Time: cbor.TimeRFC3339NanoUTC}.EncMode()
	if err != nil {
		return nil, fmt.Errorf("encode: %w", err)
	}
	encoded, err := mode.Marshal(body)
	if err != nil {
		return nil, fmt.Errorf("encode: %w", err)
	}
	if bodyAt+len(encoded) > maxBytes {
		return nil, fmt.Errorf("encode: %d bytes are too many to store", len(encoded))
	}
	b := make([]byte, bodyAt, bodyAt+len(encoded))
	b[0] = schema
	binary.BigEndian.PutUint64(b[versAt:], version)
	b = append(b, encoded...)
	binary.BigEndian.PutUint32(b[sumAt:], checkSum(b))
	return b, nil
}

// VerifyStored checks a stored value's checksum without decoding the body. The
// error is ErrDamaged or ErrNewer.
func VerifyStored(b []byte) error {
	if err := checkHead(b); err != nil {
		return err
	}
	if binary.BigEndian.Uint32(b[sumAt:]) != checkSum(b) {
		return fmt.Errorf("%w: checksum mismatch", ErrDamaged)
	}
	return nil
}

func decode(b []byte, body any) (version uint64, err error) {
	if err := VerifyStored(b); err != nil {
		return 0, err
	}
	if err := cbor.Unmarshal(b[bodyAt:], body); err != nil {
		return 0, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return binary.BigEndian.Uint64(b[versAt:]), nil
}

func checkHead(b []byte) error {
	switch {
	case len(b) == 0 || len(b) > maxBytes || b[0] == 0:
		return fmt.Errorf("%w: %d bytes", ErrDamaged, len(b))
	case b[0] > schema: // whose header may be shorter
		return fmt.Errorf("%w: schema %d, not %d", ErrNewer, b[0], schema)
	case len(b) < bodyAt:
		return fmt.Errorf("%w: %d bytes", ErrDamaged, len(b))
	}
	return nil
}

func checkSum(b []byte) uint32 {
	return crc32.Checksum(b[versAt:], crc32.MakeTable(crc32.Castagnoli))
}
