package discord

import (
	"strconv"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/render"
)

// Sample returns the message for a reply, as it would be sent to Discord if all emojis
// exist, and the tile of each emoji's id.
func (a *Adapter) Sample(r bot.Reply) (message []byte, emojis map[string]render.Tile, err error) {
	const likeDiscord = 1_300_000_000_000_000_000 // ids are as long as Discord's own
	ids, emojis := tileIDs{}, map[string]render.Tile{}
	for i, t := range render.Tiles() {
		ids[t] = strconv.Itoa(likeDiscord + i)
		emojis[ids[t]] = t
	}
	sample := &answerer{Adapter: a, in: &interaction{}}
	b, err := encode(sample.messageWith(&ids, r, nil), nil)
	return b.bytes, emojis, err
}
