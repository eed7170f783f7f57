package bolt

import (
	"errors"
	"fmt"

	"github.com/solitaire-chat/solitaire/persist"
)

// failed notes that a commit failed. A panic there means that bbolt lost its
// way in the file's structure, and writing on would make it worse.
func (c *committer) failed(err error) {
	switch {
	case errors.Is(err, ErrFull):
		return // found before anything was written
	case errors.Is(err, persist.ErrDamaged):
		c.broken = err
		return
	}
	c.unsaved = err
	_ = c.usable() // at once, so that what the callers load now is safe on disk
}

// usable reports whether a transaction may begin. After a failed commit the
// disk must first take what readers may see already.
func (c *committer) usable() error {
	if c.broken != nil {
		return c.broken
	}
	if c.unsaved == nil {
		return nil
	}
	if err := guard(c.settle); err != nil {
		return fmt.Errorf("%w; after this commit failed: %w", err, c.unsaved)
	}
	c.unsaved = nil
	return nil
}

// settle makes bbolt's state safe when the last flush of a commit failed. The
// commit is then visible, through the page cache, but perhaps not on disk; and
// flushing again would not help, because Linux takes pages for clean once it has
// reported that it couldn't write them. A crash now would bring the former state
// back, of which the next commit may have overwritten pages by then. So the two
// meta pages, all that the last flush is for, are written and flushed again.
func (c *committer) settle() error {
	pageSize := c.file.db.Info().PageSize
	metas := make([]byte, 2*pageSize)
	if _, err := c.file.handle.ReadAt(metas, 0); err != nil {
		return err
	}
	if !isMeta(metas[:pageSize]) && !isMeta(metas[pageSize:]) {
		return errors.New("the disk has lost bbolt's meta pages")
	}
	if _, err := c.file.handle.WriteAt(metas, 0); err != nil {
		return err
	}
	return c.file.db.Sync()
}
