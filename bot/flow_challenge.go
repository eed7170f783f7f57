package bot

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

const (
	challengeTime = 24 * time.Hour
	mostInvited   = 7
)

// A result that is to be posted with a reply is left to that for a moment before
// the jobs see to it, and they try for so long.
const (
	tellAfter = time.Minute
	tellFor   = 24 * time.Hour
)

func challengeOptions() []Option {
	people := []Option{{Name: "user", Kind: Person}, {Name: "user2", Kind: Person}, {Name: "user3", Kind: Person}}
	return append(people, newOptions()[:5]...)
}

// challengeOthers deals the same cards to several people, or answers such a
// challenge: "challenge accept ID" and "challenge decline ID" are its buttons.
func challengeOthers(s *session, c command) error {
	if len(c.words) == 2 {
		switch c.words[0] {
		case "accept":
			return s.acceptChallenge(c, c.words[1])
		case "decline":
			return s.declineChallenge(c.words[1])
		}
	}
	s.noBoard = true
	others := s.invited()
	if may, err := s.mayChallenge(others); err != nil || !may {
		return err
	}
	given, fault := c.readOptions()
	if fault != nil {
		s.quiet = true
		s.say(*fault)
		return nil
	}
	r, err := ruleOptions(given).Rules()
	if err != nil {
		s.quiet = true
		s.say(optionFault(err, c))
		return nil
	}
	return s.openChallenge(r, others)
}

// mayChallenge says why not, if the player can't challenge these people here.
func (s *session) mayChallenge(others []persist.Challenger) (bool, error) {
	waiting, err := s.challenged()
	switch {
	case err != nil:
		return false, err
	case s.scope() == "" || s.req.Place.Server == "":
		s.refuse("challenge.where")
	case len(others) == 0:
		s.refuse("challenge.whom")
	case waiting+len(others) > mostInvited:
		s.quiet = true
		s.say(msg("challenge.too-many", "Most", mostInvited))
	default:
		return true, nil
	}
	return false, nil
}

// challengePrefix begins the ids of a player's challenges, so that they are found
// together. It tells nobody whose they are.
func (s *session) challengePrefix() string {
	return keyed(s.bot.Secret, "challenges "+string(s.req.Player.AppendKey(nil)))[:8]
}

// challenged counts the people in the challenges of this player that are open.
// All of them are looked at by every copy of the bot, so that there is a limit.
func (s *session) challenged() (people int, err error) {
	docs, err := s.bot.Store.Docs(s.ctx, persist.ChallengeKind, s.challengePrefix(), "", mostInvited+1)
	if err != nil {
		return 0, fmt.Errorf("%w challenges: %w", errLoad, err)
	}
	for _, d := range docs {
		ch, err := persist.Unpack[persist.Challenge](d)
		if err == nil && !isOver(ch) {
			people += len(ch.Players) - 1
		}
	}
	return people, nil
}

// refuse says something to the player alone.
func (s *session) refuse(key string) {
	s.quiet = true
	s.say(msg(key))
}

// invited are the people named, each once and not the player.
func (s *session) invited() []persist.Challenger {
	var list []persist.Challenger
	for _, m := range s.req.Mentions {
		known := slices.ContainsFunc(list, func(c persist.Challenger) bool { return c.Player == m.Player })
		if m.Player != s.req.Player && !known {
			list = append(list, persist.Challenger{Player: m.Player, Name: harmless(m.Name), State: persist.Invited})
		}
	}
	return list
}

