package daily_test

import "testing"

// A card can be put on one that lies on a foundation: it goes up there.
func TestCardOnToAFoundationsCard(t *testing.T) {
	p := newPerson(t)
	p.say("new deal 1141")
	p.say("d, w f") // A♦ is up
	p.expect("6 3", "2♦ from pile 6")
	p.expect("2d ad", "2♦ from pile 3 → foundation")
	p.expect("undo", "undo")
	p.expect("ks ad", "K♠ can't go up yet")
	p.expect("2d ac", "No move starts or ends at that card")
	p.expect("3 ad", "2♦ from pile 3 → foundation")
}
