package discordfake_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot/discord/discordfake"
)

const commands = `[
	{"name":"play","description":"Play","contexts":[0,1,2],"integration_types":[0,1],"options":[
		{"type":1,"name":"new","description":"Deals","options":[
			{"type":3,"name":"game","description":"Which","choices":[{"name":"Klondike","value":"klondike"}]},
			{"type":4,"name":"deal","description":"Number","min_value":1,"max_value":9},
			{"type":5,"name":"public","description":"For all"}]}]},
	{"name":"move","description":"Moves","integration_types":[0,1],"options":[
		{"type":3,"name":"from","description":"From","required":true,"autocomplete":true},
		{"type":3,"name":"to","description":"To"}]},
	{"name":"server","description":"Servers only","contexts":[0],"integration_types":[0]}]`

// board is the data of a message with a counter.
func board(n int, flags string) string {
	return fmt.Sprintf(`{"content":"","embeds":[{"title":"Board %d","description":"cards"}],%s`+
		`"components":[{"type":1,"components":[`+
		`{"type":2,"style":2,"label":"Draw","custom_id":"draw:%d"},`+
		`{"type":2,"style":2,"label":"Undo","custom_id":"undo:%d","disabled":%v}]},`+
		`{"type":1,"components":[{"type":3,"custom_id":"menu:%d","options":[{"label":"9H to 10S","value":"3 5"}]}]}],`+
		silence+`}`, n, flags, n, n, n == 0, n)
}

// counting answers commands with a private board 0, and taps with the next one.
func counting(in object) string {
	data, _ := in["data"].(object)
	switch in["type"] {
	case 2.0:
		return `{"type":4,"data":` + board(0, `"flags":64,`) + `}`
	case 4.0:
		return `{"type":8,"data":{"choices":[{"name":"9H to 10S","value":"3 5"}]}}`
	}
	var n int
	_, _ = fmt.Sscanf(str(data, "custom_id")[strings.Index(str(data, "custom_id"), ":")+1:], "%d", &n)
	return `{"type":7,"data":` + board(n+1, "") + `}`
}

func post(script func(in object) string) func(b *bot, in object) {
	return func(b *bot, in object) { b.do("POST", callback(in), script(in)) }
}

// onBoth runs a test over the gateway and over HTTP.
func onBoth(t *testing.T, script func(in object) string, test func(t *testing.T, srv *discordfake.Server)) {
	t.Run("gateway", func(t *testing.T) {
		srv := discordfake.New(t, discordfake.Options{})
		b := newBot(t, srv, post(script))
		b.register(commands)
		b.connect()
		test(t, srv)
	})
	t.Run("http", func(t *testing.T) {
		srv := discordfake.New(t, discordfake.Options{})
		b := newBot(t, srv, nil)
		b.register(commands)
		b.serve(script)
		test(t, srv)
	})
}

func TestPersonPlays(t *testing.T) {
	onBoth(t, counting, func(t *testing.T, srv *discordfake.Server) {
		ann, bob := srv.Person("7", "ann", "en-GB"), srv.Person("8", "bob", "vi")
		a := ann.Slash("play new", "game:klondike", "deal:3", "public:true")
		if a.Callback != 4 || a.Message.Embeds[0].Title != "Board 0" || !a.Message.Private || a.Message.Version != 1 {
			t.Errorf("Slash = callback %d, %+v", a.Callback, a.Message)
		}
		if row := a.Message.Components[0]; row.ID == 0 || row.Components[0].ID == row.ID {
			t.Errorf("components have the ids %d and %d", row.ID, row.Components[0].ID)
		}
		if got := ann.Click("Draw").Message; got.ID != a.Message.ID || got.Version != 2 || !strings.Contains(got.Text(), "Board 1") {
			t.Errorf("Click = %+v", got)
		}
		if got := ann.Select("9H to 10S").Message; got.Version != 3 || got.Buttons()[0].CustomID != "draw:2" {
			t.Errorf("Select = %+v", got)
		}
		if got := ann.Autocomplete("move", "from:3"); len(got) != 1 || got[0].Value != "3 5" {
			t.Errorf("Autocomplete = %v", got)
		}
		if got := bob.Sees(); len(got) != 0 {
			t.Errorf("bob sees ann's board: %v", got)
		}
		ann.Reload()
		if got := ann.Sees(); len(got) != 0 {
			t.Errorf("after reloading, ann sees %v", got)
		}
	})
}

