package slack

import (
	"strconv"
	"strings"

	"github.com/solitaire-chat/solitaire/bot"
)

// An action_id names the state of the game that a button belongs to. It is
//
//   1|number|version|game
//
// with the version of this form first, and then the number of the button in its message,
// since the ids of a block must differ. The button's value is its command.

const actionForm = "1"

func actionID(ref bot.BoardRef, number int) string {
	return strings.Join([]string{actionForm, strconv.Itoa(number), strconv.FormatUint(ref.Version, 36), ref.Game}, "|")
}

// readActionID parses the action_id of a tapped button. It reports false for a form that
// no version so far has written.
func readActionID(id string) (ref bot.BoardRef, ok bool) {
	parts := strings.SplitN(id, "|", 4)
	if len(parts) != 4 || parts[0] != actionForm {
		return ref, false
	}
	if _, err := strconv.ParseUint(parts[1], 10, 16); err != nil {
		return ref, false
	}
	version, err := strconv.ParseUint(parts[2], 36, 64)
	if err != nil {
		return ref, false
	}
	return bot.BoardRef{Game: parts[3], Version: version}, true
}
