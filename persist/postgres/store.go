package postgres

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/solitaire-chat/solitaire/persist"
)

// A Store is a [persist.Store] in a database, which other stores may use at the same
// time.
type Store struct {
	pool    *pgxpool.Pool
	options Options

	refusing atomic.Bool // a commit failed, not because of what it was to write, and no probe has succeeded since
	pooled   atomic.Bool // a pooler stands before the database

	mu     sync.Mutex
	closed bool
	calls  sync.WaitGroup // grows only while mu is held and the store is open
}

// Load implements [persist.Store].
func (s *Store) Load(ctx context.Context, p persist.Player) (record persist.Record, err error) {
	err = s.call(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		_, record, err = load(ctx, conn, p)
		return err
	})
	return record, err
}

// load also returns a player's record in its stored form.
func load(ctx context.Context, q querier, p persist.Player) (stored []byte, record persist.Record, err error) {
	var version int64
	err = q.QueryRow(ctx, `SELECT version, record FROM solitaire_players WHERE player = $1`, p.AppendKey(nil)).Scan(&version, &stored)
	if err != nil {
		return nil, persist.Record{}, absent(err)
	}
	record, err = persist.DecodeRecord(stored)
	if err == nil && record.Version != uint64(version) {
		err = fmt.Errorf("%w: version %d beside a record of version %d", persist.ErrDamaged, version, record.Version)
	}
	if err != nil {
		return nil, persist.Record{}, persist.NameUnreadable(err, persist.KindRecord, p, "")
	}
	return stored, record, nil
}

func absent(err error) error {
	if errors.Is(err, pgx.ErrNoRows) {
		return persist.ErrNotFound
	}
	return err
}

// Results implements [persist.Store].
func (s *Store) Results(ctx context.Context, p persist.Player) (results []persist.Result, err error) {
	err = s.call(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		results, err = readResults(ctx, conn, p)
		return err
	})
	slices.SortFunc(results, func(a, b persist.Result) int {
		return cmp.Or(a.Last.Compare(b.Last), strings.Compare(a.ID, b.ID))
	})
	return results, err
}

func readResults(ctx context.Context, conn *pgxpool.Conn, p persist.Player) ([]persist.Result, error) {
	rows, err := conn.Query(ctx, `SELECT id, result FROM solitaire_results WHERE player = $1`, p.AppendKey(nil))
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (persist.Result, error) {
		var id, stored []byte
		if err := row.Scan(&id, &stored); err != nil {
			return persist.Result{}, err
		}
		r, err := persist.DecodeResult(stored)
		if err == nil && r.ID != string(id) {
			err = fmt.Errorf("%w: a result under another's id", persist.ErrDamaged)
		}
		return r, persist.NameUnreadable(err, persist.KindResult, p, string(id))
	})
}

// Ping implements [persist.Store]. It reads only once, so that it answers quickly, and
// also reports that a newer copy of the bot has changed the schema. A commit that hangs
// ends after [Options.Timeout] and then counts as failed.
func (s *Store) Ping(ctx context.Context) error {
	err := s.ping(ctx)
	if errors.Is(err, errNoWrites) { // perhaps this was an old connection, to a former server
		s.pool.Reset()
		err = s.ping(ctx)
	}
	if err != nil || !s.refusing.Load() {
		return err
	}
	if err := s.probe(ctx); err != nil {
		return fmt.Errorf("%w: %w", errNoWrites, err)
	}
	s.refusing.Store(false)
	return nil
}

func (s *Store) ping(ctx context.Context) error {
	return s.limited(ctx, s.options.Timeout, func(ctx context.Context) error {
		return s.once(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
			schema, err := readSchema(ctx, conn, "")
			if known := len(steps()); err == nil && schema > known {
				err = newer(schema, known)
			}
			if err == nil && !s.options.ReadOnly {
				err = checkTakesWrites(ctx, conn)
			}
			return err
		})
	})
}

var errNoWrites = errors.New("the database accepts no writes")

// checkTakesWrites returns an error if the server has become a standby, or refuses
// writes otherwise.
func checkTakesWrites(ctx context.Context, conn *pgxpool.Conn) error {
	var refused string
	if err := conn.QueryRow(ctx, `SELECT current_setting('transaction_read_only')`).Scan(&refused); err != nil {
		return err
	}
	if refused != "on" {
		return nil
	}
	return fmt.Errorf("%w: this server is a standby, or read only", errNoWrites)
}

// probe writes more than a change does and deletes that again, so that it fails too on
// a full disk, which small changes may still pass.
func (s *Store) probe(ctx context.Context) error {
	const size = 128 << 10
	content := make([]byte, size)
	_, _ = rand.Read(content) // or the database would compress it
	return s.limited(ctx, s.options.Timeout, func(ctx context.Context) error {
		return s.once(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
			return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
				key := []byte(rand.Text())
				if _, err := tx.Exec(ctx, `INSERT INTO solitaire_docs (kind, key, version, doc) VALUES ('probe', $1, 1, $2)`, key, content); err != nil {
					return err
				}
				_, err := tx.Exec(ctx, `DELETE FROM solitaire_docs WHERE kind = 'probe' AND key = $1`, key)
				return err
			})
		})
	})
}

// Connections says how a store uses its pool of connections.
type Connections struct{ Open, Used, Most int32 }

// Connections returns how the store uses its pool now.
func (s *Store) Connections() Connections {
	stat := s.pool.Stat()
	return Connections{Open: stat.TotalConns(), Used: stat.AcquiredConns(), Most: stat.MaxConns()}
}

// Close implements [persist.Store].
func (s *Store) Close() error {
	s.mu.Lock()
	closed := s.closed
	s.closed = true
	s.mu.Unlock()
	if closed {
		return persist.ErrClosed
	}
	s.calls.Wait()
	s.pool.Close()
	return nil
}

// enter lets a call begin unless the store is closed. The caller must then call
// s.calls.Done.
func (s *Store) enter() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	s.calls.Add(1)
	return true
}

// Lease implements [persist.Leaser], by the database's clock.
func (s *Store) Lease(ctx context.Context, name, holder string, ttl time.Duration) (held bool, err error) {
	if err := cmp.Or(persist.CheckLease(name, holder, ttl), s.checkWritable()); err != nil {
		return false, err
	}
	err = s.call(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		done, err := conn.Exec(ctx, `INSERT INTO solitaire_leases (name, holder, expires)
			VALUES ($1, $2, now() + $3::BIGINT * INTERVAL '1 microsecond')
			ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires = excluded.expires
			WHERE solitaire_leases.holder = excluded.holder OR solitaire_leases.expires <= now()`,
			name, holder, ttl.Microseconds())
		held = err == nil && done.RowsAffected() == 1
		return err
	})
	return held, err
}

// Release implements [persist.Leaser].
func (s *Store) Release(ctx context.Context, name, holder string) error {
	return s.call(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		_, err := conn.Exec(ctx, `DELETE FROM solitaire_leases WHERE name = $1 AND holder = $2`, name, holder)
		return err
	})
}
