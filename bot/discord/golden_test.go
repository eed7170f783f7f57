package discord_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/bot/discord/discordfake"
	"github.com/solitaire-chat/solitaire/bot/locale"
)

var update = flag.Bool("update", false, "write the golden files anew")

// fixed makes ids and times the same in every run.
func fixed(b *bot.Bot) {
	now := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	b.Now = func() time.Time { now = now.Add(time.Second); return now }
	ids := 0
	b.NewID = func() string { ids++; return fmt.Sprintf("GAME%022d", ids) }
}

// The payloads for the first answers of a game, in every style.
func TestPayloads(t *testing.T) {
	for name, do := range map[string]func(ann *discordfake.Person) *discordfake.Answer{
		"new.json": func(ann *discordfake.Person) *discordfake.Answer {
			return ann.Slash("solitaire new", "draw:3", "passes:unlimited", "return:yes")
		},
		"tap.json": func(ann *discordfake.Person) *discordfake.Answer {
			ann.Slash("solitaire new")
			return ann.Click("Draw")
		},
		"question.json": func(ann *discordfake.Person) *discordfake.Answer {
			ann.Slash("solitaire new")
			ann.Slash("draw")
			return ann.Slash("solitaire new", "game:klondike", "draw:3", "passes:unlimited", "return:yes", "scoring:standard", "deal:999999999", "public:true")
		},
		"choose.json": func(ann *discordfake.Person) *discordfake.Answer {
			ann.Slash("solitaire new")
			return ann.Slash("move")
		},
		"ascii.json": func(ann *discordfake.Person) *discordfake.Answer {
			ann.Slash("solitaire settings", "name:style", "value:ascii")
			return ann.Slash("solitaire new", "game:yukon")
		},
		"text.json": func(ann *discordfake.Person) *discordfake.Answer {
			ann.Slash("solitaire settings", "name:style", "value:text")
			ann.Slash("solitaire new", "draw:3")
			return ann.Slash("draw")
		},
		"refused.json": func(ann *discordfake.Person) *discordfake.Answer {
			ann.Slash("solitaire new")
			return ann.Slash("move", "from:*_~`|<@7> @everyone 5")
		},
		"won.json": func(ann *discordfake.Person) *discordfake.Answer {
			ann.Slash("solitaire new", "deal:1141", "public:true")
			return ann.Slash("move", "from:"+wonKlondike)
		},
	} {
		t.Run(name, func(t *testing.T) {
			st := setup{bot: fixed}.open(t)
			a := do(st.ann())
			bottest.Golden(t, *update, name, payload(t, a))
		})
	}
}

// The payload of a board of cards: as a new message, and in place of a text board.
func TestPayloadsOfCards(t *testing.T) {
	c := newClock()
	st := setup{bot: fixed, fake: discordfake.Options{Now: c.Now}}.withCards(t)
	st.adapter.SetNow(c.Now)
	ann := st.ann()
	ann.Slash("solitaire new", "deal:1", "draw:3")
	tap := ann.Click("Real cards")
	bottest.Golden(t, *update, "cards.json", payload(t, tap)+payload(t, ann.Slash("solitaire show")))
}

// payload is what was sent first for an answer.
func payload(t *testing.T, a *discordfake.Answer) string {
	t.Helper()
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, a.Attempts[0].Body, "", "  "); err != nil {
		t.Fatal(err)
	}
	return pretty.String() + "\n"
}

// The key screens in every language.
func TestLanguagePayloads(t *testing.T) {
	for _, lang := range locale.Codes() {
		t.Run(lang, func(t *testing.T) {
			ann := setup{bot: fixed}.open(t).ann()
			screens := []*discordfake.Answer{
				ann.Slash("solitaire settings", "name:language", "value:"+lang),
				ann.Slash("solitaire new", "deal:1141"),
				ann.Slash("draw"),
				ann.Slash("move", "from:5 1"),
				ann.Slash("solitaire resign"),
				ann.Slash("solitaire rules"),
				ann.Slash("undo"),
				ann.Slash("move", "from:"+wonKlondike),
				ann.Slash("solitaire stats"),
			}
			var all strings.Builder
			for _, a := range screens {
				all.WriteString(payload(t, a))
			}
			bottest.Golden(t, *update, "language-"+lang+".json", all.String())
		})
	}
}
