//go:build !linux

package postgrestest

import "syscall"

func attributes() *syscall.SysProcAttr { return nil }

func own(string) error { return nil }
