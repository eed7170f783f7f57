package discordpage_test

import (
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot/discord/discordpage"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/render"
)

func page(t *testing.T, messages ...string) string {
	t.Helper()
	var views []discordpage.View
	for _, m := range messages {
		views = append(views, discordpage.View{Message: []byte(m)})
	}
	var b strings.Builder
	p := discordpage.Page{Emojis: map[string]render.Tile{"12": render.FaceTile(game.NewCard(9, game.Hearts), false)}}
	if err := p.Write(&b, views); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestMessagesAreDrawnAsDiscordFormatsThem(t *testing.T) {
	got := page(t, `{"components":[{"type":17,"accent_color":3046706,"components":[
		{"type":10,"content":"**Klondike \\* 1**\n<:nine_of_hearts:12> <:lost:13>\n-# 3 moves"}]},
		{"type":1,"components":[{"type":2,"style":1,"label":"Draw","custom_id":"a","emoji":{"id":"12"}},{"type":2,"style":2,"label":"<Undo>","custom_id":"b","disabled":true}]},
		{"type":1,"components":[{"type":3,"custom_id":"c","placeholder":"Choose a move"}]}]}`,
		`{"embeds":[{"title":"Yukon","description":"`+"```ansi\\n  \\u001b[1;31m»9♥\\u001b[0m <x>\\n```"+`\nbelow","color":13214247}]}`)
	for _, want := range []string{
		"border-left-color: #2e7d32", "<b>Klondike * 1</b>", `alt=":nine_of_hearts:" src="data:image/png;base64,`, " :lost:", "<small>3 moves</small>",
		`<span class="button style-1"><img`, "Draw</span>", `style-2 idle">&lt;Undo&gt;`, "Choose a move",
		"<h4>Yukon</h4>", `<pre>  <span class="ansi-1 ansi-31 ">»9♥</span> &lt;x&gt;</pre>`, "<div>below</div>", "#c9a227",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the page has no %q", want)
		}
	}
	if t.Failed() {
		t.Log(got[strings.Index(got, "</style>"):])
	}
}

func TestThemesAndClientsDiffer(t *testing.T) {
	var b strings.Builder
	if err := (discordpage.Page{}).Write(&b, []discordpage.View{{Message: []byte("{}")}, {Message: []byte("{}"), Light: true, Phone: true}}); err != nil {
		t.Fatal(err)
	}
	if s := b.String(); !strings.Contains(s, `"view dark desktop"`) || !strings.Contains(s, `"view light phone"`) {
		t.Errorf("the page is %s", s)
	}
	if err := (discordpage.Page{}).Write(&b, []discordpage.View{{Message: []byte("no JSON")}}); err == nil {
		t.Error("a broken message is drawn")
	}
}
