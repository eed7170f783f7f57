//go:build unix

package files

import (
	"fmt"
	"os"
	"syscall"
)

// KeepOwner gives a file the owner of another one: root may compact, and the bot must
// still be able to open its data.
func KeepOwner(path, like string) error {
	info, err := os.Stat(like)
	if err != nil {
		return err
	}
	owner, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return nil
	}
	if err := os.Chown(path, int(owner.Uid), int(owner.Gid)); err != nil {
		return fmt.Errorf("keep the owner: %w", err)
	}
	return nil
}
