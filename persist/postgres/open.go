package postgres

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/solitaire-chat/solitaire/persist"
)

// defaultConns lets about twenty copies of the bot share the hundred connections that a
// database allows by default. More connections don't help.
const defaultConns = 16

// Open opens the store in the database at a URL such as
// postgres://solitaire@db.example.com/solitaire, and creates its tables or migrates them
// to this program's schema. Put the password into PGPASSWORD or a password file rather
// than into the URL.
//
// The error says what to do, and contains no password. It wraps persist.ErrNewer if a
// newer program has created the tables, the context's error, or, for a store that is only
// read, ErrNoStore or ErrOlder if there is no store or an older one.
func Open(ctx context.Context, url string, o Options) (*Store, error) {
	s, err := connect(ctx, url, o)
	if err != nil {
		return nil, err
	}
	if err := s.prepare(ctx, steps()); err != nil {
		return nil, errors.Join(s.options.explain(s.pool.Config(), err), s.Close())
	}
	return s, nil
}

// connect returns a store on a database, of which nothing is known yet.
func connect(ctx context.Context, url string, o Options) (*Store, error) {
	o = o.withDefaults()
	config, err := configure(url, o)
	if err != nil {
		return nil, err
	}
	s := &Store{options: o}
	s.mindPooler(config)
	if s.pool, err = pgxpool.NewWithConfig(ctx, config); err != nil {
		return nil, o.explain(config, err)
	}
	return s, nil
}

func configure(url string, o Options) (*pgxpool.Config, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		// pgx's error about an invalid URL may contain the password.
		return nil, errors.New("the database's URL can't be read: it must be like postgres://user@host:5432/database")
	}
	if !strings.Contains(url, "pool_max_conns") {
		config.MaxConns = defaultConns
	}
	if o.Conns > 0 {
		config.MaxConns = int32(min(o.Conns, 1000))
	}
	config.PingTimeout = o.Patience
	conn := config.ConnConfig
	if conn.ConnectTimeout == 0 {
		conn.ConnectTimeout = o.Timeout
	}
	if o.Dial != nil {
		conn.DialFunc = o.Dial
	}
	if conn.RuntimeParams["application_name"] == "" {
		conn.RuntimeParams["application_name"] = "solitaire"
	}
	return config, nil
}

// sessionParams returns the parameters of a connection to the database itself. A
// transaction of a lost copy must not block the others for long.
func (o Options) sessionParams() map[string]string {
	limit := strconv.FormatInt(o.Timeout.Milliseconds(), 10)
	params := map[string]string{"statement_timeout": limit, "idle_in_transaction_session_timeout": limit}
	if o.ReadOnly {
		params["default_transaction_read_only"] = "on"
	}
	return params
}

// explain says which database can't be opened, why, and what to do.
func (o Options) explain(config *pgxpool.Config, err error) error {
	conn := config.ConnConfig
	where := fmt.Sprintf("open database %q at %s", conn.Database, conn.Host)
	var refused *pgconn.PgError
	switch {
	case errors.Is(err, persist.ErrNewer):
		return fmt.Errorf("%s: %w: nothing was changed; use the newer program", where, err)
	case errors.Is(err, ErrNoStore):
		return fmt.Errorf("%s: %w: check the URL; the bot creates a store when it starts, and so does solitaire import", where, err)
	case errors.Is(err, ErrOlder):
		return fmt.Errorf("%s: %w: nothing was changed; start the bot with this program once, which brings it up to date", where, err)
	case errors.Is(err, context.Canceled):
		return fmt.Errorf("%s: %w", where, err)
	case refusesParameters(err):
		return fmt.Errorf("%s: %w: the connection pooler there takes no such parameter: take it out of the URL, "+
			"or add it to ignore_startup_parameters of PgBouncer", where, err)
	case errors.As(err, &refused):
		return fmt.Errorf("%s: %w%s", where, refused, o.remedy(refused.Code))
	}
	return fmt.Errorf("%s: %w: check that the database runs, and the host and port", where, err)
}

// remedy returns what to do about an error of the database.
func (o Options) remedy(code string) string {
	switch code {
	case "28P01", "28000":
		return ": check the user, and the password in PGPASSWORD or the password file"
	case "3D000":
		return ": create the database first"
	case "42501":
		if o.ReadOnly {
			return ": let this user read the tables"
		}
		return ": let this user create tables, or create them once as a user who may"
	case "53300":
		return ": raise max_connections, or lower pool_max_conns in the URL"
	}
	return ""
}

// Options change how a store is opened. The zero value is the default.
type Options struct {
	// Conns is the most connections at once: 16, or the URL's pool_max_conns.
	Conns int

	// Patience is how long a call may wait for a connection while all are in use, before
	// it gets [persist.ErrBusy]: 1 s.
	Patience time.Duration

	// Timeout is how long a call may take in all, including retries after a lost
	// connection or a collision: 5 s.
	Timeout time.Duration

	// Committed, if set, is called after each committed change, with 1 and its duration.
	Committed func(changes int, took time.Duration)

	// ReadOnly opens existing tables for reading. It neither creates nor migrates them,
	// and makes the database itself refuse writes from this store.
	ReadOnly bool

	// Dial opens a connection: net.Dialer's by default. Tests inject faults here.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
}

func (o Options) withDefaults() Options {
	o.Patience = cmp.Or(o.Patience, time.Second)
	o.Timeout = cmp.Or(o.Timeout, 5*time.Second)
	if o.Committed == nil {
		o.Committed = func(int, time.Duration) {}
	}
	return o
}
