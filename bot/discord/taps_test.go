package discord_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot/discord/discordfake"
	"github.com/solitaire-chat/solitaire/persist/bolt"
)

// A tap on an old board changes nothing and shows the current one.
func TestStaleTap(t *testing.T) {
	both(t, func(t *testing.T, s setup) {
		st := s.open(t)
		ann := st.ann()
		board := ann.Slash("solitaire new").Message
		ann.ClickOn(board, "Draw")
		stale := press(t, st, ann, board, "Draw")
		says(t, stale.Message, "That board was out of date", "1 move")
		if stale.Callback != 7 {
			t.Errorf("it was answered by callback %d", stale.Callback)
		}
	})
}

// press presses a button of a message as it was once, as somebody can whose
// client is behind.
func press(t testing.TB, st *stage, p *discordfake.Person, old *discordfake.Message, label string) *discordfake.Answer {
	t.Helper()
	var id string
	for _, b := range old.Buttons() {
		if b.Label == label {
			id = b.CustomID
		}
	}
	st.Decorate(func(in map[string]any) { in["data"].(map[string]any)["custom_id"] = id })
	defer st.Decorate(nil)
	return p.ClickOn(old, p.See(old).Buttons()[0].CustomID)
}

// Somebody else's tap gets an answer of its own that only they see.
func TestForeignTap(t *testing.T) {
	both(t, func(t *testing.T, s setup) {
		st := s.open(t)
		ann, bob := st.ann(), st.Person("8", "bob", "de")
		board := ann.Slash("solitaire new", "public:true").Message
		if board.Private {
			t.Fatal("the board is not public")
		}
		for _, begin := range []string{"", "solitaire new"} {
			if begin != "" {
				bob.Slash(begin, "public:true")
			}
			a := bob.ClickOn(board, "Draw")
			says(t, a.Message, "That isn't your board")
			if !a.Message.Private || a.Message.ID == board.ID {
				t.Error("the answer is for everybody")
			}
		}
		if got := ann.See(board); got.Version != 1 {
			t.Errorf("ann's board has changed: %s", said(t, got))
		}
	})
}

// Two taps at the same instant on the same board make one move.
func TestDoubleTap(t *testing.T) {
	both(t, func(t *testing.T, s setup) {
		st := s.open(t)
		ann := st.ann()
		ann.Slash("solitaire new")
		old := 0
		for _, a := range ann.DoubleClick("Draw") {
			if strings.Contains(said(t, a.Message), "That board was out of date") {
				old++
			}
		}
		says(t, ann.Slash("solitaire show").Message, "1 move")
		if old > 1 {
			t.Error("neither of the taps was carried out")
		}
	})
}

// A delivery that comes again gets the same answer and makes no second move.
func TestRedelivery(t *testing.T) {
	st := setup{}.open(t)
	ann := st.ann()
	ann.Slash("solitaire new")
	for _, do := range []func() *discordfake.Answer{
		func() *discordfake.Answer { return ann.Slash("draw") },
		func() *discordfake.Answer { return ann.Click("Draw") },
		func() *discordfake.Answer { return ann.Slash("move", "from:9h 4x") },
	} {
		first := do()
		again, err := st.Post(st.url, first.Payload(), discordfake.Signed)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := string(again.Body), string(first.Attempts[0].Body); got != want {
			t.Errorf("the second answer differs:\n%s\n%s", got, want)
		}
	}
	says(t, ann.Slash("solitaire show").Message, "2 moves")
}

// Buttons work after a restart, also those of messages that the bot has
// forgotten.
func TestRestart(t *testing.T) {
	both(t, func(t *testing.T, s setup) {
		path := filepath.Join(t.TempDir(), "solitaire.db")
		store, err := bolt.Open(path, bolt.Options{})
		if err != nil {
			t.Fatal(err)
		}
		s.store, s.fake = store, soon()
		st := s.open(t)
		ann := st.ann()
		board := ann.Slash("solitaire new", "deal:1141").Message
		ann.ClickOn(board, "Draw")
		st.shut()
		if err := store.Close(); err != nil {
			t.Fatal(err)
		}
		if s.store, err = bolt.Open(path, bolt.Options{}); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.store.Close() })
		st.start(s)
		says(t, ann.ClickOn(board, "Draw").Message, "2 moves", "deal 1141")
		says(t, ann.ClickOn(board, ann.See(board).Options()[0].Label).Message, "3 moves")
		says(t, ann.ClickOn(board, "Undo").Message, "1 undo")
	})
}

