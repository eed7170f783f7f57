package bot

import (
	"fmt"
	"slices"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// A Table is one of the player's games, opened.
type Table struct {
	Game  *game.Game
	State game.State

	turn    *Turn
	slot    int // index in the record's games
	changed bool
}

// open opens a game of the record. It returns nil if it can't be read.
func (t *Turn) open(slot int) *Table {
	g := new(game.Game)
	if g.UnmarshalBinary(t.Record.Games[slot].Data) != nil {
		return nil
	}
	return &Table{Game: g, State: g.State(), turn: t, slot: slot}
}

// slot returns the index of a game in the record, or -1.
func (t *Turn) slot(id string) int {
	return slices.IndexFunc(t.Record.Games, func(g persist.Game) bool { return g.ID == id })
}

// Latest returns the index of the player's latest game of a kind, or -1. Of several,
// an open one comes before one that has ended.
func (t *Turn) Latest(kind string) int {
	found := -1
	for i, g := range t.Record.Games {
		if g.Kind == kind && (found < 0 || g.Outcome == "" || t.Record.Games[found].Outcome != "") {
			found = i
		}
	}
	return found
}

// MakeCurrent makes a game the one that moves act on.
func (t *Turn) MakeCurrent(id string) {
	if t.Record.Current != id {
		t.Record.Current, t.changed, t.current = id, true, nil
	}
}

// Current opens the current game. It returns nil when there is none or it can't be
// read.
func (t *Turn) Current() *Table {
	if i := t.slot(t.Record.Current); t.current == nil && i >= 0 {
		t.current = t.open(i)
	}
	return t.current
}

// Need opens the current game, or says why there is none.
func (t *Turn) Need() *Table {
	g := t.Current()
	switch {
	case g != nil:
	case t.slot(t.Record.Current) < 0:
		t.Say("game.none")
	default:
		t.Say("game.unreadable")
	}
	return g
}

// Playing opens the current game if it is not over, or says why it can't be played.
func (t *Turn) Playing() *Table {
	g := t.Need()
	if g != nil && g.Entry().Outcome != "" {
		t.Say("game.over-" + string(g.Entry().Outcome))
		return nil
	}
	return g
}

// fresh reports whether a tap was on a board that still shows its game as it is;
// that game becomes the current one. If not, it says so.
func (t *Turn) fresh() bool {
	ref := t.Request.Board
	if ref.Game == "" {
		return true
	}
	i := t.slot(ref.Game)
	switch {
	case i < 0:
		t.Say("tap.foreign")
		return false
	case t.Record.Games[i].Version != ref.Version:
		t.Say("tap.stale")
		return false
	}
	t.MakeCurrent(ref.Game)
	return true
}

// Precomputed returns what the command's Prepare has worked out for an open game.
// The error is [ErrMovedOn] if the game has changed since.
func (t *Turn) Precomputed(g *Table) (any, error) {
	if t.Prepared == nil || t.preparedFor != g.Ref() {
		return nil, ErrMovedOn
	}
	return t.Prepared, nil
}

// closeGames ends games whose time is over, and drops those that have ended unless
// they are the current one.
func closeGames(t *Turn) {
	for i := 0; i < len(t.Record.Games); i++ {
		entry := &t.Record.Games[i]
		if entry.Until.IsZero() || t.Now.Before(entry.Until) {
			continue
		}
		if entry.Outcome == "" {
			if g := t.open(i); g != nil && !entry.First.IsZero() {
				g.End(persist.Expired)
			} else { // a game that was never begun counts nothing
				entry.Outcome = persist.Expired
				t.Bot.Ended(t, entry, nil)
			}
			entry.Version++
			t.changed = true
		}
		if entry.ID != t.Record.Current {
			t.Record.Games = slices.Delete(t.Record.Games, i, i+1)
			i--
		}
	}
}

// WouldLose reports whether replacing a game counts as a loss: it was begun and is
// not over. A game that can't be read counts as one, so that it isn't dropped
// without a question. i is its index in the record; -1, for none, is no loss.
func (t *Turn) WouldLose(i int) bool {
	if i < 0 || t.Record.Games[i].Outcome != "" {
		return false
	}
	g := t.open(i)
	return g == nil || g.Game.Begun()
}

// Deal starts a game and makes it the current one. It replaces another one if
// instead, an index in the record, is not -1: the result of a begun game is written.
func (t *Turn) Deal(entry persist.Game, instead int, r game.Rules, d game.Deck, o game.Origin) error {
	g, err := game.New(r, d, o)
	if err != nil {
		return fmt.Errorf("deal: %w", err)
	}
	if instead >= 0 {
		if t.WouldLose(instead) {
			if old := t.open(instead); old != nil {
				old.End(persist.Replaced)
			}
		}
		t.Record.Games = slices.Delete(t.Record.Games, instead, instead+1)
	}
	entry.ID = t.Bot.NewID()
	t.Record.Games = append(t.Record.Games, entry)
	t.Record.Current = entry.ID
	t.current = &Table{Game: g, turn: t, slot: len(t.Record.Games) - 1}
	t.current.Touch()
	return nil
}

// Entry returns what the record holds of the game. It is valid until a game is dealt.
func (g *Table) Entry() *persist.Game { return &g.turn.Record.Games[g.slot] }

// Ref returns the state of the game as it is stored.
func (g *Table) Ref() BoardRef { return BoardRef{g.Entry().ID, g.Entry().Version} }

// Touch marks the game as changed, after a change of its Game or its entry.
func (g *Table) Touch() {
	g.State = g.Game.State()
	g.changed, g.turn.changed = true, true
}

// Step makes a move, and ends the game if that wins.
func (g *Table) Step(m game.Move) (game.Effect, error) {
	e, err := g.Game.Do(m)
	if err != nil {
		return e, err
	}
	entry := g.Entry()
	if entry.First.IsZero() {
		entry.First = g.turn.Now
	}
	entry.Last = g.turn.Now
	g.Touch()
	if e.Won {
		g.End(persist.Won)
	}
	return e, nil
}

// End closes the game, and writes the result of one that counts.
func (g *Table) End(outcome persist.Outcome) {
	t, entry := g.turn, g.Entry()
	entry.Outcome = outcome
	g.changed, t.changed = true, true
	if entry.Kind == Practice {
		return
	}
	result := persist.Result{
		ID: entry.ID, Kind: entry.Kind, Rules: g.Game.Rules().String(), Scoring: game.ScoringVersion,
		Generator: g.Game.Origin().Generator, Number: g.Game.Origin().Number, Outcome: outcome,
		Moves: g.Game.Length(), Undos: g.Game.Undos(), Hints: entry.Hints,
		Up: g.State.TotalUp(), Score: g.State.Score(), First: entry.First, Last: entry.Last,
	}
	for suit := range result.Suits {
		result.Suits[suit] = g.State.Up(game.Suit(suit))
	}
	t.Bot.Ended(t, entry, &result)
	t.Results = append(t.Results, result)
}
