package discord_test

import (
	"cmp"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot/command"
	"github.com/solitaire-chat/solitaire/bot/discord/discordfake"
	"github.com/solitaire-chat/solitaire/bot/play"
	"github.com/solitaire-chat/solitaire/render"
)

var games = flag.Int("games", 20, "how many games the random player plays")

// A player who knows nothing presses what there is and types what the commands
// allow, under all rules, in every style and place. Discord refuses nothing,
// and nothing that was offered is not understood.
func TestRandomPlayer(t *testing.T) {
	st := setup{}.open(t)
	places := []func() *discordfake.Place{st.GuildChannel, st.UserChannel, st.GroupDM, st.ann().Place}
	for seed := range *games {
		random := rand.New(rand.NewPCG(uint64(seed), 0))
		p := st.Person(strconv.Itoa(1000+seed), "player "+strconv.Itoa(seed), []string{"en-US", "bg", "vi", "de"}[seed%4])
		if at := seed % (len(places) + 1); at < len(places) {
			p = p.In(places[at]())
		} else {
			p = p.InDM()
		}
		r := randomPlayer{t: t, Person: p, random: random}
		r.play(seed)
		if t.Failed() {
			t.Fatalf("that was game %d, after %v", seed, r.log)
		}
		st.ForgetPayloads()
	}
}

type randomPlayer struct {
	*discordfake.Person
	t      testing.TB
	random *rand.Rand
	log    []string
	style  string                     // empty: all styles in turn
	look   func(*discordfake.Message) // at each answer; nil: not
}

// play plays one game: mostly by chance, some to the end.
func (r *randomPlayer) play(seed int) {
	style := cmp.Or(r.style, string(render.Styles()[seed%len(render.Styles())]))
	r.slash("solitaire settings", "name:style", "value:"+style)
	if seed%7 == 0 {
		r.slash("solitaire settings", "name:visibility", "value:public")
	}
	r.slash("solitaire new", r.rules(seed)...)
	const actions = 40
	for range actions {
		r.act()
	}
	if seed%10 == 0 {
		r.slash("solitaire new", "deal:1141")
		if question := r.buttons(); len(question) == 2 {
			r.click(question[0].CustomID) // yes, in whatever language
		}
		r.slash("move", "from:"+wonKlondike)
		r.act()
	}
}

// rules are options of a new game: all rules in turn.
func (r *randomPlayer) rules(seed int) []string {
	number := "deal:" + strconv.Itoa(1+r.random.IntN(1_000_000))
	var all [][]string
	for _, back := range []string{"return:yes", "return:no"} {
		all = append(all, []string{"game:yukon", back, number})
		for _, draw := range []string{"draw:1", "draw:3"} {
			all = append(all, []string{draw, back, "scoring:vegas"}, []string{draw, back, number, "public:true"})
			for _, passes := range []string{"1", "3", "unlimited"} {
				all = append(all, []string{"game:klondike", draw, back, "passes:" + passes, number})
			}
		}
	}
	return all[seed%len(all)]
}

func (r *randomPlayer) act() {
	buttons, options := r.buttons(), r.options()
	switch n := r.random.IntN(10); {
	case n < 4 && len(options) > 0:
		o := options[r.random.IntN(len(options))]
		r.log = append(r.log, "select "+o.Value)
		r.check(r.TryClickOn(r.Last(), o.Value))
	case n < 7 && len(buttons) > 0:
		r.click(buttons[r.random.IntN(len(buttons))].CustomID)
	case n == 7:
		r.suggested()
	default:
		r.command()
	}
}

func (r *randomPlayer) buttons() []discordfake.Component {
	if r.Last() == nil {
		return nil
	}
	return slices.DeleteFunc(r.Last().Buttons(), func(b discordfake.Component) bool { return b.Disabled })
}

func (r *randomPlayer) options() []discordfake.Option {
	if r.Last() == nil {
		return nil
	}
	return slices.DeleteFunc(r.Last().Options(), func(o discordfake.Option) bool { return o.Disabled })
}

func (r *randomPlayer) click(name string) {
	r.log = append(r.log, "click "+name)
	r.check(r.TryClickOn(r.Last(), name))
}

func (r *randomPlayer) slash(command string, options ...string) {
	r.log = append(r.log, command+" "+strings.Join(options, " "))
	r.check(r.TrySlash(command, options...))
}

// suggested types something and takes one of the suggestions, by its value or,
// as some clients do, by its words.
func (r *randomPlayer) suggested() {
	begin := []string{"", "d, ", "w", "from", "king", "7", "foundation"}[r.random.IntN(7)]
	list := r.Autocomplete("move", "from:"+begin)
	if len(list) == 0 {
		return
	}
	c := list[r.random.IntN(len(list))]
	text := fmt.Sprint(c.Value)
	if r.random.IntN(2) == 0 {
		text = c.Name
	}
	r.slash("move", "from:"+text)
}

// command types a command out of the table, with options that it allows.
func (r *randomPlayer) command() {
	specs := play.Commands()
	spec := specs[r.random.IntN(len(specs))]
	if spec.Name == "help" || spec.Name == "forget-me" && r.random.IntN(4) > 0 {
		return
	}
	var options []string
	for _, o := range spec.Options {
		if r.random.IntN(2) == 0 {
			options = append(options, o.Name+":"+r.value(o))
		}
	}
	name := "solitaire " + spec.Name
	if spec.Own && len(spec.Options) == 0 {
		name = spec.Name
	}
	if spec.Own && r.random.IntN(2) == 0 {
		name = spec.Name
	}
	r.slash(name, options...)
}

func (r *randomPlayer) value(o command.Option) string {
	pick := func(list []string) string { return list[r.random.IntN(len(list))] }
	switch o.Kind {
	case command.Number:
		return strconv.Itoa(1 + r.random.IntN(4))
	case command.Flag:
		return pick([]string{"true", "false"})
	case command.Spot:
		return pick([]string{"1", "2", "3", "4", "5", "6", "7", "w", "f", "9h", "3 5", "K♦", "10s", "fh", "`*_~|<@7>#\\"})
	case command.OneOf:
		return pick(o.Values)
	case command.Person:
		return pick([]string{"7", "8", "1000"})
	case command.Date:
		return pick([]string{"today", "yesterday", "#1", "#99999"})
	case command.Word:
	}
	return pick([]string{"ascii", "text", "public", "||x||", "@everyone", strings.Repeat("long ", 300)})
}

// check looks at what came of an action that was offered.
func (r *randomPlayer) check(a *discordfake.Answer, err error) {
	r.t.Helper()
	if err != nil {
		r.t.Fatalf("%v; after %v", err, r.log)
	}
	if r.look != nil {
		r.look(a.Message)
	}
	text := said(r.t, a.Message)
	last := r.log[len(r.log)-1]
	offered := strings.HasPrefix(last, "click") || strings.HasPrefix(last, "select")
	for _, sign := range []string{"I don't know", "doesn't belong here", "as a move", "no question to answer", "That's more than"} {
		if offered && strings.Contains(text, sign) {
			r.t.Fatalf("what was offered is not understood: %s\nafter %v", text, r.log)
		}
	}
	if strings.TrimSpace(text) == "" && len(a.Message.Buttons()) == 0 {
		r.t.Fatalf("an empty message; after %v", r.log)
	}
}
