package console

import "testing"

func TestWrap(t *testing.T) {
	for _, tt := range []struct {
		text  string
		width int
		want  string
	}{
		{"one two three", 0, "one two three"},
		{"one two three", 7, "one two\nthree"},
		{"one two three", 80, "one two three"},
		{"  ##×24   w   --\none two three", 20, "  ##×24   w   --\none two three"},
		{"averyveryverylongword a", 5, "averyveryverylongword\na"},
		{"♥♥♥ ♥♥♥\n", 3, "♥♥♥\n♥♥♥\n"},
		{"", 5, ""},
	} {
		if got := wrap(tt.text, tt.width); got != tt.want {
			t.Errorf("wrap(%q, %d) = %q, want %q", tt.text, tt.width, got, tt.want)
		}
	}
}
