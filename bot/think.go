package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

// What takes long is worked out before the player's turn: on the record as it is
// then, without the lock, so that the player can go on meanwhile. In the turn it
// is used if the game still stands as it did, and worked out anew if not.

// A thought is what was worked out for a request.
type thought struct {
	about     BoardRef // the game that advice and judgement are about, as it stood
	advice    Advice
	judgement Judgement
	number    int // of a winnable deal; 0: none was found
}

// A thinker works out what a flow needs. It returns nil where the flow will need
// nothing; what it says to the session is said to nobody.
type thinker func(*session, command) (*thought, error)

// errMovedOn says that a thought was about an earlier state.
var errMovedOn = errors.New("the game moved on meanwhile")

// maxThoughts is how often a request is thought about anew because the game
// moved on.
const maxThoughts = 3

// think works out what a request needs before its turn.
func (b *Bot) think(ctx context.Context, now time.Time, req Request, cmd command) (*thought, error) {
	if !cmd.thinks() {
		return nil, nil
	}
	s := b.session(ctx, now, req)
	if err := s.load(cmd); err != nil {
		return nil, err
	}
	if s.repeated() || !s.fresh() {
		return nil, nil
	}
	found, err := cmd.spec.think(s, cmd)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", cmd.spec.Name, err)
	}
	return found, nil
}

// thinks reports whether a command needs something that takes long.
func (c command) thinks() bool {
	return c.spec.think != nil && (c.spec.Name != "new" || slices.Contains(c.words, winnableWord))
}

// thoughtAbout returns the thought if it is about a game as it stands, or the
// error that has it worked out anew.
func (s *session) thoughtAbout(t *table) (*thought, error) {
	if s.thought == nil || s.thought.about != s.ref(t) {
		return nil, errMovedOn
	}
	return s.thought, nil
}

// ref says which state of which game is open.
func (s *session) ref(t *table) BoardRef {
	slot := &s.rec.Games[t.slot]
	return BoardRef{slot.ID, slot.Version}
}

func (s *session) question(t *table) Question {
	return Question{Player: s.req.Player, ID: s.rec.Games[t.slot].ID, Game: t.game}
}
