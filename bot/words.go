package bot

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
	"github.com/solitaire-chat/solitaire/persist"
)

// Title names a game, its deal and its rules: the head of its board.
func Title(g *game.Game, entry persist.Game) []locale.Message {
	r := g.Rules()
	facts := append(make([]locale.Message, 0, 6), locale.Msg("title."+r.Game))
	if entry.Day > 0 {
		facts = append(facts, locale.Msg("title.daily", "Day", DayNumber(entry.Day)))
	}
	if entry.Kind == Practice || entry.Kind == Challenge {
		facts = append(facts, locale.Msg("title."+entry.Kind))
	}
	if n := g.Origin().Number; n > 0 {
		facts = append(facts, locale.Msg("title.deal", "Number", strconv.Itoa(n)))
	}
	if r.HasStock() {
		facts = append(facts, locale.Msg("title.draw", "Draw", r.Draw))
	}
	facts = append(facts, variants(r)...)
	if entry.Difficulty != "" {
		facts = append(facts, locale.Msg("difficulty."+entry.Difficulty))
	}
	return facts
}

// RulesInWords names rules, given by their name, by everything that distinguishes
// them from others.
func RulesInWords(name string) locale.List {
	r, ok := RulesNamed(name)
	if !ok {
		return locale.List{locale.Msg("rules-name.other", "Name", name)}
	}
	facts := locale.List{locale.Msg("title." + r.Game)}
	if r.HasStock() {
		facts = append(facts, locale.Msg("title.draw", "Draw", r.Draw), locale.Msg("rules-name.unlimited"))
		if r.Passes > 0 {
			facts[2] = locale.Msg("rules-name.passes", "Count", r.Passes)
		}
	}
	return append(facts, variants(r)...)
}

// variants lists the rules that differ from the default.
func variants(r game.Rules) []locale.Message {
	var facts []locale.Message
	if r.Return {
		facts = append(facts, locale.Msg("title.return"))
	}
	if r.Scoring == game.Vegas {
		facts = append(facts, locale.Msg("title.vegas"))
	}
	return facts
}

// RulesNamed returns the rules of a name, among all that can be chosen in a chat.
func RulesNamed(name string) (game.Rules, bool) {
	for _, r := range AllRules() {
		if r.String() == name {
			return r, true
		}
		if r.Scoring = game.Vegas; r.HasStock() && r.String() == name {
			return r, true
		}
	}
	return game.Rules{}, false
}

// AllRules lists the rules that can be chosen in a chat, with standard scoring.
func AllRules() []game.Rules {
	var list []game.Rules
	for _, ret := range []bool{false, true} {
		for _, family := range game.Families() {
			if !family.Stock {
				list = append(list, game.NewRules(family, 0, 0, ret))
				continue
			}
			for _, draw := range []int{1, 3} {
				for _, passes := range []int{0, 1, 3} {
					list = append(list, game.NewRules(family, draw, passes, ret))
				}
			}
		}
	}
	return list
}

// DayNumber returns the number of a day as people type it: no language groups its digits.
func DayNumber(d persist.Day) string { return strconv.Itoa(int(d)) }

// Duration writes seconds as 1:02:03 or 2:03.
func Duration(seconds int64) string {
	h, m, s := seconds/3600, seconds/60%60, seconds%60
	if h > 0 {
		return fmt.Sprintf("%d:%02d:%02d", h, m, s)
	}
	return fmt.Sprintf("%d:%02d", m, s)
}

// mostName is the most characters of a name that are shown.
const mostName = 32

// blankBraille is invisible, though Unicode classes it as a symbol.
const blankBraille = '\u2800'

// SafeName makes somebody's name fit to stand in a line for others: without the signs
// by which a platform recognises references, without signs that change the direction of
// text or can't be seen, and not too long. Signs that only format stay: each adapter
// escapes those of its platform. A name in which nothing can be read becomes empty, and
// the caller takes the next one that the person has.
func SafeName(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune("<>@:,", r), unicode.IsSpace(r):
			return ' '
		case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point),
			r == blankBraille, r == unicode.ReplacementChar:
			return -1
		}
		return r
	}, name)
	name = fewMarks(strings.Join(strings.Fields(name), " "))
	if !strings.ContainsFunc(name, legible) {
		return ""
	}
	if runes := []rune(name); len(runes) > mostName {
		name = strings.TrimSpace(string(runes[:mostName-1])) + "…"
	}
	return name
}

// legible reports whether a sign by itself makes a name one that people can read. Those
// that format text don't.
func legible(r rune) bool {
	return unicode.In(r, unicode.L, unicode.N, unicode.S, unicode.P) && !strings.ContainsRune("*_~|`#[]()\\&\"", r)
}

// fewMarks leaves at most three accents on a letter, so that a name stays in its
// line.
func fewMarks(name string) string {
	var b strings.Builder
	marks := 0
	for _, r := range name {
		if !unicode.Is(unicode.Mn, r) && !unicode.Is(unicode.Me, r) {
			marks = 0
		} else if marks++; marks > 3 {
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}
