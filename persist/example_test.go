package persist_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/solitaire-chat/solitaire/persist"
	"github.com/solitaire-chat/solitaire/persist/persisttest"
)

// A record is replaced only if it hasn't changed since it was loaded.
func ExampleStore() {
	ctx := context.Background()
	store := persisttest.NewMemory()
	ann := persist.Player{Platform: "terminal", User: "ann"}

	_, err := store.Load(ctx, ann)
	fmt.Println(errors.Is(err, persist.ErrNotFound))

	record := persist.Record{Name: "Ann"}
	fmt.Println(store.Commit(ctx, persist.Change{Player: ann, Record: record}))
	fmt.Println(errors.Is(store.Commit(ctx, persist.Change{Player: ann, Record: record}), persist.ErrConflict))

	record, err = store.Load(ctx, ann)
	fmt.Println(record.Name, record.Version, err)
	// Output:
	// true
	// <nil>
	// true
	// Ann 1 <nil>
}
