package discordfake_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestCommands(t *testing.T) {
	l := newLife(t)
	path := "/applications/" + l.srv.ApplicationID() + "/commands"
	if got := l.srv.Commands(); len(got) != 3 || got[1] != "move" {
		t.Errorf("registered: %v", got)
	}
	before := l.draft(false)["data"].(object)["id"]
	l.bot.register(strings.Replace(commands, `"Moves"`, `"Moves cards"`, 1))
	if after := l.draft(false)["data"].(object)["id"]; after != before {
		t.Errorf("the id of a changed command went from %v to %v", before, after)
	}
	_, got := l.bot.do("POST", path, `{"name":"extra","description":"x","options":[{"type":3,"name":"a","description":"x","required":false}]}`)
	one := path + "/" + str(got, "id")
	if option := got["options"].([]any)[0].(object); option["required"] != nil {
		t.Errorf("Discord leaves out required:false, not %v", option)
	}
	for _, s := range []step{
		{"POST", path, `{"name":"extra","description":"y"}`, 0, 200, 0},
		{"POST", path, `{"name":"more","description":"y"}`, 0, 201, 0},
		{"GET", path + "?with_localizations=true", "", 0, 200, 0},
		{"GET", one, "", 0, 200, 0},
		{"PATCH", one, `{"description":"z"}`, 0, 200, 0},
		{"DELETE", one, "", 0, 204, 0},
		{"GET", one, "", 0, 404, 10063},
		{"PUT", "/applications/12/commands", commands, 0, 404, 10002},
		{"PUT", guildCommands(l), commands, 0, 200, 0},
		{"PUT", "/applications/" + l.srv.ApplicationID() + "/guilds/12/commands", commands, 0, 403, 50001},
	} {
		if status, got := l.bot.do(s.method, s.path, s.body); status != s.status || code(got) != s.code {
			t.Errorf("%s %s = %d, %v; want %d, %d", s.method, s.path, status, got, s.status, s.code)
		}
	}
	l.broke()
}

func TestCommandsAreListedWithLocalisationsOnRequest(t *testing.T) {
	l := newLife(t)
	l.bot.register(`[{"name":"draw","description":"x","name_localizations":{"vi":"rút"}}]`)
	path := "/applications/" + l.srv.ApplicationID() + "/commands"
	for query, want := range map[string]bool{"": false, "?with_localizations=true": true} {
		got := l.bot.list(path + query)
		if _, has := got[0]["name_localizations"]; has != want || len(got) != 1 {
			t.Errorf("GET commands%s = %v", query, got)
		}
	}
}

func guildCommands(l *life) string {
	return "/applications/" + l.srv.ApplicationID() + "/guilds/" + l.ann.Place().Guild + "/commands"
}

func TestUnchangedCommandsAreReported(t *testing.T) {
	l := newLife(t)
	l.bot.register(commands)
	l.broke("C16")
}

func TestCreatesOfADay(t *testing.T) {
	l := newLife(t)
	path := "/applications/" + l.srv.ApplicationID() + "/commands"
	set := func(round int) string {
		var all []string
		for i := range 70 {
			all = append(all, fmt.Sprintf(`{"name":"c%d-%d","description":"x"}`, round, i))
		}
		return "[" + strings.Join(all, ",") + "]"
	}
	for round, want := range []int{http.StatusOK, http.StatusOK, http.StatusBadRequest} {
		if status, got := l.bot.do("PUT", path, set(round)); status != want || want != 200 && code(got) != 30034 {
			t.Errorf("round %d = %d, %v; want %d", round, status, got, want)
		}
	}
	l.clock.advance(25 * time.Hour)
	if status, got := l.bot.do("PUT", path, set(3)); status != 200 {
		t.Errorf("the next day = %d, %v", status, got)
	}
	l.broke()
}
