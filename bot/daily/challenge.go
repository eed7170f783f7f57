package daily

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

const (
	challengeTime = 24 * time.Hour
	mostInvited   = 7           // people, in all open challenges of a player
	resultAfter   = time.Minute // until then an invitation or a result is left to the reply that brings it
	resultFor     = 24 * time.Hour
	clockMargin   = time.Hour // by which the clocks of two copies may differ
)

// ChallengeOthers deals the same cards to several people, or answers such a
// challenge: "challenge accept ID" and "challenge decline ID" are its buttons.
func ChallengeOthers() bot.Command {
	people := []command.Option{{Name: "user", Kind: command.Person}, {Name: "user2", Kind: command.Person}, {Name: "user3", Kind: command.Person}}
	return bot.Command{
		Spec: command.Spec{
			Name: "challenge", Reads: true, Public: true, Named: true, Example: "/solitaire challenge @ann draw 3",
			Options: append(people, RulesOptions()...), Answers: []string{"accept", "decline"},
		},
		Run: func(t *bot.Turn, args command.Args) error {
			t.NoBoard = true
			if words := args.Words(); len(words) == 2 {
				t.Alone = true
				return answer(t, words[1], words[0] == "accept")
			}
			return open(t, args)
		},
	}
}

// open opens a challenge.
func open(t *bot.Turn, args command.Args) error {
	// The ids of a player's challenges begin alike, so that they are found together. The
	// beginning says to nobody whose they are.
	prefix := keyed(t.Bot.Secret, "challenges "+string(t.Request.Player.AppendKey(nil)))[:8]
	waiting, err := countInvited(t, prefix)
	if err != nil {
		return err
	}
	var others []persist.Challenger // each once, and not the player
	for _, m := range t.Request.Mentions {
		known := slices.ContainsFunc(others, func(c persist.Challenger) bool { return c.Player == m.Player })
		if m.Player == t.Request.Player || known {
			continue
		}
		others = append(others, persist.Challenger{
			Player: m.Player, Name: bot.SafeName(m.Name), State: persist.Invited,
			Pending: m.Unseen || !t.Request.Place.Reaches(),
		})
	}
	robot := slices.IndexFunc(t.Request.Mentions, func(m bot.Mention) bool { return m.Bot })
	switch {
	case t.Request.Place.Server == "":
		t.Refuse("challenge.where")
		return nil
	case robot >= 0:
		t.Refuse("challenge.bot", "Name", nameInWords(bot.SafeName(t.Request.Mentions[robot].Name)))
		return nil
	case len(others) == 0:
		t.Refuse("challenge.whom")
		return nil
	case waiting+len(others) > mostInvited:
		t.Refuse("challenge.too-many", "Most", mostInvited)
		return nil
	}
	r, err := RuleOptions(args).Rules()
	if err != nil {
		t.Alone = true
		t.SayAll(OptionFault(err, t.Call))
		return nil
	}
	var seed [32]byte
	rand.Read(seed[:])
	g, err := game.New(r, game.Seeded(seed), game.Origin{})
	if err != nil {
		return fmt.Errorf("challenge: %w", err)
	}
	data, err := g.MarshalBinary()
	if err != nil {
		return fmt.Errorf("challenge: %w", err)
	}
	me := persist.Challenger{Player: t.Request.Player, Name: t.Record.NameIn(t.Scope()), State: persist.Invited}
	ch := persist.Challenge{
		ID: prefix + strings.ToLower(t.Bot.NewID()), Scope: t.Scope(), Game: data,
		Until: t.Now.Add(challengeTime), Players: append([]persist.Challenger{me}, others...),
	}
	if t.Request.Place.Reaches() {
		ch.Channel = t.Request.Place.Channel
	}
	if err := t.WriteOver(persist.ChallengeKind, ch.ID, 0, ch); err != nil {
		return err
	}
	invite(t, ch, r)
	return nil
}

// mention names somebody so that the person is notified.
func mention(c persist.Challenger) locale.Mention {
	return locale.Mention{ID: c.Player.User, Name: cmp.Or(c.Name, c.Player.User)}
}

// sayToChallenger reports another player's step to the challenger, while the challenge is
// open.
func sayToChallenger(t *bot.Turn, ch persist.Challenge, key string, name string) {
	first := ch.Players[0]
	if isOver(ch) || first.Player == t.Request.Player || first.Player == (persist.Player{}) {
		return
	}
	t.Reply.Posts = append(t.Reply.Posts, directPost(t.Ctx, t.Bot, ch, first.Player, t.Request.PlaceLocale, locale.Msg(key, "Name", nameInWords(name))))
}

