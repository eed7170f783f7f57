package locale

import (
	"slices"

	"github.com/BurntSushi/toml"
)

// Keys lists the keys of the English catalogue, which has them all, sorted.
func Keys() []string {
	var texts map[string]any
	if _, err := toml.DecodeFS(files, "en.toml", &texts); err != nil {
		panic("locale: the built-in catalogue can't be read: " + err.Error())
	}
	keys := make([]string, 0, len(texts))
	for key := range texts {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}
