package files

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func namesIn(t *testing.T, folder string) (list []string) {
	t.Helper()
	found, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		list = append(list, f.Name())
	}
	return list
}

// Leftovers of killed processes go, and nothing that only looks a little like them.
func TestLeftoversAreSwept(t *testing.T) {
	folder := t.TempDir()
	others := []string{".solitaire-1.newer", ".solitaire-notes", "solitaire-1.new", "x.solitaire-1.new"}
	for _, name := range append([]string{".solitaire-1.new", ".solitaire-23.backup", ".solitaire-4.compact/solitaire.db", ".solitaire-5.sock/s"}, others...) {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("half"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if n := Sweep(folder); n != 4 {
		t.Errorf("%d were swept, want 4", n)
	}
	if got := namesIn(t, folder); !slices.Equal(got, others) {
		t.Errorf("left: %q, want %q", got, others)
	}
	if n := Sweep(filepath.Join(folder, "missing")); n != 0 {
		t.Errorf("%d were swept where there is no folder", n)
	}
}

func TestFilesInUseAreNotSwept(t *testing.T) {
	folder := t.TempDir()
	file, err := TempFile(folder, "new")
	if err != nil {
		t.Fatal(err)
	}
	inside, err := TempFolder(folder, "compact")
	if err != nil {
		t.Fatal(err)
	}
	if n := Sweep(folder); n != 0 || len(namesIn(t, folder)) != 2 {
		t.Errorf("%d were swept: %q are left", n, namesIn(t, folder))
	}
	file.Remove()
	inside.Remove()
	if got := namesIn(t, folder); len(got) != 0 {
		t.Errorf("left: %q", got)
	}
}
