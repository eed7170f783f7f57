package discord_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot/discord/discordfake"
)

// holds reports what a message must contain that somebody waits for.
func holds(texts ...string) func(*discordfake.Message) bool {
	return func(m *discordfake.Message) bool {
		return !slices.ContainsFunc(texts, func(text string) bool { return !strings.Contains(m.Text(), text) })
	}
}

// finishes begins a challenge by its button, plays a move and gives up.
func finishes(p *discordfake.Person, open *discordfake.Message, at *discordfake.Person) {
	at.ClickOn(open, open.Buttons()[0].CustomID)
	p.Slash("draw")
	p.Slash("solitaire resign")
	p.Click("Yes")
}

// Notifications show the content only, and it can be copied.
func TestWhatIsSaidToOthersIsContentAndNotifiesExactlyThem(t *testing.T) {
	both(t, func(t *testing.T, s setup) {
		st := s.open(t)
		ann, bob := st.ann(), st.Person("8", "bob", "de")
		st.Person("9", "eve", "de")
		open := ann.Slash("solitaire challenge", "user:8", "user2:9").Message
		if !strings.Contains(open.Content, "ann challenges <@8>, <@9>") || len(open.Embeds) != 0 || !slices.Equal(open.Notified, []string{"8", "9"}) {
			t.Errorf("the challenge notifies %v: %s", open.Notified, open.JSON)
		}
		ann.Slash("solitaire daily")
		ann.Slash("draw")
		ann.Slash("solitaire resign")
		ann.Click("Yes")
		shared := ann.Click("Share").Message
		if shared.Private || !strings.Contains(shared.Content, "ann · Klondike daily") || len(shared.Embeds) != 0 || len(shared.Notified) != 0 {
			t.Errorf("the share text notifies %v: %s", shared.Notified, shared.JSON)
		}
		bob.ClickOn(open, open.Buttons()[1].CustomID)
		st.Person("9", "eve", "de").ClickOn(open, open.Buttons()[1].CustomID)
		finishes(ann, open, ann)
		result := bob.WaitFor(holds("The challenge is over"))
		if !slices.Equal(result.Notified, []string{"7"}) || !strings.Contains(result.Content, "<@7>: not won") || !strings.Contains(result.Content, "bob: did not play") {
			t.Errorf("the result notifies %v, want those who have not declined: %s", result.Notified, result.Content)
		}
	})
}

func TestAPersonWhoDoesNotSeeTheChannelIsChallengedInDirectMessages(t *testing.T) {
	both(t, func(t *testing.T, s setup) {
		st := s.open(t)
		ann, bob := st.ann(), st.Person("8", "bob", "en-GB")
		st.Hide(ann.Place(), "8")
		ann.Slash("solitaire challenge", "user:8")
		invitation := bob.InDM().WaitFor(holds("ann challenges"))
		accepted := bob.InDM().ClickOn(invitation, invitation.Buttons()[0].CustomID)
		says(t, accepted.Message, "Here is the challenge")
	})
}

func TestTheChallengerHearsOfAChallengeThatReachesNobody(t *testing.T) {
	both(t, func(t *testing.T, s setup) {
		st := s.open(t)
		ann, bob := st.ann(), st.Person("8", "bob", "en-GB")
		st.Hide(ann.Place(), "8")
		bob.CloseDMs()
		ann.Slash("solitaire challenge", "user:8")
		heard := ann.WaitFor(holds("couldn't send bob a direct message"))
		if !heard.Private {
			t.Error("everybody reads that bob can't be reached")
		}
	})
}

func TestBotsAreNotChallenged(t *testing.T) {
	st := setup{}.open(t)
	st.Person("8", "robot", "de").IsBot()
	st.Person("9", "eve", "de")
	for _, options := range [][]string{{"user:8"}, {"user:9", "user2:8"}, {"user:" + st.ApplicationID()}} {
		answer := st.ann().Slash("solitaire challenge", options...).Message
		if !strings.Contains(answer.Text(), "is a bot and can't play") || !answer.Private {
			t.Errorf("%v: got %q, private: %v", options, answer.Text(), answer.Private)
		}
	}
}

func TestADeclinedOrFinishedChallengeIsReportedToTheChallenger(t *testing.T) {
	both(t, func(t *testing.T, s setup) {
		st := s.open(t)
		ann, bob, eve := st.ann(), st.Person("8", "bob", "de"), st.Person("9", "eve", "en-GB")
		open := ann.Slash("solitaire challenge", "user:8", "user2:9").Message
		bob.ClickOn(open, open.Buttons()[1].CustomID)
		ann.InDM().WaitFor(holds("bob declined your challenge"))
		finishes(eve, open, eve)
		ann.InDM().WaitFor(holds("eve has finished your challenge"))
	})
}

// The bot is no member of the channel, but the one who finishes has a token for it.
func TestAResultIsPostedWhereTheBotIsNoMember(t *testing.T) {
	both(t, func(t *testing.T, s setup) {
		st := s.open(t)
		place := st.UserChannel()
		ann, bob := st.ann().In(place), st.Person("8", "bob", "en-GB").In(place)
		open := ann.Slash("solitaire challenge", "user:8").Message
		finishes(ann, open, ann)
		finishes(bob, open, bob)
		result := ann.WaitFor(holds("The challenge is over", "<@7>", "<@8>"))
		if result.Private {
			t.Error("the result is for bob only")
		}
	})
}

// The one who finishes is elsewhere then, so there is no way into the channel.
func TestAResultThatCannotBePostedGoesToEachPlayer(t *testing.T) {
	both(t, func(t *testing.T, s setup) {
		st := s.open(t)
		place := st.GuildChannel()
		ann, bob := st.ann().In(place), st.Person("8", "bob", "en-GB").In(place)
		open := ann.Slash("solitaire challenge", "user:8").Message
		finishes(ann, open, ann)
		place.Permissions = discordfake.ViewChannel
		finishes(bob.InDM(), open, bob)
		for _, p := range []*discordfake.Person{ann.InDM(), bob.InDM()} {
			p.WaitFor(holds("The challenge is over", "ann: not won", "bob: not won"))
		}
		if n := len(ann.Sees()); n == 0 || strings.Contains(ann.Last().Text(), "The challenge is over") {
			t.Error("it is in the channel too")
		}
	})
}

// Only ann has installed the bot, and she may not let it speak in this channel: all
// that it says is shown to her alone.
func TestWhatDiscordShowsToOnePersonOnlyReachesTheOthersByOtherWays(t *testing.T) {
	st := setup{}.open(t)
	ann, bob := st.ann().In(st.UserChannel()), st.Person("8", "bob", "en-GB")
	st.Decorate(func(in map[string]any) {
		if m, ok := in["member"].(map[string]any); ok {
			m["permissions"] = "2048"
		}
	})
	ann.Slash("solitaire challenge", "user:8")
	bob.InDM().WaitFor(holds("ann challenges"))
	if board := ann.Slash("solitaire daily").Message; !board.Private {
		t.Error("the board counts on being shown to ann alone")
	}
	ann.Slash("draw")
	ann.Slash("solitaire resign")
	ann.Click("Yes")
	says(t, ann.Slash("solitaire share").Message, "Only you see this here")
}
