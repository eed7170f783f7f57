package bot

import (
	"encoding/base64"
	"strconv"
	"strings"
	"time"

	"github.com/solitaire-chat/solitaire/bot/locale"
)

// What came of a delivery is kept as its messages in a compact text: messages
// parted by "\n", fields by "\t", each argument a name, a letter for its type
// and the value. Arguments are short words, numbers and cards, and quoted
// holds that none has one of these two in it.

func encodeOutcome(lines []locale.Message) []byte {
	var b strings.Builder
	for i, m := range lines {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(m.Key)
		for _, a := range m.Args {
			b.WriteByte('\t')
			b.WriteString(a.Name)
			b.WriteByte('\t')
			b.WriteString(encodeArg(a.Value))
		}
	}
	return []byte(b.String())
}

func encodeArg(value any) string {
	switch v := value.(type) {
	case int:
		return "i" + strconv.Itoa(v)
	case locale.Card:
		return "c" + string(v)
	case locale.Name:
		return "n" + oneField(string(v))
	case locale.Names: // names have no commas: see harmless
		return "N" + strings.Join(v, ",")
	case locale.Message:
		return encodeArg(locale.List{v})
	case locale.List:
		return "m" + base64.RawURLEncoding.EncodeToString(encodeOutcome(v))
	case locale.Moment:
		return "t" + strconv.FormatInt(time.Time(v).Unix(), 10)
	case locale.Cards:
		list := make([]string, len(v))
		for i, c := range v {
			list[i] = string(c)
		}
		return "l" + strings.Join(list, " ")
	case locale.Language:
		return "g" + string(v)
	case locale.Date:
		return "d" + time.Time(v).UTC().Format(time.DateOnly)
	case string:
		return "s" + oneField(v)
	}
	return "s"
}

// oneField keeps a text within its field.
func oneField(s string) string { return strings.NewReplacer("\t", " ", "\n", " ").Replace(s) }

func decodeOutcome(b []byte) []locale.Message {
	if len(b) == 0 {
		return nil
	}
	var lines []locale.Message
	for line := range strings.SplitSeq(string(b), "\n") {
		fields := strings.Split(line, "\t")
		m := locale.Message{Key: fields[0]}
		for i := 1; i+1 < len(fields); i += 2 {
			m.Args = append(m.Args, locale.Arg{Name: fields[i], Value: decodeArg(fields[i+1])})
		}
		lines = append(lines, m)
	}
	return lines
}

func decodeArg(field string) any {
	if field == "" {
		return ""
	}
	value := field[1:]
	switch field[0] {
	case 'i':
		n, _ := strconv.Atoi(value)
		return n
	case 'c':
		return locale.Card(value)
	case 'n':
		return locale.Name(value)
	case 'N':
		return locale.Names(strings.Split(value, ","))
	case 'm':
		inner, _ := base64.RawURLEncoding.DecodeString(value)
		return locale.List(decodeOutcome(inner))
	case 't':
		n, _ := strconv.ParseInt(value, 10, 64)
		return locale.Moment(time.Unix(n, 0).UTC())
	case 'l':
		var list locale.Cards
		for _, c := range strings.Fields(value) {
			list = append(list, locale.Card(c))
		}
		return list
	case 'g':
		return locale.Language(value)
	case 'd':
		day, _ := time.Parse(time.DateOnly, value)
		return locale.Date(day)
	}
	return value
}
