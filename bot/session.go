package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// A session is one request at work: the player's record, what the flow has
// changed of it, and the reply as far as it goes.
type session struct {
	bot   *Bot
	ctx   context.Context //nolint:containedctx // a session lives exactly as long as its request
	req   Request
	now   time.Time
	reply Reply

	rec     persist.Record
	results []persist.Result // finished by this request
	docs    []persist.Doc    // to be written with the record
	ended   []ended          // attempts at challenges
	acted   bool             // a second delivery must not be carried out, whatever came of this one
	changed bool             // rec is to be committed
	forget  bool             // everything is to be deleted instead
	noBoard bool             // the reply is about something else than the game
	leafs   bool             // the reply's buttons turn its own pages
	job     bool             // nobody asked
	quiet   bool             // for the player alone, though the command is public
	look    string           // a board style for this reply only
	outcome Outcome          // for the observer
	thought *thought         // worked out before the player's turn; nil where nothing was

	opened *table // the current game, once it was needed
}

// A table is one of the player's games, opened.
type table struct {
	slot    int // index in the record's games
	game    *game.Game
	state   game.State
	changed bool
}

// say adds a line to the reply.
func (s *session) say(m locale.Message) { s.reply.say(m) }

func (r *Reply) say(m locale.Message) { r.Lines = append(r.Lines, m) }

// load reads the player's record. A damaged one stops every command but the
// one that deletes it.
func (s *session) load(cmd command) error {
	rec, err := s.bot.Store.Load(s.ctx, s.req.Player)
	switch {
	case errors.Is(err, persist.ErrNotFound):
	case errors.Is(err, persist.ErrDamaged) && cmd.spec.Name == "forget-me":
	case err != nil:
		return fmt.Errorf("%w: %w", errLoad, persist.NameUnreadable(err, persist.KindRecord, s.req.Player, ""))
	}
	s.rec = rec
	s.meet()
	return nil
}

// repeated answers a delivery that was carried out before from its outcome.
func (s *session) repeated() bool {
	if s.req.ID == "" {
		return false
	}
	outcome, ok := s.rec.Deliveries.Find(s.req.ID)
	if ok {
		s.restore(outcome)
		if len(outcome) == 0 { // it is not kept for long: the answer is the board as it is now
			s.need()
		}
		s.outcome = Repeated
	}
	return ok
}

// fresh reports whether a tap was on a board that still shows its game as it
// is; that game becomes the current one. If not, it says so.
func (s *session) fresh() bool {
	ref := s.req.Board
	if ref.Game == "" {
		return true
	}
	i := slices.IndexFunc(s.rec.Games, func(g persist.Game) bool { return g.ID == ref.Game })
	switch {
	case i < 0:
		s.say(msg("tap.foreign"))
	case s.rec.Games[i].Version != ref.Version:
		s.say(msg("tap.stale"))
	default:
		s.makeCurrent(ref.Game)
		return true
	}
	s.outcome = Stale
	return false
}

func (s *session) makeCurrent(id string) {
	if s.rec.Current != id {
		s.rec.Current, s.changed, s.opened = id, true, nil
	}
}

// current opens the current game. It returns nil when there is none or it
// can't be read.
func (s *session) current() *table {
	i := s.slot(s.rec.Current)
	if s.opened != nil || i < 0 {
		return s.opened
	}
	g := new(game.Game)
	if g.UnmarshalBinary(s.rec.Games[i].Data) != nil {
		return nil
	}
	s.opened = &table{slot: i, game: g, state: g.State()}
	return s.opened
}

// need opens the current game, or says why there is none.
func (s *session) need() *table {
	t := s.current()
	switch {
	case t != nil:
	case s.slot(s.rec.Current) < 0:
		s.say(msg("game.none"))
	default:
		s.say(msg("game.unreadable"))
	}
	return t
}

func (s *session) slot(id string) int {
	return slices.IndexFunc(s.rec.Games, func(g persist.Game) bool { return g.ID == id })
}

// playing opens the current game if it still goes on; else it says why not.
func (s *session) playing() *table {
	t := s.need()
	if t == nil {
		return nil
	}
	if outcome := s.rec.Games[t.slot].Outcome; outcome != "" {
		s.say(msg("game.over-" + string(outcome)))
		return nil
	}
	return t
}

// step makes a move in the current game and ends it if that wins.
func (s *session) step(t *table, m game.Move) (game.Effect, error) {
	e, err := t.game.Do(m)
	if err != nil {
		return e, err
	}
	slot := &s.rec.Games[t.slot]
	if slot.First.IsZero() {
		slot.First = s.now
	}
	slot.Last = s.now
	s.touch(t)
	if e.Won {
		s.end(t, persist.Won)
	}
	return e, nil
}

// touch marks a game as changed.
func (s *session) touch(t *table) {
	t.state = t.game.State()
	t.changed, s.changed = true, true
}

// end closes a game, and writes the result of one that counts.
func (s *session) end(t *table, outcome persist.Outcome) {
	slot := &s.rec.Games[t.slot]
	slot.Outcome = outcome
	t.changed, s.changed = true, true
	if slot.Kind == practice {
		return
	}
	result := persist.Result{
		ID: slot.ID, Kind: slot.Kind, Rules: t.game.Rules().String(), Scoring: game.ScoringVersion,
		Generator: t.game.Origin().Generator, Number: t.game.Origin().Number, Outcome: outcome,
		Moves: t.game.Length(), Undos: t.game.Undos(), Hints: slot.Hints,
		Up: t.state.TotalUp(), Score: t.state.Score(), First: slot.First, Last: slot.Last,
	}
	for suit := range result.Suits {
		result.Suits[suit] = t.state.Up(game.Suit(suit))
	}
	switch slot.Kind {
	case daily:
		s.endDaily(slot, &result)
	case challenge:
		s.ended = append(s.ended, ended{slot.Link, result})
	}
	s.results = append(s.results, result)
}

// An ended attempt at a challenge is noted there when the session commits.
type ended struct {
	challenge string
	result    persist.Result
}

// commit writes what the flow has changed, all in one piece.
func (s *session) commit() error {
	if !s.changed && !s.forget && (!s.acted || s.req.ID == "") {
		return nil
	}
	if err := s.pack(); err != nil {
		return err
	}
	for _, e := range s.ended {
		if err := s.endChallenge(e.challenge, e.result); err != nil {
			return err
		}
	}
	change := persist.Change{Player: s.req.Player, Record: s.rec, Results: s.results, Docs: s.docs, Forget: s.forget, Delivery: s.req.ID}
	if s.req.ID != "" {
		change.Record.Deliveries = s.rec.Deliveries.Add(s.req.ID, s.now, s.kept())
	}
	if err := s.bot.Store.Commit(s.ctx, change); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

// pack puts the opened game, if it was changed, into the record.
func (s *session) pack() error {
	t := s.opened
	if t == nil || !t.changed {
		return nil
	}
	data, err := t.game.MarshalBinary()
	if err != nil {
		return fmt.Errorf("encode the game: %w", err)
	}
	slot := &s.rec.Games[t.slot]
	slot.Data = data
	slot.Version++
	return nil
}

// finish completes the reply with what every one of them has.
func (s *session) finish(cmd command) Reply {
	r := &s.reply
	r.Lang, r.FourColour = s.lang(), s.rec.Settings[settingFourColour] == on
	r.Style = s.style()
	if !s.forget && !s.noBoard {
		s.board()
		r.offerText()
	}
	s.place(cmd)
	r.Replace = !s.noBoard && (s.req.Own || s.slot(s.req.Board.Game) >= 0) || s.leafs && s.req.Own
	return s.reply
}
