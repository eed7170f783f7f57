// Command report prints, for each language, how much of the catalogue is translated:
// which messages are missing, equal to English, or drafts.
//
//	go run ./bot/locale/report
package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/solitaire-chat/solitaire/bot/locale"
)

func main() {
	if err := report(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "report:", err)
		os.Exit(1)
	}
}

func report(out io.Writer) error {
	catalogue, err := locale.Load()
	if err != nil {
		return err
	}
	for _, code := range locale.Codes() {
		if _, err := io.WriteString(out, describe(code, catalogue.Review(code))); err != nil {
			return err
		}
	}
	return nil
}

// describe writes a line of numbers, followed by the keys that they count.
func describe(code string, r locale.Review) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s: %d of %d messages translated, %d equal to English, %d marked as drafts",
		code, r.Name, r.Messages-len(r.Missing), r.Messages, len(r.Same), len(r.Unsure))
	if r.Draft {
		b.WriteString("; the catalogue as a whole is a draft")
	}
	b.WriteString("\n")
	for _, list := range []struct {
		what string
		keys []string
	}{{"missing", r.Missing}, {"equal to English", r.Same}, {"draft", r.Unsure}} {
		if len(list.keys) > 0 {
			fmt.Fprintf(&b, "  %s: %s\n", list.what, strings.Join(list.keys, " "))
		}
	}
	return b.String()
}
