package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot/locale"
)

func TestDescribe(t *testing.T) {
	got := describe("mt", locale.Review{
		Name: "Malti", Draft: true, Messages: 10,
		Missing: []string{"a.one", "a.two"}, Same: []string{"b.one"},
	})
	want := `mt Malti: 8 of 10 messages translated, 1 equal to English, 0 marked as drafts; the catalogue as a whole is a draft
  missing: a.one a.two
  equal to English: b.one
`
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestReport(t *testing.T) {
	var b strings.Builder
	if err := report(&b); err != nil {
		t.Fatal(err)
	}
	for _, code := range locale.Codes() {
		if !strings.Contains("\n"+b.String(), "\n"+code+" ") {
			t.Errorf("%s is not in the report", code)
		}
	}
}

func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	catalogue, err := locale.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, code := range locale.Codes() {
		r := catalogue.Review(code)
		drafts := fmt.Sprint(len(r.Unsure))
		if r.Draft {
			drafts = "all"
		}
		row := fmt.Sprintf("| %d of %d | %s |", r.Messages-len(r.Missing), r.Messages, drafts)
		if !strings.Contains(string(readme), r.Name+") "+row) && !strings.Contains(string(readme), "| "+r.Name+" "+row) {
			t.Errorf("%s: no row of bot/locale/README.md has its name and %s", code, row)
		}
	}
}
