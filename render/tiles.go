package render

import (
	"strconv"

	"github.com/solitaire-chat/solitaire/game"
)

// A Tile is a small square picture that stands in a line of text: a card, cards that
// lie face down, or an empty place.
type Tile struct {
	Kind     TileKind
	Card     game.Card // of [FaceUp]; of [Foundation] the ace that it waits for
	Coloured bool      // of [FaceUp]: in the colour that its suit has among four, not two
	Count    int       // of [FaceDown] the cards, of [PileNumber] the number
}

// A TileKind is a kind of tile.
type TileKind uint8

// The kinds of tiles.
const (
	Blank      TileKind = iota // fills a place of a row
	FaceUp                     // a card
	FaceDown                   // cards that lie face down, with their number
	EmptyPlace                 // of a pile or the waste
	Foundation                 // without a card
	TurnOver                   // an empty stock; the waste can be turned over
	StockEmpty                 // an empty stock, for good
	PileNumber                 // the name of a pile
)

// MaxFaceDown is the most cards that lie face down in one place: the stock of a new
// game.
const MaxFaceDown = 24

// Name is the name that screen readers say, such as "nine_of_hearts": letters, digits
// and underscores. No two tiles have the same.
func (t Tile) Name() string {
	switch t.Kind {
	case Blank:
	case FaceUp:
		name := rankNames[t.Card.Rank()] + "_of_" + suitNames[t.Card.Suit()]
		if t.Coloured {
			name = colourNames[t.Card.Suit()] + name
		}
		return name
	case FaceDown:
		return "face_down_" + strconv.Itoa(t.Count)
	case EmptyPlace:
		return "empty"
	case Foundation:
		return "no_" + suitNames[t.Card.Suit()]
	case TurnOver:
		return "turn_over"
	case StockEmpty:
		return "stock_empty"
	case PileNumber:
		return "pile_" + strconv.Itoa(t.Count)
	}
	return "blank"
}

var (
	rankNames = [...]string{
		game.Ace: "ace", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten",
		11: "jack", 12: "queen", game.King: "king",
	}
	suitNames   = [game.Suits]string{"clubs", "diamonds", "hearts", "spades"}
	colourNames = [game.Suits]string{game.Clubs: "green_", game.Diamonds: "blue_"}
)

// FaceTile returns the tile of a card. Among four colours, clubs and diamonds have
// colours of their own.
func FaceTile(c game.Card, fourColours bool) Tile {
	return Tile{Kind: FaceUp, Card: c, Coloured: fourColours && (c.Suit() == game.Clubs || c.Suit() == game.Diamonds)}
}

// Tiles lists all tiles: those that every board needs come first, those of four colours
// last.
func Tiles() []Tile {
	var list []Tile
	for _, kind := range []TileKind{Blank, EmptyPlace, TurnOver, StockEmpty} {
		list = append(list, Tile{Kind: kind})
	}
	for n := range game.MaxPiles {
		list = append(list, Tile{Kind: PileNumber, Count: n + 1})
	}
	for n := range MaxFaceDown {
		list = append(list, Tile{Kind: FaceDown, Count: n + 1})
	}
	for suit := range game.Suit(game.Suits) {
		list = append(list, Tile{Kind: Foundation, Card: game.NewCard(game.Ace, suit)})
	}
	deck := game.NewDeck()
	for _, c := range deck {
		list = append(list, FaceTile(c, false))
	}
	for _, c := range deck {
		if t := FaceTile(c, true); t.Coloured {
			list = append(list, t)
		}
	}
	return list
}

// fanTiles is the most cards of the waste that a row shows.
const fanTiles = 3

// Tiled returns a board as rows of tiles: stock, waste and foundations, then the
// numbers of the piles, then the piles from the top down, a column each. No row ends in a
// blank.
func Tiled(v game.View, fourColours bool) [][]Tile {
	rows := [][]Tile{upperTiles(v, fourColours), nil}
	height := 1 // which shows that all piles are empty
	columns := make([][]Tile, len(v.Piles))
	for i, p := range v.Piles {
		rows[1] = append(rows[1], Tile{Kind: PileNumber, Count: i + 1})
		columns[i] = pileTiles(p, fourColours)
		height = max(height, len(columns[i]))
	}
	for y := range height {
		var row []Tile
		for x, column := range columns {
			if y < len(column) {
				row = append(padded(row, x), column[y])
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// TiledSideways is [Tiled], but with each pile as a row, its number before it. It has no
// blanks among the piles, so it is much shorter if one of them is long.
func TiledSideways(v game.View, fourColours bool) [][]Tile {
	rows := [][]Tile{upperTiles(v, fourColours)}
	for i, p := range v.Piles {
		rows = append(rows, append([]Tile{{Kind: PileNumber, Count: i + 1}}, pileTiles(p, fourColours)...))
	}
	return rows
}

// pileTiles are a pile's tiles: those of its face-down cards are one.
func pileTiles(p game.ViewPile, fourColours bool) (list []Tile) {
	if p.Empty() {
		return []Tile{{Kind: EmptyPlace}}
	}
	if p.Hidden > 0 {
		list = append(list, Tile{Kind: FaceDown, Count: p.Hidden})
	}
	for _, c := range p.Up {
		list = append(list, FaceTile(c, fourColours))
	}
	return list
}

// PlayableTile returns the place in the first row of tiles of the waste's card that can
// be played; 0 if there is none.
func PlayableTile(v game.View) int {
	if len(v.Waste) == 0 {
		return 0
	}
	return min(max(v.Fan, 1), fanTiles) // behind the stock
}

// upperTiles is the row of stock, waste and foundations. The foundations stand over
// the last piles, or further right where the waste needs the room.
func upperTiles(v game.View, fourColours bool) (row []Tile) {
	if v.Rules.HasStock() {
		stock := Tile{Kind: FaceDown, Count: len(v.Stock)}
		switch {
		case len(v.Stock) > 0:
		case v.PassLeft && len(v.Waste) > 0:
			stock = Tile{Kind: TurnOver}
		default:
			stock = Tile{Kind: StockEmpty}
		}
		row = append(row, stock)
		cards := fan(v)
		for _, c := range cards[max(0, len(cards)-fanTiles):] {
			row = append(row, FaceTile(c, fourColours))
		}
		if len(cards) == 0 {
			row = append(row, Tile{Kind: EmptyPlace})
		}
		row = padded(row, 2+min(v.Rules.Draw, fanTiles)) // one for the stock, one between
	}
	row = padded(row, len(v.Piles)-game.Suits)
	for i, rank := range v.Foundations {
		t := Tile{Kind: Foundation, Card: game.NewCard(game.Ace, game.Suit(i))}
		if rank > 0 {
			t = FaceTile(game.NewCard(rank, game.Suit(i)), fourColours)
		}
		row = append(row, t)
	}
	return row
}

// padded returns a row with blanks up to a length.
func padded(row []Tile, length int) []Tile {
	for len(row) < length {
		row = append(row, Tile{})
	}
	return row
}
