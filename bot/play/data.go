package play

import (
	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// myData gives everything that is stored about the player as a file. Cards
// that an unfinished game has not shown yet are left out, and the reply says
// so.
func myData(t *bot.Turn, _ command.Args) error {
	results, err := t.History()
	if err != nil {
		return err
	}
	if results == nil {
		results = []persist.Result{}
	}
	p := t.Request.Player
	data := playerData{Games: []gameData{}, Platform: p.Platform, Space: p.Space, User: p.User, Settings: t.Record.Settings, Requests: t.Record.Remembered(), Results: results}
	data.Name = t.Record.Name
	for _, e := range t.Record.Seen {
		data.Seen = append(data.Seen, e.Scope)
	}
	for _, g := range t.Record.Games {
		data.Games = append(data.Games, describe(g, g.ID == t.Record.Current))
	}
	if day, _, ok, err := t.openedHome(); err != nil {
		return err
	} else if ok {
		data.Home = day.Start().Format(time.DateOnly)
	}
	file, err := data.file()
	if err != nil {
		return fmt.Errorf("my-data: %w", err)
	}
	t.Say("my-data.done")
	t.NoBoard = true
	t.Reply.Files = []bot.File{{Name: "my-data.json", Data: file}}
	return nil
}

// forgetMe deletes everything that is stored about the player. The question
// names the current game: should the answer be delivered once more, it must not
// delete what the player has begun since.
func forgetMe(t *bot.Turn, args command.Args) error {
	about := "nothing"
	if t.Record.Current != "" {
		about = strings.ToLower(t.Record.Current)
	}
	if !c.confirm || len(c.words) != 1 || c.words[0] != about {
		t.Ask("forget-me.ask", command{spec: c.spec, words: []string{about}})
		return nil
	}
	if err := leaveTraces(t); err != nil {
		return err
	}
	t.forget = true
	t.Say("forget-me.done")
	return nil
}

// leaveTraces deletes what lies outside of the player's record. What stays is a
// keyed hash of the player for each deal of the day that is still open, so that
// it can't be played a second time with all cards known, and of a challenge that
// somebody was part of it.
func leaveTraces(t *bot.Turn) error {
	if at := t.Record.Settings[bot.SettingReminder]; at != "" {
		t.Erase(reminderKind, reminderKey(at, t.Request.Player))
	}
	t.Erase(dueKind, dueKey(t.Request.Player))
	t.Erase(homeKind, homeKey(t.Request.Player))
	t.ended = nil // what has ended just now is forgotten as well
	for i := range t.Record.Games {
		slot := &t.Record.Games[i]
		var g game.Game
		if slot.Kind != bot.Daily || g.UnmarshalBinary(slot.Data) != nil {
			continue
		}
		endAttempt(t, slot)
		if closed(slot.Day, t.Now) {
			continue
		}
		if err := t.Write(forgottenKind, forgottenKey(t, slot.Day, g.Rules().String()), true); err != nil {
			return err
		}
	}
	return leaveChallenges(t)
}

type playerData struct {
	Name     string            `json:"name,omitempty"`        // as others see it
	Seen     []string          `json:"seen,omitempty"`        // servers and workspaces on whose boards results count
	Home     string            `json:"home_opened,omitempty"` // the day on which the App Home was opened last
	Platform string            `json:"platform"`
	Space    string            `json:"space,omitempty"`
	User     string            `json:"user"`
	Settings map[string]string `json:"settings,omitempty"`
	Requests int               `json:"remembered_requests"` // so that none is carried out twice: a check sum, time and answer of each
	Games    []gameData        `json:"games"`
	Results  []persist.Result  `json:"results"`
}

// file writes the data for people to read: move signs stay as they are.
func (d playerData) file() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(d)
	return b.Bytes(), err
}

type gameData struct {
	ID        string          `json:"id"`
	Kind      string          `json:"kind"`
	Current   bool            `json:"current"`
	Rules     string          `json:"rules"`
	Generator string          `json:"generator,omitempty"`
	Number    int             `json:"number,omitempty"`
	Outcome   persist.Outcome `json:"outcome,omitempty"`
	First     *time.Time      `json:"first,omitempty"`
	Last      *time.Time      `json:"last,omitempty"`
	Score     int             `json:"score"`
	Undos     int             `json:"undos"`
	Hints     int             `json:"hints"`
	Steps     string          `json:"steps"`
	Undone    string          `json:"steps_undone"`
	Cards     string          `json:"cards,omitempty"` // the whole deck in dealing order, of a finished game
	Piles     []string        `json:"piles"`           // "##" face down
	Waste     string          `json:"waste"`
	Stock     int             `json:"stock"` // cards left
	Up        map[string]int  `json:"foundations"`
	Fault     string          `json:"fault,omitempty"` // why the game can't be read
}

func describe(g persist.Game, current bool) gameData {
	d := gameData{ID: g.ID, Kind: g.Kind, Current: current, Outcome: g.Outcome, Hints: g.Hints, First: moment(g.First), Last: moment(g.Last)}
	var played game.Game
	if err := played.UnmarshalBinary(g.Data); err != nil {
		d.Fault = err.Error()
		return d
	}
	state := played.State()
	d.Rules, d.Number, d.Score = played.Rules().String(), played.Origin().Number, state.Score()
	d.Undos, d.Steps, d.Undone = played.Undos(), spelt(played.Steps()), spelt(played.UndoneSteps())
	d.Generator = played.Origin().Generator
	if g.Outcome != "" {
		d.Cards = spelt(played.Deck())
	}
	d.lay(state.View())
	return d
}

// lay fills in what lies on the table, as far as the player has seen it.
func (d *gameData) lay(v game.View) {
	for _, p := range v.Piles {
		d.Piles = append(d.Piles, strings.TrimSpace(strings.Repeat("## ", p.Hidden)+spelt(p.Up)))
	}
	d.Waste, d.Stock, d.Up = spelt(v.Waste), len(v.Stock), map[string]int{}
	for suit, up := range v.Foundations {
		d.Up[game.Suit(suit).String()] = up
	}
}

// spelt writes cards or moves in a row.
func spelt[T fmt.Stringer](list []T) string {
	words := make([]string, len(list))
	for i, v := range list {
		words[i] = v.String()
	}
	return strings.Join(words, " ")
}

func moment(table time.Time) *time.Time {
	if table.IsZero() {
		return nil
	}
	return &table
}
