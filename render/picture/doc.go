// Package picture draws a [game.View] as a PNG, a row of them as an animated
// GIF, and statistics as charts.
//
// Everything is drawn on an indexed image. The faces of the cards are made once,
// with all colours, and brought down to the palette; a board then is a matter of
// copying rows, and the files come out small. The same view gives the same bytes.
//
// A picture is drawn from views alone. A View holds nothing that the player has
// not been shown, so no picture can give a hidden card away.
package picture
