package main

import (
	"bytes"
	"errors"
	"testing"
)

// What failed behind a player's back is told afterwards, each text once.
func TestFaultsAreToldOnce(t *testing.T) {
	var f faults
	for _, text := range []string{"no room", "no disk", "no room"} {
		f.add(errors.New(text))
	}
	var told bytes.Buffer
	f.tell(&told)
	if want := "solitaire: no room\nsolitaire: no disk\n"; told.String() != want {
		t.Errorf("told %q, want %q", told.String(), want)
	}
}
