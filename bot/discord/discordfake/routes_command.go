package discordfake

import (
	"bytes"
	"net/http"
	"slices"
	"time"
)

// A commandSet is what is registered globally or for one guild.
type commandSet struct {
	all []object
}

const (
	createsADay = 200
	day         = 24 * time.Hour
)

// Commands returns the names of the registered global commands.
func (s *Server) Commands() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var names []string
	for _, c := range s.set("").all {
		names = append(names, text(c, "name"))
	}
	return names
}

// set returns the commands of a guild. The caller holds the lock.
func (s *Server) set(guild string) *commandSet {
	if s.commands[guild] == nil {
		s.commands[guild] = new(commandSet)
	}
	return s.commands[guild]
}

func (set *commandSet) find(is func(object) bool) int { return slices.IndexFunc(set.all, is) }

func (set *commandSet) sameKey(c object) int {
	return set.find(func(o object) bool {
		return text(o, "name") == text(c, "name") && number(o, "type", commandChat) == number(c, "type", commandChat)
	})
}

// commandsOf returns the set that the path means.
func (s *Server) commandsOf(c *call) (*commandSet, error) {
	if c.PathValue("app") != s.opts.ApplicationID {
		return nil, refused(http.StatusNotFound, 10002, "Unknown Application")
	}
	guild := c.PathValue("guild")
	if guild != "" && !s.installedIn(guild) {
		return nil, missingAccess()
	}
	return s.set(guild), nil
}

func (s *Server) installedIn(guild string) bool {
	for _, p := range s.places {
		if p.Guild == guild && p.member() {
			return true
		}
	}
	return false
}

// commandOf returns the command that the path means.
func (s *Server) commandOf(c *call) (*commandSet, int, error) {
	set, err := s.commandsOf(c)
	if err != nil {
		return nil, 0, err
	}
	i := set.find(func(o object) bool { return text(o, "id") == c.PathValue("command") })
	if i < 0 {
		return nil, 0, refused(http.StatusNotFound, 10063, "Unknown application command")
	}
	return set, i, nil
}

func (s *Server) listCommands(c *call) (result, error) {
	set, err := s.commandsOf(c)
	if err != nil {
		return result{}, err
	}
	all := []any{}
	for _, o := range set.all {
		o = clone(o).(object)
		if c.URL.Query().Get("with_localizations") != "true" {
			dropLocalisations(o)
		}
		all = append(all, o)
	}
	return ok(all)
}

func dropLocalisations(o object) {
	delete(o, "name_localizations")
	delete(o, "description_localizations")
	for _, key := range []string{"options", "choices"} {
		for _, inner := range objects(o, key) {
			dropLocalisations(inner)
		}
	}
}

func (s *Server) getCommand(c *call) (result, error) {
	set, i, err := s.commandOf(c)
	if err != nil {
		return result{}, err
	}
	return ok(set.all[i])
}

// putCommands replaces the whole set. An unchanged one is against C16, but
// Discord takes it.
func (s *Server) putCommands(c *call) (result, error) {
	set, err := s.commandsOf(c)
	if err != nil {
		return result{}, err
	}
	if found := s.checker.check(CommandSet, c.body.doc, About{}); len(found) > 0 {
		return result{}, invalidForm(found)
	}
	next, created := new(commandSet), 0
	for _, element := range c.body.doc.([]any) {
		command, isNew := s.stored(set, element.(object))
		if isNew {
			created++
		}
		next.all = append(next.all, command)
	}
	if err := s.count(created); err != nil {
		return result{}, err
	}
	if len(set.all) > 0 && bytes.Equal(encode(next.all), encode(set.all)) {
		s.violate("PUT commands", Violation{Rule: "C16", Text: "nothing has changed"})
	}
	set.all = next.all
	return ok(clone(asList(set.all)))
}

func asList(objects []object) []any {
	all := []any{}
	for _, o := range objects {
		all = append(all, o)
	}
	return all
}

