package main

import (
	"testing"
)

// crowd stores players with games.
func crowd(t testing.TB, file string, players int) {
	if players == 0 {
		return
	}
	t.Fatal("later")
}
