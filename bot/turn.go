package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// A Turn is one request at work: the player's record, what the command has changed
// of it, and the reply as far as it goes. Nothing is stored before the command has
// returned; then everything is, in one piece.
type Turn struct {
	Bot     *Bot
	Ctx     context.Context //nolint:containedctx // a turn lives exactly as long as its request
	Request Request
	Call    command.Call
	Now     time.Time

	Record  persist.Record
	Results []persist.Result // of games that ended in this turn
	Reply   Reply

	NoBoard bool   // the reply is about something else than the current game
	Pages   bool   // the reply's buttons turn its own pages
	Alone   bool   // the answer is for the player alone, though the command is public
	Look    string // a board style for this reply only

	outcome      Outcome
	current      *Table
	docs         []persist.Doc // to be written with the record
	beforeCommit []func() error
	changed      bool // the record is to be committed
	remembered   bool // a second delivery must change nothing, whatever came of this one
	forgets      bool // everything of the player's is to be deleted instead
	precomputed  precomputed
}

// A Table is one of the player's games, opened.
type Table struct {
	Game  *game.Game
	State game.State

	slot    int // index in the record's games
	changed bool
}

func (b *Bot) turn(ctx context.Context, now time.Time, req Request) *Turn {
	t := &Turn{Bot: b, Ctx: ctx, Request: req, Now: now.UTC().Truncate(time.Microsecond), outcome: Answered}
	if req.Call != nil {
		t.Call = *req.Call
	}
	return t
}

// Say adds a line to the reply.
func (t *Turn) Say(key string, pairs ...any) { t.Reply.Say(key, pairs...) }

// SayAll adds messages to the reply.
func (t *Turn) SayAll(lines ...locale.Message) { t.Reply.Lines = append(t.Reply.Lines, lines...) }

// Refuse says something to the player alone.
func (t *Turn) Refuse(key string, pairs ...any) {
	t.Alone = true
	t.Say(key, pairs...)
}

// Ask asks before the turn's command destroys something. The same command is
// carried out when the player says yes.
func (t *Turn) Ask(key string) {
	t.Say(key)
	t.Reply.Actions = [][]Action{{
		{Label: locale.Msg("button.yes"), Text: t.Call.Text() + " " + command.ConfirmWord, Answer: AnswerYes},
		{Label: locale.Msg("button.no"), Text: "show", Answer: AnswerNo},
	}}
}

// Days and number of the servers that are remembered of a player: those on whose
// rankings results count.
const (
	seenDays = 30
	seenMost = 20
)

// load reads the player's record and brings it up to date with the request and the
// time. What only this changes is stored with the next change. A damaged record
// stops every command but the one that deletes it.
func (t *Turn) load() error {
	rec, err := t.Bot.Store.Load(t.Ctx, t.Request.Player)
	switch {
	case errors.Is(err, persist.ErrNotFound):
	case errors.Is(err, persist.ErrDamaged) && t.Call.Spec.Name == "forget-me":
	case err != nil:
		return fmt.Errorf("%w: %w", ErrLoad, persist.NameUnreadable(err, persist.KindRecord, t.Request.Player, ""))
	}
	t.Record = rec

	if t.Request.Name != rec.Name { // nearly always it is as it was
		if name := SafeName(t.Request.Name); name != "" {
			t.Record.Name = name
		}
	}
	today, scope := persist.DayOf(t.Now), t.Scope()
	seen := slices.DeleteFunc(t.Record.Seen, func(e persist.Seen) bool {
		return e.Scope == scope || e.Day < today-seenDays
	})
	if scope != "" {
		seen = slices.Insert(seen, 0, persist.Seen{Scope: scope, Day: today})
	}
	t.Record.Seen = seen[:min(len(seen), seenMost)]
	t.closeGames()
	return nil
}

// closeGames ends games whose time is over, and drops those that have ended unless
// they are the current one.
func (t *Turn) closeGames() {
	games := &t.Record.Games
	for i := 0; i < len(*games); i++ {
		entry := &(*games)[i]
		if entry.Until.IsZero() || t.Now.Before(entry.Until) {
			continue
		}
		if entry.Outcome == "" {
			if g := new(game.Game); !entry.First.IsZero() && g.UnmarshalBinary(entry.Data) == nil {
				t.End(&Table{Game: g, State: g.State(), slot: i}, persist.Expired)
			} else { // a game that was never begun counts nothing
				entry.Outcome = persist.Expired
				t.ended(entry, nil)
			}
			entry.Version++
			t.changed = true
		}
		if entry.ID != t.Record.Current {
			*games = slices.Delete(*games, i, i+1)
			i--
		}
	}
}

