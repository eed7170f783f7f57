package bot

import (
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
func myData(s *session, _ command) error {
	results, err := s.history()
	if err != nil {
		return err
	}
	if results == nil {
		results = []persist.Result{}
	}
	p := s.req.Player
	data := playerData{Games: []gameData{}, Platform: p.Platform, Space: p.Space, User: p.User, Settings: s.rec.Settings, Requests: s.rec.Deliveries.Len(), Results: results}
	data.Name = s.rec.Name
	for _, e := range s.rec.Seen {
		data.Seen = append(data.Seen, e.Scope)
	}
	for _, g := range s.rec.Games {
		data.Games = append(data.Games, describe(g, g.ID == s.rec.Current))
	}
	if day, _, ok, err := s.openedHome(); err != nil {
		return err
	} else if ok {
		data.Home = day.Start().Format(time.DateOnly)
	}
	file, err := data.file()
	if err != nil {
		return fmt.Errorf("my-data: %w", err)
	}
	s.say(msg("my-data.done"))
	s.noBoard = true
	s.reply.Files = []File{{Name: "my-data.json", Data: file}}
	return nil
}

// forgetMe deletes everything that is stored about the player. The question
// names the current game: should the answer be delivered once more, it must not
// delete what the player has begun since.
func forgetMe(s *session, c command) error {
	about := "nothing"
	if s.rec.Current != "" {
		about = strings.ToLower(s.rec.Current)
	}
	if !c.confirm || len(c.words) != 1 || c.words[0] != about {
		s.ask("forget-me.ask", command{spec: c.spec, words: []string{about}})
		return nil
	}
	if err := s.leaveTraces(); err != nil {
		return err
	}
	s.forget = true
	s.say(msg("forget-me.done"))
	return nil
}

// leaveTraces deletes what lies outside of the player's record. What stays is a
// keyed hash of the player for each deal of the day that is still open, so that
// it can't be played a second time with all cards known, and of a challenge that
// somebody was part of it.
func (s *session) leaveTraces() error {
	if at := s.rec.Settings[settingReminder]; at != "" {
		s.erase(reminderKind, reminderKey(at, s.req.Player))
	}
	s.erase(dueKind, dueKey(s.req.Player))
	s.erase(homeKind, homeKey(s.req.Player))
	s.ended = nil // what has ended just now is forgotten as well
	for i := range s.rec.Games {
		slot := &s.rec.Games[i]
		var g game.Game
		if slot.Kind != daily || g.UnmarshalBinary(slot.Data) != nil {
			continue
		}
		s.endAttempt(slot)
		if closed(slot.Day, s.now) {
			continue
		}
		if err := s.write(forgottenKind, s.forgottenKey(slot.Day, g.Rules().String()), true); err != nil {
			return err
		}
	}
	return s.leaveChallenges()
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

func moment(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}
