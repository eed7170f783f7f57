package main

import (
	"fmt"
	"strconv"
	"strings"
)

// A size is a number of bytes, written as 512MiB or 1GiB.
type size int64

// String returns the size in the largest unit that gives a whole number.
func (s size) String() string {
	units := []string{"", "KiB", "MiB", "GiB"}
	i := 0
	for i+1 < len(units) && s != 0 && s%1024 == 0 {
		s /= 1024
		i++
	}
	return strconv.FormatInt(int64(s), 10) + units[i]
}

// UnmarshalText reads a size.
func (s *size) UnmarshalText(text []byte) error {
	number, unit := strings.TrimSpace(string(text)), int64(1)
	for i, suffix := range []string{"KiB", "MiB", "GiB"} {
		if n, ok := strings.CutSuffix(number, suffix); ok {
			number, unit = strings.TrimSpace(n), 1<<(10*(i+1))
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n <= 0 || n > (1<<50)/unit {
		return fmt.Errorf("%q is no size: give one such as 512MiB or 1GiB", text)
	}
	*s = size(n * unit)
	return nil
}
