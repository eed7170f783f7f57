package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Everything that is linked into the program has its licence text in the image.
func TestImageHasEveryLicence(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip(err)
	}
	folder := filepath.Join(t.TempDir(), "licences")
	script, err := filepath.Abs("../../deploy/licences.sh")
	if err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("sh", script, folder).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	listed, err := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	want := append(strings.Fields(string(listed)), "go", "dejavu-fonts", "solitaire")
	for _, module := range want {
		if strings.HasSuffix(module, "/solitaire-chat/solitaire") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(folder, strings.ReplaceAll(module, "/", "_")))
		if err != nil || !strings.Contains(strings.ToLower(string(text)), "copyright") {
			t.Errorf("%s: %v, %d bytes", module, err, len(text))
		}
	}
}
