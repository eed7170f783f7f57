package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/solitaire-chat/solitaire/persist"
)

// Lease implements [persist.Leaser], by the database's clock.
func (s *Store) Lease(ctx context.Context, name, holder string, ttl time.Duration) (held bool, err error) {
	if err := persist.CheckLease(name, holder, ttl); err != nil {
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
