package discord

import (
	"github.com/bwmarrin/discordgo"

	"github.com/solitaire-chat/solitaire/bot/chat"
	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/locale"
)

// rootCommand is the slash command with the bot's commands as subcommands.
const rootCommand = "solitaire"

// commands returns the slash commands to register: /solitaire with the bot's commands as
// subcommands, and shortcuts such as /move. Discord allows 25 subcommands, so a shortcut
// without options is no subcommand.
func (a *Adapter) commands() []*discordgo.ApplicationCommand {
	root := a.slashCommand(rootCommand, locale.Message{Key: "about." + rootCommand}, nil)
	list := []*discordgo.ApplicationCommand{root}
	for _, s := range a.specs {
		if s.Own {
			list = append(list, a.slashCommand(s.Name, s.About(), a.options(s)))
		}
		if s.Own && len(s.Options) == 0 {
			continue
		}
		root.Options = append(root.Options, &discordgo.ApplicationCommandOption{
			Type: discordgo.ApplicationCommandOptionSubCommand, Name: s.Name, NameLocalizations: a.names(s.Name),
			Description: a.english(s.About()), DescriptionLocalizations: a.translations(s.About()),
			Options: a.options(s),
		})
	}
	return list
}

// slashCommand returns a command for servers and conversations, installed by a server or
// by a user.
func (a *Adapter) slashCommand(name string, about locale.Message, options []*discordgo.ApplicationCommandOption) *discordgo.ApplicationCommand {
	c := &discordgo.ApplicationCommand{
		Type: discordgo.ChatApplicationCommand, Name: name, Description: a.english(about), Options: options,
		Contexts: &[]discordgo.InteractionContextType{
			discordgo.InteractionContextGuild, discordgo.InteractionContextBotDM, discordgo.InteractionContextPrivateChannel,
		},
		IntegrationTypes: &[]discordgo.ApplicationIntegrationType{
			discordgo.ApplicationIntegrationGuildInstall, discordgo.ApplicationIntegrationUserInstall,
		},
	}
	if t := a.translations(about); t != nil {
		c.DescriptionLocalizations = &t
	}
	if n := a.names(name); n != nil {
		c.NameLocalizations = &n
	}
	return c
}

// options returns a command's options.
func (a *Adapter) options(s command.Spec) []*discordgo.ApplicationCommandOption {
	var list []*discordgo.ApplicationCommandOption
	for _, o := range s.Options {
		about := o.About()
		option := &discordgo.ApplicationCommandOption{
			Type: optionType(o.Kind), Name: o.Name,
			Description: a.english(about), DescriptionLocalizations: a.translations(about),
			Autocomplete: a.completes(s.Name, o.Name),
		}
		for _, v := range o.Values {
			option.Choices = append(option.Choices, &discordgo.ApplicationCommandOptionChoice{Name: v, Value: v})
		}
		if o.Kind == command.Number {
			one := 1.0
			option.MinValue = &one
		}
		list = append(list, option)
	}
	return list
}

func optionType(k command.Kind) discordgo.ApplicationCommandOptionType {
	switch k {
	case command.Number:
		return discordgo.ApplicationCommandOptionInteger
	case command.Flag:
		return discordgo.ApplicationCommandOptionBoolean
	case command.Person:
		return discordgo.ApplicationCommandOptionUser
	case command.OneOf, command.Spot, command.Word, command.Date:
	}
	return discordgo.ApplicationCommandOptionString
}

func (a *Adapter) english(m locale.Message) string {
	return chat.Cut(a.catalogue.In(locale.English, false).Say(m), maxAbout)
}

// maxAbout is the longest description, in characters.
const maxAbout = 100

// translations returns a text in the languages that Discord and the catalogue share; nil
// if there are none.
func (a *Adapter) translations(m locale.Message) map[discordgo.Locale]string {
	return inLanguages(func(lang string) string { return chat.Cut(a.catalogue.In(lang, false).Say(m), maxAbout) })
}

// names returns a command's names in those languages; nil if there are none. Discord
// always sends back the English name.
func (a *Adapter) names(command string) map[discordgo.Locale]string {
	return inLanguages(func(lang string) string { return a.catalogue.CommandName(lang, command) })
}

func inLanguages(say func(lang string) string) (said map[discordgo.Locale]string) {
	for _, lang := range locale.Codes() {
		if !knownLocale(lang) {
			continue
		}
		if text := say(lang); text != "" {
			if said == nil {
				said = make(map[discordgo.Locale]string)
			}
			said[discordgo.Locale(lang)] = text
		}
	}
	return said
}

// knownLocale reports whether Discord has a language that is written without a region. An
// unknown name makes it refuse all commands.
func knownLocale(lang string) bool {
	switch lang {
	case "bg", "cs", "da", "de", "el", "fi", "fr", "hi", "hr", "hu", "id", "it", "ja", "ko", "lt", "nl", "no", "pl", "ro", "ru", "th", "tr", "uk", "vi":
		return true
	}
	return false
}
