package slack_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot/slack/slackfake"
)

func TestALineInTheConversationIsACommand(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, by transport) {
		s := inMemory(t, by)
		ann := s.ann()
		has(t, ann.Say("3 5"), "You have no game yet")
		has(t, ann.Say("new deal 1"), "Klondike", "deal 1 ", "0 moves")
		has(t, ann.Say("d"), "Drawn:", "1 move ")
		has(t, ann.Say("`d`\n*d*"), "3 moves")
		has(t, ann.Say("Undo 3"), "0 moves")
		has(t, ann.Say(" /solitaire rules"), "An empty pile takes only a king")
		has(t, ann.Say("9:hearts: 10:spades:"), "No move starts or ends at that card")
		has(t, ann.Say("hello"), "I don't know “hello”")
		has(t, ann.Say("settings language vi"), "Klondike")
		if bad := s.Calls("chat.postEphemeral"); bad != 0 {
			t.Errorf("%d answers vanish with a reload", bad)
		}
	})
}

// The player's lines push an older board out of view.
func TestTheBoardStandsBelowTheLatestLine(t *testing.T) {
	t.Parallel()
	s := inMemory(t, overHTTP)
	ann := s.ann()
	first := ann.Say("new deal 1")
	second := ann.Say("d")
	if second.TS <= first.TS {
		t.Fatal("the board stays above the line")
	}
	s.adapter.Settle()
	boards := 0
	for _, m := range ann.Sees() {
		if len(m.Labels()) > 0 {
			boards++
		} else {
			has(t, m, "This board has moved down.")
		}
	}
	if boards != 1 {
		t.Errorf("%d messages show a board", boards)
	}
	if tapped := ann.Click("Draw"); tapped.TS != second.TS {
		t.Error("a tap moves the board")
	}
}

func TestALineAnswersAQuestion(t *testing.T) {
	t.Parallel()
	s := inMemory(t, overHTTP)
	ann := s.ann()
	has(t, ann.Say("yes"), "There is no question to answer.")
	ann.Say("new deal 1")
	ann.Say("d")
	has(t, ann.Say("resign"), "Yes", "No")
	has(t, ann.Say("No"), "1 move ")
	has(t, ann.Say("yes"), "There is no question to answer.")
	ann.Say("resign")
	has(t, ann.Say("y"), "Play this deal again")
	ann.Say("new deal 2")
	ann.Say("d")
	ann.Slash("/solitaire", "resign") // however the question was asked
	ann.Say("settings language bg")
	has(t, ann.Say("yes"), "въпрос") // any other line closes it
	ann.Say("resign")
	has(t, ann.Say("да"), "Същото раздаване пак")
}

// What isn't a person's line to the bot gets no answer. The bot's own messages would be
// answered for ever.
func TestOnlyLinesAreCommands(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, by transport) {
		s := inMemory(t, by)
		ann := s.ann()
		ann.Say("new deal 1")
		s.adapter.Settle()
		before := len(s.Payloads())
		for name, fields := range map[string]map[string]any{
			"an edit":              {"subtype": "message_changed"},
			"a deletion":           {"subtype": "message_deleted"},
			"an old bot's message": {"subtype": "bot_message", "bot_id": "B1"},
			"an app's message":     {"bot_id": "B1"},
			"the bot's own":        {"bot_id": "B0FAKE", "user": "U0BOT"},
			"Slackbot's":           {"user": "USLACKBOT"},
			"a file":               {"subtype": "file_share"},
			"a reply in a thread":  {"thread_ts": "1.000001"},
			"a thread's broadcast": {"subtype": "thread_broadcast", "thread_ts": "1.000001"},
			"a channel's":          {"channel_type": "channel"},
			"a group's":            {"channel_type": "mpim"},
			"nobody's":             {"user": nil},
			"an empty one":         {"text": " "},
		} {
			s.Deliver(ann.Line("d", fields))
			s.adapter.Settle()
			if after := len(s.Payloads()); after != before {
				t.Errorf("%s is answered: %+v", name, s.Payloads()[before:])
				before = after
			}
		}
		has(t, ann.Say("d"), "1 move ")
	})
}

