package discordfake

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image/png"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/solitaire-chat/solitaire/bot/chat/fake"
)

// Limits of an application's emojis.
const (
	mostEmojis = 2000
	mostEmoji  = 256 << 10 // bytes of a picture
	emojiSide  = 128       // pixels
	emojiTime  = time.Hour // in which so many can be uploaded
)

// An Emoji is one that the application has.
type Emoji struct {
	ID, Name string
	Picture  []byte // a PNG
}

// Emojis returns the application's emojis, the oldest first.
func (s *Server) Emojis() []Emoji {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	return slices.Clone(s.emojis)
}

// AddEmojis adds emojis as somebody does in the developer portal.
func (s *Server) AddEmojis(names ...string) {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	for _, name := range names {
		s.emojis = append(s.emojis, Emoji{ID: s.newID(), Name: name})
	}
}

// LimitEmojis allows so many uploads in an hour of [Options.Now]; 0 is no limit.
func (s *Server) LimitEmojis(most int) {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	s.emojiLimit = most
}

func (s *Server) getEmojis(*call) (any, error) {
	items := []any{}
	for _, e := range s.emojis {
		items = append(items, emojiJSON(e))
	}
	return object{"items": items}, nil
}

func (s *Server) postEmoji(c *call) (any, error) {
	now := s.Now()
	s.uploads = slices.DeleteFunc(s.uploads, func(at time.Time) bool { return now.Sub(at) >= emojiTime })
	if s.emojiLimit > 0 && len(s.uploads) >= s.emojiLimit {
		return nil, &apiError{status: http.StatusTooManyRequests, text: LimitedUser.text, after: s.uploads[0].Add(emojiTime).Sub(now)}
	}
	if len(s.emojis) >= mostEmojis {
		return nil, wrong(http.StatusBadRequest, 30008, "Maximum number of emojis reached (2000)", "emoji", "there is no room for one more")
	}
	if err := s.judge(c.body, nil, 0); err != nil {
		return nil, err
	}
	name := fake.Text(c.body.message, "name")
	picture, fault := emojiPicture(fake.Text(c.body.message, "image"))
	switch {
	case !regexp.MustCompile(`^[A-Za-z0-9_]{2,32}$`).MatchString(name):
		fault = fmt.Sprintf("%q is no name", name)
	case slices.ContainsFunc(s.emojis, func(e Emoji) bool { return e.Name == name }):
		fault = fmt.Sprintf("%s is there twice", name)
	}
	if fault != "" {
		return nil, invalidForm([]fake.Violation{{Rule: "emoji", Text: fault}})
	}
	e := Emoji{s.newID(), name, picture}
	s.emojis, s.uploads = append(s.emojis, e), append(s.uploads, now)
	return emojiJSON(e), nil
}

func (s *Server) deleteEmoji(c *call) (any, error) {
	i := slices.IndexFunc(s.emojis, func(e Emoji) bool { return e.ID == c.PathValue("emoji") })
	if i < 0 {
		return nil, refused(http.StatusNotFound, 10014, "Unknown Emoji")
	}
	s.emojis = slices.Delete(s.emojis, i, i+1)
	return nil, nil
}

// emojiPicture reads a data URI.
func emojiPicture(uri string) (picture []byte, fault string) {
	coded, isPNG := strings.CutPrefix(uri, "data:image/png;base64,")
	picture, err := base64.StdEncoding.DecodeString(coded)
	if !isPNG || err != nil {
		return nil, "the picture is no PNG in a data URI"
	}
	switch size, err := png.DecodeConfig(bytes.NewReader(picture)); {
	case err != nil:
		return nil, "the picture is no PNG: " + err.Error()
	case size.Width != emojiSide || size.Height != emojiSide:
		return nil, fmt.Sprintf("the picture has %d by %d pixels", size.Width, size.Height)
	case len(picture) > mostEmoji:
		return nil, fmt.Sprintf("the picture has %d bytes", len(picture))
	}
	return picture, ""
}

func emojiJSON(e Emoji) object {
	return object{
		"id": e.ID, "name": e.Name, "roles": []any{}, "require_colons": true, "managed": false, "animated": false, "available": true,
	}
}

// unknownEmojis lists the emojis in a payload that the application doesn't have. In a
// button or a menu Discord refuses one; in a text it shows its name.
func (s *Server) unknownEmojis(data object) (found []fake.Violation) {
	check := func(id string) {
		if id != "" && !slices.ContainsFunc(s.emojis, func(e Emoji) bool { return e.ID == id }) {
			found = append(found, fake.Violation{Rule: "emoji", Text: "the application has none with the id " + id})
		}
	}
	fake.Walk(data, func(o object) {
		check(fake.Text(fake.Child(o, "emoji"), "id"))
		for _, m := range emojiMarkup.FindAllStringSubmatch(fake.Text(o, "content"), -1) {
			check(m[1])
		}
	})
	return found
}

// emojiMarkup is an emoji in a text.
var emojiMarkup = regexp.MustCompile(`<a?:\w+:(\d+)>`)

// RemoveEmoji removes an emoji as somebody does in the developer portal.
func (s *Server) RemoveEmoji(name string) {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	s.emojis = slices.DeleteFunc(s.emojis, func(e Emoji) bool { return e.Name == name })
}
