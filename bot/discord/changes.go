package discord

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"
)

// Changes are the differences that a registration makes.
type Changes struct {
	lines []string
}

// None reports whether there are none.
func (c Changes) None() bool { return len(c.lines) == 0 }

// String lists the changes, one per line: "- " precedes what is removed, "+ " what is
// added.
func (c Changes) String() string {
	if c.None() {
		return "The commands are up to date."
	}
	return strings.Join(c.lines, "\n")
}

// compare lists how two sets of commands differ.
func compare(installed, wanted []*discordgo.ApplicationCommand) Changes {
	before, after := describeAll(installed), describeAll(wanted)
	var c Changes
	for _, line := range before {
		if !slices.Contains(after, line) {
			c.lines = append(c.lines, "- "+line)
		}
	}
	for _, line := range after {
		if !slices.Contains(before, line) {
			c.lines = append(c.lines, "+ "+line)
		}
	}
	if c.None() && !slices.Equal(before, after) {
		c.lines = []string{"+ the options in another order"}
	}
	return c
}

// describeAll describes commands completely, in lines. It ignores the order of the
// commands, and fields that Discord adds by itself, such as ids.
func describeAll(commands []*discordgo.ApplicationCommand) []string {
	sorted := slices.SortedFunc(slices.Values(commands), func(a, b *discordgo.ApplicationCommand) int { return strings.Compare(a.Name, b.Name) })
	var lines []string
	for _, c := range sorted {
		lines = append(lines, describeCommand(c)...)
	}
	return lines
}

func describeCommand(c *discordgo.ApplicationCommand) []string {
	kind := max(c.Type, discordgo.ChatApplicationCommand)
	line := fmt.Sprintf("/%s: %s", c.Name, c.Description)
	if kind != discordgo.ChatApplicationCommand {
		line += fmt.Sprintf(" (type %d)", kind)
	}
	line += where("contexts", c.Contexts) + where("installs", c.IntegrationTypes)
	lines := []string{line}
	if c.NameLocalizations != nil {
		lines = append(lines, translated("/"+c.Name+" is called", *c.NameLocalizations)...)
	}
	if c.DescriptionLocalizations != nil {
		lines = append(lines, translated("/"+c.Name, *c.DescriptionLocalizations)...)
	}
	return append(lines, describeOptions("/"+c.Name, c.Options)...)
}

// where returns a list of numbers in a fixed order, since Discord may change it.
func where[T ~uint | ~int](what string, list *[]T) string {
	if list == nil || len(*list) == 0 {
		return ""
	}
	return fmt.Sprintf(" (%s %v)", what, slices.Sorted(slices.Values(*list)))
}

func describeOptions(path string, options []*discordgo.ApplicationCommandOption) []string {
	var lines []string
	for _, o := range options {
		name := path + " " + o.Name
		lines = append(lines, name+": "+o.Description+describeValues(o))
		lines = append(lines, translated(name+" is called", o.NameLocalizations)...)
		lines = append(lines, translated(name, o.DescriptionLocalizations)...)
		lines = append(lines, describeOptions(name, o.Options)...)
	}
	return lines
}

// describeValues describes the possible values of an option.
func describeValues(o *discordgo.ApplicationCommandOption) string {
	var b strings.Builder
	if o.Type != discordgo.ApplicationCommandOptionSubCommand {
		fmt.Fprintf(&b, " (%s", strings.ToLower(o.Type.String()))
		if o.Required {
			b.WriteString(", required")
		}
		if o.Autocomplete {
			b.WriteString(", completed")
		}
		if o.MinValue != nil {
			fmt.Fprintf(&b, ", from %v", *o.MinValue)
		}
		for _, c := range o.Choices {
			fmt.Fprintf(&b, ", %s", c.Name)
			if c.Name != fmt.Sprint(c.Value) {
				fmt.Fprintf(&b, " = %v", c.Value)
			}
		}
		b.WriteString(")")
	}
	return b.String()
}

func translated(what string, texts map[discordgo.Locale]string) []string {
	var lines []string
	for _, l := range slices.Sorted(maps.Keys(texts)) {
		lines = append(lines, what+", "+string(l)+": "+texts[l])
	}
	return lines
}
