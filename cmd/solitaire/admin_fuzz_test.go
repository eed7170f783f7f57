package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// FuzzAdmin asks the operator's listener for whatever: it answers, and gives out
// a backup only to whom it should.
func FuzzAdmin(f *testing.F) {
	backup := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) })
	admin := newAdmin(nil, newMetrics(), backup, nil)
	f.Add("GET", "/healthz", "")
	f.Add("GET", "/readyz?x=%", "http://else.where")
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
		foreign := origin != "" && !strings.HasSuffix(origin, "://"+r.Host)
		if w.Code == http.StatusTeapot && (method != http.MethodPost || foreign) {
			t.Errorf("%q %q from %q gets a backup", method, target, origin)
		}
		if w.Code >= http.StatusInternalServerError {
			t.Errorf("status %d: %s", w.Code, w.Body)
		}
	})
}
