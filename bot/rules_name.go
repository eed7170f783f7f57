package bot

import (
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/game"
)

// rulesNamed returns the rules that have a name, among all that can be chosen in
// a chat.
func rulesNamed(name string) (game.Rules, bool) {
	for _, r := range choosableRules() {
		if r.String() == name {
			return r, true
		}
		if r.Scoring = game.Vegas; r.String() == name {
			return r, true
		}
	}
	return game.Rules{}, false
}

// rulesInWords names rules by all that tells them from others.
func rulesInWords(name string) locale.List {
	r, ok := rulesNamed(name)
	if !ok {
		return locale.List{msg("rules-name.other", "Name", name)}
	}
	facts := locale.List{msg("title." + r.Game)}
	if r.HasStock() {
		facts = append(facts, msg("title.draw", "Draw", r.Draw), passesInWords(r))
	}
	return append(facts, extras(r)...)
}

func passesInWords(r game.Rules) locale.Message {
	if r.Passes == 0 {
		return msg("rules-name.unlimited")
	}
	return msg("rules-name.passes", "Count", r.Passes)
}

// extras are what is not the default.
func extras(r game.Rules) []locale.Message {
	var facts []locale.Message
	if r.Return {
		facts = append(facts, msg("title.return"))
	}
	if r.Scoring == game.Vegas {
		facts = append(facts, msg("title.vegas"))
	}
	return facts
}
