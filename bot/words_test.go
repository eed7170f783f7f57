package bot_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot"
	"github.com/solitaire-chat/solitaire/bot/bottest"
	"github.com/solitaire-chat/solitaire/bot/locale"
	"github.com/solitaire-chat/solitaire/bot/play"
)

// This doesn't depend on the language in which the player reads.
func TestCommandsWorkInEveryLanguage(t *testing.T) {
	words := bottest.Catalogue(t).Words()
	native := func() *bottest.Person {
		p := bottest.NewPerson(t)
		p.Bot.Number = func() int { return 1 }
		p.Say("new draw 3 deal 1")
		p.Say("d, 5 4")
		return p
	}
	for _, spec := range play.Commands() {
		want := bottest.Keys(native().Say(spec.Name))
		for _, phrase := range words.All()[spec.Name] {
			if got := bottest.Keys(native().Say("/solitaire " + phrase)); got != want {
				t.Errorf("%q: got %s, want %s", phrase, got, want)
			}
		}
	}
	for text, want := range map[string]string{
		"нова игра Юкон":                     "new.ask",
		"hoan tac 2":                         "undo.done",
		"settings ngôn ngữ tiếng việt":       "settings.done",
		"lojë e re yukon":                    "new.ask",
		"logħba ġdida passes bla limitu":     "new.ask",
		"mutambo mutsva passes":              "choice.value",
		"settings language shqip":            "settings.done",
		"daily вчера упражнение":             "daily.no-such",
		"new klondike passes không giới hạn": "new.ask",
	} {
		if got := bottest.Keys(native().Say(text)); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
	for _, text := range []string{"3 на 5", "3 sang 5", "3 te 5", "3 għal 5", "3 pa 5"} {
		if got, want := bottest.Keys(native().Say(text)), bottest.Keys(native().Say("3 5")); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

func TestOptionsWorkInEveryLanguage(t *testing.T) {
	for text, want := range map[string]string{
		"нова игра клондайк теглене 3 минавания неограничено":                   "new klondike draw 3 passes unlimited",
		"нова игра юкон връщане да може да се спечели публично":                 "new yukon return yes winnable public",
		"нова теглене 1 точкуване вегас раздаване 7":                            "new draw 1 scoring vegas deal 7",
		"lojë e re klondike tërhiq 3 kalime pa kufi":                            "new klondike draw 3 passes unlimited",
		"lojë e re jukon kthim po mund të fitohet publike":                      "new yukon return yes winnable public",
		"loje e re terhiq 1 pikezimi standarde shperndarja 7":                   "new draw 1 scoring standard deal 7",
		"logħba ġdida klondike iġbed 3 dawriet bla limitu":                      "new klondike draw 3 passes unlimited",
		"logħba ġdida yukon ritorn iva jista' jintrebaħ pubblika":               "new yukon return yes winnable public",
		"logħba ġdida iġbed 1 sistema tal-punteġġ vegas tqassim 7":              "new draw 1 scoring vegas deal 7",
		"mutambo mutsva klondike tora 3 maraundi pasina muganhu":                "new klondike draw 3 passes unlimited",
		"mutambo mutsva yukon kudzoka hongu unogona kuhwinwa munhu wese anoona": "new yukon return yes winnable public",
		"mutambo mutsva tora 1 kuverenga vegas mutambo nhamba 7":                "new draw 1 scoring vegas deal 7",
		"ván mới klondike rút 3 lượt không giới hạn":                            "new klondike draw 3 passes unlimited",
		"ván mới yukon lấy lại có có thể thắng công khai":                       "new yukon return yes winnable public",
		"van moi rut 1 tinh diem tieu chuan van bai 7":                          "new draw 1 scoring standard deal 7",
	} {
		p := bottest.NewPerson(t)
		p.Say("new deal 1141")
		p.Say("d")
		if r := p.Say(text); !bottest.Offers(r, want+" confirm") {
			t.Errorf("%q: got %s %v, want %s", text, p.Text(r), r.Actions, want)
		}
	}
}

// A setting and its value can be typed as they are shown.
func TestSettingsWorkByTheirShownNames(t *testing.T) {
	for text, want := range map[string]string{
		"настройки вид на дъската цветно":             "settings style coloured",
		"настройки цветове на боите четири цвята":     "settings four-colour on",
		"настройки нови игри всички могат да гледат":  "settings visibility public",
		"настройки името ми в класациите никъде":      "settings leaderboard anonymous",
		"cilësimet pamja e tabelës pamje":             "settings style picture",
		"cilesimet piket fshihen":                     "settings score hide",
		"cilësimet kujtesa e përditshme 07:30":        "settings reminder 07:30",
		"cilësimet lojërat e reja vetëm unë i shoh":   "settings visibility private",
		"preferenzi dehra tal-mejda sentenzi":         "settings style text",
		"preferenzi stampi ma jintwerewx":             "settings pictures off",
		"preferenzi logħob ġdid kulħadd jista' jara":  "settings visibility public",
		"preferenzi lingwa bħall-pjattaforma":         "settings language auto",
		"gadziriso chimiro chetafura mavara":          "settings style ascii",
		"gadziriso mavara esutu mavara mana":          "settings four-colour on",
		"gadziriso chiyeuchidzo hapana":               "settings reminder off",
		"gadziriso mitambo mitsva ini ndega ndinoona": "settings visibility private",
		"cài đặt kiểu bàn bài ký hiệu":                "settings style unicode",
		"cai dat mau cua cac bo hai mau":              "settings four-colour off",
		"cài đặt tên tôi trên bảng xếp hạng ẩn danh":  "settings leaderboard anonymous",
		"cài đặt điểm ẩn":                             "settings score hide",
	} {
		own, english := bottest.NewPerson(t), bottest.NewPerson(t)
		for _, p := range []*bottest.Person{own, english} {
			p.Bot.Pictures, p.Bot.Posters = true, map[string]bot.Poster{p.Player.Platform: &bottest.Mailbox{}}
		}
		wanted := english.Say(want)
		english.Has(wanted, "settings.done")
		if got := own.Text(own.Say(text)); got != english.Text(wanted) {
			t.Errorf("%q: got %s, want %s", text, got, english.Text(wanted))
		}
	}
}

func TestTranslatedWordsHideNoEnglishOnes(t *testing.T) {
	words := bottest.Catalogue(t).Words()
	english := strings.Fields("confirm game over turn up data me new-game my-data forget-me solitaire d r w f fh fd fc fs draw waste foundation to from on onto pile column the yes no y n u m h start board commands quit exit")
	for _, spec := range play.Commands() {
		english = append(english, spec.Name)
		for _, o := range spec.Options {
			english = append(english, o.Name)
			english = append(english, o.Values...)
		}
	}
	for _, s := range bot.Settings() {
		english = append(append(english, s.Name), s.Values...)
	}
	for _, word := range english {
		if got := words.English([]string{word}); len(got) != 1 || got[0] != word {
			t.Errorf("%q: got the English word %q, want itself", word, got)
		}
	}
	grammar := bot.New(nil, play.Commands()).Grammar() // of English alone
	known := append(slices.Clone(english), locale.Codes()...)
	for meaning, phrases := range words.All() {
		for _, phrase := range phrases {
			if c, _ := grammar.Parse(phrase); c.Spec.Name == "move" && !slices.Contains(english, meaning) {
				t.Errorf("%q, which means %s, looks like a move", phrase, meaning)
			}
		}
		if !slices.Contains(known, meaning) && !slices.Contains(strings.Fields("unlimited today yesterday week month all here everywhere language practice"), meaning) {
			t.Errorf("%v mean %q, which means nothing", phrases, meaning)
		}
	}
}
