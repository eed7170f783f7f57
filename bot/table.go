package bot

import (
	"fmt"
	"slices"

	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// A Table is one of the player's games, decoded.
type Table struct {
	Game  *game.Game
	State game.State

	turn    *Turn
	slot    int // index in the record's games
	changed bool
}

// open decodes a game of the record. It returns nil if the game is unreadable.
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

// Latest returns the index of the player's latest game of a kind, or -1. It prefers an
// open game to one that has ended.
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

// Current decodes the current game. It returns nil if there is none or it is unreadable.
func (t *Turn) Current() *Table {
	if i := t.slot(t.Record.Current); t.current == nil && i >= 0 {
		t.current = t.open(i)
	}
	return t.current
}

// Need returns the current game, or makes the reply say why there is none.
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

// Playing returns the current game if it isn't over, or makes the reply say why it can't
// be played.
func (t *Turn) Playing() *Table {
	g := t.Need()
	if g != nil && g.Entry().Outcome != "" {
		t.Say("game.over-" + string(g.Entry().Outcome))
		return nil
	}
	return g
}

// fresh reports whether a tap was on a board that shows its game's current state, and
// makes that game the current one. If not, the reply says so.
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

// Precomputed returns the result of the command's Prepare for an open game. The error is
// [ErrMovedOn] if the game has changed since.
func (t *Turn) Precomputed(g *Table) (any, error) {
	if t.Prepared == nil || t.preparedFor != g.Ref() {
		return nil, ErrMovedOn
	}
	return t.Prepared, nil
}

// closeGames ends games whose time has run out, and drops ended games except the current
// one.
func closeGames(t *Turn) {
	for i := 0; i < len(t.Record.Games); i++ {
		entry := &t.Record.Games[i]
		if entry.Until.IsZero() || t.Now.Before(entry.Until) {
			continue
		}
		if entry.Outcome == "" {
			if g := t.open(i); g != nil && !entry.First.IsZero() {
				g.End(persist.Expired)
			} else { // a game without a step doesn't count
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

// WouldLose reports whether replacing a game counts as a loss: it has steps and isn't
// over. An unreadable game counts, so that it isn't dropped without a question. i is its
// index in the record; -1 means no game, and no loss.
func (t *Turn) WouldLose(i int) bool {
	if i < 0 || t.Record.Games[i].Outcome != "" {
		return false
	}
	g := t.open(i)
	return g == nil || g.Game.Begun()
}

// Deal starts a game and makes it the current one. It replaces the game at index instead
// of the record, unless that is -1, and writes the result of a replaced game that has
// begun.
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

// Entry returns the record's entry for the game. It is valid until a game is dealt.
func (g *Table) Entry() *persist.Game { return &g.turn.Record.Games[g.slot] }

// Ref returns the stored state of the game.
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
	if entry.First.IsZero() || entry.First.After(g.turn.Now) { // the clock was wrong
		entry.First = g.turn.Now
	}
	entry.Last = g.turn.Now
	g.Touch()
	if e.Won {
		g.End(persist.Won)
	}
	return e, nil
}

// End closes the game, and writes its result if it counts.
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