// countInvited counts the people in the open challenges of a player.
func countInvited(t *bot.Turn, prefix string) (people int, err error) {
	docs, err := t.Bot.Store.Docs(t.Ctx, persist.ChallengeKind, prefix, "", mostInvited+1)
	if err != nil {
		return 0, fmt.Errorf("%w challenges: %w", bot.ErrLoad, err)
	}
	for _, d := range docs {
		if ch, err := persist.Unpack[persist.Challenge](d); err == nil && !isOver(ch) {
			people += len(ch.Players) - 1
		}
	}
	return people, nil
}

// answer accepts or declines a challenge. To accept it begins the player's own attempt:
// everybody's clock is their own.
func answer(t *bot.Turn, id string, accepts bool) error {
	ch, version, err := bot.ReadDoc[persist.Challenge](t.Ctx, t.Bot, persist.ChallengeKind, id)
	if err != nil {
		return err
	}
	me := placeIn(ch, t.Request.Player)
	begun := slices.IndexFunc(t.Record.Games, func(g persist.Game) bool { return g.Kind == bot.Challenge && g.Link == id })
	switch {
	case version == 0 || isOver(ch) || !t.Now.Before(ch.Until):
		t.Say("challenge.over")
		return nil
	case me < 0:
		t.Say("challenge.not-yours")
		return nil
	case accepts && begun >= 0:
		t.NoBoard = false
		t.MakeCurrent(t.Record.Games[begun].ID)
		t.Say("challenge.goes-on")
		return nil
	case ch.Players[me].State != persist.Invited:
		t.Say("challenge.answered")
		return nil
	case accepts:
		g := new(game.Game)
		if err := g.UnmarshalBinary(ch.Game); err != nil {
			return fmt.Errorf("challenge: %w", err)
		}
		if err := t.Deal(persist.Game{Kind: bot.Challenge, Link: id, Until: ch.Until}, -1, g.Rules(), g.Deck(), game.Origin{}); err != nil {
			return err
		}
		t.NoBoard = false
		ch.Players[me].State = persist.Playing
		t.Say("challenge.begin", "Ends", locale.Moment(ch.Until))
	default:
		ch.Players[me].State = persist.Declined
		t.Say("challenge.declined")
		endIfAnswered(t, &ch)
		sayToChallenger(t, ch, "challenge.has-declined", ch.Players[me].Name)
	}
	return t.WriteOver(persist.ChallengeKind, id, version, ch)
}

// placeIn returns the index of a player among those of a challenge, or -1.
func placeIn(ch persist.Challenge, p persist.Player) int {
	return slices.IndexFunc(ch.Players, func(c persist.Challenger) bool { return c.Player == p })
}

// endChallenge notes, when the turn is stored, how the player's attempt has ended. A
// challenge that can't be read any more must not keep the player from playing.
func endChallenge(t *bot.Turn, entry *persist.Game, result *persist.Result) {
	if result == nil {
		return
	}
	id, score := entry.Link, result.Ranked()
	t.BeforeCommit(func() error {
		if t.Forget { // who has left the challenge
			return nil
		}
		ch, version, err := bot.ReadDoc[persist.Challenge](t.Ctx, t.Bot, persist.ChallengeKind, id)
		if errors.Is(err, persist.ErrDamaged) {
			return nil
		}
		if err != nil || version == 0 || isOver(ch) {
			return err
		}
		name := ""
		if me := placeIn(ch, t.Request.Player); me >= 0 {
			ch.Players[me].State, ch.Players[me].Score = persist.Finished, score
			name = ch.Players[me].Name
		}
		endIfAnswered(t, &ch)
		sayToChallenger(t, ch, "challenge.has-finished", name)
		return t.WriteOver(persist.ChallengeKind, ch.ID, version, ch)
	})
}