func TestPersonLooksAtOneMessage(t *testing.T) {
	onBoth(t, counting, func(t *testing.T, srv *discordfake.Server) {
		ann := srv.Person("7", "ann", "en-GB")
		first, second := ann.Slash("play new").Message, ann.Slash("play new").Message
		if got := ann.ClickOn(first, "Draw").Message; got.ID != first.ID || got.Version != 2 {
			t.Errorf("ClickOn = %v", got)
		}
		option := ann.See(first).Options()[0]
		if got := ann.SelectOn(first, option.Label).Message; option.Menu != "menu:1" || got.ID != first.ID || got.Version != 3 {
			t.Errorf("SelectOn = %v", got)
		}
		if got := ann.See(second); got.Version != 1 || len(ann.Sees()) != 2 {
			t.Errorf("the other message became %v", got)
		}
	})
}

func TestMentionedUsersAreTold(t *testing.T) {
	srv := discordfake.New(t, discordfake.Options{})
	b := newBot(t, srv, nil)
	b.register(`[{"name":"challenge","description":"x","integration_types":[0],"options":[{"type":6,"name":"who","description":"x"}]}]`)
	srv.Person("8", "bob", "vi")
	if got := string(srv.Person("7", "ann", "vi").Draft("challenge", "who:8")); !strings.Contains(got, `"resolved":{"users":{"8":{`) {
		t.Errorf("the bot would be sent %s", got)
	}
}

func TestPersonIsHeldToWhatIsThere(t *testing.T) {
	onBoth(t, counting, func(t *testing.T, srv *discordfake.Server) {
		ann := srv.Person("7", "ann", "en-GB")
		ann.Slash("play new")
		old := ann.Last()
		for what, try := range map[string]func() (*discordfake.Answer, error){
			"unregistered command":      func() (*discordfake.Answer, error) { return ann.TrySlash("deal") },
			"command without its sub":   func() (*discordfake.Answer, error) { return ann.TrySlash("play") },
			"unknown subcommand":        func() (*discordfake.Answer, error) { return ann.TrySlash("play old") },
			"unknown option":            func() (*discordfake.Answer, error) { return ann.TrySlash("play new", "size:3") },
			"text for a number":         func() (*discordfake.Answer, error) { return ann.TrySlash("play new", "deal:x") },
			"number too large":          func() (*discordfake.Answer, error) { return ann.TrySlash("play new", "deal:10") },
			"no choice":                 func() (*discordfake.Answer, error) { return ann.TrySlash("play new", "game:chess") },
			"no truth value":            func() (*discordfake.Answer, error) { return ann.TrySlash("play new", "public:x") },
			"required option missing":   func() (*discordfake.Answer, error) { return ann.TrySlash("move", "to:5") },
			"option twice":              func() (*discordfake.Answer, error) { return ann.TrySlash("move", "from:5", "from:5") },
			"completing a plain option": func() (*discordfake.Answer, error) { return ann.TryAutocomplete("move", "to:5") },
			"command of servers in DM":  func() (*discordfake.Answer, error) { return ann.InDM().TrySlash("server") },
			"disabled button":           func() (*discordfake.Answer, error) { return ann.TryClick("Undo") },
			"no such button":            func() (*discordfake.Answer, error) { return ann.TryClick("Redo") },
			"no such option":            func() (*discordfake.Answer, error) { return ann.TrySelect("1 2") },
			"private message of others": func() (*discordfake.Answer, error) { return srv.Person("8", "bob", "vi").TryClickOn(old, "Draw") },
		} {
			if a, err := try(); err == nil {
				t.Errorf("%s was allowed and gave %+v", what, a)
			}
		}
		ann.Click("Draw")
		if a, err := ann.TryClick("draw:0"); err == nil {
			t.Errorf("a button of an old version was there: %+v", a)
		}
		ann.Slash("server")
	})
}

