package daily_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/bot/daily"
	"github.com/solitaire-chat/solitaire/bot/play"
)

func TestAChangedSecretMustBeAccepted(t *testing.T) {
	w := bottest.NewWorld(t)
	ctx := context.Background()
	for range 2 {
		if err := daily.CheckSecret(ctx, w.Bot, false); err != nil {
			t.Fatal(err)
		}
	}
	w.Bot.Secret = []byte("another")
	if err := daily.CheckSecret(ctx, w.Bot, false); !errors.Is(err, daily.ErrSecretChanged) {
		t.Errorf("another secret: got %v, want ErrSecretChanged", err)
	}
	if err := daily.CheckSecret(ctx, w.Bot, true); err != nil {
		t.Error(err)
	}
	if err := daily.CheckSecret(ctx, w.Bot, false); err != nil {
		t.Errorf("after it was accepted: got %v", err)
	}
	docs, err := w.Store.Docs(ctx, "secret", "", "", 10)
	if err != nil || len(docs) != 1 || strings.Contains(string(docs[0].Data), "another") {
		t.Errorf("got %d documents, %v, want one without the secret itself", len(docs), err)
	}
}

func TestADataFileKeepsItsFirstSecret(t *testing.T) {
	w := bottest.NewWorld(t)
	if err := daily.KeepSecret(context.Background(), w.Bot, []byte("first")); err != nil {
		t.Fatal(err)
	}
	again := play.New(w.Store)
	if err := daily.KeepSecret(context.Background(), again, []byte("second")); err != nil || string(again.Secret) != "first" {
		t.Errorf("got the secret %q, %v, want the first", again.Secret, err)
	}
}
