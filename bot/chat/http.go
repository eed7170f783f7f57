package chat

import (
	"errors"
	"io"
	"net/http"
	"time"
)

// maxBody is the longest body of a request, in bytes.
const maxBody = 1 << 20

// ReadBody reads the body of a platform's request, within a size and a time limit. The
// status is 200, or the one to respond with.
func ReadBody(w http.ResponseWriter, r *http.Request, limit time.Duration) (body []byte, status int) {
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Now().Add(limit)) // if it can't be set, the server's own timeout holds
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return nil, http.StatusRequestEntityTooLarge
	case err != nil:
		return nil, http.StatusRequestTimeout
	}
	_ = control.SetReadDeadline(time.Time{})
	return body, http.StatusOK
}

// NewClient returns a client for calls to a platform, with a time limit for each call. It
// follows no redirect, since that could send messages and tokens to another host.
func NewClient(limit time.Duration) *http.Client {
	client := &http.Client{Timeout: limit, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	if usual, ok := http.DefaultTransport.(*http.Transport); ok {
		transport := usual.Clone()
		transport.MaxIdleConnsPerHost = 64 // nearly all calls go to one host
		client.Transport = transport
	}
	return client
}