func (s *session) openChallenge(r game.Rules, others []persist.Challenger) error {
	var seed [32]byte
	if _, err := rand.Read(seed[:]); err != nil {
		return fmt.Errorf("no randomness: %w", err)
	}
	g, err := game.New(r, game.Seeded(seed), game.Origin{})
	if err != nil {
		return fmt.Errorf("challenge: %w", err)
	}
	data, err := g.MarshalBinary()
	if err != nil {
		return fmt.Errorf("challenge: %w", err)
	}
	me := persist.Challenger{Player: s.req.Player, Name: s.rec.Name, State: persist.Invited}
	ch := persist.Challenge{
		ID: s.challengePrefix() + strings.ToLower(s.bot.NewID()), Scope: s.scope(), Channel: s.req.Place.Channel, Game: data,
		Until: s.now.Add(challengeTime), Players: append([]persist.Challenger{me}, others...),
	}
	if err := s.writeOver(persist.ChallengeKind, ch.ID, 0, ch); err != nil {
		return err
	}
	s.say(msg("challenge.open", "Name", shownName(me.Name), "Others", namesOf(others), "Rules", rulesInWords(r.String())))
	s.say(msg("challenge.until", "Ends", locale.Moment(ch.Until)))
	s.reply.Actions = [][]Action{{
		{Label: msg("button.challenge-accept"), Text: "challenge accept " + ch.ID},
		{Label: msg("button.challenge-decline"), Text: "challenge decline " + ch.ID},
	}}
	return nil
}

// namesOf writes names in a row.
func namesOf(list []persist.Challenger) locale.Names {
	var names locale.Names
	for _, c := range list {
		names = append(names, c.Name)
	}
	return names
}

// ofChallenge reads a challenge that the player is part of, or says why not.
func (s *session) ofChallenge(id string) (ch persist.Challenge, version uint64, me int, err error) {
	ch, version, ok, err := read[persist.Challenge](s, persist.ChallengeKind, id)
	if err != nil {
		return ch, 0, -1, err
	}
	me = slices.IndexFunc(ch.Players, func(c persist.Challenger) bool { return c.Player == s.req.Player })
	switch {
	case !ok || isOver(ch) || !s.now.Before(ch.Until):
		me = -1
		s.refuse("challenge.over")
	case me < 0:
		s.refuse("challenge.not-yours")
	}
	return ch, version, me, nil
}

// acceptChallenge begins the player's own attempt; the clock is the player's own.
func (s *session) acceptChallenge(c command, id string) error {
	s.quiet = true
	ch, version, me, err := s.ofChallenge(id)
	if err != nil || me < 0 {
		s.noBoard = me < 0
		return err
	}
	if i := s.linked(id); i >= 0 {
		s.makeCurrent(s.rec.Games[i].ID)
		s.say(msg("challenge.goes-on"))
		return nil
	}
	if ch.Players[me].State != persist.Invited {
		s.noBoard = true
		s.say(msg("challenge.answered"))
		return nil
	}
	g := new(game.Game)
	if err := g.UnmarshalBinary(ch.Game); err != nil {
		return fmt.Errorf("challenge: %w", err)
	}
	if err := s.deal(persist.Game{Kind: challenge, Link: id, Until: ch.Until}, -1, g.Rules(), g.Deck(), game.Origin{}); err != nil {
		return err
	}
	ch.Players[me].State = persist.Playing
	s.say(msg("challenge.begin", "Ends", locale.Moment(ch.Until)))
	return s.writeOver(persist.ChallengeKind, id, version, ch)
}

func (s *session) linked(id string) int {
	return slices.IndexFunc(s.rec.Games, func(g persist.Game) bool { return g.Kind == challenge && g.Link == id })
}

func (s *session) declineChallenge(id string) error {
	s.quiet, s.noBoard = true, true
	ch, version, me, err := s.ofChallenge(id)
	if err != nil || me < 0 {
		return err
	}
	if ch.Players[me].State != persist.Invited {
		s.say(msg("challenge.answered"))
		return nil
	}
	ch.Players[me].State = persist.Declined
	s.say(msg("challenge.declined"))
	s.tellIfOver(&ch)
	return s.writeOver(persist.ChallengeKind, id, version, ch)
}

