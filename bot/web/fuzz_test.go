package web_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// FuzzAPI sends anything to any path of the API. Every answer is JSON or a page, none
// is a fault of the server, and nothing reaches the log.
func FuzzAPI(f *testing.F) {
	for _, seed := range [][3]string{
		{"/api/command", `{"text":"new"}`, "text=new"},
		{"/api/command", `{"id":"1","text":"3 5","game":"x","version":3}`, ""},
		{"/api/share", `{"game":"x"}`, ""},
		{"/play", `text=draw&version=9`, ""},
		{"/go", "t=x", "t=y"},
		{"/settings", "text=settings+four-colour+on", ""},
		{"/signout", "all=yes", ""},
		{"/my-data", "", ""},
		{"/api/complete", "", "text=d,%20"},
		{"/daily/1", "", "deal=yukon&step=-1"},
		{"/r/x", "", "step=99999999999"},
		{"/api/events/", "", ""},
	} {
		f.Add(seed[0], seed[1], seed[2])
	}
	s := serve(f, memory(), "")
	f.Fuzz(func(t *testing.T, path, body, query string) {
		if path == "/api/events" || !strings.HasPrefix(path, "/") {
			return // a stream doesn't end
		}
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			r := httptest.NewRequest(method, "/", strings.NewReader(body))
			r.URL.Path, r.URL.RawQuery, r.Host = path, query, "127.0.0.1"
			r.Header.Set("Content-Type", "application/json")
			if !strings.HasPrefix(path, "/api/") {
				r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			}
			w := httptest.NewRecorder()
			s.Handler().ServeHTTP(w, r)
			answer, _ := io.ReadAll(w.Body)
			if w.Code >= 500 {
				t.Errorf("%s %q %q: status %d: %s", method, path, body, w.Code, answer)
			}
			if strings.HasPrefix(w.Header().Get("Content-Type"), "application/json") && !json.Valid(answer) {
				t.Errorf("%s %q %q: no JSON: %s", method, path, body, answer)
			}
		}
	})
}
