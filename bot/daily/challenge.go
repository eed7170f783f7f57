package daily

import (
	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
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

func challengeOptions() []command.Option {
	people := []command.Option{{Name: "user", Kind: command.Person}, {Name: "user2", Kind: command.Person}, {Name: "user3", Kind: command.Person}}
	return append(people, newOptions()[:5]...)
}

// challengeOthers deals the same cards to several people, or answers such a
// challenge: "challenge accept ID" and "challenge decline ID" are its buttons.
func challengeOthers(t *bot.Turn, args command.Args) error {
	if len(c.words) == 2 {
		switch c.words[0] {
		case "accept":
			return acceptChallenge(t, c, c.words[1])
		case "decline":
			return declineChallenge(t, c.words[1])
		}
	}
	t.NoBoard = true
	others := invited(t)
	if may, err := mayChallenge(t, others); err != nil || !may {
		return err
	}
	given, fault := c.readOptions()
	if fault != nil {
		t.Alone = true
		t.Say(*fault)
		return nil
	}
	r, err := ruleOptions(given).Rules()
	if err != nil {
		t.Alone = true
		t.Say(optionFault(err, c))
		return nil
	}
	return openChallenge(t, r, others)
}

// mayChallenge says why not, if the player can't challenge these people here.
func mayChallenge(t *bot.Turn, others []persist.Challenger) (bool, error) {
	waiting, err := challenged(t)
	switch {
	case err != nil:
		return false, err
	case t.Scope() == "" || t.Request.Place.Server == "":
		t.Refuse("challenge.where")
	case len(others) == 0:
		t.Refuse("challenge.whom")
	case waiting+len(others) > mostInvited:
		t.Alone = true
		t.Say("challenge.too-many", "Most", mostInvited)
	default:
		return true, nil
	}
	return false, nil
}

// challengePrefix begins the ids of a player's challenges, so that they are found
// together. It tells nobody whose they are.
func challengePrefix(t *bot.Turn) string {
	return keyed(t.Bot.Secret, "challenges "+string(t.Request.Player.AppendKey(nil)))[:8]
}

// challenged counts the people in the challenges of this player that are open.
// All of them are looked at by every copy of the bot, so that there is a limit.
func challenged(t *bot.Turn) (people int, err error) {
	docs, err := t.Bot.Store.Docs(t.Ctx, persist.ChallengeKind, challengePrefix(t), "", mostInvited+1)
	if err != nil {
		return 0, fmt.Errorf("%w challenges: %w", bot.ErrLoad, err)
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
func refuse(t *bot.Turn, key string) {
	t.Alone = true
	t.Say(key)
}

// invited are the people named, each once and not the player.
func invited(t *bot.Turn) []persist.Challenger {
	var list []persist.Challenger
	for _, m := range t.Request.Mentions {
		known := slices.ContainsFunc(list, func(c persist.Challenger) bool { return c.Player == m.Player })
		if m.Player != t.Request.Player && !known {
			list = append(list, persist.Challenger{Player: m.Player, Name: bot.SafeName(m.Name), State: persist.Invited})
		}
	}
	return list
}

func openChallenge(t *bot.Turn, r game.Rules, others []persist.Challenger) error {
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
	me := persist.Challenger{Player: t.Request.Player, Name: t.Record.Name, State: persist.Invited}
	ch := persist.Challenge{
		ID: challengePrefix(t) + strings.ToLower(t.Bot.NewID()), Scope: t.Scope(), Channel: t.Request.Place.Channel, Game: data,
		Until: t.Now.Add(challengeTime), Players: append([]persist.Challenger{me}, others...),
	}
	if err := t.WriteOver(persist.ChallengeKind, ch.ID, 0, ch); err != nil {
		return err
	}
	t.Say("challenge.open", "Name", shownName(me.Name), "Others", namesOf(others), "Rules", bot.RulesInWords(r.String()))
	t.Say("challenge.until", "Ends", locale.Moment(ch.Until))
	t.Reply.Actions = [][]bot.Action{{
		{Label: locale.Msg("button.challenge-accept"), Text: "challenge accept " + ch.ID},
		{Label: locale.Msg("button.challenge-decline"), Text: "challenge decline " + ch.ID},
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
func ofChallenge(t *bot.Turn, id string) (ch persist.Challenge, version uint64, me int, err error) {
	ch, version, ok, err := bot.ReadDoc[persist.Challenge](t, persist.ChallengeKind, id)
	if err != nil {
		return ch, 0, -1, err
	}
	me = slices.IndexFunc(ch.Players, func(c persist.Challenger) bool { return c.Player == t.Request.Player })
	switch {
	case !ok || isOver(ch) || !t.Now.Before(ch.Until):
		me = -1
		t.Refuse("challenge.over")
	case me < 0:
		t.Refuse("challenge.not-yours")
	}
	return ch, version, me, nil
}

// acceptChallenge begins the player's own attempt; the clock is the player's own.
func acceptChallenge(t *bot.Turn, c command, id string) error {
	t.Alone = true
	ch, version, me, err := ofChallenge(t, id)
	if err != nil || me < 0 {
		t.NoBoard = me < 0
		return err
	}
	if i := linked(t, id); i >= 0 {
		t.MakeCurrent(t.Record.Games[i].ID)
		t.Say("challenge.goes-on")
		return nil
	}
	if ch.Players[me].State != persist.Invited {
		t.NoBoard = true
		t.Say("challenge.answered")
		return nil
	}
	g := new(game.Game)
	if err := g.UnmarshalBinary(ch.Game); err != nil {
		return fmt.Errorf("challenge: %w", err)
	}
	if err := t.Deal(persist.Game{Kind: bot.Challenge, Link: id, Until: ch.Until}, -1, g.Rules(), g.Deck(), game.Origin{}); err != nil {
		return err
	}
	ch.Players[me].State = persist.Playing
	t.Say("challenge.begin", "Ends", locale.Moment(ch.Until))
	return t.WriteOver(persist.ChallengeKind, id, version, ch)
}

func linked(t *bot.Turn, id string) int {
	return slices.IndexFunc(t.Record.Games, func(g persist.Game) bool { return g.Kind == bot.Challenge && g.Link == id })
}

func declineChallenge(t *bot.Turn, id string) error {
	t.Alone, t.NoBoard = true, true
	ch, version, me, err := ofChallenge(t, id)
	if err != nil || me < 0 {
		return err
	}
	if ch.Players[me].State != persist.Invited {
		t.Say("challenge.answered")
		return nil
	}
	ch.Players[me].State = persist.Declined
	t.Say("challenge.declined")
	tellIfOver(t, &ch)
	return t.WriteOver(persist.ChallengeKind, id, version, ch)
}

// endChallenge notes how the player's attempt ended. A challenge that can't be
// read any more must not keep the player from going on.
func endChallenge(t *bot.Turn, id string, result persist.Result) error {
	ch, version, ok, err := bot.ReadDoc[persist.Challenge](t, persist.ChallengeKind, id)
	if errors.Is(err, persist.ErrDamaged) {
		return nil
	}
	if err != nil || !ok || isOver(ch) {
		return err
	}
	for i := range ch.Players {
		if ch.Players[i].Player == t.Request.Player {
			ch.Players[i].State, ch.Players[i].Score = persist.Finished, result.Ranked()
		}
	}
	tellIfOver(t, &ch)
	return t.WriteOver(persist.ChallengeKind, ch.ID, version, ch)
}

// leaveChallenges takes the player's name off every challenge, whether the player
// has answered it or not. There are never many: none lasts longer than a day.
func leaveChallenges(t *bot.Turn) error {
	err := t.Bot.walk(t.Ctx, persist.ChallengeKind, "", func(d persist.Doc) error {
		ch, err := persist.Unpack[persist.Challenge](d)
		if err != nil {
			return nil // forgetting must not end at what can't be read
		}
		return leaveChallenge(t, ch, d.Version)
	})
	if errors.Is(err, persist.ErrDamaged) {
		return nil
	}
	return err
}

func leaveChallenge(t *bot.Turn, ch persist.Challenge, version uint64) error {
	me := slices.IndexFunc(ch.Players, func(c persist.Challenger) bool { return c.Player == t.Request.Player })
	if me < 0 {
		return nil
	}
	ch.Players[me] = persist.Challenger{State: persist.Declined}
	tellIfOver(t, &ch)
	return t.WriteOver(persist.ChallengeKind, ch.ID, version, ch)
}

// tellIfOver ends a challenge that nobody plays any more, and posts its result.
func tellIfOver(t *bot.Turn, ch *persist.Challenge) {
	if isOver(*ch) || waiting(*ch) {
		return
	}
	if ch.Tell = t.Now; !t.job {
		ch.Tell = t.Now.Add(tellAfter)
	}
	t.Reply.Posts = append(t.Reply.Posts, challengeResult(*ch, or(t.Bot.placeLanguage(t.Ctx, ch.Scope), t.Request.PlaceLocale)))
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
func challengeResult(ch persist.Challenge, lang string) bot.Post {
	board := persist.Board{Span: persist.OneDay}
	players := slices.Clone(ch.Players)
	slices.SortStableFunc(players, func(a, b persist.Challenger) int {
		if done := cmp.Compare(finished(b), finished(a)); done != 0 {
			return done
		}
		return slices.Compare(board.AppendRank(nil, a.Score), board.AppendRank(nil, b.Score))
	})
	lines := []locale.Message{locale.Msg("challenge.result")}
	for _, c := range players {
		key := "challenge.row-none"
		switch {
		case c.State != persist.Finished:
		case c.Score.Won > 0:
			key = "challenge.row-won"
		default:
			key = "challenge.row-lost"
		}
		lines = append(lines, locale.Msg(key, "Name", shownName(c.Name), "Moves", c.Score.Moves, "Aids", c.Score.Aids,
			"Time", duration(c.Score.Seconds), "Up", c.Score.Up))
	}
	platform, server, _ := strings.Cut(ch.Scope, "|")
	return bot.Post{
		To:    bot.Address{Platform: platform, Server: server, Channel: ch.Channel},
		Reply: bot.Reply{Lines: lines, Lang: locale.Match(lang)},
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
