package bot

// Limiters returns how many players' speed is remembered.
func (b *Bot) Limiters() int {
	b.bounds.mu.Lock()
	defer b.bounds.mu.Unlock()
	return len(b.bounds.players)
}

// LooksLikeMove reports whether a text is read as moves though it begins with
// no command.
func LooksLikeMove(text string) bool { return looksLikeMove(text) }