// leaveChallenges takes the player's name off every challenge, whether the player
// has answered it or not. There are never many: none lasts longer than a day. One
// that can't be read is passed over; it names the player to nobody.
func leaveChallenges(t *bot.Turn) error {
	return t.Bot.Walk(t.Ctx, persist.ChallengeKind, "", func(d persist.Doc) error {
		ch, err := persist.Unpack[persist.Challenge](d)
		me := placeIn(ch, t.Request.Player)
		if err != nil || me < 0 {
			return nil //nolint:nilerr // one that can't be read names nobody to anybody
		}
		ch.Players[me] = persist.Challenger{State: persist.Declined}
		endIfAnswered(t, &ch)
		sayToChallenger(t, ch, "challenge.has-left", "")
		return t.WriteOver(persist.ChallengeKind, ch.ID, d.Version, ch)
	})
}

// endIfAnswered ends a challenge that nobody is playing any more, and queues its result.
func endIfAnswered(t *bot.Turn, ch *persist.Challenge) {
	open := slices.ContainsFunc(ch.Players, func(c persist.Challenger) bool {
		return c.State == persist.Invited || c.State == persist.Playing
	})
	if isOver(*ch) || open {
		return
	}
	ch.Tell = t.Now.Add(resultAfter)
	lang := t.Bot.PlaceLanguage(t.Ctx, ch.Scope)
	t.Reply.Posts = append(t.Reply.Posts, resultPost(t.Bot, *ch, locale.Match(lang, t.Request.PlaceLocale)))
}

// isOver reports whether a challenge has ended, whether its result was posted or not.
func isOver(ch persist.Challenge) bool { return ch.Posted || !ch.Tell.IsZero() }

// resultPost announces the result of a challenge in its channel, in the place's language.
// If it can't be posted there, each player gets it in a direct message. Once it is sent,
// or can't be, nothing is kept of the challenge.
func resultPost(b *bot.Bot, ch persist.Challenge, lang string) bot.Post {
	platform, server, _ := strings.Cut(ch.Scope, "|")
	return bot.Post{
		To:    bot.Address{Platform: platform, Server: server, Channel: ch.Channel},
		Reply: bot.Reply{Lines: resultLines(ch, true), Lang: lang, ForOthers: true},
		ID:    "challenge " + ch.ID,
		Else:  func(ctx context.Context) ([]bot.Post, error) { return directResults(ctx, b, ch.ID, lang) },
		Settled: func(ctx context.Context) error {
			doc, err := b.Store.Doc(ctx, persist.ChallengeKind, ch.ID)
			if err == nil {
				err = b.Remove(ctx, doc)
			}
			if err != nil && !errors.Is(err, persist.ErrNotFound) {
				return fmt.Errorf("drop the challenge: %w", err)
			}
			return nil
		},
	}
}

// directResults are the result of a challenge for each player who has yet to get it.
func directResults(ctx context.Context, b *bot.Bot, id, lang string) (posts []bot.Post, err error) {
	ch, version, err := bot.ReadDoc[persist.Challenge](ctx, b, persist.ChallengeKind, id)
	if err != nil || version == 0 {
		return nil, err
	}
	platform, server, _ := strings.Cut(ch.Scope, "|")
	for i, c := range ch.Players {
		if c.Told || c.State == persist.Declined && i > 0 || c.Player == (persist.Player{}) {
			continue
		}
		posts = append(posts, bot.Post{
			To:    bot.Address{Platform: platform, Server: server, Player: c.Player},
			Reply: bot.Reply{Lines: resultLines(ch, false), Lang: b.LanguageOf(ctx, c.Player, lang), ForOthers: true},
			ID:    "challenge " + id + " result " + c.Player.User,
			Settled: func(ctx context.Context) error {
				return noteChallenge(ctx, b, id, func(ch *persist.Challenge) { ch.Players[i].Told = true })
			},
		})
	}
	return posts, nil
}

// noteChallenge changes a challenge, again after each concurrent change. The challenge may
// have ended.
func noteChallenge(ctx context.Context, b *bot.Bot, id string, change func(*persist.Challenge)) error {
	const tries = 3
	var err error
	for range tries {
		var ch persist.Challenge
		var version uint64
		if ch, version, err = bot.ReadDoc[persist.Challenge](ctx, b, persist.ChallengeKind, id); err != nil || version == 0 {
			return err
		}
		change(&ch)
		if err = b.Put(ctx, persist.Doc{Kind: persist.ChallengeKind, Key: id, Version: version}, ch); !errors.Is(err, persist.ErrConflict) {
			break
		}
	}
	if err != nil {
		return fmt.Errorf("note who has got a message about a challenge: %w", err)
	}
	return nil
}

