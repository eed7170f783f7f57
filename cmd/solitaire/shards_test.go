package main

import (
	"os"
	"testing"
	"time"

	"github.com/solitaire-chat/solitaire/bot/discord/discordfake"
	"github.com/solitaire-chat/solitaire/persist/postgres/postgrestest"
)

// TestShardsMoveOver waits until two copies of the bot share the shards, and
// kills one: the other connects all of them, as soon as they are sure to be lost.
func TestShardsMoveOver(t *testing.T) {
	if os.Getenv("SOLITAIRE_LONG") == "" {
		t.Skip("it takes a minute: set SOLITAIRE_LONG")
	}
	d := discordfake.New(t, discordfake.Options{Shards: 4, MaxConcurrency: 2, Patience: time.Minute})
	section, env := onDiscord(d, gatewayTransport)
	env["SOLITAIRE_DATA"] = postgrestest.Start(t).Database(t)
	config := configure(t, section, noSlack)
	output(t, env, "register", "--config", config)
	one := serve(t, config, env)
	two := serve(t, config, env)
	d.Gateway.WaitReady(4)
	ann := d.Person("7", "ann", "en-GB")
	says(t, ann.Slash("solitaire new", "deal:1").Message, "deal 1 ·")

	const half = `solitaire_connections{platform="discord"} 2`
	metrics := func(s *server) func() string {
		return func() string { return string(get(t, s, "/metrics")) }
	}
	one.within(time.Minute, half, metrics(one))
	two.within(time.Minute, half, metrics(two))
	begin := time.Now()
	one.kill()
	for len(d.Gateway.Seen().Ready) < 4 {
		if time.Since(begin) > time.Minute {
			t.Fatalf("only the shards %v are there", d.Gateway.Seen().Ready)
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Logf("all shards are there again after %v", time.Since(begin).Round(time.Second))
	says(t, ann.Click("Draw").Message, "1 move ·")
}
