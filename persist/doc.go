package persist

import (
	"fmt"

	"github.com/fxamacker/cbor/v2"
)

// A Doc is a record that belongs to no single player: the deal of a day, a challenge, or
// a server's settings.
type Doc struct {
	Kind    string `json:"kind"`
	Key     string `json:"key"`     // unique within its kind
	Version uint64 `json:"version"` // increased by every write; 0 means not stored
	Data    []byte `json:"data"`    // its stored form; in a change, nil deletes it
	Err     error  `json:"-"`       // why the doc can't be read; only [Store.Docs] sets it
}

// Pack returns a doc with a value in its stored form, to replace the given version.
func Pack[T any](kind, key string, version uint64, value T) (Doc, error) {
	data, err := encode(0, value)
	if err != nil {
		return Doc{}, fmt.Errorf("%s %q: %w", kind, key, err)
	}
	return Doc{Kind: kind, Key: key, Version: version, Data: data}, nil
}

// Unpack returns the value of a doc. The error is the doc's Err or an
// [UnreadableError].
func Unpack[T any](d Doc) (T, error) {
	var value T
	if d.Err != nil {
		return value, d.Err
	}
	_, err := decode(d.Data, &value)
	return value, NameUnreadable(err, KindDoc, Player{}, d.Name())
}

// Marshal encodes a value to be kept inside a record, whose checksum covers it.
func Marshal(value any) ([]byte, error) { return cbor.Marshal(value) }

// Unmarshal decodes what [Marshal] has returned.
func Unmarshal(data []byte, value any) error { return cbor.Unmarshal(data, value) }

// EncodeDoc returns the stored form of a doc: its data and its version.
func EncodeDoc(d Doc) ([]byte, error) { return encode(d.Version, d.Data) }

// DecodeDoc parses the stored form of a doc. The error wraps ErrDamaged or ErrNewer.
func DecodeDoc(kind, key string, b []byte) (Doc, error) {
	d := Doc{Kind: kind, Key: key}
	var err error
	if d.Version, err = decode(b, &d.Data); err != nil {
		return Doc{}, NameUnreadable(err, KindDoc, Player{}, d.Name())
	}
	return d, nil
}

// Name names the doc for an operator.
func (d Doc) Name() string { return fmt.Sprintf("%s %q", d.Kind, d.Key) }

// Check reports whether the doc can be stored.
func (d Doc) Check() error {
	const longestKey = 4 * maxPart
	switch {
	case d.Kind == "" || len(d.Kind) > maxPart:
		return fmt.Errorf("a doc's kind must have 1 to %d bytes", maxPart)
	case d.Key == "" || len(d.Key) > longestKey:
		return fmt.Errorf("a doc's key must have 1 to %d bytes", longestKey)
	}
	return nil
}
