package locale_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/solitaire-chat/solitaire/bot/locale"
)

// draftTerms returns the words of each language, by the English term, that don't come
// from a public translation of a solitaire game: they are drafts or machine translations.
// Each is the beginning of one or more words, in the form of spaced. When a speaker of
// the language agrees to a word, delete its line, and the draft marks of messages without
// another such word.
//
// Maltese and Shona are drafts as a whole, so they aren't here.
func draftTerms() map[string]map[string][]string {
	return map[string]map[string][]string{
		"sq": {
			"red, black":            {"kuq", "zez"},
			"queen":                 {"mbretëresh"},
			"face-down card":        {"mbyllur"},
			"face up":               {"hapur"},
			"pile":                  {"grumbu"},
			"top card":              {"sipërm"},
			"draw one, draw three":  {"tërhiq | "},
			"pass":                  {"kalim"},
			"unlimited":             {"pa kufi"},
			"resign":                {"dorëz"},
			"finish":                {"përfundo"},
			"rewind":                {"kthehu mbrapa"},
			"back":                  {"mbrapa"},
			"deal number":           {"numri i një shpërndarj", "numër shpërndarj"},
			"daily deal":            {"loja e ditës", "lojën e ditës", "lojës së ditës", "lojë të ditës", "loje të ditës", "lojëra të ditës", "lojërave të ditës", "lojërat e ditës", "loja jote e fundit e ditës"},
			"practice":              {"ushtr"},
			"challenge":             {"sfid"},
			"share":                 {"ndaje me"},
			"settings":              {"cilësim"},
			"language":              {"gjuh"},
			"rules":                 {"rregull"},
			"more":                  {"^ më shumë"},
			"delete":                {"fshi ", "fshin ", "fshihet "},
			"No more moves":         {"nuk ka më lëvizje"},
			"This game can be won.": {"mund të fitohe"},
			"Can't tell.":           {"nuk dihet"},
			"scoring":               {"pikëzim"},
			"Standard, Vegas":       {"standard", "vegas"},
			"fewest moves":          {"më pak lëvizje"},
			"streak":                {"seri"},
			"leaderboard":           {"renditj"},
			"place":                 {"vendi im", "vendi yt"},
			"player":                {"lojtar"},
			"clean":                 {"pa ndihmë"},
			"late":                  {"me vonesë"},
		},
		"bg": {
			"red, black":          {"червен", "черн"},
			"stock":               {"тесте"},
			"empty column":        {"празна купчина"},
			"top card":            {"горната карта", "горна карта"},
			"turn the waste over": {"обръщане на боклука", "^ обръщане", "обръща боклука", "боклукът се обръща", "боклукът беше обърнат"},
			"pass":                {"минаван"},
			"resign":              {"преда"},
			"finish":              {"довършване"},
			"rewind":              {"връщане назад"},
			"back":                {"назад"},
			"daily deal":          {"раздаване на деня", "раздаването на деня", "раздавания на деня", "раздаванията на деня"},
			"practice":            {"упражн"},
			"challenge":           {"предизвик"},
			"share":               {"сподел"},
			"language":            {"език"},
			"rules":               {"правила"},
			"more":                {"^ още $", "^ още ходове"},
			"delete":              {"изтри"},
			"scoring":             {"точкуван"},
			"Standard, Vegas":     {"вегас"},
			"leaderboard":         {"класаци"},
			"place":               {"моето място", "вашето място"},
			"player":              {"играч"},
			"clean":               {"без помощ"},
			"late":                {"със закъснение"},
		},
		"vi": {
			"red, black":            {"đỏ", "đen "},
			"face-down card":        {"úp"},
			"face up":               {"ngửa"},
			"game, deal":            {"ván"},
			"empty column":          {"chồng trống"},
			"empty foundation":      {"nền tảng trống"},
			"top card":              {"lá trên cùng"},
			"move":                  {"nước"},
			"turn the waste over":   {"lật lại"},
			"pass":                  {"vòng"},
			"unlimited":             {"không giới hạn"},
			"restart":               {"chơi lại"},
			"resign":                {"bỏ cuộc"},
			"finish":                {"hoàn tất"},
			"rewind, back":          {"quay lại"},
			"practice":              {"luyện tập"},
			"challenge":             {"thách đấu"},
			"share":                 {"chia sẻ"},
			"settings":              {"cài đặt"},
			"language":              {"ngôn ngữ"},
			"rules":                 {"luật"},
			"more":                  {"^ thêm"},
			"delete":                {"xóa"},
			"losses":                {"thua"},
			"This game can be won.": {"có thể thắng", "không thể thắng"},
			"Can't tell.":           {"xác định được"},
			"streak":                {"chuỗi"},
			"leaderboard, place":    {"hạng"},
			"player":                {"người chơi"},
			"clean":                 {"không trợ giúp"},
			"late":                  {"muộn"},
		},
	}
}

func TestMessagesWithDraftTermsAreMarked(t *testing.T) {
	c := mustLoad(t)
	for lang, terms := range draftTerms() {
		texts, marked := spacedTexts(t, lang), c.Review(lang).Unsure
		for term, words := range terms {
			for _, word := range words {
				said := saying(texts, word)
				if len(said) == 0 {
					t.Errorf("%s: no message has %q for %q: leave it out here", lang, word, term)
				}
				for _, key := range said {
					if !slices.Contains(marked, key) {
						t.Errorf("%s: %q in %s is a draft of %q: mark the message with draft = true", lang, word, key, term)
					}
				}
			}
		}
	}
}

// saying lists the messages in which a word begins.
func saying(texts map[string]string, word string) []string {
	if !strings.HasPrefix(word, "^") {
		word = " " + word
	}
	var keys []string
	for key, text := range texts {
		if strings.Contains(text, word) {
			keys = append(keys, key)
		}
	}
	return keys
}

// spacedTexts returns all forms of each message, spaced.
func spacedTexts(t *testing.T, lang string) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for key, forms := range locale.Texts(t, lang) {
		for _, text := range forms {
			texts[key] += spaced(text)
		}
	}
	return texts
}

// spaced returns a text in lower case with single spaces between words, ^ at the
// beginning, $ at the end, and | for an argument.
func spaced(text string) string {
	text = regexp.MustCompile(`\{\{[^}]*\}\}`).ReplaceAllString(strings.ToLower(text), " | ")
	words := strings.FieldsFunc(text, func(r rune) bool { return r != '|' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return "^ " + strings.Join(words, " ") + " $"
}
