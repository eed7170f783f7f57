package main

import (
	"bytes"
	"errors"
	"testing"
)

func TestFaultsArePrintedOnce(t *testing.T) {
	var f faults
	for _, text := range []string{"no room", "no disk", "no room"} {
		f.add(errors.New(text))
	}
	var printed bytes.Buffer
	f.print(&printed)
	if want := "solitaire: no room\nsolitaire: no disk\n"; printed.String() != want {
		t.Errorf("printed %q, want %q", printed.String(), want)
	}
}
