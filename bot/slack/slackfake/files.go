package slackfake

import (
	"io"
	"net/http"
	"path"
	"slices"
	"strconv"

	"github.com/solitaire-chat/solitaire/bot/chat/fake"
)

// An upload is a file that gets an address, then its bytes, and then a place.
type upload struct {
	File
	length  int
	arrived bool
	done    bool // the upload was completed, and the file was not deleted
}

func (s *Server) uploadURL(name string, args object) (object, error) {
	length, err := strconv.Atoi(fake.Text(args, "length"))
	if err != nil || length <= 0 || fake.Text(args, "filename") == "" {
		s.violate(Transport, name, "filename and length are needed")
		return nil, apiError("invalid_arguments")
	}
	id := s.id("F")
	s.uploads[id] = &upload{File: File{Name: fake.Text(args, "filename"), Alt: fake.Text(args, "alt_txt")}, length: length}
	return object{"upload_url": s.URL + "/upload/" + id, "file_id": id}, nil
}

func (s *Server) serveUpload(w http.ResponseWriter, r *http.Request) {
	const most = 16 << 20
	body := io.Reader(r.Body)
	if file, _, err := r.FormFile("file"); err == nil {
		defer func() { _ = file.Close() }()
		body = file
	}
	data, err := io.ReadAll(io.LimitReader(body, most))
	s.Mu.Lock()
	defer s.Mu.Unlock()
	u := s.uploads[r.PathValue("id")]
	switch {
	case u == nil:
		http.NotFound(w, r)
	case err != nil || len(data) != u.length:
		s.violate(Transport, "upload", "%d bytes came of %d (%v)", len(data), u.length, err)
		w.WriteHeader(http.StatusBadRequest)
	default:
		u.Data, u.arrived = data, true
		s.keep("upload", "", object{"name": u.Name, "data": string(data)})
		_, _ = io.WriteString(w, "OK - "+strconv.Itoa(len(data)))
	}
}

// completeUpload ends uploads, and posts the files if a channel is named.
func (s *Server) completeUpload(name string, args object) (object, error) {
	var answer []any
	var files []File
	for _, file := range fake.Objects(args, "files") {
		u := s.uploads[fake.Text(file, "id")]
		if u == nil || !u.arrived {
			return nil, apiError("file_not_found")
		}
		if u.Alt == "" && slices.Contains([]string{".png", ".jpg", ".gif"}, path.Ext(u.Name)) {
			s.violate(Transport, name, "%s needs alt_txt for those who can't see it", u.Name)
		}
		u.done = true
		answer = append(answer, object{"id": fake.Text(file, "id"), "title": fake.Text(file, "title")})
		files = append(files, u.File)
	}
	if id := fake.Text(args, "channel_id"); id != "" {
		room, err := s.joined(id)
		if err != nil {
			return nil, err
		}
		s.add(room, Content{Text: fake.Text(args, "initial_comment"), Files: files}, "")
	}
	return object{"files": answer}, nil
}

func (s *Server) deleteFile(_ string, args object) (object, error) {
	u := s.uploads[fake.Text(args, "file")]
	if u == nil || !u.done {
		return nil, apiError("file_not_found")
	}
	u.done = false
	return object{}, nil
}

// Files counts the files that the bot has uploaded and not deleted.
func (s *Server) Files() int {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	n := 0
	for _, u := range s.uploads {
		if u.done {
			n++
		}
	}
	return n
}
