package main

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
)

type secretCmd struct{}

// Help is the longer text of secret --help.
func (secretCmd) Help() string {
	return `The secret is for SOLITAIRE_SECRET: from it the bot works out what nobody may foresee. Keep it where the
other secrets are; with another one the same day has another deal.`
}

// Run writes a new secret and nothing else.
func (secretCmd) Run(s streams) error {
	var b [32]byte
	if _, err := rand.Read(b[:]); err != nil {
		return err
	}
	_, err := fmt.Fprintln(s.out, hex.EncodeToString(b[:]))
	return err
}
