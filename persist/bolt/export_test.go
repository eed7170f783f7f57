package bolt

import "go.etcd.io/bbolt"

// Hold keeps the committer from writing until release is called.
func (s *Store) Hold() (release func()) {
	tx, err := s.file.db.Begin(true)
	if err != nil {
		panic(err)
	}
	return func() { _ = tx.Rollback() }
}

// Queued is how many changes wait.
func (s *Store) Queued() int { return len(s.committer.queue) }

// Migrate brings a file to the schema that follows from steps.
func Migrate(path string, steps ...func(*bbolt.Tx) error) error {
	f, err := openFile(path, Options{}.withDefaults(), false)
	if err != nil {
		return err
	}
	defer func() { _ = f.close() }()
	var list []step
	for _, s := range steps {
		list = append(list, s)
	}
	return prepare(f.db, list)
}
