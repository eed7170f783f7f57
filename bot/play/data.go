package play

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/daily"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// forgetMe deletes everything stored about the player. The question names the current
// game, so that a repeated answer doesn't delete anything that the player has begun
// since.
func forgetMe() bot.Command {
	return bot.Command{
		Spec: command.Spec{Name: "forget-me", Also: []string{"forgetme", "forget me"}, AnyWords: true, Reads: true, Example: "/solitaire forget-me"},
		Run: func(t *bot.Turn, args command.Args) error {
			about := "nothing"
			if t.Record.Current != "" {
				about = strings.ToLower(t.Record.Current)
			}
			if !t.Call.Confirmed || !slices.Equal(args.Words(), []string{about}) {
				t.Call = t.Call.WithWords(about)
				t.Ask("forget-me.ask")
				return nil
			}
			t.Forget = true
			t.Erase(bot.HomeKind, bot.HomeKey(t.Request.Player))
			if err := t.CloseBrowsers(); err != nil {
				return err
			}
			if err := daily.Forget(t); err != nil {
				return err
			}
			t.Say("forget-me.done")
			return nil
		},
	}
}

// myData returns everything stored about the player as a file. It omits cards that an
// unfinished game hasn't shown yet, and the reply says so.
func myData() bot.Command {
	return bot.Command{
		Spec: command.Spec{Name: "my-data", Also: []string{"mydata", "my data"}, Reads: true, Example: "/solitaire my-data"},
		Run: func(t *bot.Turn, _ command.Args) error {
			results, err := t.History()
			if err != nil {
				return err
			}
			p := t.Request.Player
			data := playerData{
				Name: t.Record.Name, Platform: p.Platform, Space: p.Space, User: p.User, Settings: t.Record.Settings,
				Names: map[string]string{}, Requests: t.Record.Deliveries.Len(), Games: []gameData{}, Results: append([]persist.Result{}, results...),
			}
			for _, e := range t.Record.Seen {
				data.Seen = append(data.Seen, e.Scope)
				if e.Name != "" {
					data.Names[e.Scope] = e.Name
				}
			}
			for _, g := range t.Record.Games {
				until, err := daily.SecretUntil(t.Ctx, t.Bot, g)
				if err != nil {
					return err
				}
				data.Games = append(data.Games, describe(g, g.ID == t.Record.Current, t.Now.Before(until)))
			}
			day, err := t.Bot.HomeOpened(t.Ctx, p)
			if err != nil {
				return err
			}
			if day > 0 {
				data.Home = day.Start().Format(time.DateOnly)
			}
			var file bytes.Buffer
			e := json.NewEncoder(&file)
			e.SetEscapeHTML(false) // for human readers: move signs stay as they are
			e.SetIndent("", "  ")
			if err := e.Encode(data); err != nil {
				return fmt.Errorf("my-data: %w", err)
			}
			t.Say("my-data.done")
			t.NoBoard = true
			t.Reply.Files = []bot.File{{Name: "my-data.json", Data: file.Bytes()}}
			return nil
		},
	}
}

type playerData struct {
	Name     string            `json:"name,omitempty"`        // as others see it
	Seen     []string          `json:"seen,omitempty"`        // servers and workspaces on whose rankings results count
	Names    map[string]string `json:"names,omitempty"`       // used there, where they differ
	Home     string            `json:"home_opened,omitempty"` // the day on which the App Home was opened last
	Platform string            `json:"platform"`
	Space    string            `json:"space,omitempty"`
	User     string            `json:"user"`
	Settings map[string]string `json:"settings,omitempty"`
	Requests int               `json:"remembered_requests"` // so that none is carried out twice
	Games    []gameData        `json:"games"`
	Results  []persist.Result  `json:"results"`
}

type gameData struct {
	ID        string          `json:"id"`
	Kind      string          `json:"kind"`
	Current   bool            `json:"current"`
	Rules     string          `json:"rules"`
	Generator string          `json:"generator,omitempty"`
	Number    int             `json:"number,omitempty"`
	Outcome   persist.Outcome `json:"outcome,omitempty"`
	First     time.Time       `json:"first,omitzero"`
	Last      time.Time       `json:"last,omitzero"`
	Score     int             `json:"score"`
	Undos     int             `json:"undos"`
	Hints     int             `json:"hints"`
	Steps     string          `json:"steps"`
	Undone    string          `json:"steps_undone"`
	Cards     string          `json:"cards,omitempty"` // the whole deck in dealing order, if the game is finished and nobody else still competes in the deal
	Piles     []string        `json:"piles"`           // "##" face down
	Waste     string          `json:"waste"`
	Stock     int             `json:"stock"` // cards left
	Up        map[string]int  `json:"foundations"`
	Fault     string          `json:"fault,omitempty"` // why the game is unreadable
}

// describe writes a game out, as far as the player has seen it. It includes the whole
// deck of a finished game unless others still compete in the deal.
func describe(g persist.Game, current, secret bool) gameData {
	d := gameData{ID: g.ID, Kind: g.Kind, Current: current, Outcome: g.Outcome, Hints: g.Hints, First: g.First, Last: g.Last}
	var played game.Game
	if err := played.UnmarshalBinary(g.Data); err != nil {
		d.Fault = err.Error()
		return d
	}
	state := played.State()
	d.Rules, d.Generator, d.Number = played.Rules().String(), played.Origin().Generator, played.Origin().Number
	d.Score, d.Undos, d.Steps, d.Undone = state.Score(), played.Undos(), spelt(played.Steps()), spelt(played.UndoneSteps())
	if g.Outcome != "" && !secret {
		d.Cards = spelt(played.Deck())
	}
	v := state.View()
	for _, p := range v.Piles {
		d.Piles = append(d.Piles, strings.TrimSpace(strings.Repeat("## ", p.Hidden)+spelt(p.Up)))
	}
	d.Waste, d.Stock, d.Up = spelt(v.Waste), len(v.Stock), map[string]int{}
	for suit, up := range v.Foundations {
		d.Up[game.Suit(suit).String()] = up
	}
	return d
}

// spelt writes cards or moves as a list.
func spelt[T fmt.Stringer](list []T) string {
	words := make([]string, len(list))
	for i, v := range list {
		words[i] = v.String()
	}
	return strings.Join(words, " ")
}
