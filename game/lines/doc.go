// Package lines reads and writes deals, moves and positions as JSON Lines: one
// object a line, in the shapes that the replay and solve commands share.
//
// A line comes in as
//
//	{"id":…,"game":"klondike"|"yukon","cards":[52 cards in dealing order],
//	 "rules":{"draw":1,"passes":1,"return":false},"moves":["3>f","d",…]}
//
// with "position" in place of "cards" where a game is under way. Keys are
// exact, further keys are skipped, and a key that is null counts as left out.
// Without "rules" the game's default rules hold; a single rule that is left out
// has the default that [game.Options] gives it.
//
// [Reader] yields the lines one by one, [Replay] answers one, and an [Error]
// says what is wrong with a line that can't be used.
package lines
