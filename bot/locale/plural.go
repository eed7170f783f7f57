package locale

// A category is one of CLDR's plural categories.
type category string

const (
	one   category = "one"
	two   category = "two"
	few   category = "few"
	many  category = "many"
	other category = "other"
)

// pluralOf returns the category of a whole number by the cardinal rules of CLDR
// 48. They are written out here because the libraries at hand have others for
// Maltese or Vietnamese.
func pluralOf(lang string, n int) category {
	n = max(n, -n)
	switch {
	case lang == "vi":
		return other
	case lang == "mt":
		return maltese(n)
	case n == 1:
		return one
	}
	return other
}

func maltese(n int) category {
	switch rest := n % 100; {
	case n == 1:
		return one
	case n == 2:
		return two
	case n == 0, rest >= 3 && rest <= 10:
		return few
	case rest >= 11 && rest <= 19:
		return many
	}
	return other
}

// categories lists those that a language has.
func categories(lang string) []category {
	switch lang {
	case "vi":
		return []category{other}
	case "mt":
		return []category{one, two, few, many, other}
	}
	return []category{one, other}
}
