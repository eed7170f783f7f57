package slack_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/slack"
	"github.com/solitaire-chat/solitaire/bot/slack/slackfake"
)

// withPosts is a stage whose bot posts, as a service does.
func withPosts(t *testing.T, by transport) *stage {
	t.Helper()
	s := newStage(t, by, memory(), slackfake.Options{Uses: 3})
	s.bot.Posters = map[string]bot.Poster{slack.Platform: s.adapter}
	return s
}

// resigns plays a game with a stock for one move, and gives up.
func resigns(p *slackfake.Person, game string) {
	p.Slash("/solitaire", game)
	givesUp(p)
	await(p, "Share")
}

func givesUp(p *slackfake.Person) {
	p.Slash("/move", "d")
	p.Slash("/solitaire", "resign")
	await(p, "Yes")
	p.Click("Yes")
}

// accepts begins a challenge by the button of a message, and gives up after a move.
func accepts(p *slackfake.Person, open slackfake.Shown) {
	p.ClickOn(open.TS, "Play")
	givesUp(p)
}

// notifies reports whether a message mentions a person where Slack reads it: in the
// text, which notifications show, and in the blocks.
func notifies(s slackfake.Shown, user string) bool {
	mention := "<@" + user + ">"
	return strings.Contains(s.Text, mention) && strings.Contains(s.Reading(), mention)
}

func TestTheShareButtonSharesWithEverybodyInTheChannel(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, by transport) {
		s := withPosts(t, by)
		ann, eve := s.ann().In("C1"), s.eve().In("C1")
		resigns(ann, "daily")
		ann.Click("Share")
		shared := await(eve, "ann · Klondike daily #", "undo 0")
		if shared.Private {
			t.Error("eve sees what is for her only")
		}
		ann.Slash("/solitaire", "settings visibility public")
		resigns(ann, "daily draw 3")
		ann.Click("Share")
		await(eve, "ann · Klondike draw 3 daily #")
	})
}

// Nobody else reads a conversation with the bot, or a Home.
func TestASharedResultThatNobodyElseSeesSaysSo(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, by transport) {
		s := withPosts(t, by)
		ann := s.ann()
		resigns(ann, "daily")
		ann.Click("Share")
		await(ann, "ann · Klondike daily #", "Only you see this here", "in a channel")
		ann.OpenHome()
		ann.AtHome().Click("Share")
		await(ann.AtHome(), "ann · Klondike daily #", "Only you see this here")
	})
}

// The response_url is used up, and the bot may not post in the channel.
func TestASharedResultThatCannotBePostedSaysWhy(t *testing.T) {
	t.Parallel()
	s := withPosts(t, overHTTP)
	ann := s.ann().In("C1")
	resigns(ann, "daily")
	s.Fail(slackfake.ResponseURL, slackfake.Fault{Status: http.StatusNotFound})
	s.Fail("chat.postMessage", slackfake.Fault{Error: "not_in_channel"})
	s.Deliver(ann.Tap("Share"))
	await(s.ann(), "I can't post in that channel, so my answer is here", "ann · Klondike daily #")
}

func TestAnAnonymousPlayerSharesWithoutAName(t *testing.T) {
	t.Parallel()
	s := withPosts(t, overHTTP)
	ann := s.ann().In("C1")
	resigns(ann, "daily")
	ann.Slash("/solitaire", "settings leaderboard anonymous")
	ann.Slash("/solitaire", "share")
	shared := await(s.eve().In("C1"), "Klondike daily #")
	if has(t, shared, "a player · Klondike"); strings.Contains(strings.ToLower(shared.Reading()+shared.Text), "ann") {
		t.Errorf("it names the player:\n%s", shared.Reading())
	}
}

// The bot can't know whether the challenged person reads the channel.
func TestAChallengeReachesTheChallenged(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, by transport) {
		s := withPosts(t, by)
		eve := s.eve()
		open := s.ann().In("C1").Slash("/solitaire", "challenge @eve draw 3")
		if open.Private || !notifies(open, "UEVE") || notifies(open, "UANN") {
			t.Errorf("private: %v; it doesn't notify exactly eve: %s\n%s", open.Private, open.Text, open.Reading())
		}
		invitation := await(eve, "ann challenges", "Play")
		has(t, eve.ClickOn(invitation.TS, "Play"), "Here is the challenge")
	})
}

func TestAChallengeFromTheConversationWithTheBotReachesTheChallenged(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, by transport) {
		s := withPosts(t, by)
		ann, eve := s.ann(), s.eve()
		ann.Slash("/solitaire", "challenge @eve")
		invitation := await(eve, "ann challenges", "Decline")
		eve.ClickOn(invitation.TS, "Decline")
		await(ann, "eve declined your challenge")
	})
}

