package bot

// Limiters returns how many players' speed is remembered.
func (b *Bot) Limiters() int {
	b.bounds.mu.Lock()
	defer b.bounds.mu.Unlock()
	return len(b.bounds.players)
}

// Tongues returns how many players' languages are remembered.
func (b *Bot) Tongues() int {
	b.tongues.mu.Lock()
	defer b.tongues.mu.Unlock()
	return len(b.tongues.chosen)
}

// LooksLikeMove reports whether a text is read as moves though it begins with
// no command.
func LooksLikeMove(text string) bool { return looksLikeMove(text) }

// SettingWords lists the names of the settings and what they can be.
func SettingWords() []string {
	var words []string
	for _, s := range settingsTable() {
		words = append(append(words, s.name), s.values...)
	}
	return words
}
