package slackfake

import (
	"io"
	"net/http"
	"path"
	"strconv"
	"strings"
)

// An upload is a file on its way: it gets an address, then its bytes, and then
// a place.
type upload struct {
	File
	length  int
	arrived bool
	done    bool // the upload was completed, and the file was not deleted
}

func (s *Server) uploadURL(c *call) (object, error) {
	length, err := strconv.Atoi(str(c.args, "length"))
	if err != nil || length <= 0 || str(c.args, "filename") == "" {
		s.violate(Transport, c.method, "filename and length are needed")
		return nil, refuse("invalid_arguments")
	}
	id := s.id("F")
	s.uploads[id] = &upload{File: File{Name: str(c.args, "filename"), Alt: str(c.args, "alt_txt")}, length: length}
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
		u.Data, u.arrived = data, true
		s.keep("upload", "", object{"name": u.Name, "data": string(data)})
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

// completeUpload shares files that have arrived, as a message.
func (s *Server) completeUpload(c *call) (object, error) {
	var answer []any
	var files []File
	for _, file := range objects(c.args, "files") {
		u := s.uploads[str(file, "id")]
		if u == nil || !u.arrived {
			return nil, refuse("file_not_found")
		}
		if u.Alt == "" && isPicture(u.Name) {
			s.violate(Transport, c.method, "%s needs alt_txt for those who can't see it", u.Name)
		}
		u.done = true
		answer = append(answer, object{"id": str(file, "id"), "title": str(file, "title")})
		files = append(files, u.File)
	}
	if id := str(c.args, "channel_id"); id != "" {
		room := s.channels[id]
		switch {
		case room == nil:
			return nil, refuse("channel_not_found")
		case !room.members[botUser]:
			return nil, refuse("not_in_channel")
		}
		s.addFiles(room, c.args, files)
	}
	return object{"files": answer}, nil
}

func isPicture(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".png", ".jpg", ".jpeg", ".gif":
		return true
	}
	return false
}

// addFiles puts a message with files into a channel. The lock is held.
func (s *Server) addFiles(room *channel, args object, files []File) {
	m := &message{channel: room, ts: s.stamp(), thread: str(args, "thread_ts")}
	room.messages = append(room.messages, m)
	s.renew(m, Content{Text: str(args, "initial_comment"), Files: files})
}

// deleteFile deletes a file of the bot.
func (s *Server) deleteFile(c *call) (object, error) {
	u := s.uploads[str(c.args, "file")]
	if u == nil || !u.done {
		return nil, refuse("file_not_found")
	}
	u.done = false
	return object{}, nil
}

// shownFiles returns the files that a body's image blocks show. The lock is held.
func (s *Server) shownFiles(blocks []any) []File {
	var files []File
	for _, b := range blocks {
		block, _ := b.(object)
		file := sub(block, "slack_file")
		if file == nil {
			continue
		}
		u := s.uploads[str(file, "id")]
		if u == nil || !u.done {
			s.violate(Transport, "image", "there is no file %q to be shown", str(file, "id"))
			continue
		}
		files = append(files, File{Name: u.Name, Alt: str(block, "alt_text"), Data: u.Data})
	}
	return files
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
