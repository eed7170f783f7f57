package persisttest

import (
	"errors"
	"os"
	"syscall"
	"testing"
)

// A Disk can be broken and mended under an open file: the file's descriptor is made to
// stand for a device that fails in the way that is wanted.
type Disk struct {
	file  *os.File
	saved int
}

// Open opens the file that the disk is about, like [os.OpenFile].
func (d *Disk) Open(name string, flag int, mode os.FileMode) (_ *os.File, err error) {
	d.file, err = os.OpenFile(name, flag, mode)
	return d.file, err
}

// Break puts a device such as /dev/full in the place of the file.
func (d *Disk) Break(t testing.TB, device string) {
	t.Helper()
	fault, err := os.OpenFile(device, os.O_RDWR, 0)
	if err != nil {
		t.Skip(err)
	}
	defer func() { _ = fault.Close() }()
	d.saved, err = syscall.Dup(int(d.file.Fd()))
	if err := errors.Join(err, syscall.Dup3(int(fault.Fd()), int(d.file.Fd()), syscall.O_CLOEXEC)); err != nil {
		t.Fatal(err)
	}
}

// Mend puts the file back.
func (d *Disk) Mend(t testing.TB) {
	t.Helper()
	if err := errors.Join(syscall.Dup3(d.saved, int(d.file.Fd()), syscall.O_CLOEXEC), syscall.Close(d.saved)); err != nil {
		t.Fatal(err)
	}
}
