// Package discordpage draws messages of the bot as Discord's clients show them: a page
// in HTML, for a look at what players will see. It takes the JSON that goes to Discord,
// and knows of Discord's formatting what the bot uses.
//
// Emojis are 22 pixels high, as in a desktop client; on a phone these are 66 pixels of
// its screen, so take its picture three times as large.
package discordpage

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"image/png"
	"io"
	"regexp"
	"strings"

	"github.com/solitaire-chat/solitaire/render"
	"github.com/solitaire-chat/solitaire/render/picture"
)

// A View is one message as one client shows it.
type View struct {
	Message []byte // JSON
	Light   bool   // not dark
	Phone   bool   // not desktop
}

// A message has the fields that are drawn.
type message struct {
	Embeds []struct {
		Title       string `json:"title"`
		Description string `json:"description"`
		Color       int    `json:"color"`
	} `json:"embeds"`
	Components []component `json:"components"`
}

type component struct {
	Type        int         `json:"type"`
	Content     string      `json:"content"`
	AccentColor int         `json:"accent_color"`
	Style       int         `json:"style"`
	Label       string      `json:"label"`
	Placeholder string      `json:"placeholder"`
	Disabled    bool        `json:"disabled"`
	Emoji       *emoji      `json:"emoji"`
	Components  []component `json:"components"`
}

type emoji struct {
	ID string `json:"id"`
}

// Types of components.
const (
	typeRow         = 1
	typeButton      = 2
	typeSelect      = 3
	typeTextDisplay = 10
	typeContainer   = 17
)

//go:embed page.tmpl
var pageTemplate string

// A Page draws messages.
type Page struct {
	Emojis map[string]render.Tile // by id
}

// Write writes a page with views of messages side by side.
func (pg Page) Write(w io.Writer, views []View) error {
	p := page{emojis: pg.Emojis, drawn: map[string]template.URL{}}
	var err error
	if p.tiler, err = picture.NewTiler(); err != nil {
		return err
	}
	type box struct {
		Accent template.CSS
		Texts  []template.HTML
	}
	type view struct {
		Class string
		Boxes []box
		Rows  [][]component
	}
	var all []view
	for _, v := range views {
		var m message
		if err := json.Unmarshal(v.Message, &m); err != nil {
			return fmt.Errorf("read a message: %w", err)
		}
		shown := view{Class: class(v)}
		for _, e := range m.Embeds {
			b := box{Accent: accent(e.Color)}
			if e.Title != "" {
				b.Texts = append(b.Texts, "<h4>"+p.inline(e.Title)+"</h4>")
			}
			b.Texts = append(b.Texts, p.text(e.Description))
			shown.Boxes = append(shown.Boxes, b)
		}
		for _, c := range m.Components {
			switch c.Type {
			case typeContainer:
				b := box{Accent: accent(c.AccentColor)}
				for _, inner := range c.Components {
					if inner.Type == typeTextDisplay {
						b.Texts = append(b.Texts, p.text(inner.Content))
					}
				}
				shown.Boxes = append(shown.Boxes, b)
			case typeRow:
				shown.Rows = append(shown.Rows, c.Components)
			}
		}
		all = append(all, shown)
	}
	t, err := template.New("page").Funcs(template.FuncMap{
		"isSelect":   func(c component) bool { return c.Type == typeSelect },
		"emoji":      func(e emoji) template.HTML { return p.image(e.ID, "") },
		"styleClass": func(style int) string { return fmt.Sprintf("style-%d", style) },
	}).Parse(pageTemplate)
	if err != nil {
		return err
	}
	return t.Execute(w, all)
}

func class(v View) string {
	words := []string{"dark", "desktop"}
	if v.Light {
		words[0] = "light"
	}
	if v.Phone {
		words[1] = "phone"
	}
	return strings.Join(words, " ")
}

func accent(colour int) template.CSS { return template.CSS(fmt.Sprintf("#%06x", colour)) }

