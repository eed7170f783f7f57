#!/bin/sh
# Starts a bot without any account, sends it slash commands as Slack would, signed and
# over HTTP, and prints its answers:
#
#	deploy/trial.sh ./solitaire 'new deal 1141' 'd, 6 3' 'hint'
#
# The bot keeps its data in a temporary folder, listens on free ports of the loopback
# interface, and calls nobody. The script needs curl and openssl.
set -eu

program=$1
shift
folder=$(mktemp -d)
bot=
trap '[ -z "$bot" ] || { kill "$bot" && wait "$bot"; } 2>/dev/null; rm -r "$folder"' EXIT

cat >"$folder/config.yaml" <<YAML
data: $folder/solitaire.db
http:
  listen: "127.0.0.1:0"
admin:
  listen: "127.0.0.1:0"
discord:
  enabled: false
slack:
  transport: http
  api_url: http://127.0.0.1:1/api/ # nobody answers there
YAML

SOLITAIRE_SECRET=$("$program" secret)
SLACK_BOT_TOKEN=xoxb-trial
SLACK_SIGNING_SECRET=trial
export SOLITAIRE_SECRET SLACK_BOT_TOKEN SLACK_SIGNING_SECRET
"$program" serve --config "$folder/config.yaml" 2>"$folder/log" &
bot=$!
while ! grep -q '"msg":"serving"' "$folder/log"; do
	kill -0 "$bot" 2>/dev/null || { cat "$folder/log" >&2; exit 1; }
	sleep 0.1
done
http=$(sed -n 's/.*"http":"\([^"]*\)".*/\1/p' "$folder/log")

number=0
for text; do
	number=$((number + 1))
	time=$(date +%s)
	body="command=/solitaire&team_id=T1&channel_id=C1&channel_name=general&user_id=U1&user_name=ann&trigger_id=$number"
	body="$body&response_url=http://127.0.0.1:1/&text=$(printf %s "$text" | sed 's/ /+/g')"
	signature=$(printf 'v0:%s:%s' "$time" "$body" | openssl dgst -sha256 -hmac "$SLACK_SIGNING_SECRET" | sed 's/.* //')
	echo "> /solitaire $text"
	# The answer's plain text is what a screen reader and a notification get.
	curl -fsS -H "X-Slack-Request-Timestamp: $time" -H "X-Slack-Signature: v0=$signature" --data-raw "$body" \
		"http://$http/slack/commands" | sed 's/.*"text":"\([^"]*\)","blocks".*/\1/; s/\\n/\
/g'
	echo
done
