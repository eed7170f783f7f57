package postgrestest

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// errNoPooler says that there is no PgBouncer to be run.
var errNoPooler = errors.New("PgBouncer isn't installed (on Debian: apt-get install pgbouncer)")

// A Pooler is a running PgBouncer before the server of a database.
type Pooler struct{ dir string }

// StartPooler starts PgBouncer before the server that a URL names, with a pool mode and
// further lines of its configuration. It has three connections to each database. Where
// PgBouncer isn't installed the test is skipped, like those that need PostgreSQL.
func StartPooler(tb testing.TB, at, mode string, more ...string) *Pooler {
	tb.Helper()
	path, err := exec.LookPath("pgbouncer")
	if err != nil {
		path = "/usr/sbin/pgbouncer"
	}
	if _, err := os.Stat(path); err != nil {
		if os.Getenv(requiredEnv) == "required" {
			tb.Fatal(errNoPooler)
		}
		tb.Skip(errNoPooler)
	}
	u, err := url.Parse(at)
	if err != nil {
		tb.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "solitaire-pb-")
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = os.RemoveAll(dir) })
	config := filepath.Join(dir, "pgbouncer.ini")
	content := fmt.Sprintf("[databases]\n* = host=%s port=5432 user=solitaire\n[pgbouncer]\nlisten_addr =\nlisten_port = 6432\nunix_socket_dir = %s\n"+
		"auth_type = any\npool_mode = %s\ndefault_pool_size = 3\nmax_client_conn = 200\n%s\n", u.Query().Get("host"), dir, mode, strings.Join(more, "\n"))
	if err := errors.Join(os.WriteFile(config, []byte(content), 0o644), os.Chmod(dir, 0o755), own(dir)); err != nil {
		tb.Fatal(err)
	}
	process := exec.Command(path, config)
	process.SysProcAttr = attributes()
	var log strings.Builder
	process.Stderr = &log
	if err := process.Start(); err != nil {
		tb.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { _ = process.Wait(); close(ended) }()
	tb.Cleanup(func() { _ = process.Process.Kill(); <-ended })
	p := &Pooler{dir}
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if _, err := os.Stat(filepath.Join(dir, ".s.PGSQL.6432")); err == nil {
			return p
		}
		select {
		case <-ended:
			tb.Fatalf("pgbouncer ended: %s", log.String())
		default:
		}
		if time.Now().After(end) {
			tb.Fatal("pgbouncer doesn't start")
		}
	}
}

// URL returns the URL of a database through the pooler.
func (p *Pooler) URL(tb testing.TB, database string) string {
	tb.Helper()
	u, err := url.Parse(database)
	if err != nil {
		tb.Fatal(err)
	}
	q := u.Query()
	q.Set("host", p.dir)
	q.Set("port", "6432")
	u.RawQuery = q.Encode()
	return u.String()
}
