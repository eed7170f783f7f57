package persisttest_test

import (
	"testing"

	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

func TestMemory(t *testing.T) {
	persisttest.Run(t, func(testing.TB) persisttest.Open {
		m := persisttest.NewMemory()
		return func() (persist.Store, error) { return m.Reopen(), nil }
	})
}
