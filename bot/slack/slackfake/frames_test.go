package slackfake

import (
	"bytes"
	"testing"
)

// frame builds a frame as RFC 6455 lays it out; what is in it doesn't matter.
func frame(first byte, length int, masked bool) []byte {
	var mask byte
	if masked {
		mask = 0x80
	}
	var b bytes.Buffer
	switch {
	case length < 126:
		b.Write([]byte{first, mask | byte(length)})
	case length < 1<<16:
		b.Write([]byte{first, mask | 126, byte(length >> 8), byte(length)})
	default:
		b.Write([]byte{first, mask | 127, 0, 0, 0, 0, 0, byte(length >> 16), byte(length >> 8), byte(length)})
	}
	if masked {
		b.Write([]byte{1, 2, 3, 4})
	}
	b.Write(bytes.Repeat([]byte{0x01}, length)) // would be a frame in parts, if it were read as one
	return b.Bytes()
}

func TestFramesAreFollowedInAnyPortions(t *testing.T) {
	const text, unfinished, continued, pong = 0x81, 0x01, 0x80, 0x8a
	var whole []byte
	for _, length := range []int{0, 1, 125, 126, 127, 65535, 65536} {
		whole = append(whole, frame(text, length, true)...)
		whole = append(whole, frame(pong, 4, false)...)
	}
	for name, test := range map[string]struct {
		data  []byte
		split bool
	}{
		"whole":      {whole, false},
		"unfinished": {append(bytes.Clone(whole), frame(unfinished, 3, true)...), true},
		"continued":  {append(bytes.Clone(whole), frame(continued, 3, true)...), true},
	} {
		for _, portion := range []int{1, 2, 7, 4096, len(test.data)} {
			c := &frameConn{}
			for rest := test.data; len(rest) > 0; rest = rest[min(portion, len(rest)):] {
				c.follow(rest[:min(portion, len(rest))])
			}
			if c.split.Load() != test.split || c.left != 0 || len(c.header) != 0 {
				t.Errorf("%s in portions of %d: split %v, %d bytes left, header %v", name, portion, c.split.Load(), c.left, c.header)
			}
		}
	}
}
