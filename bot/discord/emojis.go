package discord

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"image/png"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/solitaire-chat/solitaire/render"
	"github.com/solitaire-chat/solitaire/render/picture"
)

// Boards of style cards are made of tiles, and each tile is an emoji of the application.
// An emoji's name is that of its tile and a checksum of the picture. So an existing emoji
// needs no upload, and one with a changed picture has another name.

// A tileName is the name of an emoji that shows a tile as this version draws it.
type tileName struct {
	name string
	tile render.Tile
}

// tileNames lists the names of all tiles' emojis. It draws each tile once, which takes
// less than a tenth of a second.
var tileNames = sync.OnceValues(func() ([]tileName, error) {
	draw, err := picture.NewTiler()
	if err != nil {
		return nil, err
	}
	var list []tileName
	for _, t := range render.Tiles() {
		sum := sha256.Sum256(draw.Tile(t).Pix)
		list = append(list, tileName{fmt.Sprintf("%s%s%x", t.Name(), sumSep, sum[:sumDigits/2]), t})
	}
	return list, nil
})

const (
	sumSep    = "_"
	sumDigits = 8
)

// isTile reports whether an emoji's name is that of a tile, as this version or another
// one has drawn it.
func isTile(name string) bool {
	stem, sum := name[:max(0, len(name)-sumDigits)], name[max(0, len(name)-sumDigits):]
	return strings.Trim(sum, "0123456789abcdef") == "" && slices.ContainsFunc(render.Tiles(), func(t render.Tile) bool {
		return stem == t.Name()+sumSep
	})
}

// An emoji is one of the application's.
type emoji struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// emojisPath is the route of the application's emojis.
func (a *Adapter) emojisPath() string { return "/applications/" + a.rest.app + "/emojis" }

// emojis returns the application's emojis.
func (a *Adapter) emojis(ctx context.Context) ([]emoji, error) {
	answer, err := a.rest.do(ctx, call{method: http.MethodGet, path: a.emojisPath(), asBot: true})
	if err != nil {
		return nil, err
	}
	var list struct {
		Items []emoji `json:"items"`
	}
	if err := json.Unmarshal(answer, &list); err != nil {
		return nil, fmt.Errorf("read Discord's answer: %w", err)
	}
	return list.Items, nil
}

// An emojiPlan holds the differences between the existing emojis and the wanted ones.
type emojiPlan struct {
	upload []tileName
	remove []emoji // tiles as an older version drew them; the plan leaves other emojis alone
	others int     // emojis that stay
}

func planEmojis(there []emoji) (emojiPlan, error) {
	names, err := tileNames()
	if err != nil {
		return emojiPlan{}, err
	}
	var p emojiPlan
	has := map[string]bool{}
	for _, e := range there {
		wanted := slices.ContainsFunc(names, func(n tileName) bool { return n.name == e.Name })
		if isTile(e.Name) && (!wanted || has[e.Name]) {
			p.remove = append(p.remove, e)
			continue
		}
		has[e.Name] = true
		p.others++
	}
	for _, n := range names {
		if !has[n.name] {
			p.upload = append(p.upload, n)
		}
	}
	return p, nil
}

// changes lists a plan's changes in words.
func (p emojiPlan) changes() Changes {
	var c Changes
	for _, e := range p.remove {
		c.lines = append(c.lines, "- emoji "+e.Name)
	}
	for _, n := range p.upload {
		c.lines = append(c.lines, "+ emoji "+n.name)
	}
	return c
}

// codeUnknownEmoji means that an emoji is gone.
const codeUnknownEmoji = 10014

// maxEmojis is the most emojis of an application.
const maxEmojis = 2000

// RegisterEmojis uploads the emojis of style cards that are missing, removes those of
// tiles that have changed, and returns what it changed. With dryRun it only returns it.
// Discord limits uploads to an unpublished number an hour; RegisterEmojis waits as long as
// Discord demands, and calls waits before each wait. After an interruption the next call
// continues.
func (a *Adapter) RegisterEmojis(ctx context.Context, dryRun bool, waits func(left int, wait time.Duration)) (Changes, error) {
	there, err := a.emojis(ctx)
	if err != nil {
		return Changes{}, fmt.Errorf("discord: read the application's emojis: %w", tokenAdvice(err))
	}
	plan, err := planEmojis(there)
	if err != nil {
		return Changes{}, fmt.Errorf("discord: draw the emojis: %w", err)
	}
	changes := plan.changes()
	if dryRun || changes.None() {
		return changes, nil
	}
	if n := plan.others + len(plan.upload); n > maxEmojis {
		return Changes{}, fmt.Errorf("discord: the application would have %d emojis, and Discord allows %d; remove some in the developer portal", n, maxEmojis)
	}
	up := uploader{Adapter: a, waits: waits}
	if plan.others+len(plan.remove)+len(plan.upload) <= maxEmojis {
		// A running bot of the previous version needs its emojis until this one takes
		// over.
		err = cmp.Or(up.uploadAll(ctx, plan.upload), up.removeAll(ctx, plan.remove))
	} else {
		err = cmp.Or(up.removeAll(ctx, plan.remove), up.uploadAll(ctx, plan.upload))
	}
	if err != nil {
		return Changes{}, fmt.Errorf("discord: %w. Run this again: it goes on from there", tokenAdvice(err))
	}
	return changes, nil
}

