#!/usr/bin/env bash
# Makes the pictures of README.md from the real program. Needs a display, or Xvfb.
set -euo pipefail
cd "$(dirname "$0")/.."
out=docs/pictures
target=${CARGO_TARGET_DIR:-target}
cargo build --release
program=$target/release/bombers-moon
user=$(mktemp -d)
trap 'rm -rf "$user"' EXIT
shot() { # file, arguments
  local file=$1
  shift
  "$program" --user-dir "$user" --size 1440x900 --screenshot "$out/$file" "$@"
}
if [ -z "${DISPLAY:-}" ]; then
  exec xvfb-run -a -s '-screen 0 1440x900x24' "$0"
fi
shot table.png --scenario dambusters/s1-mohne --seed 7 --after 22 --policy bot
shot roll.png --scenario dambusters/s1-mohne --seed 7 --after 27 --policy bot
shot debriefing.png --scenario dambusters/s1-mohne --seed 7 --after 5000 --policy bot
