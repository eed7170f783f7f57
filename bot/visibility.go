package bot

import "slices"

// Private reports whether the answer to a request will be for the player's
// eyes only, as far as its text tells. A platform that has to fix this before
// the answer is there goes by it; the reply says how it turned out.
func (b *Bot) Private(req Request) bool {
	cmd, unknown := b.parse(req.Text)
	return req.Place.Shared && (unknown != nil || !cmd.public())
}

// public reports whether a command asks to be seen by everybody.
func (c command) public() bool {
	return c.spec.Public || c.spec.Name == "new" && slices.Contains(c.words, publicWord)
}

// place decides who sees the reply. A board that others may see stays so; all
// else is private unless the command asks for the public.
func (s *session) place(cmd command) {
	r := &s.reply
	shown := r.Board != nil && !s.noBoard && s.rec.Games[s.slot(s.rec.Current)].Public
	r.Private = s.req.Place.Shared && !shown && (r.Board != nil || !cmd.spec.Public || s.quiet || s.req.Tap && !s.req.Own)
}
