package game_test

import (
	"errors"
	"testing"

	"github.com/solitaire-chat/solitaire/game"
)

func TestOptionsHaveTheirDefaults(t *testing.T) {
	for _, tt := range []struct {
		options game.Options
		want    game.Rules
	}{
		{game.Options{}, game.KlondikeRules(1, 1, false)},
		{game.Options{Game: "klondike", Draw: "1", Return: "no", Scoring: "standard"}, game.KlondikeRules(1, 1, false)},
		{game.Options{Draw: "3"}, game.KlondikeRules(3, 3, false)},
		{game.Options{Draw: "3", Passes: "1"}, game.KlondikeRules(3, 1, false)},
		{game.Options{Passes: "unlimited", Return: "yes"}, game.KlondikeRules(1, 0, true)},
		{game.Options{Game: "yukon"}, game.YukonRules(false)},
		{game.Options{Game: "yukon", Return: "yes", Scoring: "standard"}, game.YukonRules(true)},
		{game.Options{Scoring: "vegas"}, vegasRules(1, false)},
		{game.Options{Scoring: "vegas", Passes: "1"}, vegasRules(1, false)},
		{game.Options{Scoring: "vegas", Draw: "3", Return: "yes"}, vegasRules(3, true)},
	} {
		got, err := tt.options.Rules()
		if err != nil || got != tt.want || got.Check() != nil {
			t.Errorf("%+v: %+v, %v, want %+v", tt.options, got, err, tt.want)
		}
	}
}

func TestUnknownOptionsAreRefused(t *testing.T) {
	for _, tt := range []struct {
		options game.Options
		want    game.OptionError
	}{
		{game.Options{Game: "spider"}, game.OptionError{"game", "spider", game.UnknownValue, ""}},
		{game.Options{Draw: "0"}, game.OptionError{"draw", "0", game.UnknownValue, game.Klondike}},
		{game.Options{Draw: "25"}, game.OptionError{"draw", "25", game.UnknownValue, game.Klondike}},
		{game.Options{Draw: "one"}, game.OptionError{"draw", "one", game.UnknownValue, game.Klondike}},
		{game.Options{Passes: "0"}, game.OptionError{"passes", "0", game.UnknownValue, game.Klondike}},
		{game.Options{Passes: "-1"}, game.OptionError{"passes", "-1", game.UnknownValue, game.Klondike}},
		{game.Options{Return: "maybe"}, game.OptionError{"return", "maybe", game.UnknownValue, game.Klondike}},
		{game.Options{Scoring: "golf"}, game.OptionError{"scoring", "golf", game.UnknownValue, game.Klondike}},
		{game.Options{Scoring: "vegas", Passes: "3"}, game.OptionError{"passes", "3", game.VegasPasses, game.Klondike}},
		{game.Options{Scoring: "vegas", Draw: "3", Passes: "1"}, game.OptionError{"passes", "1", game.VegasPasses, game.Klondike}},
		{game.Options{Game: "yukon", Draw: "1"}, game.OptionError{"draw", "1", game.NeedsStock, game.Yukon}},
		{game.Options{Game: "yukon", Passes: "1"}, game.OptionError{"passes", "1", game.NeedsStock, game.Yukon}},
		{game.Options{Game: "yukon", Scoring: "vegas"}, game.OptionError{"scoring", "vegas", game.NeedsStock, game.Yukon}},
		{game.Options{Game: "yukon", Scoring: "golf"}, game.OptionError{"scoring", "golf", game.UnknownValue, game.Yukon}},
	} {
		_, err := tt.options.Rules()
		if got, ok := errors.AsType[*game.OptionError](err); !ok || *got != tt.want {
			t.Errorf("%+v: %v, want %v", tt.options, err, &tt.want)
		}
	}
}

func TestImpossibleRulesAreRefused(t *testing.T) {
	for _, tt := range []struct {
		name   string
		rules  game.Rules
		change func(*game.Rules)
	}{
		{"no game", klondike, func(r *game.Rules) { r.Family = nil }},
		{"klondike without a stock", klondike, func(r *game.Rules) { r.Draw = 0 }},
		{"draw below none", klondike, func(r *game.Rules) { r.Draw = -1 }},
		{"draw too many", klondike, func(r *game.Rules) { r.Draw = game.MaxDraw + 1 }},
		{"passes below none", klondike, func(r *game.Rules) { r.Passes = -1 }},
		{"unknown scoring", klondike, func(r *game.Rules) { r.Scoring = game.Vegas + 1 }},
		{"no ranks", klondike, func(r *game.Rules) { r.Ranks = 0 }},
		{"too many ranks", klondike, func(r *game.Rules) { r.Ranks = 14 }},
		{"no piles", klondike, func(r *game.Rules) { r.Piles = 0 }},
		{"too many piles", klondike, func(r *game.Rules) { r.Piles = 8 }},
		{"a triangle of more cards than there are", klondike, func(r *game.Rules) { r.Ranks = 6 }},
		{"yukon with a stock", yukon, func(r *game.Rules) { r.Draw = 1 }},
		{"yukon with passes", yukon, func(r *game.Rules) { r.Passes = 1 }},
		{"yukon with vegas", yukon, func(r *game.Rules) { r.Scoring = game.Vegas }},
		{"yukon on one pile", yukon, func(r *game.Rules) { r.Piles = 1 }},
	} {
		r := tt.rules
		tt.change(&r)
		if r.Check() == nil {
			t.Errorf("%s: %+v can be played", tt.name, r)
		}
		if _, err := game.New(r, game.NewDeck(), game.Origin{}); err == nil {
			t.Errorf("%s: %+v was dealt", tt.name, r)
		}
	}
}
