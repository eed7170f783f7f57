package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// deploy/README.md offers deploy/trial.sh to operators who have no account yet.
func TestABotCanBeTriedWithoutAnAccount(t *testing.T) {
	t.Parallel()
	for _, tool := range []string{"sh", "curl", "openssl"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("the script needs %s", tool)
		}
	}
	script, err := filepath.Abs("../../deploy/trial.sh")
	if err != nil {
		t.Fatal(err)
	}
	bot := program(t, nil)
	cmd := exec.Command(script, bot.Path, "new deal 1141", "d, 6 3", "w f")
	cmd.Dir, cmd.Env = bot.Dir, append(bot.Env, "TMPDIR="+bot.Dir)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, want := range []string{"Klondike · deal 1141", "> /solitaire d, 6 3", "A♥ was turned up on pile 6.", "3 moves · score 15"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("got\n%s\nwant %q", out, want)
		}
	}
	if left, err := os.ReadDir(bot.Dir); err != nil || len(left) > 0 {
		t.Errorf("the script left %v, %v", left, err)
	}
}
