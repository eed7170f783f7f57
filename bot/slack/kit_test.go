package slack_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
	"github.com/solitaire-chat/solitaire/render"
)

var update = flag.Bool("update", false, "write the golden files anew")

// withoutIDs leaves out of a payload what is new in every rendering.
func withoutIDs(payload string) string {
	return regexp.MustCompile(`"block_id":"[^"]*"`).ReplaceAllString(payload, "")
}

// post sends a body to the bot under a good signature.
func post(t *testing.T, s *stage, path, body string) (status int) {
	t.Helper()
	return postAt(t, s, strconv.FormatInt(time.Now().Unix(), 10), path, body)
}

// postAt is post with a timestamp.
func postAt(t *testing.T, s *stage, at, path, body string) (status int) {
	t.Helper()
	r, err := http.NewRequest(http.MethodPost, s.at+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if path == "/slack/events" {
		r.Header.Set("Content-Type", "application/json")
	}
	mac := hmac.New(sha256.New, []byte(s.SigningSecret))
	_, _ = fmt.Fprintf(mac, "v0:%s:%s", at, body)
	r.Header.Set("X-Slack-Request-Timestamp", at)
	r.Header.Set("X-Slack-Signature", "v0="+hex.EncodeToString(mac.Sum(nil)))
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	answer, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	return answer.StatusCode
}

// annPlayer is ann as the store knows her.
func annPlayer() persist.Player {
	return persist.Player{Platform: "slack", Space: "T0FAKE", User: "UANN"}
}

// seat stores a game as ann's.
func seat(t testing.TB, s *stage, g *game.Game) {
	t.Helper()
	data, err := g.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	rec := persist.Record{Current: "g", Games: []persist.Game{{ID: "g", Kind: "free", Version: 1, Data: data}}}
	if err := s.bot.Store.Commit(context.Background(), persist.Change{Player: annPlayer(), Record: rec}); err != nil {
		t.Fatal(err)
	}
}

// A slow store takes its time to commit.
type slow struct {
	persist.Store
	mu      sync.Mutex
	wait    time.Duration
	entered chan struct{}
}

func newSlow() *slow {
	return &slow{Store: persisttest.NewMemory(), entered: make(chan struct{}, 1000)}
}

func (s *slow) delay(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.wait = d
}

func (s *slow) Commit(ctx context.Context, c persist.Change) error {
	s.mu.Lock()
	wait := s.wait
	s.mu.Unlock()
	s.entered <- struct{}{}
	time.Sleep(wait)
	return s.Store.Commit(ctx, c)
}

func (s *slow) awaitCommit(t *testing.T) {
	t.Helper()
	select {
	case <-s.entered:
	case <-time.After(10 * time.Second):
		t.Fatal("nothing is committed")
	}
}

// holdsCard reports whether a payload names a card in any of the ways there are.
func holdsCard(payload string, c game.Card) bool {
	ranks := []string{"", "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king"}
	suits := []string{"clubs", "diamonds", "hearts", "spades"}
	names := []string{render.Card(c, render.Unicode), ranks[c.Rank()] + " of " + suits[c.Suit()], " " + c.String() + " ", `"` + c.String() + `"`}
	return slices.ContainsFunc(names, func(name string) bool { return strings.Contains(payload, name) })
}

// fixed is a time that stands still.
var fixed = time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
