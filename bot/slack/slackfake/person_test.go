package slackfake

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// counting is a bot whose boards count, by ack for commands, by response_url
// for clicks, and by views.publish for the App Home.
func counting(b *tiny, kind string, payload object) object {
	switch {
	case kind == slashCommand:
		n, _ := strconv.Atoi(str(payload, "text"))
		return board(n)
	case kind == event && str(sub(payload, "event"), "type") == "app_home_opened":
		b.all.Go(func() { b.publish(str(sub(payload, "event"), "user"), 0) })
	case kind == interaction:
		b.all.Go(func() { b.count(payload) })
	}
	return nil
}

func (b *tiny) count(payload object) {
	action := objects(payload, "actions")[0]
	n, _ := strconv.Atoi(orElse(str(action, "value"), str(sub(action, "selected_option"), "value")))
	if str(sub(payload, "container"), "type") == "view" {
		b.publish(str(sub(payload, "user"), "id"), n)
		return
	}
	answer := board(n)
	answer["replace_original"] = true
	b.respond(payload, answer)
}

func (b *tiny) publish(user string, n int) {
	b.view("views.publish", object{"user_id": user, "view": object{"type": "home", "blocks": board(n)["blocks"]}})
}

func TestPersonPlaysInDirectMessages(t *testing.T) {
	s := New(t, Options{})
	newTiny(t, s, counting)
	ann := s.Person("U1", "ann", "", "")
	first := ann.Slash("/tiny", "1")
	if first.Text != "count 1" || !first.Private || first.Version() != 1 || first.Channel != ann.Place() {
		t.Errorf("shown: %+v", first)
	}
	second := ann.Click("More & more")
	if second.TS != first.TS || second.Text != "count 2" || second.Version() != 2 || second.Earlier[0].Text != "count 1" {
		t.Errorf("after a click: %+v", second)
	}
	if third := ann.Choose("to twenty"); third.Text != "count 20" || third.TS != first.TS {
		t.Errorf("after a choice: %+v", third)
	}
	if fourth := ann.Click("more"); fourth.Text != "count 21" {
		t.Errorf("a button by its action_id: %+v", fourth)
	}
	want := []string{"*21* <3", "More & more", "Set", "to ten", "to twenty"}
	if read := strings.Split(ann.Sees()[0].Reading(), "\n"); !slices.Equal(read, want) {
		t.Errorf("read: %q", read)
	}
	if l, c := ann.Sees()[0].Labels(), ann.Sees()[0].Choices(); len(l) != 1 || len(c) != 2 {
		t.Errorf("labels %q, choices %q", l, c)
	}
}

func TestPersonPlaysInTheAppHome(t *testing.T) {
	s := New(t, Options{})
	newTiny(t, s, counting)
	ann := s.Person("U1", "ann", "", "")
	if n := len(ann.AtHome().Sees()); n != 0 {
		t.Errorf("%d views before the bot published one", n)
	}
	home := ann.OpenHome()
	if next := ann.AtHome().Click("More & more"); next.View != home.View || next.Version() != 2 || !strings.Contains(next.Reading(), "*1*") {
		t.Errorf("after a click: %+v", next)
	}
	if ann.Home().Reading() != ann.AtHome().Sees()[0].Reading() {
		t.Error("Home and Sees differ")
	}
	if other := s.Person("U2", "bob", "", ""); other.Home().View != "" {
		t.Error("another person's App Home is not empty")
	}
}

func TestEphemeralMessagesAreSeenByOneAndVanish(t *testing.T) {
	s := New(t, Options{})
	newTiny(t, s, counting)
	s.Channel("C1", "games")
	ann, bob := s.Person("U1", "ann", "", "").In("C1"), s.Person("U2", "bob", "", "").In("C1")
	ann.Slash("/tiny", "1")
	if len(ann.Sees()) != 1 || len(bob.Sees()) != 0 {
		t.Errorf("ann sees %d messages, bob %d", len(ann.Sees()), len(bob.Sees()))
	}
	ann.Reload()
	if len(ann.Sees()) != 0 {
		t.Error("an ephemeral message outlived a reload")
	}
	for _, p := range s.Payloads() {
		if p.Method == "ack" && p.To != "U1" {
			t.Errorf("%s was for %s", p.Body, p.To)
		}
	}
}

func TestInChannelIsSeenByAll(t *testing.T) {
	s := New(t, Options{})
	newTiny(t, s, func(*tiny, string, object) object {
		return object{"text": "for all", "response_type": "in_channel"}
	})
	s.Channel("C1", "games")
	ann, bob := s.Person("U1", "ann", "", "").In("C1"), s.Person("U2", "bob", "", "").In("C1")
	ann.Slash("/tiny", "")
	if len(bob.Sees()) != 1 || bob.Sees()[0].Private {
		t.Errorf("bob sees %+v", bob.Sees())
	}
	if p := s.Payloads(); p[len(p)-1].To != "C1" {
		t.Errorf("kept as seen by %s", p[len(p)-1].To)
	}
}