// An uploader changes the application's emojis, one after the other.
type uploader struct {
	*Adapter
	waits func(left int, wait time.Duration)
}

func (u uploader) uploadAll(ctx context.Context, list []tileName) error {
	draw, err := picture.NewTiler()
	if err != nil {
		return err
	}
	for i, n := range list {
		var b bytes.Buffer
		if err := png.Encode(&b, draw.Tile(n.tile)); err != nil {
			return fmt.Errorf("encode the emoji %s: %w", n.name, err)
		}
		payload, err := encode(map[string]string{
			"name": n.name, "image": "data:image/png;base64," + base64.StdEncoding.EncodeToString(b.Bytes()),
		}, nil)
		if err != nil {
			return err
		}
		isThere := func(there []emoji) bool {
			return slices.ContainsFunc(there, func(e emoji) bool { return e.Name == n.name })
		}
		if err := u.change(ctx, call{method: http.MethodPost, path: u.emojisPath(), body: payload, asBot: true, once: true}, len(list)-i, isThere); err != nil {
			return fmt.Errorf("upload the emoji %s, %d of %d: %w", n.name, i+1, len(list), err)
		}
	}
	return nil
}

func (u uploader) removeAll(ctx context.Context, list []emoji) error {
	for i, e := range list {
		isGone := func(there []emoji) bool {
			return !slices.ContainsFunc(there, func(other emoji) bool { return other.ID == e.ID })
		}
		if err := u.change(ctx, call{method: http.MethodDelete, path: u.emojisPath() + "/" + e.ID, asBot: true, once: true}, len(list)-i, isGone); err != nil {
			return fmt.Errorf("remove the emoji %s: %w", e.Name, err)
		}
	}
	return nil
}

// change sends a request that must take effect once. It waits for rate limits. After an
// error with an unknown outcome it checks whether the request took effect.
func (u uploader) change(ctx context.Context, c call, left int, done func(there []emoji) bool) error {
	for failures := 0; ; {
		_, err := u.rest.send(ctx, c)
		var refused *apiError
		isRefused := errors.As(err, &refused)
		var wait time.Duration
		switch {
		case err == nil, refusedWith(err, codeUnknownEmoji):
			return nil
		case isRefused && refused.Status == http.StatusTooManyRequests:
			wait = max(refused.after, time.Second)
			u.waits(left, wait)
		case isRefused && refused.Status < http.StatusInternalServerError:
			return err
		default:
			there, listErr := u.emojis(ctx)
			if listErr == nil && done(there) {
				return nil
			}
			if failures++; listErr != nil || failures == maxAttempts {
				return err
			}
			wait = u.rest.pause << failures
		}
		if !u.sleep(ctx, wait) {
			return err
		}
	}
}

// tileIDs are the emojis' ids, by tile.
type tileIDs map[render.Tile]string

// Cards reports whether boards of style cards can be shown: at the last check, all emojis
// existed.
func (a *Adapter) Cards() bool { return a.tiles.Load() != nil }

// The time until the next check for the emojis: if all exist, if some are missing, and if
// Discord didn't answer.
const (
	completeFor   = time.Hour
	incompleteFor = 5 * time.Minute
	unknownFor    = 30 * time.Second
)

// WatchEmojis checks for the emojis of style cards, at once and then at intervals, until
// the context ends.
func (a *Adapter) WatchEmojis(ctx context.Context) {
	for {
		wait := completeFor
		switch missing, err := a.findEmojis(ctx); {
		case ctx.Err() != nil:
			return
		case err != nil:
			a.log.Warn("the application's emojis can't be read; boards of cards stay as they were", "error", err)
			wait = unknownFor
		case missing > 0:
			wait = incompleteFor
		}
		if !a.sleep(ctx, wait) {
			return
		}
	}
}

// findEmojis checks for the emojis, and returns how many are missing. Boards of cards are
// shown only if none is.
func (a *Adapter) findEmojis(ctx context.Context) (missing int, err error) {
	ctx, cancel := context.WithTimeout(ctx, editLimit)
	defer cancel()
	names, err := tileNames()
	if err != nil {
		return 0, err
	}
	there, err := a.emojis(ctx)
	if err != nil {
		return 0, err
	}
	byName := make(map[string]string, len(there))
	for _, e := range there {
		byName[e.Name] = e.ID
	}
	ids := make(tileIDs, len(names))
	for _, n := range names {
		if id := byName[n.name]; isNumber(id) {
			ids[n.tile] = id
		}
	}
	before := a.tiles.Load()
	if missing = len(names) - len(ids); missing > 0 {
		a.tiles.Store(nil)
		if before != nil || missing < len(names) {
			a.log.Warn("boards of cards are not shown: emojis are missing; solitaire register uploads them", "missing", missing)
		}
		return missing, nil
	}
	a.tiles.Store(&ids)
	if before == nil {
		a.log.Info("boards of cards can be shown", "emojis", len(ids))
	}
	return 0, nil
}
