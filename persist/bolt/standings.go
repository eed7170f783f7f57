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
func checkStandings(ctx context.Context, tx *bbolt.Tx, tell func(error) error) error {
	seed := maphash.MakeSeed()
	want, lostResults, err := sumOfResults(ctx, tx, seed)
	if err != nil {
		return err
	}
	got, lostRows, err := sumOfStandings(ctx, tx, seed)
	if err != nil || got == want {
		return err
	}
	return tellDifference(ctx, tx, lostResults || lostRows, tell)
}

// tellDifference tells what makes the sums differ. What is lost, as it can't be
// read, may be why.
func tellDifference(ctx context.Context, tx *bbolt.Tx, lost bool, tell func(error) error) error {
	told := false
	_, err := eachStanding(ctx, tx, func(s standing) error {
		if s.explained(tx) {
			return nil
		}
		told = true
		return tell(persist.Unexplained(s.player, s.board))
	})
	if err != nil || told || lost {
		return err
	}
	return tell(fmt.Errorf("%w: somebody who has a result is missing on a board", persist.ErrDamaged))
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

// sumOfStandings is the sum of the standings that can be read; the others are lost.
func sumOfStandings(ctx context.Context, tx *bbolt.Tx, seed maphash.Seed) (all sum, lost bool, err error) {
	lost, err = eachStanding(ctx, tx, func(s standing) error {
		all.add(seed, s)
		return nil
	})
	return all, lost, err
}

// sumOfResults is the sum of the standings that the results explain. Results that
// can't be read are lost.
func sumOfResults(ctx context.Context, tx *bbolt.Tx, seed maphash.Seed) (all sum, lost bool, err error) {
	var owner persist.Player // of boards
	boards := map[persist.Board]bool{}
	err = eachEntry(ctx, tx, resultsBucket, func(k, v []byte) error {
		player, boardsOf, ok := readBoards(k, v)
		if !ok {
			lost = true
			return nil
		}
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
	return all, lost, err
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

// eachStanding goes through the rows of all boards that can be read; the others,
// which checkBoards tells, are lost.
func eachStanding(ctx context.Context, tx *bbolt.Tx, do func(standing) error) (lost bool, err error) {
	err = eachEntry(ctx, tx, boardsBucket, func(k, v []byte) error {
		board, kind, _, err := cutKind(k)
		if err == nil && kind == counts {
			return nil
		}
		player, _, unread := decodeScore(k, v)
		if err != nil || unread != nil {
			lost = true
			return nil
		}
		return do(standing{board, player, kind})
	})
	return lost, err
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