// Scope names the place on whose rankings results count; empty where there is none.
func (t *Turn) Scope() string {
	switch {
	case t.Request.Place.Server != "":
		return t.Request.Player.Platform + "|" + t.Request.Place.Server
	case t.Request.Player.Platform == "terminal":
		return t.Request.Player.Platform
	}
	return ""
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

// MakeCurrent makes a game the one that moves act on.
func (t *Turn) MakeCurrent(id string) {
	if t.Record.Current != id {
		t.Record.Current, t.changed, t.current = id, true, nil
	}
}

func (t *Turn) slot(id string) int {
	return slices.IndexFunc(t.Record.Games, func(g persist.Game) bool { return g.ID == id })
}

// Entry returns what the record holds of an open game. It is valid until a game is
// dealt.
func (t *Turn) Entry(g *Table) *persist.Game { return &t.Record.Games[g.slot] }

// Current opens the current game. It returns nil when there is none or it can't be
// read.
func (t *Turn) Current() *Table {
	if t.current != nil {
		return t.current
	}
	i := t.slot(t.Record.Current)
	if i < 0 {
		return nil
	}
	g := new(game.Game)
	if g.UnmarshalBinary(t.Record.Games[i].Data) != nil {
		return nil
	}
	t.current = &Table{slot: i, Game: g, State: g.State()}
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
	if g == nil {
		return nil
	}
	if outcome := t.Entry(g).Outcome; outcome != "" {
		t.Say("game.over-" + string(outcome))
		return nil
	}
	return g
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

// Step makes a move in the current game, and ends the game if that wins.
func (t *Turn) Step(g *Table, m game.Move) (game.Effect, error) {
	e, err := g.Game.Do(m)
	if err != nil {
		return e, err
	}
	entry := t.Entry(g)
	if entry.First.IsZero() {
		entry.First = t.Now
	}
	entry.Last = t.Now
	t.Touch(g)
	if e.Won {
		t.End(g, persist.Won)
	}
	return e, nil
}

// Touch marks a game as changed, after a change of its Game or its entry.
func (t *Turn) Touch(g *Table) {
	g.State = g.Game.State()
	g.changed, t.changed = true, true
}

// End closes a game, and writes the result of one that counts.
func (t *Turn) End(g *Table, outcome persist.Outcome) {
	entry := t.Entry(g)
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
	t.ended(entry, &result)
	t.Results = append(t.Results, result)
}

func (t *Turn) ended(entry *persist.Game, result *persist.Result) {
	if f := t.Bot.Ended[entry.Kind]; f != nil {
		f(t, entry, result)
	}
}

// WouldLose reports whether replacing a game counts as a loss: it was begun and is
// not over. A game that can't be read counts as one, so that it isn't dropped
// without a question. i is its index in the record; -1, for none, is no loss.
func (t *Turn) WouldLose(i int) bool {
	if i < 0 || t.Record.Games[i].Outcome != "" {
		return false
	}
	var g game.Game
	return g.UnmarshalBinary(t.Record.Games[i].Data) != nil || g.Begun()
}

// Deal starts a game and makes it the current one. It replaces another one if
// instead, an index in the record, is not -1: the result of a begun game is written.
func (t *Turn) Deal(entry persist.Game, instead int, r game.Rules, d game.Deck, o game.Origin) error {
	g, err := game.New(r, d, o)
	if err != nil {
		return fmt.Errorf("deal: %w", err)
	}
	if instead >= 0 {
		if old := new(game.Game); t.WouldLose(instead) && old.UnmarshalBinary(t.Record.Games[instead].Data) == nil {
			t.End(&Table{slot: instead, Game: old, State: old.State()}, persist.Replaced)
		}
		t.Record.Games = slices.Delete(t.Record.Games, instead, instead+1)
	}
	entry.ID = t.Bot.NewID()
	t.Record.Games = append(t.Record.Games, entry)
	t.Record.Current = entry.ID
	t.current = &Table{slot: len(t.Record.Games) - 1, Game: g}
	t.Touch(t.current)
	return nil
}

// History returns all results of the player, with those of this turn.
func (t *Turn) History() ([]persist.Result, error) {
	stored, err := t.Bot.Store.Results(t.Ctx, t.Request.Player)
	if err != nil {
		return nil, fmt.Errorf("%w results: %w", ErrLoad, err)
	}
	return slices.Concat(stored, t.Results), nil
}

// Precomputed returns what the command's Prepare has worked out for an open game.
// The error is [ErrMovedOn] if the game has changed since.
func (t *Turn) Precomputed(g *Table) (any, error) {
	if t.precomputed.value == nil || t.precomputed.about != t.ref(g) {
		return nil, ErrMovedOn
	}
	return t.precomputed.value, nil
}

// PrecomputedAnyway returns what the command's Prepare has worked out, whatever
// became of the game since; nil if it has worked out nothing.
func (t *Turn) PrecomputedAnyway() any { return t.precomputed.value }

func (t *Turn) ref(g *Table) BoardRef {
	entry := t.Entry(g)
	return BoardRef{entry.ID, entry.Version}
}

func (t *Turn) currentRef() BoardRef {
	if g := t.Current(); g != nil {
		return t.ref(g)
	}
	return BoardRef{}
}

// Forget deletes everything that is stored of the player, when the turn is stored.
// Docs that the turn writes or erases are stored all the same.
func (t *Turn) Forget() { t.forgets = true }

// Forgets reports whether the player is being forgotten.
func (t *Turn) Forgets() bool { return t.forgets }

// BeforeCommit has f called when the turn is about to be stored. It may still queue
// docs.
func (t *Turn) BeforeCommit(f func() error) { t.beforeCommit = append(t.beforeCommit, f) }

// commit writes what the turn has changed, all in one piece.
func (t *Turn) commit() error {
	if !t.changed && !t.forgets && (!t.remembered || t.Request.ID == "") {
		return nil
	}
	if g := t.current; g != nil && g.changed {
		data, err := g.Game.MarshalBinary()
		if err != nil {
			return fmt.Errorf("encode the game: %w", err)
		}
		entry := t.Entry(g)
		entry.Data = data
		entry.Version++
	}
	if err := t.runBeforeCommit(); err != nil {
		return err
	}
	change := persist.Change{Player: t.Request.Player, Record: t.Record, Results: t.Results, Docs: t.docs, Forget: t.forgets, Delivery: t.Request.ID}
	if t.Request.ID != "" {
		change.Record.Deliveries = t.Record.Deliveries.Add(t.Request.ID, t.Now, t.kept())
	}
	if err := t.Bot.Store.Commit(t.Ctx, change); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

// commitDocs writes the turn's docs alone.
func (t *Turn) commitDocs() error {
	if err := t.runBeforeCommit(); err != nil || len(t.docs) == 0 {
		return err
	}
	return t.Bot.Store.Commit(t.Ctx, persist.Change{Docs: t.docs})
}

func (t *Turn) runBeforeCommit() error {
	for _, f := range t.beforeCommit {
		if err := f(); err != nil {
			return err
		}
	}
	return nil
}

// complete adds to the reply what every reply has.
func (t *Turn) complete() {
	r := &t.Reply
	r.Lang = t.Lang()
	r.FourColour = t.Setting(SettingFourColour) == On
	r.Style = t.style()
	if !t.forgets && !t.NoBoard && t.Bot.Board != nil {
		t.Bot.Board(t)
		if r.Style == Picture && r.Board != nil {
			r.Actions = append(slices.Clone(r.Actions), []Action{{Label: locale.Msg("button.as-text"), Text: "show text"}})
		}
	}

	// A board that others may see stays so; all else is private unless the command
	// asks for the public.
	shown := r.Board != nil && !t.NoBoard && t.Record.Games[t.slot(t.Record.Current)].Public
	public := t.Call.Spec.Public && !t.Alone && (!t.Request.Tap || t.Request.Own)
	r.Private = t.Request.Place.Shared && !shown && (r.Board != nil || !public)
	r.Replace = !t.NoBoard && (t.Request.Own || t.slot(t.Request.Board.Game) >= 0) || t.Pages && t.Request.Own
}

// Paints reports whether the player gets pictures.
func (t *Turn) Paints() bool { return t.Bot.Pictures && t.Setting(SettingPictures) != Off }

// style is the board style of the reply: what this request asks for, or what the
// player has chosen.
func (t *Turn) style() string {
	style := t.Look
	if style == "" {
		style = t.Record.Settings[SettingStyle]
	}
	if style == Picture && !t.Paints() {
		return ""
	}
	return style
}
