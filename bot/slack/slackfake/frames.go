package slackfake

import (
	"encoding/binary"
	"net"
	"sync/atomic"
)

// connKey finds a request's connection in its context.
type connKey struct{}

// A frameListener makes connections on which WebSocket frames can be watched:
// Slack doesn't join the parts of a message, and a WebSocket library does.
type frameListener struct{ net.Listener }

// Accept waits for the next connection.
func (l frameListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &frameConn{Conn: c}, nil
}

// A frameConn reads along once it is told to.
type frameConn struct {
	net.Conn
	watching atomic.Bool
	split    atomic.Bool // a message came in parts
	header   []byte      // of the frame that is being read
	left     uint64      // bytes of its content still to come
}

// Read reads from the connection.
func (c *frameConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if c.watching.Load() {
		c.follow(p[:n])
	}
	return n, err
}

// follow goes through frames of which parts may be in one read, and many too.
func (c *frameConn) follow(data []byte) {
	for len(data) > 0 {
		if c.left > 0 {
			skip := min(c.left, uint64(len(data)))
			c.left -= skip
			data = data[skip:]
			continue
		}
		c.header, data = append(c.header, data[0]), data[1:]
		if length, whole := frameLength(c.header); whole {
			const final, code = 0x80, 0x0f
			if c.header[0]&final == 0 || c.header[0]&code == 0 {
				c.split.Store(true)
			}
			c.header, c.left = c.header[:0], length
		}
	}
}

// frameLength reads a header as RFC 6455 lays it out, if all of it is there.
func frameLength(header []byte) (length uint64, whole bool) {
	if len(header) < 2 {
		return 0, false
	}
	const masked, maskLength = 0x80, 4
	size := 2
	switch length = uint64(header[1] &^ masked); length {
	case 126:
		size += 2
	case 127:
		size += 8
	}
	if header[1]&masked != 0 {
		size += maskLength
	}
	if len(header) < size {
		return 0, false
	}
	switch length {
	case 126:
		length = uint64(binary.BigEndian.Uint16(header[2:]))
	case 127:
		length = binary.BigEndian.Uint64(header[2:])
	}
	return length, true
}
