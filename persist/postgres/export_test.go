package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Migrate brings tables to the schema after some additional migrations.
func Migrate(url string, more ...string) error { return MigrateAs(url, Options{}, more...) }

// MigrateAs is Migrate for a store with these options.
func MigrateAs(url string, o Options, more ...string) error {
	s, err := connect(context.Background(), url, o)
	if err != nil {
		return err
	}
	return errors.Join(s.prepare(context.Background(), append(steps(), more...)), s.Close())
}

// Hold takes all of the store's connections except the spared ones, until release is
// called.
func (s *Store) Hold(spare int) (release func()) {
	var held []*pgxpool.Conn
	for range int(s.pool.Config().MaxConns) - spare {
		conn, err := s.pool.Acquire(context.Background())
		if err != nil {
			panic(err)
		}
		held = append(held, conn)
	}
	return func() {
		for _, conn := range held {
			conn.Release()
		}
	}
}

// Spoil makes the next call's connection refuse writes, like a connection to a server
// that has become a standby.
func (s *Store) Spoil() error {
	conn, err := s.pool.Acquire(context.Background())
	if err != nil {
		return err
	}
	defer conn.Release()
	_, err = conn.Exec(context.Background(), `SET default_transaction_read_only = on`)
	return err
}
