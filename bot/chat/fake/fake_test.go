package fake

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A variable with a wrong path must not look like an unset one.
func TestSchemasThatCannotBeReadAreAnError(t *testing.T) {
	dir := t.TempDir()
	load := func() (Schemas, error) {
		return LoadSchemas(map[string]string{"message": "message.json#/definitions/Message"}, func(Object) {})
	}
	t.Setenv(SharedVariable, dir)
	if s, err := load(); err == nil || !strings.Contains(err.Error(), SharedVariable) {
		t.Errorf("without the file: %v, %v", s, err)
	}
	if err := os.Mkdir(filepath.Join(dir, "specs"), 0o700); err != nil {
		t.Fatal(err)
	}
	for content, usable := range map[string]bool{"{": false, "{}": false, `{"definitions": {"Message": {"required": ["text"]}}}`: true} {
		if err := os.WriteFile(filepath.Join(dir, "specs", "message.json"), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := load()
		if (err == nil) != usable || usable && (len(s.Check("message", Object{})) != 1 || len(s.Check("other", Object{})) != 1) {
			t.Errorf("%s: %v, %v", content, s, err)
		}
	}
	t.Setenv(SharedVariable, "")
	if s, err := load(); s != nil || err != nil {
		t.Errorf("without the variable: %v, %v", s, err)
	}
}

// failure counts what fails a test.
type failure struct {
	testing.TB
	n int
}

func (f *failure) Errorf(string, ...any) { f.n++ }

func TestMistakesFailTheTestUnlessTolerated(t *testing.T) {
	failed := &failure{TB: t}
	s := &Server{T: failed, Tolerates: func(rule string) bool { return rule == "S2" }}
	s.Report("here", Violation{Rule: "S1"}, Violation{Rule: "S2"})
	if failed.n != 1 || len(s.Violations()) != 2 || s.Violations()[0].Where != "here" {
		t.Errorf("%d failures, %v", failed.n, s.Violations())
	}
}

func TestFaultsComeInTurnAndEnd(t *testing.T) {
	var s Server
	done := 0
	s.Patience = time.Minute
	s.Start(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.Serve("route", w, r, func(bool) (int, any) { done++; return http.StatusOK, Object{} })
	}), func() {})
	s.Break("route", Fault{Status: http.StatusBadGateway, Answer: "gone", Times: 2})
	s.Break("route", Fault{Status: http.StatusTooManyRequests, Header: RetryAfter(1500 * time.Millisecond)})
	s.Break("route", Fault{Drop: true})
	s.Break("route", Fault{After: true, Status: http.StatusInternalServerError})
	s.Break("other route", Fault{Drop: true})
	for i, want := range []struct {
		status, done int
		after        string
	}{{502, 0, ""}, {502, 0, ""}, {429, 0, "2"}, {0, 0, ""}, {500, 1, ""}, {200, 2, ""}} {
		r, err := http.NewRequest(http.MethodPost, s.URL, nil) // it isn't repeated by itself
		if err != nil {
			t.Fatal(err)
		}
		got, _ := s.Send(r)
		if got.Status != want.status || done != want.done || got.Header.Get("Retry-After") != want.after {
			t.Errorf("request %d: status %d, %d carried out, retry after %q; want %+v", i, got.Status, done, got.Header.Get("Retry-After"), want)
		}
	}
	if s.Calls("route") != 6 || s.Heal() != 1 || s.Heal() != 0 {
		t.Errorf("%d calls, or the other fault is lost", s.Calls("route"))
	}
}