// No channel is read by both.
func TestTheResultOfAChallengeFromTheConversationWithTheBotReachesBoth(t *testing.T) {
	t.Parallel()
	s := withPosts(t, overHTTP)
	ann, eve := s.ann(), s.eve()
	open := ann.Slash("/solitaire", "challenge @eve")
	accepts(eve, await(eve, "ann challenges"))
	await(ann, "eve has finished your challenge")
	accepts(ann, open)
	for _, p := range []*slackfake.Person{ann, eve} {
		await(p, "The challenge is over", "ann: not won", "eve: not won")
	}
}

func TestTheChallengerHearsOfSomebodyWhoCannotBeReached(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, by transport) {
		s := withPosts(t, by)
		s.eve()
		s.Fail("conversations.open", slackfake.Fault{Error: "user_disabled"})
		ann := s.ann().In("C1")
		ann.Slash("/solitaire", "challenge @eve")
		if heard := await(ann, "couldn't send eve a direct message"); !heard.Private {
			t.Error("everybody reads that eve can't be reached")
		}
	})
}

func TestBotsAreNotChallenged(t *testing.T) {
	t.Parallel()
	s := withPosts(t, overHTTP)
	s.Bot("UROBOT", "robot")
	s.eve()
	for _, text := range []string{"challenge @robot", "challenge @eve @robot", "challenge @slackbot", "challenge @solitaire"} {
		answer := s.ann().In("C1").Slash("/solitaire", text)
		if has(t, answer, "is a bot and can't play"); !answer.Private {
			t.Errorf("%s: everybody reads the refusal", text)
		}
	}
}

func TestAFinishedChallengeIsReportedToTheChallenger(t *testing.T) {
	t.Parallel()
	s := withPosts(t, overHTTP)
	ann, eve := s.ann(), s.eve()
	open := ann.In("C1").Slash("/solitaire", "challenge @eve")
	accepts(eve.In("C1"), open)
	await(ann, "eve has finished your challenge")
}

// The bot was removed from the channel after the challenge.
func TestAResultReachesThePlayersThoughTheBotMayNotPost(t *testing.T) {
	t.Parallel()
	for name, at := range map[string]func(s *stage) *slackfake.Person{
		"by the way of the one who finishes": func(s *stage) *slackfake.Person { return s.eve().In("C1") },
		"in direct messages to all":          func(s *stage) *slackfake.Person { return s.eve() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := withPosts(t, overHTTP)
			ann, eve := s.ann(), at(s)
			open := ann.In("C1").Slash("/solitaire", "challenge @eve")
			accepts(ann.In("C1"), open)
			invitation := await(s.eve(), "ann challenges")
			s.eve().ClickOn(invitation.TS, "Play")
			eve.Slash("/move", "d")
			eve.Slash("/solitaire", "resign")
			await(eve, "Yes")
			s.Fail("chat.postMessage", slackfake.Fault{Error: "not_in_channel"})
			s.Deliver(eve.Tap("Yes"))
			if eve.Place() == "C1" {
				if result := await(ann.In("C1"), "The challenge is over"); result.Private || !notifies(result, "UANN") || !notifies(result, "UEVE") {
					t.Errorf("private: %v; it doesn't notify both:\n%s", result.Private, result.Reading())
				}
				return
			}
			for _, p := range []*slackfake.Person{ann, eve} {
				await(p, "The challenge is over", "ann: not won", "eve: not won")
			}
			if slices.ContainsFunc(ann.In("C1").Sees(), func(s slackfake.Shown) bool { return strings.Contains(s.Reading(), "The challenge is over") }) {
				t.Error("it is in the channel too")
			}
		})
	}
}

// Nobody is mentioned whom a command doesn't mention, whatever is typed.
func TestTypedTextMentionsNobody(t *testing.T) {
	t.Parallel()
	s := withPosts(t, overHTTP)
	ann := s.Person("UANN", "\ue002UZOE\ue003 a<@UZOE>", "", "").In("C1")
	s.eve()
	for _, text := range []string{"challenge @eve", "new \ue002UZOE\ue003 &lt;@UZOE&gt; <!here>"} {
		ann.Slash("/solitaire", text)
	}
	s.adapter.Settle()
	for _, p := range s.Payloads() {
		if strings.Contains(p.Body, "<@UZOE") || strings.Contains(p.Body, `\u003c@UZOE`) || strings.Contains(p.Body, "!here>") {
			t.Errorf("it mentions: %s", p.Body)
		}
	}
}
