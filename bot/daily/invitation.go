package daily

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// invite shows a challenge to the people in it: in the reply, and in direct messages to
// those who may not see that.
func invite(t *bot.Turn, ch persist.Challenge, r game.Rules) {
	var names locale.Names
	var others locale.Mentions
	for _, c := range ch.Players[1:] {
		others, names = append(others, mention(c)), append(names, mention(c).Name)
	}
	if t.Request.Place.Reaches() {
		t.SayAll(invitationLines(ch, r, others)...)
	} else {
		t.SayAll(invitationLines(ch, r, names)...)
	}
	t.Reply.ForOthers = true
	t.Reply.Actions = invitationActions(ch)
	for i, c := range ch.Players {
		if c.Pending {
			t.Reply.Posts = append(t.Reply.Posts, invitation(t.Ctx, t.Bot, ch, r, i, t.Request.PlaceLocale))
		}
	}
}

func invitationLines(ch persist.Challenge, r game.Rules, others any) []locale.Message {
	return []locale.Message{
		locale.Msg("challenge.open", "Name", nameInWords(ch.Players[0].Name), "Others", others, "Rules", bot.RulesInWords(r.String())),
		locale.Msg("challenge.until", "Ends", locale.Moment(ch.Until)),
	}
}

func invitationActions(ch persist.Challenge) [][]bot.Action {
	return [][]bot.Action{{
		{Label: locale.Msg("button.challenge-accept"), Text: "challenge accept " + ch.ID},
		{Label: locale.Msg("button.challenge-decline"), Text: "challenge decline " + ch.ID},
	}}
}

// invitation is a challenge as a direct message to one of its players. If the message
// can't be delivered, the challenger hears that. Until it is sent the jobs try it again.
func invitation(ctx context.Context, b *bot.Bot, ch persist.Challenge, r game.Rules, i int, placeLocale string) bot.Post {
	var names locale.Names
	for _, c := range ch.Players[1:] {
		names = append(names, mention(c).Name)
	}
	to := ch.Players[i]
	p := directPost(ctx, b, ch, to.Player, placeLocale, invitationLines(ch, r, names)...)
	p.ID = "challenge " + ch.ID + " " + to.Player.User
	p.Reply.Actions = invitationActions(ch)
	p.Else = func(ctx context.Context) ([]bot.Post, error) {
		return []bot.Post{directPost(ctx, b, ch, ch.Players[0].Player, placeLocale, locale.Msg("challenge.unreached", "Name", nameInWords(to.Name)))}, nil
	}
	p.Settled = func(ctx context.Context) error {
		return noteChallenge(ctx, b, ch.ID, func(ch *persist.Challenge) { ch.Players[i].Pending = false })
	}
	return p
}

// directPost is a direct message about a challenge. The language of the place in which the
// request was made, if there is one, is that of players who have chosen none.
func directPost(ctx context.Context, b *bot.Bot, ch persist.Challenge, to persist.Player, placeLocale string, lines ...locale.Message) bot.Post {
	platform, server, _ := strings.Cut(ch.Scope, "|")
	lang := b.LanguageOf(ctx, to, locale.Match(b.PlaceLanguage(ctx, ch.Scope), placeLocale))
	return bot.Post{
		To:    bot.Address{Platform: platform, Server: server, Player: to},
		Reply: bot.Reply{Lines: lines, Lang: lang, ForOthers: true},
	}
}

// sendInvitations sends the invitations to an open challenge that its own reply hasn't
// sent: the platform failed, or the bot was killed after the commit.
func (j *jobs) sendInvitations(ch persist.Challenge, now time.Time) error {
	platform, _, _ := strings.Cut(ch.Scope, "|")
	if !j.bot.Reaches(platform) || now.Before(ch.Until.Add(resultAfter-challengeTime)) {
		return nil
	}
	for i, c := range ch.Players {
		if !c.Pending || c.State != persist.Invited {
			continue
		}
		g := new(game.Game)
		if err := g.UnmarshalBinary(ch.Game); err != nil {
			return fmt.Errorf("challenge: %w", err)
		}
		post := invitation(j.ctx, j.bot, ch, g.Rules(), i, "")
		err := j.deliver(post.ID, "invitation", ch.Until, func() error { return j.send(post) },
			func(sent error) error { return j.bot.Settle(j.ctx, post, sent) })
		if err != nil {
			return err
		}
	}
	return nil
}
