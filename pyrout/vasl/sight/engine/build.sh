#!/usr/bin/env bash
# Compiles the engine of lines of sight to WebAssembly.
#
#   pyrout/vasl/sight/engine/build.sh            makes los.wasm and los.wasm.sum, which says of what it was made
#   pyrout/vasl/sight/engine/build.sh --check    compares los.wasm with its sources, where the compiler is there
#
# Needs emscripten 3.1.6 (Debian 12: apt-get install --no-install-recommends emscripten node-acorn): another version makes
# other bytes of the same sources.
set -euo pipefail
cd "$(dirname "$0")"
version=3.1.6
made=$(cat build.sh ./*.h los.cc | sha256sum | cut -c1-64)
if [ "${1:-}" = --check ]; then
  [ "$(cat los.wasm.sum)" = "$made $(sha256sum <los.wasm | cut -c1-64)" ] || { echo "los.wasm is not of these sources: run $0" >&2; exit 1; }
  em++ --version 2>/dev/null | head -n 1 | grep -qF " $version " || { echo "no emscripten $version here: los.wasm is not made anew"; exit 0; }
fi
export NODE_PATH=${NODE_PATH:-/usr/share/nodejs}  # where Debian has acorn, which emscripten wants
functions=$(grep -oE '\blos_[a-z_]+\(' los.cc | tr -d '(' | sort -u | sed 's/^/_/' | paste -sd,)
new=$(mktemp -d)
trap 'rm -rf "$new"' EXIT
em++ -O3 -mnontrapping-fptoint -std=c++17 -fno-exceptions -fno-rtti -Wall -Wextra -Werror los.cc --no-entry \
  -s STANDALONE_WASM=1 -s ALLOW_MEMORY_GROWTH=1 -s MAXIMUM_MEMORY=256MB -s TOTAL_STACK=64KB \
  -s EXPORTED_FUNCTIONS="$functions" -o "$new/los.wasm"
if [ "${1:-}" = --check ]; then
  cmp "$new/los.wasm" los.wasm
else
  install -m 644 "$new/los.wasm" los.wasm
  echo "$made $(sha256sum <los.wasm | cut -c1-64)" >los.wasm.sum
fi
