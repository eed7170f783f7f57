package discord_test

import (
	"bytes"
	"fmt"
	"image/gif"
	"image/png"
	"net/http"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/discord"
	"github.com/solitaire-chat/solitaire/bot/discord/discordfake"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
	"github.com/solitaire-chat/solitaire/render/picture"
)

// painting is a bot that paints.
func painting(t testing.TB, s setup) *stage {
	t.Helper()
	p, err := picture.New()
	if err != nil {
		t.Fatal(err)
	}
	more := s.bot
	s.bot = func(b *bot.Bot) {
		b.Pictures = true
		if more != nil {
			more(b)
		}
	}
	config := s.config
	s.config = func(c *discord.Config) {
		c.Painter = p
		if config != nil {
			config(c)
		}
	}
	st := s.open(t)
	st.adapter.WaitForPictures()
	return st
}

// image waits for a message's picture and returns it. It checks that the picture belongs
// to the embed and has a description.
func image(t testing.TB, p *discordfake.Person, m *discordfake.Message) (alt string, data []byte) {
	t.Helper()
	eventually(t, func() bool { return len(p.See(m).Attachments) == 1 })
	file := p.See(m).Attachments[0]
	if file.Description == "" {
		t.Errorf("%s is not described", file.Filename)
	}
	if embeds := p.See(m).Embeds; len(embeds) != 1 || embeds[0].Image.URL == "" {
		t.Fatalf("the picture belongs to no embed: %s", p.See(m).JSON)
	}
	r, err := http.Get(file.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Body.Close() }()
	var b bytes.Buffer
	if _, err := b.ReadFrom(r.Body); err != nil {
		t.Fatal(err)
	}
	return file.Description, b.Bytes()
}

// Each answer shows a picture of the board. A tap shows the board in words.
func TestBoardsArePainted(t *testing.T) {
	both(t, func(t *testing.T, s setup) {
		st := painting(t, s)
		ann := st.ann()
		ann.Slash("solitaire settings", "name:style", "value:picture")
		m := ann.Slash("solitaire new").Message
		alt, data := image(t, ann, m)
		if _, err := png.Decode(bytes.NewReader(data)); err != nil {
			t.Error(err)
		}
		if !strings.HasPrefix(alt, "##×24 w -- | f -♣") {
			t.Errorf("described as %q", alt)
		}
		if text := said(t, ann.See(m)); strings.Contains(text, "```") || !strings.Contains(text, "0 moves") {
			t.Errorf("beside the picture: %s", text)
		}
		ann.Click("Draw")
		eventually(t, func() bool {
			now := ann.See(m)
			return len(now.Attachments) == 1 && strings.HasPrefix(now.Attachments[0].Description, "##×23")
		})
		ann.Click("In words")
		eventually(t, func() bool { return strings.Contains(said(t, ann.See(m)), "Foundations: ") })
		if n := len(ann.See(m).Attachments); n != 0 {
			t.Errorf("%d pictures beside the words", n)
		}
	})
}

// If a picture can't be sent, the answer stays as it is, and the operator is informed.
func TestPictureIsLost(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]discordfake.Fault{
		"too large": {Kind: discordfake.Refused, Status: http.StatusRequestEntityTooLarge, Code: 40005},
		"forbidden": {Kind: discordfake.Refused, Status: http.StatusForbidden, Code: 50013},
		"broken":    {Kind: discordfake.ServerError, Times: 3},
	} {
		t.Run(name, func(t *testing.T) {
			var logged logs
			st := painting(t, setup{gateway: true, config: func(c *discord.Config) { c.Log = logged.logger() }})
			ann := st.ann()
			ann.Slash("solitaire settings", "name:style", "value:picture")
			fault.Route = discordfake.RouteCallback
			st.Fail(fault)
			m := ann.Slash("solitaire new").Message
			eventually(t, func() bool { return strings.Contains(logged.text(), "could not show a picture") })
			if now := ann.See(m); len(now.Attachments) != 0 || !strings.Contains(said(t, now), "```") {
				t.Errorf("what is left is %s", now.JSON)
			}
			image(t, ann, ann.Click("Draw").Message)
		})
	}
}

// Without pictures, the style can't be chosen, and players who chose it before get the
// drawn board.
func TestNoPictures(t *testing.T) {
	t.Parallel()
	store := persisttest.NewMemory()
	st := painting(t, setup{store: store})
	st.ann().Slash("solitaire settings", "name:style", "value:picture")
	plain := setup{store: store}.open(t)
	says(t, plain.ann().Slash("solitaire new").Message, "```")
	says(t, plain.ann().Slash("solitaire settings", "name:style", "value:picture").Message, "unicode")
	drain(t, plain.adapter)
	for _, p := range plain.Payloads() {
		if len(p.Files) > 0 {
			t.Errorf("%s was sent", p.Files[0].Name)
		}
	}
}

// A won game can be shown from its beginning.
func TestFilm(t *testing.T) {
	t.Parallel()
	st := painting(t, setup{})
	ann := st.ann()
	ann.Slash("solitaire new", "deal:1141")
	won := ann.Slash("move", "from:"+wonKlondike).Message
	says(t, won, "won")
	a := ann.ClickOn(won, "Show it")
	alt, data := image(t, ann, a.Message)
	if !strings.Contains(alt, "The whole game in ") {
		t.Errorf("described as %q", alt)
	}
	film, err := gif.DecodeAll(bytes.NewReader(data))
	if err != nil || len(film.Image) < 50 {
		t.Fatalf("%d frames, %v", len(film.Image), err)
	}
}

// Statistics come with charts.
func TestCharts(t *testing.T) {
	t.Parallel()
	st := painting(t, setup{gateway: true})
	ann := st.ann()
	ann.Slash("solitaire new", "deal:1141")
	ann.Slash("move", "from:"+wonKlondike)
	alt, data := image(t, ann, ann.Slash("solitaire stats").Message)
	if _, err := png.Decode(bytes.NewReader(data)); err != nil || !strings.HasPrefix(alt, "Charts of 1 game, 1 won") {
		t.Errorf("described as %q, %v", alt, err)
	}
	ann.Slash("solitaire settings", "name:pictures", "value:off")
	m := ann.Slash("solitaire stats").Message
	drain(t, st.adapter)
	if n := len(ann.See(m).Attachments); n != 0 {
		t.Errorf("%d pictures for one who wants none", n)
	}
}

// The picture goes out with the answer, so that no older one comes after it. Every quick
// tap is a move, and the newest board is shown in the end.
func TestPicturesNeverGoBack(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, s setup) {
		st := painting(t, s)
		ann := st.ann()
		ann.Slash("solitaire settings", "name:style", "value:picture")
		m := ann.Slash("solitaire new", "draw:1").Message
		for n := range 8 {
			ann.Click("Draw")
			now, want := ann.See(m), fmt.Sprintf("##×%d ", 23-n)
			if len(now.Attachments) != 1 || !strings.HasPrefix(now.Attachments[0].Description, want) {
				t.Fatalf("after tap %d: want %s, but it shows %s", n+1, want, now.JSON)
			}
		}
	})
}