func TestPlaces(t *testing.T) {
	var seen object
	script := func(in object) string { seen = in; return counting(in) }
	srv := discordfake.New(t, discordfake.Options{})
	b := newBot(t, srv, nil)
	b.register(commands)
	b.serve(script)
	ann := srv.Person("7", "ann", "en-GB")
	for _, c := range []struct {
		place  *discordfake.Place
		key    string // of the one who has installed the bot
		owner  string
		guild  bool
		member string // who did it stands there
	}{
		{ann.Place(), "0", ann.Place().Guild, true, "member"},
		{srv.UserChannel(), "1", "7", true, "member"},
		{srv.GroupDM(), "1", "7", false, "user"},
		{srv.DM("7"), "0", "0", false, "user"},
	} {
		ann.In(c.place).Slash("move", "from:3 5")
		owners := seen["authorizing_integration_owners"].(object)
		if owners[c.key] != c.owner || len(owners) != 1 {
			t.Errorf("context %d: owners %v; want %s: %s", c.place.Context, owners, c.key, c.owner)
		}
		if (seen["guild_id"] != nil) != c.guild || seen[c.member] == nil || seen["context"] != float64(c.place.Context) {
			t.Errorf("context %d: %v", c.place.Context, seen)
		}
		if _, ok := seen["app_permissions"].(string); !ok || seen["locale"] != "en-GB" || seen["version"] != 1.0 {
			t.Errorf("context %d: %v", c.place.Context, seen)
		}
	}
}

// Where external applications may not speak in public, everything is private.
func TestForcedPrivate(t *testing.T) {
	public := func(object) string { return `{"type":4,"data":{"content":"x",` + silence + `}}` }
	onBoth(t, public, func(t *testing.T, srv *discordfake.Server) {
		place := srv.UserChannel()
		ann := srv.Person("7", "ann", "en-GB").In(place)
		if ann.Slash("move", "from:3").Message.Private {
			t.Error("private without need")
		}
		place.Permissions &^= discordfake.UseExternalApps
		if !ann.Slash("move", "from:3").Message.Private {
			t.Error("public although external applications may not")
		}
	})
}

func TestTogetherAndAgain(t *testing.T) {
	onBoth(t, counting, func(t *testing.T, srv *discordfake.Server) {
		ann := srv.Person("7", "ann", "en-GB")
		ann.Slash("move", "from:3")
		both := ann.DoubleClick("Draw")
		if first, second := both[0].Message.Version, both[1].Message.Version; first+second != 2+3 {
			t.Errorf("the answers to two taps are versions %d and %d", first, second)
		}
		if got := ann.Last().Version; got != 3 {
			t.Errorf("two taps made version %d", got)
		}
		again, err := srv.Redeliver(both[0])
		if err != nil || again.Code != 40060 || string(again.Body) != string(both[0].Attempts[0].Body) {
			t.Errorf("Redeliver = %+v, %v", again, err)
		}
		if got := ann.Last().Version; got != 3 {
			t.Errorf("a second delivery made version %d", got)
		}
	})
}

func TestDecorate(t *testing.T) {
	onBoth(t, counting, func(t *testing.T, srv *discordfake.Server) {
		srv.Decorate(func(in map[string]any) { in["novelty"] = 1 })
		a := srv.Person("7", "ann", "en-GB").Slash("move", "from:3")
		if !strings.Contains(string(a.Payload()), `"novelty":1`) {
			t.Errorf("the bot was sent %s", a.Payload())
		}
	})
}

func TestNobodyAnswers(t *testing.T) {
	srv := discordfake.New(t, discordfake.Options{Patience: 1})
	b := newBot(t, srv, func(*bot, object) {})
	b.register(commands)
	ann := srv.Person("7", "ann", "en-GB")
	if a, err := ann.TrySlash("server"); err == nil {
		t.Errorf("nobody is there, but the answer is %+v", a)
	}
}
