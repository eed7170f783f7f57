package bolt

import (
	"bytes"
	"context"
	"fmt"

	"go.etcd.io/bbolt"

	"github.com/solitaire-chat/solitaire/persist"
)

// checkBoards tells what is wrong with the boards: with their entries, with the
// counts of ranks, which must be those of the rows, and who is on them.
func checkBoards(ctx context.Context, tx *bbolt.Tx, tell func(error) error) error {
	if tx.Bucket([]byte(boardsBucket)) == nil { // the file is of an older schema
		return nil
	}
	r := recount{tell: tell}
	err := eachEntry(ctx, tx, boardsBucket, func(k, v []byte) error { return r.take(tx, k, v) })
	if err != nil {
		return err
	}
	if err := r.end(0); err != nil {
		return err
	}
	return checkStandings(ctx, tx, tell)
}

// A recount counts the ranks of one board at a time again, while it goes through
// the entries. Ranks that begin alike come one after the other, so that it knows
// only of the last one how many began like it.
type recount struct {
	ranking
	tell func(fault error) error
	last []byte                     // what the last rank begins with
	seen [persist.RankDepth + 1]int // how many begin with so many bytes of it
}

// take checks the next entry.
func (r *recount) take(tx *bbolt.Tx, k, v []byte) error {
	board, kind, rest, err := cutKind(k)
	if err != nil {
		return r.tell(err)
	}
	if r.bucket == nil || board != r.board {
		if err := r.end(0); err != nil {
			return err
		}
		r.ranking, r.last = rankingOf(tx, board), nil
	}
	if err := r.check(k, v, kind, rest); err != nil {
		if err := r.tell(err); err != nil {
			return err
		}
	}
	if kind == byRank {
		return r.add(rest)
	}
	return nil
}

func (r *recount) check(k, v []byte, kind byte, rest []byte) error {
	if kind == counts {
		return r.checkCount(k, v, rest)
	}
	return r.checkRow(k, v, kind)
}

// cutKind takes the board and the kind off the beginning of an entry's key.
func cutKind(key []byte) (b persist.Board, kind byte, rest []byte, err error) {
	b, rest, err = persist.CutBoard(key)
	if err == nil && len(rest) == 0 {
		err = fmt.Errorf("%w: an entry of board %+v without a kind", persist.ErrDamaged, b)
	}
	if err != nil {
		return b, 0, nil, err
	}
	return b, rest[0], rest[1:], nil
}

// checkCount wants a count that can be read of ranks that there are. Whether it is
// right is known when they were seen.
func (r *recount) checkCount(k, v, rest []byte) error {
	n, err := decodeCount(k, v)
	if err != nil {
		return fmt.Errorf("a count of ranks on board %+v: %w", r.board, err)
	}
	if len(rest) == 0 || len(rest)-1 != int(rest[0]) || int(rest[0]) > persist.RankDepth {
		return fmt.Errorf("%w: on board %+v there is a count of %x, which begins no rank", persist.ErrDamaged, r.board, rest)
	}
	prefix := r.under(byRank, rest[1:])
	if first, _ := r.bucket.Cursor().Seek(prefix); !bytes.HasPrefix(first, prefix) {
		return persist.Miscounted(r.board, rest[1:], 0, n)
	}
	return nil
}

// checkRow wants a row that can be read where its score and player belong, and a
// player's row by rank to have the score of the one by player.
func (r *recount) checkRow(k, v []byte, kind byte) error {
	p, score, err := decodeScore(k, v)
	if err != nil {
		return fmt.Errorf("a row of board %+v: %w", r.board, err)
	}
	player := p.AppendKey(nil)
	own := r.under(byPlayer, player)
	if kind == byRank {
		own = r.under(byRank, r.rank(score), player)
	}
	if !bytes.Equal(k, own) {
		return fmt.Errorf("%w: on board %+v a score is under another player or rank", persist.ErrDamaged, r.board)
	}
	other, ok, err := r.get(player)
	if err == nil && ok && other != score { // else that is told of the other row
		return fmt.Errorf("%w: on board %+v there are two scores of one player", persist.ErrDamaged, r.board)
	}
	return nil
}

// add counts the next rank, of which bytes that don't matter follow.
func (r *recount) add(rank []byte) error {
	begin := rank[:min(persist.RankDepth, len(rank))]
	common := 0
	for common < min(len(begin), len(r.last)) && begin[common] == r.last[common] {
		common++
	}
	if err := r.end(common + 1); err != nil {
		return err
	}
	r.last = bytes.Clone(begin)
	for length := range len(begin) + 1 {
		r.seen[length]++
	}
	return nil
}

// end compares what was seen with the counts, for beginnings of so many bytes and
// more: no further ranks begin like the last one.
func (r *recount) end(shortest int) error {
	for length := shortest; length <= persist.RankDepth; length++ {
		seen := r.seen[length]
		r.seen[length] = 0
		if seen == 0 { // there was no rank before
			continue
		}
		begin := r.last[:length]
		counted, err := r.counted(r.counter(begin))
		if err != nil || counted == seen { // one that can't be read was told
			continue
		}
		if err := r.tell(persist.Miscounted(r.board, begin, seen, counted)); err != nil {
			return err
		}
	}
	return nil
}