// A page draws each tile once.
type page struct {
	tiler  *picture.Tiler
	emojis map[string]render.Tile
	drawn  map[string]template.URL
}

// Signs of formatting.
var (
	codeBlock = regexp.MustCompile("(?s)```(?:([a-z]+)\n)?\n?(.*?)\n?```\n?")
	sign      = regexp.MustCompile(`\\(.)|<a?:(\w+):(\d+)>|<t:(\d+)(?::\w)?>|\*\*`)
	colour    = regexp.MustCompile("\x1b\\[([0-9;]*)m")
)

// text formats a text: blocks of code, headings, small print, and lines.
func (p *page) text(text string) template.HTML {
	var b strings.Builder
	for {
		at := codeBlock.FindStringSubmatchIndex(text)
		before, code := text, ""
		if at != nil {
			before, code = text[:at[0]], text[at[4]:at[5]]
		}
		for line := range strings.Lines(before) {
			line = strings.TrimSuffix(line, "\n")
			tag := "div"
			for sign, name := range map[string]string{"### ": "h3", "-# ": "small"} {
				if rest, is := strings.CutPrefix(line, sign); is {
					line, tag = rest, name
				}
			}
			fmt.Fprintf(&b, "<%s>%s</%s>", tag, p.inline(line), tag)
		}
		if at == nil {
			return template.HTML(b.String())
		}
		b.WriteString("<pre>" + string(coloured(code)) + "</pre>")
		text = text[at[1]:]
	}
}

// coloured turns the colours of a terminal into HTML.
func coloured(code string) template.HTML {
	var b strings.Builder
	open := 0
	for {
		at := colour.FindStringSubmatchIndex(code)
		if at == nil {
			b.WriteString(template.HTMLEscapeString(code) + strings.Repeat("</span>", open))
			return template.HTML(b.String())
		}
		b.WriteString(template.HTMLEscapeString(code[:at[0]]))
		if codes := code[at[2]:at[3]]; codes == "" || codes == "0" {
			b.WriteString(strings.Repeat("</span>", open))
			open = 0
		} else {
			b.WriteString(`<span class="`)
			for c := range strings.SplitSeq(codes, ";") {
				b.WriteString("ansi-" + c + " ")
			}
			b.WriteString(`">`)
			open++
		}
		code = code[at[1]:]
	}
}

// inline formats a line: emojis, moments, and characters that a backslash keeps from
// formatting.
func (p *page) inline(line string) template.HTML {
	var b strings.Builder
	bold := false
	for {
		at := sign.FindStringSubmatchIndex(line)
		if at == nil {
			b.WriteString(template.HTMLEscapeString(line))
			return template.HTML(b.String())
		}
		group := func(n int) string {
			if at[2*n] < 0 {
				return ""
			}
			return line[at[2*n]:at[2*n+1]]
		}
		b.WriteString(template.HTMLEscapeString(line[:at[0]]))
		switch {
		case group(1) != "":
			b.WriteString(template.HTMLEscapeString(group(1)))
		case group(3) != "":
			b.WriteString(string(p.image(group(3), group(2))))
		case group(4) != "":
			b.WriteString("<time>" + group(4) + "</time>")
		default:
			b.WriteString(map[bool]string{false: "<b>", true: "</b>"}[bold])
			bold = !bold
		}
		line = line[at[1]:]
	}
}

// image is an emoji; without a tile its name, as Discord shows one that it doesn't know.
func (p *page) image(id, name string) template.HTML {
	tile, known := p.emojis[id]
	if !known {
		return template.HTML(template.HTMLEscapeString(":" + name + ":"))
	}
	if p.drawn[id] == "" {
		var b bytes.Buffer
		_ = png.Encode(&b, p.tiler.Tile(tile)) // writing to memory doesn't fail
		p.drawn[id] = template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(b.Bytes()))
	}
	return template.HTML(fmt.Sprintf(`<img class="emoji" alt=":%s:" src="%s">`, template.HTMLEscapeString(name), p.drawn[id]))
}