// resultLines say who has won a challenge, by the order of the daily deals, and how the
// others did. With mentions they notify all who have not declined.
func resultLines(ch persist.Challenge, mentions bool) []locale.Message {
	rank := func(c persist.Challenger) []byte {
		if c.State != persist.Finished {
			return []byte{1}
		}
		return persist.Board{Span: persist.OneDay}.AppendRank([]byte{0}, c.Score)
	}
	players := slices.Clone(ch.Players)
	slices.SortStableFunc(players, func(a, b persist.Challenger) int { return slices.Compare(rank(a), rank(b)) })
	lines := []locale.Message{locale.Msg("challenge.result")}
	for _, c := range players {
		key := "challenge.row-lost"
		switch {
		case c.State != persist.Finished:
			key = "challenge.row-none"
		case c.Score.Won > 0:
			key = "challenge.row-won"
		}
		name := nameInWords(c.Name)
		if mentions && c.State != persist.Declined {
			name = mention(c)
		}
		lines = append(lines, locale.Msg(key, "Name", name, "Moves", c.Score.Moves, "Aids", c.Score.Aids,
			"Time", bot.Duration(c.Score.Seconds), "Up", c.Score.Up))
	}
	return lines
}

// closeChallenges ends challenges whose time is over, and posts results and invitations
// until that succeeds. Nothing is kept of those whose result was posted.
func (j *jobs) closeChallenges(now time.Time) {
	j.each(persist.ChallengeKind, func(d persist.Doc) error {
		ch, err := persist.Unpack[persist.Challenge](d)
		switch {
		case err != nil:
			return err
		case ch.Until.After(now.Add(challengeTime + clockMargin)), ch.Tell.After(now.Add(resultAfter + clockMargin)):
			return j.correctTimes(ch, d.Version, now)
		case ch.Posted, isOver(ch) && !now.Before(ch.Tell.Add(resultFor)):
			return j.bot.Remove(j.ctx, d)
		case isOver(ch):
			return j.postResult(ch)
		case now.Before(ch.Until):
			return j.sendInvitations(ch, now)
		}
		return j.closeChallenge(ch, now)
	})
}

// correctTimes corrects the times of a challenge that was opened, or ended, while the
// clock was ahead.
func (j *jobs) correctTimes(ch persist.Challenge, version uint64, now time.Time) error {
	if latest := now.Add(challengeTime); ch.Until.After(latest) {
		ch.Until = latest
	}
	if ch.Tell.After(now) {
		ch.Tell = now
	}
	return bot.IgnoreConflict(j.bot.Put(j.ctx, persist.Doc{Kind: persist.ChallengeKind, Key: ch.ID, Version: version}, ch))
}

// closeChallenge ends the games of those who still play, then the challenge, and
// posts its result. A player whose record can't be read doesn't keep the others
// waiting.
func (j *jobs) closeChallenge(ch persist.Challenge, now time.Time) error {
	for _, c := range ch.Players {
		if c.State != persist.Playing {
			continue
		}
		err := j.bot.Within(j.ctx, c.Player, func(*bot.Turn) error { return nil })
		if err != nil && !errors.Is(err, persist.ErrDamaged) {
			return err
		}
		j.report(err)
	}
	ch, version, err := bot.ReadDoc[persist.Challenge](j.ctx, j.bot, persist.ChallengeKind, ch.ID)
	if err != nil || version == 0 { // another copy has posted it
		return err
	}
	ch.Tell = now // no reply posts it
	if err := j.bot.Put(j.ctx, persist.Doc{Kind: persist.ChallengeKind, Key: ch.ID, Version: version}, ch); err != nil {
		return bot.IgnoreConflict(err)
	}
	return j.postResult(ch)
}

// postResult posts a challenge's result, but first gives the reply that may post it time
// to do so. A platform that only another bot on this store reaches is left to that bot.
func (j *jobs) postResult(ch persist.Challenge) error {
	platform, _, _ := strings.Cut(ch.Scope, "|")
	if !j.bot.Reaches(platform) || j.bot.Now().Before(ch.Tell) {
		return nil
	}
	post := resultPost(j.bot, ch, locale.Match(j.bot.PlaceLanguage(j.ctx, ch.Scope)))
	return j.deliver(post.ID, "challenge", ch.Tell.Add(resultFor), func() error { return j.send(post) },
		func(sent error) error { return j.bot.Settle(j.ctx, post, sent) })
}
