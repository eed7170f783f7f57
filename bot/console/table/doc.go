// Package table is a card table that fills a terminal's window.
//
// In come keys, the mouse, the window's size, and the bot's replies; out go frames
// and the commands that the player means. A command goes to the bot as typed text
// with the board it was meant for ([Table.Ask]); moving the cursor asks nobody. All
// that the table knows of a game is the reply's [game.View] and its menu of legal
// moves, so no hidden card is in its memory.
//
//	table.go    what a table is given, and its run from the first frame to the last
//	layout.go   a view and a window's size to boxes: a pure function
//	paint.go    boxes, marks and texts to a frame; look.go has borders and colours
//	cursor.go   where the cursor can stand, and where an arrow takes it
//	model.go    the table's state; requests and replies
//	keys.go     keys and the mouse to what they mean
//	line.go     the command line: completion, history
//	panel.go    texts and choices that lie over the board
//	win.go      the cards' fall after a win
package table
