package discordfake

import (
	"bytes"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"regexp"
)

const (
	mostUpload = 10 << 20 // bytes a file
	mostBody   = 64 << 20
)

// A body is what a request carries.
type body struct {
	data  []byte // the JSON as it was sent
	doc   any
	files []File
	ids   []string // n of files[n]
}

func (b body) object() object {
	o, _ := b.doc.(object)
	return o
}

func (b body) names() []string {
	var all []string
	for _, f := range b.files {
		all = append(all, f.Name)
	}
	return all
}

func readBody(r *http.Request) (body, error) {
	raw, err := io.ReadAll(io.LimitReader(r.Body, mostBody))
	if err != nil {
		return body{}, refused(http.StatusBadRequest, 0, "the body broke off: "+err.Error())
	}
	return parseBody(r.Header, raw)
}

// parseBody takes JSON, or a form with the JSON in payload_json and files.
func parseBody(h http.Header, raw []byte) (body, error) {
	kind, params, _ := mime.ParseMediaType(h.Get("Content-Type"))
	b := body{data: raw}
	switch kind {
	case "application/json":
	case "multipart/form-data":
		if err := b.readForm(raw, params["boundary"]); err != nil {
			return b, err
		}
	default:
		return b, wrong(http.StatusBadRequest, 50035, "Invalid Form Body", "content-type", "the Content-Type is %q", kind)
	}
	doc, err := decode(b.data)
	if err != nil {
		return b, wrong(http.StatusBadRequest, 50109, "The request body contains invalid JSON.", "json", "%v", err)
	}
	b.doc = doc
	return b, nil
}

var fileField = regexp.MustCompile(`^files\[([0-9]+)\]$`)

func (b *body) readForm(raw []byte, boundary string) error {
	bad := func(format string, args ...any) error {
		return wrong(http.StatusBadRequest, 50035, "Invalid Form Body", "form", format, args...)
	}
	b.data = nil
	form := multipart.NewReader(bytes.NewReader(raw), boundary)
	for {
		p, err := form.NextPart()
		if err == io.EOF {
			break
		}
		if err != nil {
			return bad("%v", err)
		}
		data, err := io.ReadAll(p)
		if err != nil {
			return bad("%v", err)
		}
		match := fileField.FindStringSubmatch(p.FormName())
		switch {
		case p.FormName() == "payload_json":
			b.data = data
		case match == nil || p.FileName() == "":
			return bad("there is no field %q", p.FormName())
		case len(data) > mostUpload:
			return wrong(http.StatusRequestEntityTooLarge, 40005, "Request entity too large",
				"attachment", "%s has %d bytes; at most %d", p.FileName(), len(data), mostUpload)
		default:
			b.files = append(b.files, File{p.FileName(), data})
			b.ids = append(b.ids, match[1])
		}
	}
	if b.data == nil {
		return bad("there is no payload_json")
	}
	return nil
}
