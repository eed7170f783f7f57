package discordfake_test

import (
	"bytes"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"
)

// form is a multipart body with a payload and one file in files[0].
func form(t *testing.T, payload, name string, data []byte) (body string, set func(*http.Request)) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	if err := w.WriteField("payload_json", payload); err != nil {
		t.Fatal(err)
	}
	file, err := w.CreateFormFile("files[0]", name)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = file.Write(data) // a buffer takes everything
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String(), func(r *http.Request) { r.Header.Set("Content-Type", w.FormDataContentType()) }
}

const picture = `"embeds":[{"title":"Board","image":{"url":"attachment://board.png"}}],` +
	`"attachments":[{"id":"0","filename":"board.png","description":"all cards"}],` + silence

func TestPicture(t *testing.T) {
	l := newLife(t)
	in := l.draft(false)
	body, set := form(t, `{"type":4,"data":{`+picture+`}}`, "board.png", []byte("PNG"))
	if status, got := l.bot.do("POST", callback(in), body, set); status != 204 {
		t.Fatalf("callback = %d, %v", status, got)
	}
	files := l.ann.Last().Attachments
	if len(files) != 1 || files[0].Filename != "board.png" || files[0].Description != "all cards" {
		t.Fatalf("attachments = %+v", files)
	}
	got, err := l.bot.client.Get(files[0].URL)
	if err != nil {
		t.Fatal(err)
	}
	defer got.Body.Close()
	if data, err := io.ReadAll(got.Body); err != nil || string(data) != "PNG" {
		t.Errorf("the file is %q, %v", data, err)
	}
	// The old file goes when an edit lists only the new one.
	body, set = form(t, `{`+picture+`}`, "board.png", []byte("PNG2"))
	if status, got := l.bot.do("PATCH", l.bot.original(in), body, set); status != 200 {
		t.Fatalf("edit = %d, %v", status, got)
	}
	if files := l.ann.Last().Attachments; len(files) != 1 || files[0].Size != 4 {
		t.Errorf("after the edit: %+v", files)
	}
	l.broke()
}

func TestWrongFiles(t *testing.T) {
	for name, c := range map[string]struct {
		payload string
		data    []byte
		status  int
		rule    string
	}{
		"other name":   {strings.Replace(picture, "attachment://board.png", "attachment://other.png", 1), nil, 400, "attachment"},
		"other number": {strings.Replace(picture, `"id":"0"`, `"id":"1"`, 1), nil, 400, "attachment"},
		"too large":    {picture, make([]byte, 10<<20+1), 413, "attachment"},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLife(t)
			body, set := form(t, `{"type":4,"data":{`+c.payload+`}}`, "board.png", c.data)
			if status, got := l.bot.do("POST", callback(l.draft(false)), body, set); status != c.status {
				t.Errorf("callback = %d, %v; want %d", status, got, c.status)
			}
			l.broke(c.rule)
		})
	}
}
