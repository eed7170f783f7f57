package discordfake

// Contexts in which a command is used.
const (
	ContextGuild   = 0
	ContextBotDM   = 1
	ContextGroupDM = 2
)

// Ways in which an application is installed.
const (
	installGuild = 0
	installUser  = 1
)

// Permissions that an application may have in a channel.
const (
	ViewChannel     = 1 << 10
	SendMessages    = 1 << 11
	EmbedLinks      = 1 << 14
	AttachFiles     = 1 << 15
	ReadHistory     = 1 << 16
	UseExternalApps = 1 << 50

	usualPermissions = ViewChannel | SendMessages | EmbedLinks | AttachFiles | ReadHistory | UseExternalApps
)

// A Place is a channel that people write in.
type Place struct {
	Channel string
	Guild   string // empty outside guilds
	Locale  string // of the guild
	Context int

	// UserOnly says that no guild has the application, only the person. Then
	// the bot is no member and has no way in but the tokens of interactions.
	UserOnly    bool
	Permissions uint64 // of the application
}

// forcedPrivate reports whether answers are private whatever the bot says.
func (p *Place) forcedPrivate() bool {
	return p.Context == ContextGuild && p.UserOnly && p.Permissions&UseExternalApps == 0
}

// owners tells who installed the application, as interactions do.
func (p *Place) owners(u *user) object {
	owners := object{}
	switch {
	case p.UserOnly:
		owners["1"] = u.id
	case p.Context == ContextBotDM:
		owners["0"] = "0"
	default:
		owners["0"] = p.Guild
	}
	return owners
}

// member reports whether the bot itself is in the channel.
func (p *Place) member() bool { return !p.UserOnly && p.Context != ContextGroupDM }

// install is the way of installation that commands must allow here.
func (p *Place) install() int {
	if p.UserOnly {
		return installUser
	}
	return installGuild
}

// GuildChannel opens a channel in a new guild that has installed the bot.
func (s *Server) GuildChannel() *Place {
	return s.open(&Place{Context: ContextGuild, Locale: "en-US", Permissions: usualPermissions})
}

// UserChannel opens a channel in a guild that has not: people there have the
// bot installed for themselves.
func (s *Server) UserChannel() *Place {
	return s.open(&Place{Context: ContextGuild, Locale: "en-US", UserOnly: true, Permissions: usualPermissions})
}

// GroupDM opens a conversation of several people. The bot is there by the
// installation of one of them.
func (s *Server) GroupDM() *Place {
	return s.open(&Place{Context: ContextGroupDM, UserOnly: true, Permissions: usualPermissions})
}

// DM returns the conversation of a person with the bot.
func (s *Server) DM(userID string) *Place {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.dm(userID)
}

func (s *Server) dm(userID string) *Place {
	p := s.dms[userID]
	if p == nil {
		p = s.add(&Place{Context: ContextBotDM, Permissions: usualPermissions})
		s.dms[userID] = p
	}
	return p
}

func (s *Server) open(p *Place) *Place {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.add(p)
}

func (s *Server) add(p *Place) *Place {
	if p.Context == ContextGuild {
		p.Guild = s.newID()
	}
	p.Channel = s.newID()
	s.places[p.Channel] = p
	return p
}

// channelJSON is a channel as interactions tell it.
func (p *Place) channelJSON() object {
	kinds := map[int]int{ContextGuild: 0, ContextBotDM: 1, ContextGroupDM: 3}
	c := object{"id": p.Channel, "type": kinds[p.Context], "flags": 0, "last_message_id": nil}
	if p.Context == ContextGuild {
		c["guild_id"], c["name"], c["position"], c["permissions"] = p.Guild, "games", 0, "2248473465835073"
	}
	return c
}