func TestCommandTextIsEscapedWhereTheManifestSaysSo(t *testing.T) {
	s := New(t, Options{})
	newTiny(t, s, func(_ *tiny, _ string, payload object) object {
		return object{"text": "`" + escape(str(payload, "text")) + "`"}
	})
	s.Channel("C1", "games")
	ann := s.Person("U1", "ann", "", "")
	for _, test := range []struct{ command, want string }{
		{"/tiny", "`" + escape("<@U1|ann> <#C1|games> @nobody 3&gt;5") + "`"},
		{"/plain", "`" + escape("@ann #games @nobody 3>5") + "`"},
	} {
		if got := ann.Slash(test.command, "@ann #games @nobody 3>5").Text; got != test.want {
			t.Errorf("%s: the bot read %s, not %s", test.command, got, test.want)
		}
	}
}

func TestWhatAPersonCannotDo(t *testing.T) {
	r := &recorder{TB: t}
	s := New(r, Options{Wait: 50 * time.Millisecond})
	newTiny(t, s, func(*tiny, string, object) object { return nil })
	ann := s.Person("U1", "ann", "", "")
	for name, test := range map[string]struct {
		do   func()
		told string
	}{
		"unknown command": {func() { ann.Slash("/other", "") }, "no command"},
		"in a thread":     {func() { ann.InThread("1.000001").Slash("/tiny", "") }, "threads"},
		"in the App Home": {func() { ann.AtHome().Slash("/tiny", "") }, "App Home"},
		"no such button":  {func() { ann.Click("More") }, "no button"},
		"no such option":  {func() { ann.Choose("to ten") }, "no option"},
		"no reaction":     {func() { ann.Slash("/tiny", "") }, "no reaction"},
		"no such channel": {func() { ann.In("C9") }, "no channel"},
		"nothing to wait": {func() { ann.Await("a board", func(Shown) bool { return true }) }, "never sees"},
	} {
		t.Run(name, func(t *testing.T) {
			if told := r.fails(t, test.do); !strings.Contains(told, test.told) {
				t.Errorf("told: %s", told)
			}
		})
	}
}

func TestOldButtonsAreGone(t *testing.T) {
	r := &recorder{TB: t}
	s := New(r, Options{})
	newTiny(t, s, func(b *tiny, kind string, payload object) object {
		if kind == slashCommand {
			return board(1)
		}
		b.all.Go(func() { b.respond(payload, object{"text": "won", "replace_original": true}) })
		return nil
	})
	ann := s.Person("U1", "ann", "", "")
	ann.Slash("/tiny", "")
	ann.Click("more")
	if told := r.fails(t, func() { ann.Click("more") }); !strings.Contains(told, "no button") {
		t.Errorf("told: %s", told)
	}
}

func TestEphemeralMessagesAreNotSentBack(t *testing.T) {
	s := New(t, Options{})
	b := newTiny(t, s, counting)
	ann := s.Person("U1", "ann", "", "")
	ann.Slash("/tiny", "1")
	b.call("chat.postMessage", "channel", "U1", "text", "x", "blocks", string(encode(board(7)["blocks"])))
	private, public := ann.Sees()[0].TS, ann.Sees()[1].TS
	if _, has := ann.TapOn(private, "more").payload["message"]; has {
		t.Error("an ephemeral message is in the payload")
	}
	tap := ann.TapOn(public, "more")
	sent := sub(tap.payload, "message")
	if str(sent, "ts") != public || !strings.Contains(string(encode(sent)), "More &amp; more") {
		t.Errorf("the message in the payload: %v", sent)
	}
	if value := str(objects(tap.payload, "actions")[0], "value"); value != "8" {
		t.Errorf("value %q", value)
	}
}

func TestModal(t *testing.T) {
	s := New(t, Options{})
	modal := func(title string) object {
		m := decodeObject([]byte(goodModal))
		sub(m, "title")["text"] = title
		return m
	}
	newTiny(t, s, func(b *tiny, kind string, payload object) object {
		switch {
		case kind == slashCommand:
			b.view("views.open", object{"trigger_id": str(payload, "trigger_id"), "view": modal("First")})
			if again := b.view("views.open", object{"trigger_id": str(payload, "trigger_id"), "view": modal("x")}); str(again, "error") != "exchanged_trigger_id" {
				t.Errorf("a trigger_id used twice: %v", again)
			}
		case str(payload, "type") == "view_submission":
			number := str(sub(sub(sub(sub(sub(payload, "view"), "state"), "values"), "b"), "number"), "value")
			switch number {
			case "bad":
				return object{"response_action": "errors", "errors": object{"b": "a number, please"}}
			case "more":
				return object{"response_action": "update", "view": modal("Second")}
			}
		}
		return nil
	})
	ann := s.Person("U1", "ann", "", "")
	if open := ann.Slash("/tiny", ""); open.View == "" {
		t.Fatalf("shown: %+v", open)
	}
	for _, number := range []string{"bad", "more"} {
		ann.Submit(map[string]string{"number": number})
		if ann.Modal().View == "" {
			t.Fatalf("after %q the modal is closed", number)
		}
	}
	if n := ann.Modal().Version(); n != 2 {
		t.Errorf("version %d of the modal", n)
	}
	ann.Submit(map[string]string{"number": "12"})
	if ann.Modal().View != "" {
		t.Error("the modal is still open")
	}
}

