package bolt

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"slices"

	"github.com/solitaire-chat/solitaire/persist"
)

// What is stored under a key begins with the key's checksum: a damaged page
// may put a whole record under another player's key, or change a key.
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