// count keeps to the number of commands that may be created in a day.
func (s *Server) count(created int) error {
	now := s.opts.Now()
	s.creates = slices.DeleteFunc(s.creates, func(t time.Time) bool { return now.Sub(t) >= day })
	if len(s.creates)+created > createsADay {
		return refused(http.StatusBadRequest, 30034, "Max number of daily application command creates has been reached (200)")
	}
	for range created {
		s.creates = append(s.creates, now)
	}
	return nil
}

func (s *Server) postCommand(c *call) (result, error) {
	set, err := s.commandsOf(c)
	if err != nil {
		return result{}, err
	}
	if found := s.checker.check(Command, c.body.doc, About{}); len(found) > 0 {
		return result{}, invalidForm(found)
	}
	command, isNew := s.stored(set, c.body.object())
	if !isNew {
		set.all[set.sameKey(command)] = command
		return ok(command)
	}
	if err := s.count(1); err != nil {
		return result{}, err
	}
	if found := s.checker.check(CommandSet, withoutOurs(append(slices.Clone(set.all), command)), About{}); len(found) > 0 {
		return result{}, invalidForm(found)
	}
	set.all = append(set.all, command)
	return result{http.StatusCreated, command}, nil
}

// withoutOurs takes away what Discord adds, for the rules about the whole set.
func withoutOurs(commands []object) any {
	all := clone(asList(commands)).([]any)
	for _, element := range all {
		for _, key := range []string{"application_id", "version", "nsfw", "guild_id"} {
			delete(element.(object), key)
		}
	}
	return all
}

func (s *Server) patchCommand(c *call) (result, error) {
	set, i, err := s.commandOf(c)
	if err != nil {
		return result{}, err
	}
	if found := s.checker.check(CommandEdit, c.body.doc, About{}); len(found) > 0 {
		return result{}, invalidForm(found)
	}
	command := clone(set.all[i]).(object)
	for key, value := range c.body.object() {
		command[key] = clone(value)
	}
	tidy(command)
	command["version"] = s.newID()
	set.all[i] = command
	return ok(command)
}

func (s *Server) deleteCommand(c *call) (result, error) {
	set, i, err := s.commandOf(c)
	if err != nil {
		return result{}, err
	}
	set.all = slices.Delete(set.all, i, i+1)
	return noContent()
}

// stored is a command as Discord keeps it. Id and version of one that is there
// already stay, the version only if nothing has changed.
func (s *Server) stored(set *commandSet, sent object) (command object, isNew bool) {
	command = clone(sent).(object)
	delete(command, "id")
	tidy(command)
	fillCommand(command)
	command["application_id"] = s.opts.ApplicationID
	i := set.sameKey(command)
	if i < 0 {
		command["id"], command["version"] = s.newID(), s.newID()
		return command, true
	}
	was := set.all[i]
	command["id"], command["version"] = was["id"], was["version"]
	if !bytes.Equal(encode(command), encode(was)) {
		command["version"] = s.newID()
	}
	return command, false
}

func fillCommand(c object) {
	for key, value := range map[string]any{
		"type": commandChat, "description": "", "default_member_permissions": nil, "nsfw": false,
		"contexts": nil, "integration_types": []any{installGuild}, "dm_permission": true,
	} {
		if c[key] == nil {
			c[key] = value
		}
	}
}

// tidy leaves out what Discord leaves out when it tells a command: nulls, and
// in options also false and empty lists.
func tidy(command object) {
	dropNulls(command)
	for _, key := range []string{"options", "choices"} {
		if len(list(command, key)) == 0 {
			delete(command, key)
		}
	}
	for _, option := range objects(command, "options") {
		for _, key := range []string{"required", "autocomplete"} {
			if option[key] == false {
				delete(option, key)
			}
		}
		if len(list(option, "channel_types")) == 0 {
			delete(option, "channel_types")
		}
		tidy(option)
	}
}
