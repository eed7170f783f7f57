package main

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
)

// secretBackup is of data that is a secret.
type secretBackup struct{}

const secret = "everybody's cards"

func (secretBackup) Backup(_ context.Context, w io.Writer) (int64, error) {
	n, err := io.WriteString(w, secret)
	return int64(n), err
}

// FuzzAdmin asks the operator's socket for whatever: it answers, and gives out a backup
// only for POST /backup.
func FuzzAdmin(f *testing.F) {
	backup := newBackup(secretBackup{}, filepath.Join(f.TempDir(), "solitaire.db"), silent(), func() {})
	admin := newPrivate(newAdmin(newReadiness(), newMetrics(), nil, ""), backup)
	f.Add("GET", "/healthz", "")
	f.Add("GET", "/readyz?x=%", "http://else.where")
	f.Add("GET", "/backup", "")
	f.Add("HEAD", "/backup", "")
	f.Add("POST", "/backup", "")
	f.Add("POST", "/backup", "http://else.where")
	f.Add("GET", "/debug/pprof/heap?debug=1", "")
	f.Add("OPTIONS", "//healthz/..", "null")
	f.Fuzz(func(t *testing.T, method, target, origin string) {
		r, err := http.NewRequest(method, "http://127.0.0.1"+target, nil)
		if err != nil || strings.HasPrefix(r.URL.Path, "/debug/pprof/") && r.URL.RawQuery != "debug=1" { // which may take as long as one likes
			t.Skip()
		}
		r.Header.Set("Origin", origin)
		w := httptest.NewRecorder()
		admin.ServeHTTP(w, r)
		given := strings.Contains(w.Body.String(), secret)
		if given && method != http.MethodPost {
			t.Errorf("%q %q from %q gets a backup", method, target, origin)
		}
		if !given && method == http.MethodPost && target == "/backup" && origin == "" {
			t.Error("the operator gets no backup")
		}
		if w.Code >= http.StatusInternalServerError {
			t.Errorf("status %d: %s", w.Code, w.Body)
		}
	})
}
