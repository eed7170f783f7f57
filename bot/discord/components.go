package discord

import (
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/command"
)

// Room in a message.
const (
	maxRows       = 5 // in a message with an embed
	maxLaidRows   = 7 // in a message of displays: as many as are ever needed, within its 40 components
	quickRows     = 2 // rows of one-tap moves in a message of displays, for a game without a stock, which has many
	maxButtons    = 5 // a row
	maxOptions    = 25
	maxLabel      = 80
	maxOption     = 100 // characters of an entry's label, and of its value
	maxMenuPrompt = 150
)

// rows are what stands under a message: a button each for some moves, a menu of all,
// and the reply's buttons. If a question is open, there are no moves: its answers are
// what is to be looked at, and if they are a few moves each of those is a button.
// While a game is open there are always as many rows of moves and a menu, so that the
// buttons below keep their places. If there is no room for all, the moves' buttons go
// first.
func (p presenter) rows(r bot.Reply) []discordgo.MessageComponent {
	maxRows, quick := maxRows, 1
	if p.laid {
		maxRows = maxLaidRows
		if r.Board != nil && !r.Board.Rules.HasStock() {
			quick = quickRows
		}
	}
	rows, beside := p.buttons(r)
	switch {
	case r.Asks():
	case r.Choose && len(r.Menu) <= maxButtons:
		rows = slices.Concat(inRows(p.moves(r, r.Menu, discordgo.PrimaryButton, p.full(maxLabel))), rows)
	default:
		rows = slices.Concat(p.menus(r, maxRows-len(rows)), rows)
		if r.Playing && !r.Choose && len(rows) < maxRows {
			rows = slices.Concat(p.quick(r, beside, min(quick, maxRows-len(rows))), rows)
		}
	}
	if rows == nil {
		return []discordgo.MessageComponent{} // which, unlike nil, takes away those of the message before
	}
	return rows[:min(len(rows), maxRows)]
}

// buttons returns the rows of the reply's buttons, and apart those that stand beside moves.
func (p presenter) buttons(r bot.Reply) (rows, beside []discordgo.MessageComponent) {
	for _, actions := range r.Actions {
		var row []discordgo.MessageComponent
		for _, act := range actions {
			id, ok := tap{r.Ref, act.Text}.customID()
			if !ok {
				continue
			}
			button := discordgo.Button{Label: label(p.speaker.Say(act.Label), maxLabel), Style: buttonStyle(act), CustomID: id, Disabled: act.Idle}
			if act.Beside {
				beside = append(beside, button)
			} else {
				row = append(row, button)
			}
		}
		rows = append(rows, inRows(row)...)
	}
	return rows, beside
}

// buttonStyle marks the button that destroys something, and the one that is wanted
// most often.
func buttonStyle(act bot.Action) discordgo.ButtonStyle {
	switch {
	case act.Answer == bot.AnswerYes:
		return discordgo.DangerButton
	case act.Main:
		return discordgo.PrimaryButton
	}
	return discordgo.SecondaryButton
}

// quick returns rows of moves that take one tap, and of the buttons beside them. There are
// as many rows as are wanted, however few the moves are, so that what stands below keeps
// its place.
func (p presenter) quick(r bot.Reply, beside []discordgo.MessageComponent, wanted int) (rows []discordgo.MessageComponent) {
	moves := r.Quick(wanted*maxButtons - len(beside))
	buttons := append(p.moves(r, moves, discordgo.SecondaryButton, func(c command.Choice) string { return p.speaker.Say(c.Short()) }), beside...)
	for i := range wanted {
		n := (len(buttons) + wanted - i - 1) / (wanted - i) // shared out evenly
		row := buttons[:n:n]
		if buttons = buttons[n:]; n == 0 {
			row = append(row, discordgo.Button{Label: "–", Style: discordgo.SecondaryButton, CustomID: p.menuID(r, maxRows+i), Disabled: true})
		}
		rows = append(rows, discordgo.ActionsRow{Components: row})
	}
	return rows
}

// full says a move in full, if it fits.
func (p presenter) full(most int) func(command.Choice) string {
	return func(c command.Choice) string { return c.Said(p.speaker.Say, most) }
}

// moves are buttons of moves.
func (p presenter) moves(r bot.Reply, list []command.Choice, style discordgo.ButtonStyle, say func(command.Choice) string) []discordgo.MessageComponent {
	var row []discordgo.MessageComponent
	for _, c := range list {
		if id, ok := (tap{r.Ref, c.Text()}).customID(); ok {
			row = append(row, discordgo.Button{Label: label(say(c), maxLabel), Style: style, CustomID: id, Emoji: p.emoji(r, c.Card)})
		}
	}
	return row
}

func inRows(buttons []discordgo.MessageComponent) []discordgo.MessageComponent {
	var rows []discordgo.MessageComponent
	for row := range slices.Chunk(buttons, maxButtons) {
		rows = append(rows, discordgo.ActionsRow{Components: row})
	}
	return rows
}

// menus are select menus of the moves: a further one for those that have no
// room in the first. A game never has more moves than two of them hold.
func (p presenter) menus(r bot.Reply, most int) []discordgo.MessageComponent {
	if r.Playing && len(r.Menu) == 0 && most > 0 {
		return []discordgo.MessageComponent{p.emptyMenu(r)}
	}
	var rows []discordgo.MessageComponent
	for list := range slices.Chunk(r.Menu, maxOptions) {
		if len(rows) == most {
			break
		}
		prompt := "discord.moves"
		if len(rows) > 0 {
			prompt = "discord.more-moves"
		}
		menu := discordgo.SelectMenu{
			MenuType:    discordgo.StringSelectMenu,
			CustomID:    p.menuID(r, len(rows)),
			Placeholder: label(p.speaker.Text(prompt, nil), maxMenuPrompt),
			Options:     p.options(r, list),
		}
		rows = append(rows, discordgo.ActionsRow{Components: []discordgo.MessageComponent{menu}})
	}
	return rows
}

// emptyMenu keeps the menu's place where no card can move.
func (p presenter) emptyMenu(r bot.Reply) discordgo.ActionsRow {
	none := label(p.speaker.Text("move.no-cards", nil), maxOption)
	return discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.SelectMenu{
		MenuType: discordgo.StringSelectMenu, CustomID: p.menuID(r, 0), Placeholder: none, Disabled: true,
		Options: []discordgo.SelectMenuOption{{Label: none, Value: "move"}}, // Discord wants at least one
	}}}
}

// menuID is the menu's custom_id. Spaces distinguish the menus of a message: their
// commands are equal, and the chosen entry replaces the command anyway.
func (p presenter) menuID(r bot.Reply, number int) string {
	id, _ := tap{r.Ref, "move" + strings.Repeat(" ", number)}.customID()
	return id
}

func (p presenter) options(r bot.Reply, list []command.Choice) []discordgo.SelectMenuOption {
	options := make([]discordgo.SelectMenuOption, len(list))
	for i, c := range list {
		options[i] = discordgo.SelectMenuOption{Label: label(p.full(maxOption)(c), maxOption), Value: c.Text(), Emoji: p.emoji(r, c.Card)}
	}
	return options
}
