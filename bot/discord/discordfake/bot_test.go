package discordfake_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/gorilla/websocket"

	"github.com/solitaire-chat/solitaire/bot/discord/discordfake"
)

type object = map[string]any

const silence = `"allowed_mentions":{"parse":[]}`

// A bot is as little of one as can answer: what it says is the test's script.
type bot struct {
	t      *testing.T
	srv    *discordfake.Server
	client *http.Client
	answer func(b *bot, in object) // has to call reply and the like

	running sync.WaitGroup
	ws      *websocket.Conn
	writing sync.Mutex
	mu      sync.Mutex
	packets chan object // everything but dispatches of interactions
}

func newBot(t *testing.T, srv *discordfake.Server, answer func(b *bot, in object)) *bot {
	b := &bot{t: t, srv: srv, client: &http.Client{Transport: &http.Transport{}}, answer: answer, packets: make(chan object, 100)}
	t.Cleanup(func() {
		b.hangUp()
		b.running.Wait()
		b.client.CloseIdleConnections()
	})
	return b
}

// do sends a request and returns status and answer. It may be used outside the
// test's goroutine.
func (b *bot) do(method, path, body string, change ...func(*http.Request)) (int, object) {
	got, err := b.client.Do(b.request(method, path, body, change...))
	if err != nil {
		return 0, object{"error": err.Error()}
	}
	defer got.Body.Close()
	var o object
	data, _ := io.ReadAll(got.Body)
	_ = json.Unmarshal(data, &o) // lists and HTML are looked at by status only
	return got.StatusCode, o
}

// list sends a GET request whose answer is a list.
func (b *bot) list(path string) []object {
	b.t.Helper()
	got, err := b.client.Do(b.request("GET", path, ""))
	if err != nil {
		b.t.Fatal(err)
	}
	defer got.Body.Close()
	var all []object
	if err := json.NewDecoder(got.Body).Decode(&all); err != nil {
		b.t.Fatal(err)
	}
	return all
}

func (b *bot) request(method, path, body string, change ...func(*http.Request)) *http.Request {
	r, err := http.NewRequest(method, b.srv.URL+"/api/v10"+path, strings.NewReader(body))
	if err != nil {
		panic(err)
	}
	r.Header.Set("User-Agent", "DiscordBot (https://example.com, 1)")
	r.Header.Set("Authorization", "Bot "+b.srv.Token())
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for _, c := range change {
		c(r)
	}
	return r
}

func str(o object, key string) string { s, _ := o[key].(string); return s }

func code(o object) int { n, _ := o["code"].(float64); return int(n) }

func callback(in object) string {
	return "/interactions/" + str(in, "id") + "/" + str(in, "token") + "/callback"
}

func (b *bot) hook(in object) string {
	return "/webhooks/" + b.srv.ApplicationID() + "/" + str(in, "token")
}

func (b *bot) original(in object) string { return b.hook(in) + "/messages/@original" }

// register puts commands, which must succeed.
func (b *bot) register(commands string) {
	b.t.Helper()
	if status, got := b.do("PUT", "/applications/"+b.srv.ApplicationID()+"/commands", commands); status != http.StatusOK {
		b.t.Fatalf("PUT commands = %d, %v", status, got)
	}
}

// connect goes on the gateway and identifies.
func (b *bot) connect() {
	b.t.Helper()
	b.dial()
	b.send(2, object{"token": b.srv.Token(), "intents": 0, "properties": object{"os": "linux"}})
	b.srv.Gateway.WaitReady(1)
}

// dial opens a connection to the gateway, and hangs up an older one.
func (b *bot) dial() {
	b.t.Helper()
	if old := b.setSocket(nil); old != nil { // whose end is of no interest any more
		_ = old.Close() // it may be closed already
	}
	_, got := b.do("GET", "/gateway/bot", "")
	ws, _, err := websocket.DefaultDialer.Dial(str(got, "url")+"?v=10&encoding=json", nil)
	if err != nil {
		b.t.Fatal(err)
	}
	b.setSocket(ws)
	b.running.Go(func() { b.read(ws) })
}

// setSocket returns the socket before.
func (b *bot) setSocket(ws *websocket.Conn) (old *websocket.Conn) {
	b.mu.Lock()
	defer b.mu.Unlock()
	old, b.ws = b.ws, ws
	return old
}

func (b *bot) hangUp() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ws != nil {
		_ = b.ws.Close() // it may be closed already
	}
}

func (b *bot) send(op int, d any) { b.sendRaw(marshal(object{"op": op, "d": d})) }

func (b *bot) sendRaw(data []byte) {
	b.writing.Lock()
	defer b.writing.Unlock()
	_ = b.ws.WriteMessage(websocket.TextMessage, data) // tests look at what comes back
}

func marshal(value any) []byte {
	data, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return data
}

// read answers interactions and passes on all other packets. The end comes as
// a packet with the code.
func (b *bot) read(ws *websocket.Conn) {
	for {
		_, data, err := ws.ReadMessage()
		if err != nil {
			end := object{"closed": 0}
			if c, ok := err.(*websocket.CloseError); ok {
				end["closed"] = c.Code
			}
			b.pass(ws, end)
			return
		}
		var p object
		if err := json.Unmarshal(data, &p); err != nil {
			b.t.Error(err)
		}
		if p["t"] != "INTERACTION_CREATE" {
			b.pass(ws, p)
			continue
		}
		b.running.Go(func() { b.answer(b, p["d"].(object)) })
	}
}

// pass hands a packet to the test, unless the connection is an old one.
func (b *bot) pass(from *websocket.Conn, p object) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ws == from {
		b.packets <- p
	}
}

// handler answers over HTTP: what the script would post as callback becomes the
// response, or 202 if it posts none.
func (b *bot) handler(script func(in object) string) http.Handler {
	public, _ := hex.DecodeString(b.srv.PublicKey())
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		signature, err := hex.DecodeString(r.Header.Get("X-Signature-Ed25519"))
		signed := append([]byte(r.Header.Get("X-Signature-Timestamp")), body...)
		if err != nil || !ed25519.Verify(public, signed, signature) {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		var in object
		if err := json.NewDecoder(bytes.NewReader(body)).Decode(&in); err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		answer := `{"type":1}`
		if in["type"] != 1.0 {
			answer = script(in)
		}
		if answer == "" {
			w.WriteHeader(http.StatusAccepted)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, answer) // the fake notices
	})
}

// serve starts the HTTP side and makes the fake use it.
func (b *bot) serve(script func(in object) string) (url string) {
	server := httptest.NewServer(b.handler(script))
	b.t.Cleanup(server.Close)
	b.srv.UseHTTP(server.URL)
	return server.URL
}
