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
	ownSecretKey   = "own" // the secret itself, if it isn't in the environment
)

// ErrSecretChanged means that the data was made with another secret.
var ErrSecretChanged = errors.New("the secret is not the one that the stored deals of the day were made with")

// CheckSecret compares the fingerprint of the secret with that of the stored deals. If
// accept is set, a new secret replaces it, and days that have a deal keep that deal.
func CheckSecret(ctx context.Context, b *bot.Bot, accept bool) error {
	mine := keyed(b.Secret, "fingerprint")
	stored, version, err := bot.ReadDoc[string](ctx, b, secretKind, fingerprintKey)
	switch {
	case err != nil:
		return fmt.Errorf("the secret's fingerprint: %w", err)
	case version > 0 && stored == mine:
		return nil
	case version > 0 && !accept:
		return ErrSecretChanged
	}
	err = b.Put(ctx, persist.Doc{Kind: secretKind, Key: fingerprintKey, Version: version}, mine)
	if errors.Is(err, persist.ErrConflict) { // another copy was first
		return CheckSecret(ctx, b, accept)
	}
	return err
}

// keyed returns a keyed hash of a text: nobody can find out the text without the secret.
func keyed(secret []byte, text string) string {
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(text))
	return hex.EncodeToString(mac.Sum(nil)[:16])
}

// KeepSecret gives the bot the secret in its store. If there is none yet, fresh becomes
// the secret.
func KeepSecret(ctx context.Context, b *bot.Bot, fresh []byte) error {
	stored, version, err := bot.ReadDoc[[]byte](ctx, b, secretKind, ownSecretKey)
	if err == nil && version == 0 {
		err = b.Put(ctx, persist.Doc{Kind: secretKind, Key: ownSecretKey}, fresh)
		if errors.Is(err, persist.ErrConflict) { // another copy was first
			return KeepSecret(ctx, b, fresh)
		}
		stored = fresh
	}
	if err != nil {
		return fmt.Errorf("keep a secret: %w", err)
	}
	b.Secret = stored
	return nil
}
