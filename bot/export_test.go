package bot

// Limiters returns how many players' speed is remembered.
func (b *Bot) Limiters() int {
	b.bounds.mu.Lock()
	defer b.bounds.mu.Unlock()
	return len(b.bounds.players)
}
