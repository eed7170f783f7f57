package postgres

import (
	"context"
	"iter"

	"github.com/jackc/pgx/v5"

	"github.com/solitaire-chat/solitaire/persist"
)

// Restore implements [persist.Dumper], in one transaction: a process that is
// killed leaves nothing behind.
func (s *Store) Restore(ctx context.Context, entries iter.Seq2[persist.Entry, error]) error {
	return s.whole(ctx, pgx.TxOptions{}, func(tx pgx.Tx) error {
		if err := checkEmpty(ctx, tx); err != nil {
			return err
		}
		f := filler{tx: tx}
		for e, err := range entries {
			if err == nil {
				err = f.add(ctx, e)
			}
			if err != nil {
				return err
			}
		}
		return f.flush(ctx)
	})
}

func checkEmpty(ctx context.Context, tx pgx.Tx) error {
	var some bool
	err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM solitaire_players) OR EXISTS (SELECT 1 FROM solitaire_results)
		OR EXISTS (SELECT 1 FROM solitaire_docs)`).Scan(&some)
	if err == nil && some {
		return persist.ErrNotEmpty
	}
	return err
}

// A filler gathers entries and sends them by the batch.
type filler struct {
	tx      pgx.Tx
	batch   pgx.Batch
	size    int // in bytes
	results []persist.Entry
}

// batchSize is how many bytes of entries make a batch.
const batchSize = 1 << 20

func (f *filler) add(ctx context.Context, e persist.Entry) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	stored, err := e.Encode()
	if err != nil {
		return err
	}
	player := e.Player.AppendKey(nil)
	switch b := e.Body.(type) {
	case *persist.Record:
		f.batch.Queue(`INSERT INTO solitaire_players (player, version, record) VALUES ($1, $2, $3)`, player, int64(b.Version), stored)
	case *persist.Result:
		f.batch.Queue(`INSERT INTO solitaire_results (player, id, result) VALUES ($1, $2, $3)`, player, []byte(b.ID), stored)
		f.results = append(f.results, e)
	case *persist.Doc:
		f.batch.Queue(`INSERT INTO solitaire_docs (kind, key, version, doc) VALUES ($1, $2, $3, $4)`,
			[]byte(b.Kind), []byte(b.Key), int64(b.Version), stored)
	}
	if f.size += len(player) + len(stored); f.size < batchSize {
		return nil
	}
	return f.flush(ctx)
}

// flush sends what was gathered, and counts the results on their boards.
func (f *filler) flush(ctx context.Context) error {
	if err := f.tx.SendBatch(ctx, &f.batch).Close(); err != nil {
		if code(err) == "23505" { // a unique key is there already
			return persist.ErrTwice
		}
		return err
	}
	n := counter{}
	for _, e := range f.results {
		w := write{whose: e.Player, player: e.Player.AppendKey(nil)}
		if err := w.rankResult(ctx, f.tx, *e.Body.(*persist.Result), n); err != nil {
			return err
		}
	}
	*f = filler{tx: f.tx}
	return n.put(ctx, f.tx)
}
