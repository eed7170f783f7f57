package persist_test

import (
	"bytes"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/solitaire-chat/solitaire/persist"
)

// Results are found by their player's key as a prefix.
func TestNoKeyIsPrefixOfAnother(t *testing.T) {
	part := rapid.StringMatching("[a\x00\x01\x02]{0,4}")
	player := rapid.Custom(func(t *rapid.T) persist.Player {
		return persist.Player{Platform: part.Draw(t, "platform"), Space: part.Draw(t, "space"), User: part.Draw(t, "user")}
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := player.Draw(t, "a"), player.Draw(t, "b")
		if a != b && bytes.HasPrefix(a.AppendKey(nil), b.AppendKey(nil)) {
			t.Fatal("one key begins with the other")
		}
	})
}

func TestChangeCheck(t *testing.T) {
	ok := persist.Player{Platform: "discord", User: "1"}
	long := strings.Repeat("x", 256)
	for name, c := range map[string]persist.Change{
		"no platform":    {Player: persist.Player{User: "1"}},
		"no user":        {Player: persist.Player{Platform: "discord"}},
		"long user":      {Player: persist.Player{Platform: "discord", User: long}},
		"long space":     {Player: persist.Player{Platform: "slack", Space: long, User: "1"}},
		"no result id":   {Player: ok, Results: []persist.Result{{}}},
		"long result id": {Player: ok, Results: []persist.Result{{ID: long}}},
	} {
		if c.Check() == nil {
			t.Errorf("%s: not refused", name)
		}
	}
	if err := (persist.Change{Player: ok, Results: []persist.Result{{ID: "r"}}}).Check(); err != nil {
		t.Error(err)
	}
}
