// Package table is a card table that fills a terminal's window.
//
// Keys, the mouse, the window's size and the bot's replies come in; frames and the
// player's commands go out. A command goes to the bot as typed text with the board it was
// meant for ([Table.Ask]); moving the cursor needs no request. The table knows only the
// reply's [game.View] and its menu of legal moves, so no hidden card is in its memory.
//
//	table.go    the configuration of a table, and its run from the first frame to the last
//	layout.go   from a view and a window's size to boxes: a pure function
//	cursor.go   the cursor's possible places, and the effect of arrow keys
//	model.go    the table's state; requests and replies
//	keys.go     the meaning of keys, and the buttons; mouse.go the same for the mouse
//	line.go     the command line: completion, history
//	panel.go    texts and choices that lie over the board
//	win.go      the cards' fall after a win
//	draw.go     the state to a frame, from the bottom to the top
//	paint.go    one box to its place in a frame; look.go has borders and colours
package table
