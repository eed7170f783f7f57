package bot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/persist"
)

// A Turn is the argument of a command: the request, the player's record, and the reply to
// fill in. Nothing is stored before the command has returned; then all changes are stored
// at once.
type Turn struct {
	Bot     *Bot
	Ctx     context.Context //nolint:containedctx // a turn lives exactly as long as its request
	Request Request
	Call    command.Call
	Now     time.Time

	Record  persist.Record
	Results []persist.Result // of games that ended in this turn
	Reply   Reply

	NoBoard  bool   // the reply is about something else than the current game
	Pages    bool   // the reply's buttons turn its own pages
	Alone    bool   // the answer is for the player alone, though the command is public
	Forget   bool   // the commit deletes everything of the player's, but writes the turn's docs
	Look     string // a board style for this reply only
	Prepared any    // the result of the command's Prepare; nil: none

	outcome      Outcome
	current      *Table
	docs         []persist.Doc // to be written with the record
	beforeCommit []func() error
	changed      bool     // the record is to be committed
	remembered   bool     // a second delivery must change nothing, even if this one changed nothing
	preparedFor  BoardRef // the current game, as it was then
}

func (b *Bot) turn(ctx context.Context, now time.Time, req Request) *Turn {
	return &Turn{Bot: b, Ctx: ctx, Request: req, Call: *req.Call, Now: now.UTC().Truncate(time.Microsecond), outcome: Answered}
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

// Ask asks before the turn's command destroys something. If the player says yes, the
// same command comes again, confirmed.
func (t *Turn) Ask(key string) {
	t.Say(key)
	t.Reply.Actions = [][]Action{{
		{Label: locale.Msg("button.yes"), Text: t.Call.Text() + " " + command.ConfirmWord, Answer: AnswerYes},
		{Label: locale.Msg("button.no"), Text: "show", Answer: AnswerNo},
	}}
}

// The servers on whose rankings a player's results count: how long they are remembered, in
// days, and how many at most.
const (
	seenDays = 30
	seenMost = 20
)

// load reads the player's record and brings it up to date with the request and the time.
// These updates are stored with the next change. A damaged record stops every command but
// the one that deletes it.
func (t *Turn) load() error {
	rec, err := t.Bot.Store.Load(t.Ctx, t.Request.Player)
	switch {
	case errors.Is(err, persist.ErrNotFound):
	case errors.Is(err, persist.ErrDamaged) && t.Call.Spec.Name == "forget-me":
	case err != nil:
		return fmt.Errorf("%w: %w", ErrLoad, persist.NameUnreadable(err, persist.KindRecord, t.Request.Player, ""))
	}
	t.Record = rec

	today, scope := persist.DayOf(t.Now), t.Scope()
	nick := rec.NameIn(scope)
	if t.Request.Name != nick { // nearly always it is as it was
		nick = cmp.Or(SafeName(t.Request.Name), nick)
	}
	switch global := t.Request.GlobalName; {
	case global == "":
		t.Record.Name = nick
	case global != rec.Name:
		t.Record.Name = cmp.Or(SafeName(global), rec.Name)
	}
	if nick == t.Record.Name {
		nick = ""
	}
	seen := slices.DeleteFunc(t.Record.Seen, func(e persist.Seen) bool {
		return e.Scope == scope || e.Day < today-seenDays
	})
	for i := range seen {
		seen[i].Day = min(seen[i].Day, today) // from the future: the clock was wrong
	}
	if scope != "" {
		seen = slices.Insert(seen, 0, persist.Seen{Scope: scope, Day: today, Name: nick})
	}
	t.Record.Seen = seen[:min(len(seen), seenMost)]
	closeGames(t)
	return nil
}

// Scope names the place on whose rankings results count; empty if there is none.
func (t *Turn) Scope() string {
	switch platform := t.Request.Player.Platform; {
	case t.Request.Place.Server != "":
		return platform + "|" + t.Request.Place.Server
	case platform == "terminal":
		return platform
	}
	return ""
}

// History returns all results of the player, with those of this turn.
func (t *Turn) History() ([]persist.Result, error) {
	stored, err := t.Bot.Store.Results(t.Ctx, t.Request.Player)
	if err != nil {
		return nil, fmt.Errorf("%w results: %w", ErrLoad, err)
	}
	return slices.Concat(stored, t.Results), nil
}

// BeforeCommit has f called when the turn is about to be stored. It may still write
// and erase docs.
func (t *Turn) BeforeCommit(f func() error) { t.beforeCommit = append(t.beforeCommit, f) }

// commit writes the turn's changes at once: the docs alone, or the record too.
func (t *Turn) commit(docsOnly bool) error {
	if !t.changed && !t.Forget && (!t.remembered || t.Request.ID == "") {
		return nil
	}
	if g := t.current; g != nil && g.changed {
		data, err := g.Game.MarshalBinary()
		if err != nil {
			return fmt.Errorf("encode the game: %w", err)
		}
		entry := g.Entry()
		entry.Data = data
		entry.Version++
	}
	for _, f := range t.beforeCommit {
		if err := f(); err != nil {
			return err
		}
	}
	change := persist.Change{Docs: t.docs}
	switch {
	case !docsOnly:
		change.Player, change.Record, change.Results = t.Request.Player, t.Record, t.Results
		change.Forget, change.Delivery = t.Forget, t.Request.ID
		if t.Request.ID != "" {
			change.Record.Deliveries = t.Record.Deliveries.Add(t.Request.ID, t.Now, keepReply(t))
		}
	case len(t.docs) == 0:
		return nil
	}
	if err := t.Bot.Store.Commit(t.Ctx, change); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

// complete adds the parts that every reply has.
func (t *Turn) complete() {
	r := &t.Reply
	r.Lang = t.Lang()
	r.FourColour = t.Setting(SettingFourColour) == On
	r.Style = t.style()
	if !t.Forget && !t.NoBoard {
		t.Bot.Board(t)
		if r.Style == Picture && r.Board != nil {
			r.Actions = append(slices.Clone(r.Actions), []Action{{Label: locale.Msg("button.as-text"), Text: "show text"}})
		}
	}

	// A board that others may see stays so; all else is private unless the command
	// asks for the public.
	shown := r.Board != nil && !t.NoBoard && t.Record.Games[t.slot(t.Record.Current)].PublicIn(t.Scope())
	own := t.Request.Own || t.slot(t.Request.Board.Game) >= 0
	public := t.Call.Spec.Public && !t.Alone && (!t.Request.Tap || own)
	r.Private = t.Request.Place.Shared && !shown && (r.Board != nil || !public)
	r.Replace = !t.NoBoard && own || t.Pages && t.Request.Own
	if t.NoBoard && (r.Private || r.Replace || !t.Request.Place.Shared) {
		t.leadBack()
	}
}

// besidePublicBoard reports whether the answer is only for the player though the
// current game is public: a refusal, what could not be read, and settings, unless their
// buttons stand under the board. The board that others see stays as it is.
func (t *Turn) besidePublicBoard() bool {
	i := t.slot(t.Record.Current)
	switch {
	case !t.Request.Place.Shared || i < 0 || !t.Record.Games[i].Public || t.outcome == Stale:
		return false
	case t.Request.fault != nil:
		return true
	case t.Call.Spec.Name == "settings":
		return t.Request.Board.Game == ""
	}
	return !t.Call.Spec.Reads && t.outcome != Changed && len(t.Reply.Actions) == 0 && !t.Reply.Choose
}

// leadBack adds the button that leads back to the board, if the reply shows something
// else.
func (t *Turn) leadBack() {
	r := &t.Reply
	if t.Forget || r.Asks() || t.slot(t.Record.Current) < 0 || len(r.Actions) == 0 && (t.Request.Home || t.besidePublicBoard()) { // the board is there
		return
	}
	const most = 5 // buttons in a row
	r.Actions = slices.Clone(r.Actions)
	if last := len(r.Actions) - 1; last >= 0 && len(r.Actions[last]) < most {
		r.Actions[last] = append(slices.Clone(r.Actions[last]), Back())
		return
	}
	r.Actions = append(r.Actions, []Action{Back()})
}

// style is the style of the reply's board; "" is the adapter's own.
func (t *Turn) style() string {
	style := cmp.Or(t.Look, t.Record.Settings[SettingStyle])
	if style == "" && t.Bot.CardsFirst {
		style = Cards
	}
	if style == Picture && !t.Paints() || style == Cards && !t.Cards() {
		return ""
	}
	return style
}

// Cards reports whether the player can have boards in the style [Cards].
func (t *Turn) Cards() bool {
	return t.Bot.Cards != nil && t.Bot.Cards(t.Request.Player.Platform)
}

// Paints reports whether the player gets pictures.
func (t *Turn) Paints() bool { return t.Bot.Pictures && t.Setting(SettingPictures) != Off }
