// Package render turns a [game.View] into text: a board drawn on a grid of
// cells, or a board told in sentences for people who listen to it.
//
// A drawn board is at most [Width] cells wide, so that a phone does not wrap
// it:
//
//	##×13   w   3♦  9♠[10♥]
//	        f   2♣  A♦  -♥  A♠
//	1   2   3   4   5   6   7
//	K♠  ##  ##  --  ##  ##  ##
//	Q♥ 10♦  ##      ##  ##  ##
//	        J♠      ##  ##  ##
//	                ##  ##  ##
//	                8♣  ##  ##
//	                7♦  4♠  ##
//	                6♠      9♥
//	                5♥      8♠
//
// Every place bears the name by which a move calls it: w the waste, f the
// foundations, 1 to 7 the piles. In brackets is the one card of the waste that
// can be played. A View holds nothing that the player has not been shown, so
// no board can give a hidden card away.
//
// The words come from the caller, one whole text a key; see [Words].
package render
