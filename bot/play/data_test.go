package play_test

import (
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot/bottest"
)

// The player's own data has the face-down cards of a finished attempt only when nobody
// can compete in the deal any more.
func TestMyDataKeepsLiveDealsSecret(t *testing.T) {
	w := bottest.NewWorld(t)
	ann, bob := w.Member("ann"), w.Member("bob")
	challenge := bottest.Find(ann.Say("challenge <@bob>", bob), "button.challenge-accept")
	for _, begin := range []string{"daily", challenge} {
		ann.Say(begin)
		ann.Say("d")
		ann.Say("resign confirm")
		ann.Say("again") // the same cards as practice
		ann.Say("d")
		ann.Say("resign confirm")
	}
	decks := func() int {
		return strings.Count(string(ann.Say("my-data").Files[0].Data), `"cards":`)
	}
	if n := decks(); n != 0 {
		t.Errorf("got %d decks in the data of live deals, want none", n)
	}
	w.At(31, "12:00:01")
	if n := decks(); n == 0 {
		t.Error("got no deck in the data after the deals have ended")
	}
}

func TestMyDataHasTheNamesUsedOnServers(t *testing.T) {
	w := bottest.NewWorld(t)
	ann := w.Member("ann")
	req := ann.Request("settings score hide")
	req.Name, req.GlobalName = "Ace of Spades", "Ann"
	ann.Handle(req)
	req.Text = "my-data"
	data := string(ann.Handle(req).Files[0].Data)
	for _, want := range []string{`"name": "Ann"`, `"discord|1": "Ace of Spades"`} {
		if !strings.Contains(data, want) {
			t.Errorf("it lacks %s:\n%s", want, data)
		}
	}
}
