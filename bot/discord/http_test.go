package discord_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot/chat/fake"
	"github.com/solitaire-chat/solitaire/bot/discord"
	"github.com/solitaire-chat/solitaire/bot/discord/discordfake"
)

// Discord tests an address before it takes it.
func TestPing(t *testing.T) {
	st := setup{}.open(t)
	for how, want := range map[discordfake.Signature]int{discordfake.Signed: http.StatusOK, discordfake.WrongSignature: http.StatusUnauthorized} {
		got, err := st.Post(st.url, []byte(`{"id":"1","type":1,"token":"ping","version":1}`), how)
		if err != nil || got.Status != want {
			t.Errorf("status %d, want %d, %v", got.Status, want, err)
		}
		if want == http.StatusOK && (string(got.Body) != `{"type":1}` || got.Header.Get("Content-Type") != "application/json") {
			t.Errorf("the PING was answered by %q", got.Body)
		}
	}
}

// Requests that Discord has not signed are refused and change nothing.
func TestSignatures(t *testing.T) {
	st := setup{}.open(t)
	body := st.ann().Slash("solitaire new").Payload()
	body = bytes.Replace(body, []byte(`"new"`), []byte(`"draw"`), 1)
	for name, how := range map[string]discordfake.Signature{
		"another body": discordfake.WrongSignature, "another time": discordfake.OtherTimestamp,
		"no signature": discordfake.MissingSignature, "no hex": discordfake.NoHex,
		"a copy, sent again later": discordfake.Old, "a later time": discordfake.Early, "no time": discordfake.NoTime,
	} {
		got, err := st.Post(st.url, body, how)
		if err != nil || got.Status != http.StatusUnauthorized {
			t.Errorf("%s: status %d, %v", name, got.Status, err)
		}
	}
	says(t, st.ann().Slash("solitaire show").Message, "0 moves")
}

// An adapter without a key lets nobody in.
func TestNoKey(t *testing.T) {
	st := setup{config: func(c *discord.Config) { c.PublicKey = nil }}.open(t)
	got, err := st.Post(st.url, []byte(`{"type":1}`), discordfake.Signed)
	if err != nil || got.Status != http.StatusUnauthorized {
		t.Errorf("status %d, %v", got.Status, err)
	}
}

// Requests that are too long, no interaction, or not posted are refused as such.
func TestBadRequests(t *testing.T) {
	st := setup{}.open(t)
	for name, tt := range map[string]struct {
		body   []byte
		status int
	}{
		"too long":       {bytes.Repeat([]byte("x"), 2<<20), http.StatusRequestEntityTooLarge},
		"empty":          {[]byte(""), http.StatusBadRequest},
		"garbage":        {[]byte("\x00\xff garbage"), http.StatusBadRequest},
		"another object": {[]byte(`{"a":[1,2,{}]}`), http.StatusBadRequest},
		"a list":         {[]byte(`[]`), http.StatusBadRequest},
		"half of one":    {[]byte(`{"id":"1","token":"2","type":2,"data":{`), http.StatusBadRequest},
	} {
		got, err := st.Post(st.url, tt.body, discordfake.Signed)
		if err != nil || got.Status != tt.status {
			t.Errorf("%s: status %d, want %d, %v", name, got.Status, tt.status, err)
		}
	}
	resp, err := http.Get(st.url)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusMethodNotAllowed || resp.Header.Get("Allow") != http.MethodPost {
		t.Errorf("GET: status %d", resp.StatusCode)
	}
	http.DefaultClient.CloseIdleConnections()
}

// A client that sends slower than it should is not waited for.
func TestSlowClient(t *testing.T) {
	t.Parallel()
	st := setup{}.open(t)
	conn, err := net.Dial("tcp", strings.TrimPrefix(st.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_, err = io.WriteString(conn, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\nX-Signature-Timestamp: 1\r\nX-Signature-Ed25519: "+
		strings.Repeat("00", 64)+"\r\n\r\n{")
	if err != nil {
		t.Fatal(err)
	}
	_ = conn.SetReadDeadline(time.Now().Add(20 * time.Second))
	answer, err := io.ReadAll(conn)
	if err != nil || !strings.HasPrefix(string(answer), "HTTP/1.1 408") {
		t.Errorf("answer %q, %v", answer, err)
	}
}

// A file takes the way over REST, because a response has no room for it.
func TestFileOverHTTP(t *testing.T) {
	st := setup{}.open(t)
	a := st.ann().Slash("solitaire my-data")
	if len(a.Message.Attachments) != 1 || a.Message.Attachments[0].Filename != "my-data.json" || !a.Message.Private {
		t.Errorf("message %s", a.Message.JSON)
	}
	for _, p := range st.Payloads() {
		if len(p.Files) == 1 && bytes.Contains(p.Files[0].Data, []byte(`"platform": "discord"`)) {
			return
		}
	}
	t.Error("the file did not come")
}

// The same delivery twice at the same time is carried out once, and answered
// twice.
func TestSimultaneousRedelivery(t *testing.T) {
	st := setup{}.open(t)
	ann := st.ann()
	ann.Slash("solitaire new")
	draw := ann.Slash("draw").Payload()
	for round := range 5 {
		body := withID(t, draw, strconv.Itoa(round+1))
		answers := make([]fake.Reply, 4)
		var all sync.WaitGroup
		for i := range answers {
			all.Go(func() { answers[i], _ = st.Post(st.url, body, discordfake.Signed) })
		}
		all.Wait()
		for _, got := range answers {
			if got.Status != http.StatusOK || !bytes.Equal(got.Body, answers[0].Body) {
				t.Errorf("status %d, answer %s", got.Status, got.Body)
			}
		}
		says(t, ann.Slash("solitaire show").Message, strconv.Itoa(round+2)+" moves")
	}
}

// withID returns an interaction with another id.
func withID(t testing.TB, payload []byte, id string) []byte {
	t.Helper()
	var in map[string]any
	if err := json.Unmarshal(payload, &in); err != nil {
		t.Fatal(err)
	}
	in["id"] = id
	changed, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	return changed
}
