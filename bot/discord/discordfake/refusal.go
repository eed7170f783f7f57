package discordfake

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// A Refusal is an error that was answered.
type Refusal struct {
	Route  Route
	Method string
	Status int
	Code   int // Discord's
	Text   string
}

// An apiError is an error as Discord answers it.
type apiError struct {
	status, code int
	text         string
	violations   []Violation // what makes it the bot's mistake
}

func (e *apiError) Error() string { return fmt.Sprintf("%d %s", e.code, e.text) }

// refused is an error that may happen to a good bot too.
func refused(status, code int, text string) error {
	return &apiError{status: status, code: code, text: text}
}

// wrong is an error that only a bot with a mistake gets.
func wrong(status, code int, text, rule, format string, args ...any) error {
	return &apiError{status, code, text, []Violation{{Rule: rule, Text: fmt.Sprintf(format, args...)}}}
}

func invalidForm(found []Violation) error {
	code, what := 50035, "Invalid Form Body"
	if len(found) == 1 && found[0].Rule == "D9" {
		code, what = 50006, "Cannot send an empty message"
	}
	return &apiError{http.StatusBadRequest, code, what, found}
}

func unknownMessage() error     { return refused(http.StatusNotFound, 10008, "Unknown Message") }
func unknownWebhook() error     { return refused(http.StatusNotFound, 10015, "Unknown Webhook") }
func unknownInteraction() error { return refused(http.StatusNotFound, 10062, "Unknown interaction") }
func unknownChannel() error     { return refused(http.StatusNotFound, 10003, "Unknown Channel") }
func missingAccess() error      { return refused(http.StatusForbidden, 50001, "Missing Access") }
func missingPermissions() error { return refused(http.StatusForbidden, 50013, "Missing Permissions") }

// refuse records an error and answers it.
func (s *Server) refuse(w http.ResponseWriter, c *call, err error) {
	var e *apiError
	if !errors.As(err, &e) {
		panic(err)
	}
	s.mu.Lock()
	s.record(c, e)
	s.mu.Unlock()
	value := object{"message": e.text, "code": e.code}
	if e.code == 50035 {
		value["errors"] = tree(e.violations)
	}
	write(w, c, result{e.status, value})
}

// record remembers an error. The caller holds the lock.
func (s *Server) record(c *call, e *apiError) {
	s.refusals = append(s.refusals, Refusal{c.route, c.Method, e.status, e.code, e.text})
	where := c.Method + " " + string(c.route)
	if c.route == "" {
		where = c.Method + " " + c.URL.Path
	}
	s.violate(where, e.violations...)
	s.notify()
}

// tree writes violations as Discord does: objects for the steps of a path, and
// the errors in a list at its end.
func tree(found []Violation) object {
	root := object{}
	for _, v := range found {
		node := root
		for step := range strings.SplitSeq(strings.TrimPrefix(v.Path, "/"), "/") {
			if step == "" {
				continue
			}
			next, _ := node[step].(object)
			if next == nil {
				next = object{}
				node[step] = next
			}
			node = next
		}
		errs, _ := node["_errors"].([]any)
		node["_errors"] = append(errs, object{"code": v.Rule, "message": v.Text})
	}
	return root
}

// statusText is for messages of tests.
func statusText(status int) string { return strconv.Itoa(status) + " " + http.StatusText(status) }
