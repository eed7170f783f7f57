package main

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// A caller stands for Discord in signed calls, for many players, and checks little:
// whether an answer is correct is for discordfake to decide.
type caller struct {
	client  *http.Client
	key     ed25519.PrivateKey
	address string // the bot's address
	url     string // of its endpoint
	api     string // an API for the bot, which accepts everything
}

func newCaller(t testing.TB) *caller {
	t.Helper()
	_, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, "{}")
	}))
	t.Cleanup(api.Close)
	transport := &http.Transport{MaxIdleConnsPerHost: 1000}
	t.Cleanup(transport.CloseIdleConnections)
	return &caller{client: &http.Client{Transport: transport, Timeout: 30 * time.Second}, key: key, api: api.URL + "/api/v10"}
}

// section returns the bot's configuration for this caller, without limits on speed.
func (c *caller) section() string {
	return fmt.Sprintf("discord: {transport: http, application_id: \"1\", public_key: %q, api_url: %q}\n%s\nlimits: {moves_per_second: 10000, moves_per_hour: 0}\n",
		hex.EncodeToString(c.key.Public().(ed25519.PublicKey)), c.api, noSlack)
}

// callerEnv returns the secrets that the bot needs for it.
func callerEnv() map[string]string { return map[string]string{"DISCORD_TOKEN": "x"} }

// call directs the caller to a bot.
func (c *caller) call(s *server) { c.address, c.url = s.http, endpoint(s) }

func endpoint(s *server) string { return "http://" + s.http + "/discord/interactions" }

// said returns the bot's answer: all texts of the message.
type said string

// typed returns the interaction for a typed command, such as "move 3 5" or "solitaire
// new".
func typed(id, player, text string) []byte {
	name, rest, _ := strings.Cut(text, " ")
	var options any
	switch {
	case name == "solitaire":
		sub, value, _ := strings.Cut(rest, " ")
		option, word, _ := strings.Cut(value, ":")
		list := []any{}
		if value != "" {
			list = append(list, map[string]any{"name": option, "type": 3, "value": word})
		}
		options = []any{map[string]any{"name": sub, "type": 1, "options": list}}
	case rest != "":
		options = []any{map[string]any{"name": "from", "type": 3, "value": rest}}
	}
	b, err := json.Marshal(map[string]any{
		"id": id, "application_id": "1", "type": 2, "token": "t" + id, "version": 1, "guild_id": "2", "channel_id": "3", "locale": "en-GB",
		"member": map[string]any{"permissions": "0", "user": map[string]any{"id": player, "username": "player " + player}},
		"data":   map[string]any{"id": "4", "name": name, "type": 1, "options": options},
	})
	if err != nil {
		panic(err) // of texts and numbers
	}
	return b
}

// send signs an interaction and returns what the answer shows.
func (c *caller) send(interaction []byte) (said, error) { return c.sendTo(c.url, interaction) }

func (c *caller) sendTo(url string, interaction []byte) (said, error) {
	timestamp := strconv.FormatInt(time.Now().Unix(), 10)
	req, err := http.NewRequest(http.MethodPost, url, bytes.NewReader(interaction))
	if err != nil {
		return "", err
	}
	req.Header.Set("X-Signature-Timestamp", timestamp)
	req.Header.Set("X-Signature-Ed25519", hex.EncodeToString(ed25519.Sign(c.key, append([]byte(timestamp), interaction...))))
	resp, err := c.client.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode != http.StatusOK {
		err = fmt.Errorf("status %d: %s", resp.StatusCode, body)
	}
	return said(body), err
}

// progress returns how many draws and undos a board shows, if they alternate; -1 if there
// is no board.
func (s said) progress() int {
	status := regexp.MustCompile(`(\d+) moves? · score \d+ · (\d+) undos?`)
	m := status.FindStringSubmatch(strings.ReplaceAll(string(s), ",", "")) // 1,000 undos
	if m == nil {
		return -1
	}
	moves, _ := strconv.Atoi(m[1])
	undos, _ := strconv.Atoi(m[2])
	return 2*undos + moves
}

func TestCaller(t *testing.T) {
	c := newCaller(t)
	s := serve(t, configure(t, c.section()), callerEnv())
	c.call(s)
	for i, step := range []struct {
		text string
		want int
	}{{"solitaire show", -1}, {"solitaire new passes:unlimited", 0}, {"draw", 1}, {"undo", 2}, {"move d", 3}} {
		if got, err := c.send(typed(fmt.Sprint(i), "7", step.text)); err != nil || got.progress() != step.want {
			t.Errorf("%s: progress %d, %v; want %d: %s", step.text, got.progress(), err, step.want, got)
		}
	}
	if again, err := c.send(typed("4", "7", "move d")); err != nil || again.progress() != 3 {
		t.Errorf("a second delivery: progress %d, %v; want 3", again.progress(), err)
	}
	c.key = ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	if _, err := c.send(typed("9", "7", "draw")); err == nil || !strings.Contains(err.Error(), "401") {
		t.Errorf("another's signature: %v", err)
	}
}
