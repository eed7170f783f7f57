package bolt

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"iter"
	"slices"

	"go.etcd.io/bbolt"

	"github.com/solitaire-chat/solitaire/persist"
)

// Check yields what is wrong with the file's pages and with the boards, which
// are no entries. Together with the errors that Dump yields that is all there is
// to know.
func (s *Store) Check(ctx context.Context) iter.Seq[error] {
	return func(yield func(error) bool) {
		err := s.snapshot(ctx, func(tx *bbolt.Tx) error {
			buckets, err := openBuckets(tx)
			if err != nil {
				return err
			}
			c := checker{ctx: ctx, results: buckets[resultsBucket], yield: yield}
			if boards := buckets[boardsBucket]; boards != nil { // else the file is of an older schema
				c.bucket = boards
				if err := c.checkBoards(); err != nil {
					return err
				}
			}
			for fault := range checkPages(ctx, tx) {
				if err := c.report(fault); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil && !errors.Is(err, errUnwanted) {
			yield(err)
		}
	}
}

// errUnwanted ends a check whose caller stopped reading.
var errUnwanted = errors.New("no more is wanted")

// checkPages lets bbolt check that each page is either used once or free. It first
// makes sure of what that check, in a goroutine of its own, would crash on or never
// finish with: the lengths of pages, and keys that can't be reached.
func checkPages(ctx context.Context, tx *bbolt.Tx) iter.Seq[error] {
	return func(yield func(error) bool) {
		buckets, err := openBuckets(tx)
		if err == nil {
			err = guard(func() error { return errors.Join(checkLengths(tx), checkPadding(tx, buckets)) })
		}
		for _, b := range buckets {
			if err != nil {
				break
			}
			err = checkReach(ctx, b)
		}
		if err != nil {
			yield(err)
			return
		}
		faults := tx.Check(bbolt.WithKVStringer(shortened{}))
		wanted := true
		for fault := range faults { // to the end: bbolt waits for each to be taken
			wanted = wanted && yield(fmt.Errorf("%w: %w", persist.ErrDamaged, fault))
		}
	}
}

// shortened shows the beginning of a key to bbolt's check: a damaged length may lead
// beyond the file.
type shortened struct{}

func (shortened) KeyToString(key []byte) string     { return fmt.Sprintf("%x", key[:min(len(key), 16)]) }
func (shortened) ValueToString(value []byte) string { return fmt.Sprint(len(value), " bytes") }

// checkLengths wants no page to extend beyond the file.
func checkLengths(tx *bbolt.Tx) error {
	end := int(tx.Size()) / tx.DB().Info().PageSize
	for id := 2; id < end; id++ {
		p, err := tx.Page(id)
		if err != nil || p == nil {
			return err
		}
		if p.Type == "free" {
			continue
		}
		if id += p.OverflowCount; id >= end {
			return fmt.Errorf("%w: page %d is too long", persist.ErrDamaged, p.ID)
		}
	}
	return nil
}

// checkReach wants every entry of a bucket to be found by its key.
func checkReach(ctx context.Context, b *bbolt.Bucket) error {
	seek := b.Cursor()
	for _, err := range each(ctx, b, func(k, _ []byte, _ error) (struct{}, error) {
		if found, _ := seek.Seek(k); !bytes.Equal(found, k) {
			return struct{}{}, fmt.Errorf("%w: an entry is not found by its key", persist.ErrDamaged)
		}
		return struct{}{}, nil
	}) {
		if err != nil {
			return err
		}
	}
	return nil
}

// checkPadding looks at the first entries' padding too, which the store doesn't use.
func checkPadding(tx *bbolt.Tx, buckets map[string]*bbolt.Bucket) error {
	for name, b := range buckets {
		if !bytes.Equal(b.Get(cornerstone()), cornerstoneValue(name, tx.DB().Info().PageSize)) {
			return fmt.Errorf("%w: the first entry of bucket %s", persist.ErrDamaged, name)
		}
	}
	return nil
}

// A checker checks the boards: their entries, the counts of ranks, which must be
// those of the rows, and whether each player on a board has a result that counts
// there.
//
// It counts the ranks of one board at a time again. Ranks that begin alike come
// one after the other, so it needs to remember only how many begin like the last.
type checker struct {
	ctx     context.Context //nolint:containedctx // a checker lives as long as one check
	results *bbolt.Bucket
	yield   func(error) bool

	ranking        // the board of the present entry
	last    []byte // what the last rank begins with
	seen    [persist.RankDepth + 1]int
}

// report yields a fault. The error is errUnwanted if the caller has stopped.
func (c *checker) report(fault error) error {
	if fault != nil && !c.yield(fault) {
		return errUnwanted
	}
	return nil
}

// A boardEntry is an entry of the boards' bucket.
type boardEntry struct {
	key, value []byte
	damage     error
	board      persist.Board
	kind       byte
	rest       []byte // of the key, behind the kind
}

func readBoardEntry(k, value []byte, damage error) (e boardEntry, err error) {
	e = boardEntry{key: bytes.Clone(k), value: bytes.Clone(value), damage: damage}
	e.board, e.rest, err = persist.CutBoard(e.key)
	if err == nil && len(e.rest) == 0 {
		err = fmt.Errorf("%w: an entry of board %+v without a kind", persist.ErrDamaged, e.board)
	}
	if err == nil {
		e.kind, e.rest = e.rest[0], e.rest[1:]
	}
	return e, err
}

// A standing is a board that a player is on, as one of the two entries there, by
// rank or by player, has it.
type standing struct {
	board  persist.Board
	player persist.Player
	kind   byte
}

// A sum is of a set of standings, whatever their order.
type sum struct {
	seed   maphash.Seed
	by     map[byte]uint64 // by kind
	missed bool            // an entry could not be read
}

func (s *sum) add(of standing) {
	s.by[of.kind] ^= maphash.Bytes(s.seed, of.player.AppendKey(of.board.AppendKey(nil)))
}

// checkBoards goes through all entries. The rows come by the board and the results
// by the player, so the two are compared by sums, and row by row only when those
// differ.
func (c *checker) checkBoards() error {
	got := sum{seed: maphash.MakeSeed(), by: map[byte]uint64{}}
	boards := c.bucket
	for e, err := range each(c.ctx, boards, readBoardEntry) {
		if err != nil {
			if !persist.Unreadable(err) {
				return err
			}
			got.missed = true
			if err := c.report(err); err != nil {
				return err
			}
			continue
		}
		if c.key == nil || e.board != c.board {
			if err := c.endRanks(0); err != nil {
				return err
			}
			c.ranking, c.last = ranking{boards, e.board, e.board.AppendKey(nil)}, nil
		}
		var fault error
		if e.kind == counts {
			fault = c.checkCount(e)
		} else {
			var player persist.Player
			if player, fault = c.checkRow(e); player == (persist.Player{}) {
				got.missed = true
			} else {
				got.add(standing{e.board, player, e.kind})
			}
		}
		if err := c.report(fault); err != nil {
			return err
		}
		if e.kind == byRank {
			if err := c.addRank(e.rest); err != nil {
				return err
			}
		}
	}
	if err := c.endRanks(0); err != nil {
		return err
	}
	want, err := c.sumResults(got.seed)
	if err != nil || got.by[byRank] == want.by[byRank] && got.by[byPlayer] == want.by[byPlayer] {
		return err
	}
	return c.reportDifference(got.missed || want.missed)
}

// checkCount wants a count that can be read, of ranks that there are. Whether it is
// right shows when the ranks were counted.
func (c *checker) checkCount(e boardEntry) error {
	err := e.damage
	n := 0
	if err == nil {
		n, err = persist.DecodeCount(e.value)
	}
	if err != nil {
		return fmt.Errorf("a count of ranks on board %+v: %w", e.board, err)
	}
	if len(e.rest) == 0 || len(e.rest)-1 != int(e.rest[0]) || int(e.rest[0]) > persist.RankDepth {
		return fmt.Errorf("%w: on board %+v there is a count of %x, which begins no rank", persist.ErrDamaged, e.board, e.rest)
	}
	prefix := c.under(byRank, e.rest[1:])
	if first, _ := c.bucket.Cursor().Seek(prefix); !bytes.HasPrefix(first, prefix) {
		return persist.Miscounted(e.board, e.rest[1:], 0, n)
	}
	return nil
}

// checkRow wants a row that can be read where its score and player belong, and a
// player's row by rank to have the score of the one by player. It returns the
// player, if the row can be read.
func (c *checker) checkRow(e boardEntry) (persist.Player, error) {
	err := e.damage
	var p persist.Player
	var score persist.Score
	if err == nil {
		p, score, err = persist.DecodeScore(e.value)
	}
	if err != nil {
		return persist.Player{}, fmt.Errorf("a row of board %+v: %w", e.board, err)
	}
	player := p.AppendKey(nil)
	own := c.under(byPlayer, player)
	if e.kind == byRank {
		own = c.under(byRank, c.rank(score), player)
	}
	if !bytes.Equal(e.key, own) {
		return p, fmt.Errorf("%w: on board %+v a score is under another player or rank", persist.ErrDamaged, e.board)
	}
	other, ok, err := c.get(player)
	if err == nil && ok && other != score { // an error is reported of the other row
		return p, fmt.Errorf("%w: on board %+v there are two scores of one player", persist.ErrDamaged, e.board)
	}
	return p, nil
}

// addRank counts the next rank.
func (c *checker) addRank(rank []byte) error {
	begin := rank[:min(persist.RankDepth, len(rank))]
	common := 0
	for common < min(len(begin), len(c.last)) && begin[common] == c.last[common] {
		common++
	}
	if err := c.endRanks(common + 1); err != nil {
		return err
	}
	c.last = bytes.Clone(begin)
	for length := range len(begin) + 1 {
		c.seen[length]++
	}
	return nil
}

// endRanks compares what was seen with the counts, for beginnings of this many
// bytes and more: no further ranks begin like the last one.
func (c *checker) endRanks(shortest int) error {
	for length := shortest; length <= persist.RankDepth; length++ {
		seen := c.seen[length]
		c.seen[length] = 0
		if seen == 0 { // there was no rank before
			continue
		}
		begin := c.last[:length]
		counted, err := c.counted(c.counter(begin))
		if err != nil || counted == seen { // an unreadable count was reported
			continue
		}
		if err := c.report(persist.Miscounted(c.board, begin, seen, counted)); err != nil {
			return err
		}
	}
	return nil
}

// A ranked result is on which boards a player's result counts.
type ranked struct {
	player persist.Player
	boards []persist.Board
}

func readRanked(k, value []byte, damage error) (r ranked, err error) {
	if damage != nil {
		return r, damage
	}
	e, err := persist.DecodeEntry(persist.KindResult, k, value)
	if err != nil {
		return r, err
	}
	return ranked{e.Player, e.Body.(*persist.Result).Boards()}, nil
}

// sumResults is the sum of the standings that the results explain. Dump reports
// those that can't be read.
func (c *checker) sumResults(seed maphash.Seed) (sum, error) {
	all := sum{seed: seed, by: map[byte]uint64{}}
	var owner persist.Player // of boards
	boards := map[persist.Board]bool{}
	for r, err := range each(c.ctx, c.results, readRanked) {
		if err != nil {
			if !persist.Unreadable(err) {
				return all, err
			}
			all.missed = true
			continue
		}
		if r.player != owner {
			owner = r.player
			clear(boards)
		}
		for _, b := range r.boards {
			if !boards[b] {
				boards[b] = true
				all.add(standing{b, r.player, byRank})
				all.add(standing{b, r.player, byPlayer})
			}
		}
	}
	return all, nil
}

// reportDifference reports the rows that no result explains. If there are none,
// somebody is missing, unless entries that can't be read are the reason.
func (c *checker) reportDifference(missed bool) error {
	found := false
	for e, err := range each(c.ctx, c.bucket, readBoardEntry) {
		if err != nil || e.damage != nil || e.kind == counts {
			continue
		}
		p, _, err := persist.DecodeScore(e.value)
		if err != nil || c.explained(p, e.board) {
			continue
		}
		found = true
		if err := c.report(persist.Unexplained(p, e.board)); err != nil {
			return err
		}
	}
	if found || missed {
		return nil
	}
	return c.report(fmt.Errorf("%w: somebody who has a result is missing on a board", persist.ErrDamaged))
}

// explained reports whether a result of the player counts on the board, or may
// count there, because it can't be read.
func (c *checker) explained(p persist.Player, b persist.Board) bool {
	cursor, prefix := c.results.Cursor(), p.AppendKey(nil)
	for k, stored := cursor.Seek(prefix); bytes.HasPrefix(k, prefix); k, stored = cursor.Next() {
		value, err := cutKeySum(k, stored)
		r, err := readRanked(k, value, err)
		if err != nil || slices.Contains(r.boards, b) {
			return true
		}
	}
	return false
}
