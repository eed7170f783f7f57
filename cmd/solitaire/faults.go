package main

import (
	"fmt"
	"io"
	"slices"
	"sync"
)

// faults keeps what failed behind the player's back until it can be told without
// writing into the player's board: each text once. The zero value is ready for
// use.
type faults struct {
	mu    sync.Mutex
	texts []string
}

func (f *faults) add(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if text := err.Error(); !slices.Contains(f.texts, text) {
		f.texts = append(f.texts, text)
	}
}

func (f *faults) tell(w io.Writer) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, text := range f.texts {
		fmt.Fprintf(w, "solitaire: %s\n", text)
	}
}