// endChallenge notes how the player's attempt ended. A challenge that can't be
// read any more must not keep the player from going on.
func (s *session) endChallenge(id string, result persist.Result) error {
	ch, version, ok, err := read[persist.Challenge](s, persist.ChallengeKind, id)
	if errors.Is(err, persist.ErrDamaged) {
		return nil
	}
	if err != nil || !ok || isOver(ch) {
		return err
	}
	for i := range ch.Players {
		if ch.Players[i].Player == s.req.Player {
			ch.Players[i].State, ch.Players[i].Score = persist.Finished, result.Ranked()
		}
	}
	s.tellIfOver(&ch)
	return s.writeOver(persist.ChallengeKind, ch.ID, version, ch)
}

// leaveChallenges takes the player's name off every challenge, whether the player
// has answered it or not. There are never many: none lasts longer than a day.
func (s *session) leaveChallenges() error {
	err := s.bot.walk(s.ctx, persist.ChallengeKind, "", func(d persist.Doc) error {
		ch, err := persist.Unpack[persist.Challenge](d)
		if err != nil {
			return nil // forgetting must not end at what can't be read
		}
		return s.leaveChallenge(ch, d.Version)
	})
	if errors.Is(err, persist.ErrDamaged) {
		return nil
	}
	return err
}

func (s *session) leaveChallenge(ch persist.Challenge, version uint64) error {
	me := slices.IndexFunc(ch.Players, func(c persist.Challenger) bool { return c.Player == s.req.Player })
	if me < 0 {
		return nil
	}
	ch.Players[me] = persist.Challenger{State: persist.Declined}
	s.tellIfOver(&ch)
	return s.writeOver(persist.ChallengeKind, ch.ID, version, ch)
}

// tellIfOver ends a challenge that nobody plays any more, and posts its result.
func (s *session) tellIfOver(ch *persist.Challenge) {
	if isOver(*ch) || waiting(*ch) {
		return
	}
	if ch.Tell = s.now; !s.job {
		ch.Tell = s.now.Add(tellAfter)
	}
	s.reply.Posts = append(s.reply.Posts, challengeResult(*ch, or(s.bot.placeLanguage(s.ctx, ch.Scope), s.req.PlaceLocale)))
}

// isOver reports whether a challenge has ended, whether that was told or not.
func isOver(ch persist.Challenge) bool { return ch.Posted || !ch.Tell.IsZero() }

func waiting(ch persist.Challenge) bool {
	return slices.ContainsFunc(ch.Players, func(c persist.Challenger) bool {
		return c.State == persist.Invited || c.State == persist.Playing
	})
}

// challengeResult tells how a challenge ended: who has won it by the order of
// the daily deals, and how the others did. Those who read it share no language
// but the place's.
func challengeResult(ch persist.Challenge, lang string) Post {
	board := persist.Board{Span: persist.OneDay}
	players := slices.Clone(ch.Players)
	slices.SortStableFunc(players, func(a, b persist.Challenger) int {
		if done := cmp.Compare(finished(b), finished(a)); done != 0 {
			return done
		}
		return slices.Compare(board.AppendRank(nil, a.Score), board.AppendRank(nil, b.Score))
	})
	lines := []locale.Message{msg("challenge.result")}
	for _, c := range players {
		key := "challenge.row-none"
		switch {
		case c.State != persist.Finished:
		case c.Score.Won > 0:
			key = "challenge.row-won"
		default:
			key = "challenge.row-lost"
		}
		lines = append(lines, msg(key, "Name", shownName(c.Name), "Moves", c.Score.Moves, "Aids", c.Score.Aids,
			"Time", duration(c.Score.Seconds), "Up", c.Score.Up))
	}
	platform, server, _ := strings.Cut(ch.Scope, "|")
	return Post{
		To:    Address{Platform: platform, Server: server, Channel: ch.Channel},
		Reply: Reply{Lines: lines, Lang: locale.Match(lang)},
		ID:    "challenge " + ch.ID,
		tells: ch.ID,
	}
}

func finished(c persist.Challenger) int {
	if c.State == persist.Finished {
		return 1
	}
	return 0
}
