package discord

import (
	"testing"

	"github.com/bwmarrin/discordgo"
)

// Differences are reported in words. Fields that Discord adds by itself don't count.
func TestChanges(t *testing.T) {
	set := func(change func(c *discordgo.ApplicationCommand)) []*discordgo.ApplicationCommand {
		least := 1.0
		c := &discordgo.ApplicationCommand{
			Type: discordgo.ChatApplicationCommand, Name: "move", Description: "Moves cards",
			DescriptionLocalizations: &map[discordgo.Locale]string{"vi": "Đi quân", "bg": "Мести карти"},
			Contexts:                 &[]discordgo.InteractionContextType{0, 1},
			Options: []*discordgo.ApplicationCommandOption{
				{Type: discordgo.ApplicationCommandOptionString, Name: "from", Description: "From", Autocomplete: true},
				{Type: discordgo.ApplicationCommandOptionInteger, Name: "count", Description: "Count", MinValue: &least},
				{Type: discordgo.ApplicationCommandOptionString, Name: "style", Description: "Style", Choices: []*discordgo.ApplicationCommandOptionChoice{{Name: "one", Value: "1"}}},
			},
		}
		change(c)
		return []*discordgo.ApplicationCommand{{Name: "draw", Description: "Draws"}, c}
	}
	same := func(*discordgo.ApplicationCommand) {}
	for want, change := range map[string]func(c *discordgo.ApplicationCommand){
		"The commands are up to date.": func(c *discordgo.ApplicationCommand) {
			yes := true
			c.ID, c.ApplicationID, c.Version, c.DefaultPermission = "1", "2", "3", &yes
			c.Contexts = &[]discordgo.InteractionContextType{1, 0}
			c.IntegrationTypes = &[]discordgo.ApplicationIntegrationType{}
			c.NameLocalizations = &map[discordgo.Locale]string{}
		},
		"- /move: Moves card (contexts [0 1])\n+ /move: Moves cards (contexts [0 1])": func(c *discordgo.ApplicationCommand) { c.Description = "Moves card" },
		"- /move: Moves cards (contexts [0])\n+ /move: Moves cards (contexts [0 1])": func(c *discordgo.ApplicationCommand) {
			c.Contexts = &[]discordgo.InteractionContextType{0}
		},
		"- /move: Moves cards (type 2) (contexts [0 1])\n+ /move: Moves cards (contexts [0 1])": func(c *discordgo.ApplicationCommand) { c.Type = 2 },
		"- /move, bg: Карти\n+ /move, bg: Мести карти":                                          func(c *discordgo.ApplicationCommand) { (*c.DescriptionLocalizations)["bg"] = "Карти" },
		"- /move is called, bg: ход": func(c *discordgo.ApplicationCommand) {
			c.NameLocalizations = &map[discordgo.Locale]string{"bg": "ход"}
		},
		"- /move from: From (string)\n+ /move from: From (string, completed)":                      func(c *discordgo.ApplicationCommand) { c.Options[0].Autocomplete = false },
		"- /move from: From (string, required, completed)\n+ /move from: From (string, completed)": func(c *discordgo.ApplicationCommand) { c.Options[0].Required = true },
		"- /move count: Count (integer)\n+ /move count: Count (integer, from 1)":                   func(c *discordgo.ApplicationCommand) { c.Options[1].MinValue = nil },
		"- /move style: Style (string, one = 2)\n+ /move style: Style (string, one = 1)":           func(c *discordgo.ApplicationCommand) { c.Options[2].Choices[0].Value = "2" },
		"+ the options in another order": func(c *discordgo.ApplicationCommand) {
			c.Options[0], c.Options[1] = c.Options[1], c.Options[0]
		},
		"+ /move style: Style (string, one = 1)": func(c *discordgo.ApplicationCommand) { c.Options = c.Options[:2] },
	} {
		if got := compare(set(change), set(same)).String(); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
	if got := compare(append(set(same), &discordgo.ApplicationCommand{Name: "old", Description: "Old"}), set(same)).String(); got != "- /old: Old" {
		t.Errorf("got\n%s", got)
	}
}
