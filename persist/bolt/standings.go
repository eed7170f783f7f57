package bolt

import (
	"bytes"
	"context"
	"fmt"
	"hash/maphash"
	"slices"

	"go.etcd.io/bbolt"

	"github.com/solitaire-chat/solitaire/persist"
)

// checkStandings tells who is on a board without a result that counts there. The
// rows come board by board and the results player by player, so each side is only
// summed up, and the rows are looked at one by one when the sums differ.
func checkStandings(ctx context.Context, tx *bbolt.Tx, yield func(error) bool) error {
	if tx.Bucket([]byte(boardsBucket)) == nil { // the file is of an older schema
		return nil
	}
	seed := maphash.MakeSeed()
	want, err := sumOfResults(ctx, tx, seed)
	if err != nil {
		return err
	}
	got, err := sumOfStandings(ctx, tx, seed)
	if err != nil || got == want {
		return err
	}
	return tellDifference(ctx, tx, yield)
}

// tellDifference tells what makes the sums differ.
func tellDifference(ctx context.Context, tx *bbolt.Tx, yield func(error) bool) error {
	told := false
	err := eachStanding(ctx, tx, func(s standing) error {
		if s.explained(tx) {
			return nil
		}
		if told = true; !yield(persist.Unexplained(s.player, s.board)) {
			return errUnwanted
		}
		return nil
	})
	if err == nil && !told && !yield(fmt.Errorf("%w: somebody who has a result is missing on a board", persist.ErrDamaged)) {
		err = errUnwanted
	}
	return err
}

// A standing is a board that a player is on, as it is found in one of the two ways
// that there are, by rank or by player.
type standing struct {
	board  persist.Board
	player persist.Player
	kind   byte
}

// A sum is of a set of standings, whatever their order; found by rank and by
// player they are two sets.
type sum [2]uint64

func (s *sum) add(seed maphash.Seed, of standing) {
	i := 0
	if of.kind == byPlayer {
		i = 1
	}
	s[i] ^= maphash.Bytes(seed, of.player.AppendKey(of.board.AppendKey(nil)))
}

func sumOfStandings(ctx context.Context, tx *bbolt.Tx, seed maphash.Seed) (all sum, err error) {
	err = eachStanding(ctx, tx, func(s standing) error {
		all.add(seed, s)
		return nil
	})
	return all, err
}

// sumOfResults is the sum of the standings that the results explain.
func sumOfResults(ctx context.Context, tx *bbolt.Tx, seed maphash.Seed) (all sum, err error) {
	var owner persist.Player // of boards
	boards := map[persist.Board]bool{}
	err = eachEntry(ctx, tx, resultsBucket, func(k, v []byte) error {
		player, boardsOf, _ := readBoards(k, v)
		if player != owner {
			owner = player
			clear(boards)
		}
		for _, b := range boardsOf {
			if !boards[b] {
				boards[b] = true
				all.add(seed, standing{b, player, byRank})
				all.add(seed, standing{b, player, byPlayer})
			}
		}
		return nil
	})
	return all, err
}

// readBoards returns on which boards a stored result counts, if it can be read,
// which Dump tells.
func readBoards(k, v []byte) (p persist.Player, boards []persist.Board, ok bool) {
	value, err := unseal(k, v)
	if err != nil {
		return p, nil, false
	}
	e, err := persist.DecodeEntry(persist.KindResult, k, value)
	if err != nil {
		return p, nil, false
	}
	return e.Player, e.Body.(*persist.Result).Boards(), true
}

// eachStanding goes through the rows of all boards. Entries that are damaged were
// told before.
func eachStanding(ctx context.Context, tx *bbolt.Tx, do func(standing) error) error {
	return eachEntry(ctx, tx, boardsBucket, func(k, v []byte) error {
		board, rest, err := persist.CutBoard(k)
		if err != nil || len(rest) == 0 || rest[0] == counts {
			return err
		}
		player, _, err := decodeScore(k, v)
		if err != nil {
			return err
		}
		return do(standing{board, player, rest[0]})
	})
}

// explained reports whether a result of the player counts on the board, or may do
// so, as it can't be read.
func (s standing) explained(tx *bbolt.Tx) bool {
	c, prefix := tx.Bucket([]byte(resultsBucket)).Cursor(), s.player.AppendKey(nil)
	for k, v := c.Seek(prefix); bytes.HasPrefix(k, prefix); k, v = c.Next() {
		_, boards, ok := readBoards(k, v)
		if !ok || slices.Contains(boards, s.board) {
			return true
		}
	}
	return false
}

// eachEntry goes through a bucket whose pages were checked.
func eachEntry(ctx context.Context, tx *bbolt.Tx, bucket string, do func(k, v []byte) error) error {
	c := tx.Bucket([]byte(bucket)).Cursor()
	for k, v := c.First(); k != nil; k, v = c.Next() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if bytes.Equal(k, cornerstone()) {
			continue
		}
		if err := do(k, v); err != nil {
			return err
		}
	}
	return nil
}
