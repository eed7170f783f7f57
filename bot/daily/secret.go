package daily

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/persist"
)

// The kind of docs about the secret, and their keys.
const (
	secretKind     = "secret"
	fingerprintKey = "fingerprint"
)

// ErrSecretChanged says that the data was made with another secret.
var ErrSecretChanged = errors.New("the secret is not the one that the stored deals of the day were made with")

// CheckSecret compares the secret with the one that the stored deals were made
// with, by its fingerprint. With accept a new one takes its place: days that
// have a deal keep it.
func CheckSecret(ctx context.Context, b *bot.Bot, accept bool) error {
	mine := keyed(b.Secret, "fingerprint")
	doc, err := b.Store.Doc(ctx, secretKind, fingerprintKey)
	switch {
	case errors.Is(err, persist.ErrNotFound):
		doc.Version = 0
	case err != nil:
		return fmt.Errorf("the secret's fingerprint: %w", err)
	default:
		stored, err := persist.Unpack[string](doc)
		if err != nil {
			return err
		}
		if stored == mine {
			return nil
		}
		if !accept {
			return ErrSecretChanged
		}
	}
	next, err := persist.Pack(secretKind, fingerprintKey, doc.Version, mine)
	if err != nil {
		return err
	}
	err = b.Store.Commit(ctx, persist.Change{Docs: []persist.Doc{next}})
	if errors.Is(err, persist.ErrConflict) { // another copy was first
		return CheckSecret(ctx, b, accept)
	}
	return err
}

// keyed returns what stands for a text where the text must not be: without the
// secret nobody can tell which it was.
func keyed(secret []byte, text string) string {
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(text))
	return hex.EncodeToString(mac.Sum(nil)[:16])
}

// ownSecretKey is where a data file keeps the secret of a bot that has no other
// place for one.
const ownSecretKey = "own"

// KeepSecret gives the bot the secret that is kept in its store; fresh becomes
// that one if there is none yet.
func KeepSecret(ctx context.Context, b *bot.Bot, fresh []byte) error {
	doc, err := persist.Pack(secretKind, ownSecretKey, 0, fresh)
	if err != nil {
		return err
	}
	stored, err := b.Store.Doc(ctx, secretKind, ownSecretKey)
	if errors.Is(err, persist.ErrNotFound) {
		if err = b.Store.Commit(ctx, persist.Change{Docs: []persist.Doc{doc}}); err == nil {
			b.Secret = fresh
			return nil
		}
		if !errors.Is(err, persist.ErrConflict) {
			return fmt.Errorf("keep a secret: %w", err)
		}
		stored, err = b.Store.Doc(ctx, secretKind, ownSecretKey)
	}
	if err != nil {
		return fmt.Errorf("keep a secret: %w", err)
	}
	b.Secret, err = persist.Unpack[[]byte](stored)
	return err
}
