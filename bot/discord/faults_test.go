package discord_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot/discord"
	"github.com/solitaire-chat/solitaire/bot/discord/discordfake"
)

// Calls that fail on the way to Discord are retried, and a move is made once.
func TestCallbackFaults(t *testing.T) {
	t.Parallel()
	st := setup{gateway: true}.open(t)
	ann := st.ann()
	ann.Slash("solitaire new", "deal:5")
	kinds := map[string]discordfake.Fault{
		"user limit":         {Kind: discordfake.LimitedUser, RetryAfter: 10 * time.Millisecond},
		"global limit":       {Kind: discordfake.LimitedGlobal, RetryAfter: 10 * time.Millisecond},
		"shared limit":       {Kind: discordfake.LimitedShared, RetryAfter: 10 * time.Millisecond},
		"html limit":         {Kind: discordfake.LimitedHTML},
		"500":                {Kind: discordfake.ServerError},
		"502":                {Kind: discordfake.BadGateway},
		"502 after effect":   {Kind: discordfake.BadGatewayAfter},
		"503 twice":          {Kind: discordfake.Overloaded, Times: 2},
		"dropped":            {Kind: discordfake.Dropped},
		"dropped after that": {Kind: discordfake.DroppedAfter},
	}
	moves := 0
	for name, fault := range kinds {
		fault.Route = discordfake.RouteCallback
		st.Fail(fault)
		moves++
		want := fmt.Sprintf("::×%d", 24-moves) // cards left in the stock
		if got := said(t, ann.Slash("draw").Message); !strings.Contains(got, want) {
			t.Errorf("%s: want %s in\n%s", name, want, got)
		}
	}
	if left := st.Heal(); left > 0 {
		t.Errorf("%d faults did not come", left)
	}
}

// The bot stops answering an interaction that Discord has given up.
func TestTooLate(t *testing.T) {
	t.Parallel()
	var logged logs
	st := setup{
		gateway: true, fake: discordfake.Options{Patience: time.Second},
		config: func(c *discord.Config) { c.Log = logged.logger() },
	}.open(t)
	st.Fail(discordfake.Fault{Route: discordfake.RouteCallback, Kind: discordfake.Refused, Status: http.StatusNotFound, Code: 10062})
	if _, err := st.ann().TrySlash("solitaire new"); err == nil {
		t.Fatal("it was answered")
	}
	eventually(t, func() bool { return strings.Contains(logged.text(), "too late for Discord") })
	says(t, st.ann().Slash("solitaire show").Message, "deal 1") // the change was stored
}

// If a tapped message can't be changed any more, a new one replaces it.
func TestTappedMessageIsTooOld(t *testing.T) {
	st := setup{gateway: true}.open(t)
	ann := st.ann()
	board := ann.Slash("solitaire new").Message
	for _, fault := range []discordfake.Fault{{Status: http.StatusNotFound, Code: 10008}, {Status: http.StatusBadRequest, Code: 30046}} {
		fault.Route, fault.Kind = discordfake.RouteCallback, discordfake.Refused
		st.Fail(fault)
		a := ann.ClickOn(board, "Draw")
		if a.Callback != 4 || a.Message.ID == board.ID {
			t.Errorf("%d: answered by callback %d", fault.Code, a.Callback)
		}
		board = a.Message
	}
	says(t, board, "2 moves")
}

// Unknown interactions do no harm.
func TestUnknownParts(t *testing.T) {
	both(t, func(t *testing.T, s setup) {
		st := s.open(t)
		ann := st.ann()
		board := ann.Slash("solitaire new").Message
		for name, change := range map[string]func(in map[string]any){
			"component": func(in map[string]any) {
				m := in["message"].(map[string]any)
				m["components"] = append(m["components"].([]any), map[string]any{"type": 99, "custom_id": 7, "inner": []any{1}})
			},
			"fields":        func(in map[string]any) { in["news"], in["version"] = map[string]any{"a": 1}, 2 },
			"component tap": func(in map[string]any) { in["data"].(map[string]any)["component_type"] = 42 },
			"button":        func(in map[string]any) { in["data"].(map[string]any)["custom_id"] = "7|what|is|this" },
			"no message":    func(in map[string]any) { delete(in, "message") },
			"no origin": func(in map[string]any) {
				delete(in["message"].(map[string]any), "interaction_metadata")
				delete(in["message"].(map[string]any), "id")
			},
			"no message in a dm": func(in map[string]any) {
				delete(in, "message")
				in["context"] = 1
			},
		} {
			st.Decorate(change)
			if a, err := ann.TryClickOn(board, "Draw"); err != nil {
				t.Errorf("%s: %v", name, err)
			} else if got := said(t, a.Message); !strings.Contains(got, "deal 1") {
				t.Errorf("%s: %s", name, got)
			}
			board = ann.Last()
		}
	})
}

// Unreadable interactions get an apology that only the person sees.
func TestApology(t *testing.T) {
	both(t, func(t *testing.T, s setup) {
		st := s.open(t)
		ann := st.ann()
		for name, change := range map[string]func(in map[string]any){
			"modal":       func(in map[string]any) { in["type"] = 5 },
			"future type": func(in map[string]any) { in["type"] = 17 },
			"data":        func(in map[string]any) { in["data"] = "?" },
			"nobody":      func(in map[string]any) { delete(in, "member") },
		} {
			st.Decorate(change)
			a := ann.Slash("draw")
			if got := said(t, a.Message); !strings.Contains(got, "can't read") || !a.Message.Private {
				t.Errorf("%s: %s", name, got)
			}
		}
	})
}
