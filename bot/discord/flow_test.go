package discord_test

import (
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot/discord/discordfake"
)

// Deal 1141 is won by this line under the default rules.
const wonKlondike = "6>3, 6>f, d, w>f, 3>f, d, d, w>1, d, d, w>f, d, w>5, 2>5, d, d, w>2, d, w>5, d, d, d, w>f, d, w>1, d, w>f, d, w>f, 3>f, 3>2, d, w>f, d, d, w>6, d, w>f, d, d, w>1, 6>1:2, 6>f, 3>f, w>f, 2>f, 5>3:4, 5>4, 6>4, 6>f, 4>f, 2>f, 7>f, 1>f, 7>5, 7>1, 7>f, 7>f, 5>7:2, 4>5:2, 4>f, 4>2, d, w>f, w>f, 4>f, 3>f, w>4, w>3, d, w>6, 7>6:3, 7>f, d, w>4, w>4, w>f, 5>f, w>f, 2>f, 2>f, 5>f, 5>f, 1>f, 5>f, 6>f, 4>f, 1>f, 1>f, 6>f, 3>f, 1>f, 3>f, 4>f, 6>f, 3>f, 3>f, 1>f, 1>f, 6>f, 4>f"

// From the first command to a win, with options, typed moves, the menu and the
// buttons.
func TestAGame(t *testing.T) {
	both(t, func(t *testing.T, s setup) {
		st := s.open(t)
		ann := st.ann()
		board := ann.Slash("solitaire new", "game:klondike", "deal:1141").Message
		says(t, board, "Klondike · deal 1141 · draw 1 · one pass", "```", "::×24", "through the stock only once", "0 moves · score 0")
		if !board.Private {
			t.Error("the board is not private")
		}
		says(t, ann.Slash("move", "from:6 3").Message, "2♦", "1 move ·")
		says(t, ann.Slash("move", "from:6", "to:f").Message, "A♥")
		says(t, ann.Click("Draw").Message, "Drawn:", "3 moves")
		after := ann.Click(move(t, ann.Last(), "foundation"))
		says(t, after.Message, "4 moves")
		says(t, ann.Click("Undo").Message, "1 step undone", "1 undo")
		says(t, ann.Slash("redo").Message, "4 moves")
		says(t, ann.Slash("undo", "steps:4").Message, "4 steps undone")
		won := ann.Slash("move", "from:"+wonKlondike).Message
		says(t, won, "You won!", "Klondike")
		if len(won.Menus()) != 0 {
			t.Error("a won game has a menu")
		}
		says(t, ann.Click("Play this deal again").Message, "practice")
	})
}

// says checks that a message holds texts, in title or description.
func says(t testing.TB, m *discordfake.Message, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if !strings.Contains(said(t, m), text) {
			t.Fatalf("the message doesn't say %q:\n%s", text, said(t, m))
		}
	}
}

// said is all that a message says, without the signs for Discord.
func said(t testing.TB, m *discordfake.Message) string {
	t.Helper()
	if m == nil {
		t.Fatal("there is no message")
	}
	return strings.NewReplacer(`\`, "", "\uFE0E", "").Replace(m.Text() + "\n")
}

// move returns the first entry of a message's menus that holds a text.
func move(t testing.TB, m *discordfake.Message, text string) string {
	t.Helper()
	for _, o := range m.Options() {
		if strings.Contains(o.Label, text) {
			return o.Label
		}
	}
	t.Fatalf("no entry with %q in %v", text, m.Options())
	return ""
}
