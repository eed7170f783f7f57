package slack_test

import (
	"bytes"
	"fmt"
	"image/gif"
	"image/png"
	"strings"
	"testing"

	"github.com/solitaire-chat/solitaire/bot/slack/slackfake"
	"github.com/solitaire-chat/solitaire/render/picture"
)

// painting is a stage with a bot that paints.
func painting(t testing.TB, by transport) *stage {
	t.Helper()
	p, err := picture.New()
	if err != nil {
		t.Fatal(err)
	}
	s := &stage{painter: p}
	s.open(t, by, memory(), slackfake.Options{Uses: 3}) // the answer, its picture, and perhaps the answer again
	s.adapter.WaitForPictures()
	return s
}

// awaitPicture waits for a message with a picture and a certain description.
func awaitPicture(t testing.TB, p *slackfake.Person, alt string) slackfake.Shown {
	t.Helper()
	return p.Await("a picture of "+alt, func(s slackfake.Shown) bool {
		return len(s.Files) == 1 && strings.HasPrefix(s.Files[0].Alt, alt)
	})
}

// In the conversation with the bot a picture replaces each drawn board, and files that
// are no longer shown are deleted.
func TestBoardsArePainted(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, by transport) {
		s := painting(t, by)
		ann := s.ann()
		ann.Slash("/solitaire", "settings style picture")
		first := ann.Slash("/solitaire", "new deal 1141")
		shown := awaitPicture(t, ann, "##×24 w -- | f -♣")
		if shown.TS != first.TS {
			t.Error("the picture is another message")
		}
		if _, err := png.Decode(bytes.NewReader(shown.Files[0].Data)); err != nil {
			t.Error(err)
		}
		if !strings.Contains(shown.Text, "Stock: 24 cards") {
			t.Errorf("read aloud: %q", shown.Text)
		}
		for _, typed := range []string{"d", "d"} {
			ann.Slash("/move", typed)
		}
		awaitPicture(t, ann, "##×22")
		ann.Click("Draw")
		awaitPicture(t, ann, "##×21")
		ann.Click("In words")
		ann.Await("the board in words", func(now slackfake.Shown) bool {
			return now.TS == first.TS && len(now.Files) == 0 && strings.Contains(now.Reading(), "Foundations: ")
		})
		s.stop()
		if n := s.Files(); n > 1 {
			t.Errorf("%d files are left", n)
		}
	})
}

// In a channel the typed board is painted, and so is each tap's.
func TestBoardsInChannels(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, by transport) {
		s := painting(t, by)
		ann := s.ann().In("C1")
		ann.Slash("/solitaire", "settings style picture")
		board := ann.Slash("/solitaire", "new deal 1141")
		if len(board.Files) != 1 {
			t.Error("the typed board has no picture")
		}
		ann.Click("Draw")
		shown := awaitPicture(t, ann, "##×23")
		if shown.TS != board.TS || !shown.Private {
			t.Error("the picture is another message, or others see it")
		}
	})
}

// Every tap is a move whose answer has its picture, and pictures that are no longer shown
// are deleted.
func TestReplacedPicturesAreDeleted(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, by transport) {
		s := painting(t, by)
		ann := s.ann().In("C1")
		ann.Slash("/solitaire", "settings style picture")
		ann.Slash("/solitaire", "new draw 1")
		for n := range 6 {
			ann.Click("Draw")
			awaitPicture(t, ann, fmt.Sprintf("##×%d ", 23-n))
		}
		ann.Slash("/solitaire", "show")
		s.stop()
		if n := s.Files(); n != 1 {
			t.Errorf("%d files are kept, one is shown", n)
		}
	})
}

// A picture that fails leaves the answer as it is.
func TestPictureIsLost(t *testing.T) {
	t.Parallel()
	for _, method := range []string{"files.getUploadURLExternal", "files.completeUploadExternal", "chat.postMessage"} { // the last one twice, because of a retry
		t.Run(method, func(t *testing.T) {
			s := painting(t, overHTTP)
			ann := s.ann()
			ann.Slash("/solitaire", "settings style picture")
			s.Fail(method, slackfake.Fault{Error: "internal_error", Times: 2})
			ann.Slash("/solitaire", "new deal 1141")
			s.stop()
			now := ann.Await("the drawn board", func(now slackfake.Shown) bool { return strings.Contains(now.Reading(), "::×24") })
			if len(now.Files) != 0 || s.Files() != 0 {
				t.Errorf("%d pictures are shown, %d files left", len(now.Files), s.Files())
			}
			if !strings.Contains(s.log.String(), "could not show a picture") {
				t.Errorf("the log says nothing: %s", s.log)
			}
		})
	}
}

// Statistics and films are painted, typed or tapped.
func TestChartsAndFilm(t *testing.T) {
	t.Parallel()
	s := painting(t, overSocket)
	ann := s.ann().In("C1")
	ann.Slash("/solitaire", "new yukon deal 452")
	ann.Slash("/move", lineYukon)
	await(ann, "You won!")
	ann.Slash("/solitaire", "stats")
	charts := awaitPicture(t, ann, "Charts of 1 game, 1 won")
	if !charts.Private || charts.Text == "" {
		t.Errorf("others see the charts, or they say nothing: %+v", charts)
	}
	ann.Click("Show it")
	film := awaitPicture(t, ann, "The whole game in ")
	moves, err := gif.DecodeAll(bytes.NewReader(film.Files[0].Data))
	if err != nil || len(moves.Image) < 50 {
		t.Errorf("%d frames, %v", len(moves.Image), err)
	}
}
