package discordfake

import (
	"fmt"
	"unicode/utf8"
)

// Submit fills in the form that an answer has opened and sends it. The fields
// are named by their labels or custom_ids.
func (p *Person) Submit(form *Answer, fields map[string]string) *Answer {
	p.s.t.Helper()
	return must(p.s.t)(p.TrySubmit(form, fields))
}

// TrySubmit is Submit with an error.
func (p *Person) TrySubmit(form *Answer, fields map[string]string) (*Answer, error) {
	doc, err := decode(form.Modal)
	if err != nil {
		return nil, fmt.Errorf("the answer has opened no form")
	}
	modal, _ := doc.(object)
	rows, left := []any{}, len(fields)
	for c := range walk(modal, "") {
		if c.kind() != typeTextInput {
			continue
		}
		value, given := fields[text(c.object, "custom_id")]
		if !given {
			value, given = fields[text(c.object, "label")]
		}
		if given {
			left--
		}
		if err := fitsInput(c.object, value); err != nil {
			return nil, err
		}
		rows = append(rows, object{"type": typeRow, "components": []any{
			object{"type": typeTextInput, "custom_id": c.object["custom_id"], "value": value},
		}})
	}
	if left > 0 {
		return nil, fmt.Errorf("the form does not have all of %v", fields)
	}
	return p.s.perform(p.submitted(form, object{"custom_id": modal["custom_id"], "components": rows}))
}

func fitsInput(input object, value string) error {
	n := utf8.RuneCountInString(value)
	if n == 0 && input["required"] == false {
		return nil
	}
	if n < max(1, number(input, "min_length", 0)) || n > number(input, "max_length", 4000) {
		return fmt.Errorf("%q does not fit into %q", value, text(input, "custom_id"))
	}
	return nil
}

// submitted makes the event. A form that a message's component has opened
// belongs to that message.
func (p *Person) submitted(form *Answer, data object) *event {
	p.s.mu.Lock()
	defer p.s.mu.Unlock()
	source := form.event.in.source
	in := p.s.begin(interactionModal, p.user, p.place, source)
	o := p.interaction(in, data)
	if source != nil {
		o["message"] = p.s.json(source)
	}
	return &event{in: in, payload: p.s.pack(o)}
}
