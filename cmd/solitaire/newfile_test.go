package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestNewFilesReplaceNoFile(t *testing.T) {
	folder := t.TempDir()
	temp, path := filepath.Join(folder, "temp"), filepath.Join(folder, "file")
	for file, text := range map[string]string{temp: "new", path: "old"} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := putInPlace(temp, path); err == nil || !strings.Contains(err.Error(), "is there already") {
		t.Error(err)
	}
	if b, err := os.ReadFile(path); err != nil || string(b) != "old" {
		t.Errorf("the file holds %q, %v", b, err)
	}
	if err := errors.Join(os.Remove(path), putInPlace(temp, path)); err != nil {
		t.Error(err)
	}
	if b, err := os.ReadFile(path); err != nil || string(b) != "new" {
		t.Errorf("the file holds %q, %v", b, err)
	}
}

// An invalid file name isn't reported as taken.
func TestNewFileCantBe(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	err := writeNew(filepath.Join(file, "below"), func(*os.File) error { return nil }, nil)
	if err == nil || strings.Contains(err.Error(), "is there already") {
		t.Errorf("below a file: %v", err)
	}
}
