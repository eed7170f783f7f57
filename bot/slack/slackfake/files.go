package slackfake

import (
	"io"
	"net/http"
	"path"
	"slices"
	"strconv"
)

// An upload is a file that gets an address, then its bytes, and then a place.
type upload struct {
	File
	length  int
	arrived bool
	done    bool // the upload was completed, and the file was not deleted
}

func (s *Server) uploadURL(name string, args object) (object, error) {
	length, err := strconv.Atoi(str(args, "length"))
	if err != nil || length <= 0 || str(args, "filename") == "" {
		s.violate(Transport, name, "filename and length are needed")
		return nil, apiError("invalid_arguments")
	}
	id := s.id("F")
	s.uploads[id] = &upload{File: File{Name: str(args, "filename"), Alt: str(args, "alt_txt")}, length: length}
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
		u.Data, u.arrived = data, true
		s.keep("upload", "", object{"name": u.Name, "data": string(data)})
		_, _ = io.WriteString(w, "OK - "+strconv.Itoa(len(data)))
	}
}

// completeUpload ends uploads, and posts the files if a channel is named.
func (s *Server) completeUpload(name string, args object) (object, error) {
	var answer []any
	var files []File
	for _, file := range objects(args, "files") {
		u := s.uploads[str(file, "id")]
		if u == nil || !u.arrived {
			return nil, apiError("file_not_found")
		}
		if u.Alt == "" && slices.Contains([]string{".png", ".jpg", ".gif"}, path.Ext(u.Name)) {
			s.violate(Transport, name, "%s needs alt_txt for those who can't see it", u.Name)
		}
		u.done = true
		answer = append(answer, object{"id": str(file, "id"), "title": str(file, "title")})
		files = append(files, u.File)
	}
	if id := str(args, "channel_id"); id != "" {
		room, err := s.joined(id)
		if err != nil {
			return nil, err
		}
		s.add(room, Content{Text: str(args, "initial_comment"), Files: files}, "")
	}
	return object{"files": answer}, nil
}

func (s *Server) deleteFile(_ string, args object) (object, error) {
	u := s.uploads[str(args, "file")]
	if u == nil || !u.done {
		return nil, apiError("file_not_found")
	}
	u.done = false
	return object{}, nil
}

// Files counts the files that the bot has uploaded and not deleted.
func (s *Server) Files() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, u := range s.uploads {
		if u.done {
			n++
		}
	}
	return n
}
