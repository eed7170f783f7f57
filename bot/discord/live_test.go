package discord

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/bot/play"
	"github.com/solitaire-chat/solitaire/game"
)

// A late answer to a tap, quick or deferred, leaves a newer board alone that another
// tap has brought meanwhile.
func TestLateAnswersNeverCoverANewerBoard(t *testing.T) {
	var edits atomic.Int64
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		edits.Add(1)
		_, _ = io.WriteString(w, "{}")
	}))
	defer api.Close()
	catalogue, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	a, err := New(Config{Bot: play.New(nil), Catalogue: catalogue, ApplicationID: "1", Token: "x", APIURL: api.URL + "/api/v10"})
	if err != nil {
		t.Fatal(err)
	}
	tap := func(id string) (r *answerer, sent *discordgo.InteractionResponseType) {
		sent = new(discordgo.InteractionResponseType)
		in := &interaction{ID: id, Token: "t", ChannelID: "c", Type: discordgo.InteractionMessageComponent, Message: &tapped{ID: "m"}, received: time.Now()}
		return &answerer{Adapter: a, in: in, first: func(_ context.Context, _ *interaction, c callback) error {
			*sent = c.Type
			return nil
		}}, sent
	}
	shows := func(version uint64) bot.Reply {
		return bot.Reply{Board: &game.View{}, Replace: true, Ref: bot.BoardRef{Game: "g", Version: version}}
	}
	newer, sent := tap("2")
	if err := newer.Answer(t.Context(), shows(6)); err != nil || *sent != discordgo.InteractionResponseUpdateMessage {
		t.Fatalf("the newer board was sent by callback %d, %v", *sent, err)
	}
	late, sent := tap("1")
	if err := late.Answer(t.Context(), shows(5)); err != nil || *sent != discordgo.InteractionResponseDeferredMessageUpdate {
		t.Errorf("the older board was sent by callback %d, %v", *sent, err)
	}
	if err := late.Finish(t.Context(), shows(5)); err != nil || edits.Load() != 0 {
		t.Errorf("the older board was sent in %d edits, %v", edits.Load(), err)
	}
	if err := late.Finish(t.Context(), shows(6)); err != nil || edits.Load() != 1 {
		t.Errorf("the same board was sent in %d edits, %v", edits.Load(), err)
	}
}
