package slackfake

import (
	"io"
	"net/http"
	"strconv"
)

// An upload is a file on its way: it gets an address, then its bytes, and then
// a place.
type upload struct {
	name, alt string
	length    int
	data      []byte
	arrived   bool
}

func (s *Server) uploadURL(c *call) (object, error) {
	length, err := strconv.Atoi(str(c.args, "length"))
	if err != nil || length <= 0 || str(c.args, "filename") == "" {
		s.violate(Transport, c.method, "filename and length are needed")
		return nil, refuse("invalid_arguments")
	}
	id := s.id("F")
	s.uploads[id] = &upload{name: str(c.args, "filename"), alt: str(c.args, "alt_txt"), length: length}
	return object{"upload_url": s.URL + "/upload/" + id, "file_id": id}, nil
}

func (s *Server) serveUpload(w http.ResponseWriter, r *http.Request) {
	data, err := fileOf(r)
	s.mu.Lock()
	defer s.mu.Unlock()
	u := s.uploads[r.PathValue("id")]
	switch {
	case u == nil:
		http.NotFound(w, r)
	case err != nil || len(data) != u.length:
		s.violate(Transport, "upload", "%d bytes came of %d (%v)", len(data), u.length, err)
		w.WriteHeader(http.StatusBadRequest)
	default:
		u.data, u.arrived = data, true
		_, _ = io.WriteString(w, "OK - "+strconv.Itoa(len(data)))
	}
}

// fileOf reads a file that is sent in a form or as it is.
func fileOf(r *http.Request) ([]byte, error) {
	const most = 16 << 20
	if file, _, err := r.FormFile("file"); err == nil {
		defer func() { _ = file.Close() }()
		return io.ReadAll(io.LimitReader(file, most))
	}
	return io.ReadAll(io.LimitReader(r.Body, most))
}

func (s *Server) completeUpload(c *call) (object, error) {
	var files []any
	blocks := []any{}
	for _, file := range objects(c.args, "files") {
		id := str(file, "id")
		u := s.uploads[id]
		if u == nil || !u.arrived {
			return nil, refuse("file_not_found")
		}
		if u.alt == "" {
			s.violate(Transport, c.method, "a picture needs alt_txt for those who can't see it")
		}
		files = append(files, object{"id": id, "title": str(file, "title")})
		blocks = append(blocks, object{"type": "image", "slack_file": object{"id": id}, "alt_text": u.alt})
	}
	if id := str(c.args, "channel_id"); id != "" {
		room, err := s.room(id)
		if err != nil {
			return nil, err
		}
		if !room.members[botUser] {
			return nil, refuse("not_in_channel")
		}
		s.add(room, object{"text": str(c.args, "initial_comment"), "blocks": blocks, "thread_ts": str(c.args, "thread_ts")}, "")
	}
	return object{"files": files}, nil
}