// A private game never gets into a message that others see, and what is asked
// in public stays there.
func TestPrivateStaysPrivate(t *testing.T) {
	st := setup{}.open(t)
	ann, bob := st.ann(), st.Person("8", "bob", "de")
	board := ann.Slash("solitaire new", "public:true", "deal:2").Message
	ann.ClickOn(board, "More")
	a := ann.ClickOn(board, "New game")
	says(t, a.Message, "deal 1")
	if !a.Message.Private || a.Callback != 4 {
		t.Errorf("the private game was shown by callback %d", a.Callback)
	}
	for _, m := range bob.Sees() {
		if strings.Contains(said(t, m), "deal 1 ") {
			t.Error("bob sees the private game")
		}
	}
}

// Everywhere that people can write, the answer is seen by whom it should be.
func TestPlaces(t *testing.T) {
	both(t, func(t *testing.T, s setup) {
		st := s.open(t)
		ann := st.ann()
		for name, p := range map[string]struct {
			*discordfake.Person
			private bool
		}{
			"server":         {ann, true},
			"user's install": {ann.In(st.UserChannel()), true},
			"group":          {ann.In(st.GroupDM()), true},
			"dm":             {ann.InDM(), false},
		} {
			if got := p.Slash("solitaire new").Message.Private; got != p.private {
				t.Errorf("%s: private is %v", name, got)
			}
			says(t, p.Click("Draw").Message, "1 move")
			if got := p.Slash("solitaire new").Message.Private; got != p.private {
				t.Errorf("%s: the question's private is %v", name, got)
			}
			says(t, p.Click("Yes").Message, "0 moves")
		}
	})
}

// A board that is posted again turns the previous one into a line, in each
// channel by itself.
func TestOneLiveBoard(t *testing.T) {
	both(t, func(t *testing.T, s setup) {
		st := s.open(t)
		ann := st.ann()
		first := ann.Slash("solitaire new").Message
		elsewhere := ann.InDM().Slash("solitaire show").Message
		second := ann.Slash("draw").Message
		line(t, ann, first)
		ann.ClickOn(second, "Draw")
		third := ann.Slash("draw").Message
		line(t, ann, second)
		says(t, ann.See(third), "3 moves")
		if ann.InDM().See(elsewhere).Version != 1 {
			t.Error("the board of another channel has changed")
		}
	})
}

// line waits until a board has become a line.
func line(t testing.TB, p *discordfake.Person, m *discordfake.Message) {
	t.Helper()
	got := p.WaitFor(func(now *discordfake.Message) bool {
		return now.ID == m.ID && strings.Contains(said(t, now), "This board is out of date")
	})
	if len(got.Buttons())+len(got.Menus()) != 0 || len(got.Displays()) != 1 || strings.Contains(said(t, got), "```") {
		t.Errorf("more than a line is left: %s", got.JSON)
	}
}

// When the token of a board is too old, the bot deletes it as a member of the
// channel, where it is one.
func TestOldLiveBoard(t *testing.T) {
	c := newClock()
	st := setup{fake: discordfake.Options{Now: c.Now}}.open(t)
	st.adapter.SetNow(c.Now)
	for id, place := range map[string]*discordfake.Place{"7": st.GuildChannel(), "8": st.UserChannel()} {
		ann := st.Person(id, "ann", "en-GB").In(place)
		board := ann.Slash("solitaire new", "public:true").Message
		ann.ClickOn(board, "Draw")
		c.forward(20 * time.Minute)
		ann.Slash("draw")
		if place.UserOnly { // there is no way
			if ann.See(board).Version != 2 {
				t.Error("the old board has changed")
			}
			continue
		}
		drain(t, st.adapter)
		if ann.See(board) != nil {
			t.Error("the old board is still there, and everybody sees it")
		}
	}
}