// Slack delivers an event again if the acknowledgement was lost, at once and minutes
// later. Another copy of the bot may get it.
func TestALineDeliveredAgainIsAnsweredOnce(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, by transport) {
		store := memory()
		s := newStage(t, by, store, slackfake.Options{})
		ann := s.ann()
		ann.Say("new deal 1")
		draw, help := ann.Line("d", nil), ann.Line("help", nil)
		s.Deliver(draw)
		await(ann, "1 move ")
		s.Deliver(help)
		await(ann, "Type a command")
		s.adapter.Settle()
		before := s.Calls("chat.postMessage")
		for _, d := range []*slackfake.Delivery{draw, help} {
			s.Retry(d)
		}
		s.adapter.Settle()
		if after := s.Calls("chat.postMessage"); after != before {
			t.Errorf("posted %d more messages", after-before)
		}
		another := ann.Line("d", nil)
		s.Deliver(another)
		await(ann, "2 moves")
		s.stop()
		s.start(store)
		s.Retry(another)
		s.adapter.Settle()
		has(t, ann.Say("show"), "2 moves")
	})
}

// A line whose change isn't stored yet isn't acknowledged, so that Slack repeats it after
// a crash.
func TestALineIsAcknowledgedOnceItIsStored(t *testing.T) {
	t.Parallel()
	store := newSlow()
	s := newStage(t, overHTTP, store, slackfake.Options{})
	ann := s.ann()
	ann.Say("new deal 1")
	store.awaitCommit(t)
	store.delay(300 * time.Millisecond)
	line := ann.Line("d", nil)
	began := make(chan time.Time, 1)
	go func() {
		store.awaitCommit(t)
		began <- time.Now()
	}()
	s.Deliver(line)
	if acknowledged := time.Now(); acknowledged.Sub(<-began) < 0 {
		t.Error("it is acknowledged before it is stored")
	}
	await(ann, "1 move ")
}

// An answer that Slack refuses for a moment comes later.
func TestALineIsAnsweredAfterAnOutage(t *testing.T) {
	t.Parallel()
	s := inMemory(t, overHTTP)
	s.adapter.Hurry()
	ann := s.ann()
	ann.Say("new deal 1")
	for _, fault := range []slackfake.Fault{{Status: http.StatusInternalServerError, Times: 2}, {RetryAfter: time.Second}, {Drop: true}} {
		s.Fail("chat.postMessage", fault)
		has(t, ann.Say("d"), "1 move ")
		ann.Say("undo")
	}
}

// People play whole games in their conversations by lines alone. The stored game is what
// they see.
func TestRandomGamesByLines(t *testing.T) {
	t.Parallel()
	const together = 20
	for first := 0; first < *games; first += together {
		t.Run(fmt.Sprintf("%d", first), func(t *testing.T) {
			s := newStage(t, transport(first/together%2 == 1), memory(), slackfake.Options{})
			for i := first; i < min(first+together, *games); i++ {
				(&gambler{stage: s, number: i, random: rand.New(rand.NewPCG(uint64(i), 11))}).playByLines()
			}
		})
	}
}

func (g *gambler) playByLines() {
	g.t.Helper()
	id := fmt.Sprintf("U%d", g.number)
	g.person, g.place = g.Person(id, strings.ToLower(id), "en-US", "Etc/UTC"), 2
	g.person.Say("settings style " + pick(g.random, "unicode", "ascii", "text"))
	g.person.Say(strings.ReplaceAll(g.opening(), " public", ""))
	for range 40 {
		g.person.Say(g.line())
	}
	g.person.Say("no")
	g.adapter.Settle()
	before := g.Calls("chat.postEphemeral")
	if before != 0 {
		g.t.Error("an answer vanishes with a reload")
	}
	g.check(id)
}

// line is one that a player might type: mostly a move.
func (g *gambler) line() string {
	places := "1234567wf"
	move := string(places[g.random.IntN(len(places))]) + pick(g.random, " ", ">", "-") + string(places[g.random.IntN(len(places))])
	if g.random.IntN(3) > 0 {
		return pick(g.random, move, move, "d", move+", d, "+move, "d\n"+move, "w f")
	}
	return pick(g.random, "undo", "redo", "finish", "restart", "resign", "yes", "no", "show", "help", "rules", "xyzzy", "<hint>", "more", "settings",
		"daily", "daily yukon", "daily practice", "leaderboard", "share", "stats", "hint", "new", "again", "9h 10s", "“3 5”", "`w f`", "?", "y", "/move 3 5")
}
