#!/usr/bin/env bash
# Makes the pictures of README.md from the real program, on a screen of its own.
# Needs Xvfb, xdotool and ImageMagick. Usage: docs/pictures.sh [PROGRAM]
set -euo pipefail
cd "$(dirname "$0")/.."
if [ -z "${PICTURES:-}" ]; then
  PICTURES=1 exec xvfb-run -a -s '-screen 0 1440x900x24' "$0" "$@"
fi
unset WAYLAND_DISPLAY
export LIBGL_ALWAYS_SOFTWARE=1
program=${1:-}
if [ -z "$program" ]; then
  cargo build --release
  program=${CARGO_TARGET_DIR:-target}/release/bombers-moon
fi
out=docs/pictures
user=$(mktemp -d)
trap 'rm -rf "$user"' EXIT
shot() { # file, arguments
  "$program" --user-dir "$user" --size 1440x900 --screenshot "$out/$1" "${@:2}"
}
shot table.png --scenario dambusters/s1-mohne --seed 7 --after 24 --policy bot
shot roll.png --scenario dambusters/s1-mohne --seed 7 --after 38 --policy bot
shot flight.png --scenario dambusters/s9-chastise --seed 7 --after 0 --until "whom does the"
shot blotter.png --scenario dambusters/s10-campaign --seed 7 --after 14 --policy bot
shot planner.png --scenario duel/one-night --seed 7 --after 12 --until "lay the next compass card"
shot deployment.png --scenario duel/one-night --seed 7 --after 40 --until "deploy your resources"
shot duel.png --scenario duel/one-night --seed 7 --after 110 --until "move your squadrons"
shot summary.png --scenario duel/two-nights --seed 7 --until "the night is over"
shot debriefing.png --scenario dambusters/s1-mohne --seed 7 --after 5000 --policy bot
"$program" --user-dir "$user/fresh" >/dev/null 2>&1 &
game=$!
sleep 12
import -window root -crop 1280x800+0+0 +repage "$out/menu.png"
kill "$game" || true
