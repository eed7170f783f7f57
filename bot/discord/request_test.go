package discord

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/play"
)

// Interactions as Discord sends them, and the requests that they are.
func TestRequests(t *testing.T) {
	ann, guild := player("7"), bot.Place{Server: "1", Channel: "2", Shared: true}
	a := &Adapter{bot: play.New(nil)}
	for name, tt := range map[string]struct {
		raw  string
		want bot.Request
	}{
		"command in a server": {
			`{"id":"9","token":"t","type":2,"guild_id":"1","channel_id":"2","context":0,"locale":"bg","guild_locale":"vi",
			"member":{"nick":"Annie","permissions":"40","user":{"id":"7","username":"ann","global_name":"Ann"}},
			"data":{"type":1,"name":"solitaire","options":[{"type":1,"name":"new","options":[
				{"type":3,"name":"game","value":"klondike"},{"type":4,"name":"deal","value":1141},{"type":5,"name":"public","value":true}]}]}}`,
			bot.Request{ID: "9", Player: ann, Place: guild, Name: "Annie", GlobalName: "Ann", Locale: "bg", PlaceLocale: "vi", Admin: true, Text: "new klondike deal 1141 public"},
		},
		"command in the bot's direct messages": {
			`{"id":"9","token":"t","type":2,"channel_id":"3","context":1,"user":{"id":"7","username":"ann","global_name":null},
			"data":{"name":"move","options":[{"type":3,"name":"from","value":" 3 5 "},{"type":4,"name":"count","value":2}]}}`,
			bot.Request{ID: "9", Player: ann, Place: bot.Place{Channel: "3"}, Name: "ann", Text: "move 3 5 x2"},
		},
		"switch that is off, in a group": {
			`{"id":"9","token":"t","type":2,"channel_id":"3","context":2,"user":{"id":"7","username":"ann","global_name":"Ann"},
			"data":{"name":"solitaire","options":[{"type":1,"name":"new","options":[{"type":5,"name":"public","value":false}]}]}}`,
			bot.Request{ID: "9", Player: ann, Place: bot.Place{Channel: "3", Shared: true}, Name: "Ann", Text: "new"},
		},
		"people": {
			`{"id":"9","token":"t","type":2,"guild_id":"1","channel_id":"2","member":{"permissions":"0","user":{"id":"7","username":"ann"}},
			"data":{"name":"solitaire","options":[{"type":1,"name":"challenge","options":[
				{"type":6,"name":"user","value":"8"},{"type":6,"name":"user2","value":"10"},{"type":6,"name":"user3","value":"11"},{"type":3,"name":"draw","value":"3"}]}],
			"resolved":{"users":{"8":{"id":"8","username":"bob","global_name":"Bob"},"11":{"id":"11","username":"carl"}},"members":{"8":{"nick":"Bobby","permissions":"1024"}}}}}`,
			bot.Request{
				ID: "9", Player: ann, Place: guild, Name: "ann", Text: "challenge draw 3",
				Mentions: []bot.Mention{{Player: player("8"), Name: "Bobby"}, {Player: player("11"), Name: "carl", Unseen: true}},
			},
		},
		"a command that is not there any more": {
			`{"id":"9","token":"t","type":2,"user":{"id":"7"},"context":1,"data":{"name":"patience","options":[{"type":3,"name":"x","value":"y"}]}}`,
			bot.Request{ID: "9", Player: ann},
		},
		"a command without its subcommand": {
			`{"id":"9","token":"t","type":2,"user":{"id":"7"},"context":1,"data":{"name":"solitaire"}}`,
			bot.Request{ID: "9", Player: ann, Text: "show"},
		},
		"tap on one's own message": {
			`{"id":"9","token":"t","type":3,"guild_id":"1","channel_id":"2","member":{"user":{"id":"7","username":"ann"}},
			"message":{"id":"5","flags":0,"interaction_metadata":{"id":"4","user":{"id":"7"}}},"data":{"component_type":2,"custom_id":"1|G|10|draw"}}`,
			bot.Request{ID: "9", Player: ann, Place: guild, Name: "ann", Text: "draw", Board: bot.BoardRef{Game: "G", Version: 36}, Tap: true, Own: true},
		},
		"tap on somebody else's": {
			`{"id":"9","token":"t","type":3,"guild_id":"1","channel_id":"2","member":{"user":{"id":"7","username":"ann"}},
			"message":{"id":"5","flags":0,"interaction_metadata":{"id":"4","user":{"id":"8"}}},"data":{"component_type":3,"custom_id":"1|G|1|move","values":["move 3>5:1"]}}`,
			bot.Request{ID: "9", Player: ann, Place: guild, Name: "ann", Text: "move 3>5:1", Board: bot.BoardRef{Game: "G", Version: 1}, Tap: true},
		},
		"tap on a private message, of a later version": {
			`{"id":"9","token":"t","type":3,"guild_id":"1","channel_id":"2","member":{"user":{"id":"7","username":"ann"}},
			"message":{"id":"5","flags":64},"data":{"component_type":2,"custom_id":"9|what is this"}}`,
			bot.Request{ID: "9", Player: ann, Place: guild, Name: "ann", Text: "show", Tap: true, Own: true},
		},
	} {
		in, err := decode([]byte(tt.raw), time.Time{})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		got := a.request(in)
		if got.Call != nil { // what a person would type for it
			got.Text, got.Call = got.Call.Text(), nil
		}
		if diff := cmp.Diff(tt.want, got, cmpopts.IgnoreUnexported(bot.Request{})); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// A request that can't be answered isn't an interaction. One that can be answered but not
// handled gets an apology.
func TestDecode(t *testing.T) {
	for raw, told := range map[string]bool{
		``: false, `null`: false, `[]`: false, `7`: false, `{}`: false, `{"type":2,"id":"1"}`: false, `{"type":2,"token":"t"}`: false,
		`{"id":"1","token":"t"}`: false, `{"id":7,"token":"t","type":2}`: false,
		`{"id":"1","token":"t","type":2}`: true, `{"id":"1","token":"t","type":2,"data":7}`: true,
		`{"id":"1","token":"t","type":3,"user":{"id":"7"},"message":[]}`: true, `{"id":"1","token":"t","type":2,"user":{"id":""}}`: true,
	} {
		in, err := decode([]byte(raw), time.Time{})
		if err == nil || (in != nil) != told {
			t.Errorf("%s is read as %+v, %v", raw, in, err)
		}
	}
	if in, err := decode([]byte(`{"type":1}`), time.Time{}); err != nil || in == nil {
		t.Errorf("a PING is read as %+v, %v", in, err)
	}
}
