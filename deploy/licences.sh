#!/bin/sh
# Gathers the licence texts of all that is linked into the program, in a new folder:
#
#   sh deploy/licences.sh FOLDER
#
# It fails if a module has none.
set -eu
cd "$(dirname "$0")/.."
out=$1
mkdir -p "$out"
cp LICENSE "$out/solitaire"
cp render/picture/DejaVuSans-LICENSE.txt "$out/dejavu-fonts"
cp "$(go env GOROOT)/LICENSE" "$out/go"
modules=$(go list -deps -f '{{with .Module}}{{if not .Main}}{{.Path}} {{.Dir}}{{end}}{{end}}' ./cmd/solitaire | sort -u)
echo "$modules" | while read -r module dir; do
  name=$out/$(echo "$module" | tr / _)
  for text in "$dir"/LICEN[CS]E* "$dir"/COPYING* "$dir"/NOTICE* "$dir"/PATENTS*; do
    if [ -f "$text" ]; then cat "$text" >>"$name"; fi
  done
  if [ ! -s "$name" ]; then
    echo "$module has no licence text" >&2
    exit 1
  fi
done
