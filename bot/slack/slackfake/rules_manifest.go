package slackfake

import (
	"slices"
	"strings"
)

// checkManifest judges a manifest by the rules M1 to M6.
func checkManifest(f *findings, manifest object) {
	colour := str(sub(manifest, "display_information"), "background_color")
	if _, has := sub(manifest, "display_information")["background_color"]; has && !isColour(colour) {
		f.add("M1", "%q is no colour", colour)
	}
	checkCommands(f, manifest)
	checkTransport(f, manifest)
	checkScopes(f, manifest)
	checkFeatures(f, manifest)
	checkWords(f, manifest)
}

func isColour(text string) bool {
	digits, hash := strings.CutPrefix(text, "#")
	return hash && (len(digits) == 3 || len(digits) == 6) && strings.Trim(digits, "0123456789abcdefABCDEF") == ""
}

func checkCommands(f *findings, manifest object) {
	seen := map[string]bool{}
	for _, c := range commandsOf(manifest) {
		name := str(c, "command")
		if seen[name] {
			f.add("M2", "command %s occurs twice", name)
		}
		seen[name] = true
		if name != strings.ToLower(name) || strings.ContainsAny(name, " \t\n") {
			f.add("M2", "command %q must be in lower case and without spaces", name)
		}
	}
}

func commandsOf(manifest object) []object {
	return objects(sub(manifest, "features"), "slash_commands")
}

// checkTransport wants all addresses or none (M3).
func checkTransport(f *findings, manifest object) {
	settings := sub(manifest, "settings")
	addresses := map[string]string{
		"event_subscriptions.request_url": str(sub(settings, "event_subscriptions"), "request_url"),
		"interactivity.request_url":       str(sub(settings, "interactivity"), "request_url"),
	}
	for _, c := range commandsOf(manifest) {
		addresses["url of "+str(c, "command")] = str(c, "url")
	}
	socket := flag(settings, "socket_mode_enabled")
	for name, address := range addresses {
		if socket && address != "" {
			f.add("M3", "Socket Mode needs no %s", name)
		}
		if !socket && address == "" {
			f.add("M3", "HTTP needs %s", name)
		}
	}
}

// checkScopes holds the scopes against those that a bot like ours can use (M4).
func checkScopes(f *findings, manifest object) {
	scopes := scopesOf(manifest)
	for _, scope := range scopes {
		switch scope {
		case "commands", "chat:write", "chat:write.public", "users:read", "im:write", "files:write":
		default:
			f.add("M4", "scope %q is not one that the bot uses", scope)
		}
	}
	for _, scope := range []string{"commands", "chat:write", "users:read"} {
		if !slices.Contains(scopes, scope) {
			f.add("M4", "scope %q is missing", scope)
		}
	}
}

func scopesOf(manifest object) []string {
	return texts(sub(sub(manifest, "oauth_config"), "scopes"), "bot")
}

func eventsOf(manifest object) []string {
	return texts(sub(sub(manifest, "settings"), "event_subscriptions"), "bot_events")
}

func texts(o object, key string) []string {
	var all []string
	for _, v := range list(o, key) {
		if s, ok := v.(string); ok {
			all = append(all, s)
		}
	}
	return all
}

// checkFeatures judges events, App Home and interactivity (M5).
func checkFeatures(f *findings, manifest object) {
	events := eventsOf(manifest)
	if !slices.Contains(events, "app_home_opened") {
		f.add("M5", "the event app_home_opened is missing")
	}
	for _, event := range events {
		switch event {
		case "app_home_opened", "user_change", "app_uninstalled", "tokens_revoked":
		default:
			f.add("M5", "event %q is not one that the bot handles", event)
		}
	}
	if !flag(sub(sub(manifest, "features"), "app_home"), "home_tab_enabled") {
		f.add("M5", "home_tab_enabled is not true")
	}
	if !flag(sub(sub(manifest, "settings"), "interactivity"), "is_enabled") {
		f.add("M5", "interactivity is not enabled")
	}
}

// checkWords looks for translations, which Slack doesn't have (M6).
func checkWords(f *findings, manifest object) {
	walk(manifest, func(o object) {
		for key := range o {
			if strings.Contains(key, "locali") {
				f.add("M6", "Slack has no translations, so no %s", key)
			}
		}
	})
}