func TestMoveTellsTheBot(t *testing.T) {
	s := New(t, Options{})
	told := make(chan object, 1)
	b := newTiny(t, s, func(_ *tiny, _ string, payload object) object {
		told <- sub(payload, "event")
		return nil
	})
	ann := s.Person("U1", "ann", "de-DE", "Europe/Berlin")
	ann.Move("fr-FR", "Europe/Paris")
	if e := <-told; str(e, "type") != "user_change" || str(sub(e, "user"), "locale") != "fr-FR" {
		t.Errorf("event %v", e)
	}
	info := sub(b.call("users.info", "user", "U1", "include_locale", "true"), "user")
	if str(info, "locale") != "fr-FR" || str(info, "tz") != "Europe/Paris" {
		t.Errorf("users.info: %v", info)
	}
	if _, has := sub(b.call("users.info", "user", "U1"), "user")["locale"]; has {
		t.Error("a locale that nobody asked for")
	}
}

func TestAwaitSeesLaterMessages(t *testing.T) {
	s := New(t, Options{})
	newTiny(t, s, func(b *tiny, _ string, payload object) object {
		b.all.Go(func() {
			for i := range 3 {
				b.call("chat.postMessage", "channel", str(payload, "user_id"), "text", fmt.Sprint("number ", i))
			}
		})
		return nil
	})
	ann := s.Person("U1", "ann", "", "")
	ann.Slash("/tiny", "")
	ann.Await("the last number", func(m Shown) bool { return m.Text == "number 2" })
	if all := ann.Sees(); len(all) != 3 || all[0].TS >= all[1].TS || all[1].TS >= all[2].TS {
		t.Errorf("sees %+v", all)
	}
}

func TestOpeningTheMessagesIsToldToo(t *testing.T) {
	s := New(t, Options{})
	tabs := make(chan string, 1)
	newTiny(t, s, func(_ *tiny, _ string, payload object) object {
		tabs <- str(sub(payload, "event"), "tab")
		return nil
	})
	s.Person("U1", "ann", "", "").OpenMessages()
	if tab := <-tabs; tab != "messages" {
		t.Errorf("tab %q", tab)
	}
}

func TestDeliveryTellsItsIDs(t *testing.T) {
	s := New(t, Options{})
	newTiny(t, s, counting)
	d := s.Person("U1", "ann", "", "").Command("/tiny", "1")
	if o := decodeObject(d.JSON()); str(o, "trigger_id") == "" || str(o, "text") != "1" {
		t.Errorf("payload %s", d.JSON())
	}
}

func TestKeepLimitsWhatIsRemembered(t *testing.T) {
	const keep, clicks = 3, 50
	s := New(t, Options{Keep: keep})
	newTiny(t, s, counting)
	ann := s.Person("U1", "ann", "", "")
	shown := ann.Slash("/tiny", "1")
	for range clicks {
		shown = ann.Click("more")
	}
	if shown.Version() != clicks+1 || len(shown.Earlier) > 2*keep || len(s.Payloads()) > 2*keep {
		t.Errorf("version %d, %d earlier ones, %d payloads", shown.Version(), len(shown.Earlier), len(s.Payloads()))
	}
	if newest := shown.Earlier[len(shown.Earlier)-1]; newest.Text != "count 50" || shown.Text != "count 51" {
		t.Errorf("shown: %q after %q", shown.Text, newest.Text)
	}
}

func TestTwoClicksAtOnce(t *testing.T) {
	s := New(t, Options{})
	values := make(chan string, 2)
	newTiny(t, s, func(b *tiny, kind string, payload object) object {
		if kind == interaction {
			values <- str(objects(payload, "actions")[0], "value") + str(payload, "trigger_id")
		}
		return counting(b, kind, payload)
	})
	ann := s.Person("U1", "ann", "", "")
	ann.Slash("/tiny", "1")
	s.Deliver(ann.Tap("more"), ann.Tap("more"))
	if a, b := <-values, <-values; a[0] != '2' || b[0] != '2' || a == b {
		t.Errorf("clicks on the same board: %s, %s", a, b)
	}
	ann.Await("both answers", func(m Shown) bool { return m.Version() == 3 && m.Text == "count 2" })
}

func TestOlderMessagesCanBeUsed(t *testing.T) {
	s := New(t, Options{})
	newTiny(t, s, counting)
	ann := s.Person("U1", "ann", "", "")
	old := ann.Slash("/tiny", "1")
	ann.Slash("/tiny", "5")
	if shown := ann.ClickOn(old.TS, "more"); shown.TS != old.TS || shown.Text != "count 2" {
		t.Errorf("shown: %+v", shown)
	}
}
