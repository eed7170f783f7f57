package web

import (
	"errors"
	"mime"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/persist"
)

// A settingForm is a setting with a button for each value.
type settingForm struct {
	Label  string
	Values []Action // the current one has the kind "main"
	Other  string   // the current value, if no button has it
}

// settingsPage is what the page of settings shows.
type settingsPage struct {
	ID       string // of the next request
	Lines    []string
	Settings []settingForm
	Who      string
	Guest    bool
}

// settings is the page of the player's settings, of signing out, and of the player's data.
func (s *Server) settings(w http.ResponseWriter, r *http.Request, b browser) {
	s.showSettings(w, r, b, nil)
}

// set changes a setting, by a form, and shows all of them with the answer.
func (s *Server) set(w http.ResponseWriter, r *http.Request) {
	o := order{ID: r.PostFormValue("id"), Text: r.PostFormValue("text")}
	if !o.ok() || !strings.HasPrefix(o.Text, "settings ") {
		s.fault(w, r, http.StatusBadRequest, "web.bad-request")
		return
	}
	if b, reply, ok := s.carryOut(w, r, o); ok {
		s.showSettings(w, r, b, s.reply(reply).Lines)
	}
}

func (s *Server) showSettings(w http.ResponseWriter, r *http.Request, b browser, lines []string) {
	player := b.session.Player
	list, err := s.Bot.Handle(r.Context(), s.request(r, player, "settings"))
	if err != nil {
		s.failed(w, r, err)
		return
	}
	rec, err := s.Bot.Store.Load(r.Context(), player)
	if bot.IgnoreMissing(err) != nil {
		s.failed(w, r, err)
		return
	}
	say := s.speaker(list.Lang)
	body := settingsPage{ID: newSecret(), Lines: lines, Guest: b.session.Guest, Who: say.Text("web.guest", nil)}
	if !b.session.Guest {
		body.Who = say.Say(locale.Msg("web.signed-in", "Platform", platformName(player.Platform)))
	}
	for _, a := range slices.Concat(list.Actions...) { // those that the player's platform can follow
		name, ok := strings.CutPrefix(a.Text, "settings ")
		setting, found := bot.FindSetting(name)
		if !ok || !found {
			continue
		}
		values, err := s.Bot.Handle(r.Context(), s.request(r, player, a.Text))
		if err != nil {
			s.failed(w, r, err)
			return
		}
		body.Settings = append(body.Settings, formOf(setting, slices.Concat(values.Actions...), rec.Settings[name], say))
	}
	s.show(w, r, http.StatusOK, "settings.html", page{Title: say.Text("button.settings", nil), Lang: list.Lang, Body: body, say: say})
}

// formOf returns a button for each value on offer. If the player has made no choice, the
// first value is the current one.
func formOf(setting bot.Setting, offered []bot.Action, chosen string, say *locale.Speaker) settingForm {
	f := settingForm{Label: say.Say(setting.Label()), Other: chosen}
	for i, a := range offered {
		value, ok := strings.CutPrefix(a.Text, "settings "+setting.Name+" ")
		if !ok {
			continue // a button that leads back
		}
		button := Action{Label: say.Say(a.Label), Text: a.Text}
		if value == chosen || chosen == "" && i == 0 {
			button.Kind, f.Other = "main", ""
		}
		f.Values = append(f.Values, button)
	}
	return f
}

func platformName(platform string) string {
	switch platform {
	case "discord":
		return "Discord"
	case "slack":
		return "Slack"
	}
	return platform
}

// myData sends everything stored about the player as a file.
func (s *Server) myData(w http.ResponseWriter, r *http.Request, b browser) {
	reply, err := s.Bot.Handle(r.Context(), s.request(r, b.session.Player, "my-data"))
	if err != nil || len(reply.Files) == 0 {
		s.failed(w, r, errors.Join(err, errors.New("my-data gave no file")))
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": reply.Files[0].Name}))
	_, _ = w.Write(reply.Files[0].Data) // the browser may have gone
}

// signOut signs out this browser, or every one of the player's. A guest has no other way
// back to the game, so guests aren't signed out: they can delete everything.
func (s *Server) signOut(w http.ResponseWriter, r *http.Request, b browser) {
	if b.session.Guest {
		http.Redirect(w, r, s.base+"/settings", http.StatusSeeOther)
		return
	}
	var err error
	if r.PostFormValue("all") != "" {
		_, err = s.Bot.Handle(r.Context(), s.request(r, b.session.Player, "open "+bot.Off))
	} else {
		err = s.close(r, b)
	}
	if err != nil {
		s.failed(w, r, err)
		return
	}
	s.dropCookie(w)
	http.Redirect(w, r, s.base+"/", http.StatusSeeOther)
}

// close deletes a browser's session, and its entry in the player's list of them.
func (s *Server) close(r *http.Request, b browser) error {
	key := bot.PageKey(b.secret)
	for {
		list, version, err := bot.ReadDoc[[]string](r.Context(), s.Bot, bot.PageSessionsKind, bot.HomeKey(b.session.Player))
		if err != nil {
			return err
		}
		stored, err := s.Bot.Store.Doc(r.Context(), bot.PageSessionKind, key)
		if err != nil {
			return bot.IgnoreMissing(err) // another request has closed it
		}
		docs := []persist.Doc{{Kind: bot.PageSessionKind, Key: key, Version: stored.Version}}
		if version > 0 {
			rest, err := persist.Pack(bot.PageSessionsKind, bot.HomeKey(b.session.Player), version, slices.DeleteFunc(list, func(k string) bool { return k == key }))
			if err != nil {
				return err
			}
			docs = append(docs, rest)
		}
		if err := s.Bot.Store.Commit(r.Context(), persist.Change{Docs: docs}); !errors.Is(err, persist.ErrConflict) {
			return err
		}
	}
}

// dropCookie has the browser delete its cookie.
func (s *Server) dropCookie(w http.ResponseWriter) {
	http.SetCookie(w, &http.Cookie{
		Name: s.cookieName(), Path: "/", MaxAge: -1, Expires: time.Unix(1, 0),
		Secure: s.secure, HttpOnly: true, SameSite: http.SameSiteLaxMode,
	})
}

// forgotten reports whether a reply says that everything about its player was deleted.
func forgotten(r bot.Reply) bool {
	return slices.ContainsFunc(r.Lines, func(m locale.Message) bool { return m.Key == "forget-me.done" })
}
