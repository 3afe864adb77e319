#!/usr/bin/env bash
# Makes the parts of the site that are no Python of ours: clingo compiled to WebAssembly, and Pyodide's core.
#
#   pyrout/site/build.sh PARTS      makes them, unless they are there and were made of the same
#   pyrout/site/build.sh --made     prints what tells one state of what they are made of from another
#
# Needs python3 with pip, npm, cmake, ninja, bison, re2c and emscripten 3.1; on Debian 12:
#   apt-get install --no-install-recommends cmake ninja-build bison re2c emscripten node-acorn npm
# Sources come from PyPI and the npm registry, of the versions and with the checksums that are said here. JOBS=n compiles n
# files at a time, PYTHON=p takes another Python.
set -euo pipefail
[ $# = 1 ] || { echo "usage: $0 PARTS" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
# Other sources or flags make the parts anew
made=$(cat "$here/clingo.cc" "$here/build.sh" | sha256sum | cut -c1-16)
[ "$1" != --made ] || { echo "$made"; exit 0; }
mkdir -p "$1"
parts=$(cd "$1" && pwd)
clingo=5.8.0
clingo_sum=e557d0ab209bfe185e4ae9dde531ca777be1b72a1a13a5d169926a1f9e4c4480
pyodide=314.0.7
pyodide_sum=66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0
flags="-O3 -fwasm-exceptions"
[ "$(cat "$parts/made" 2>/dev/null)" = "$made" ] && { echo "the parts are there"; exit 0; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for tool in npm cmake ninja emcmake em++; do
  command -v "$tool" >/dev/null || { echo "$0: needs $tool (see the head of this file)" >&2; exit 1; }
done
checked() { echo "$2  $1" | sha256sum --check --quiet || { echo "$0: $1 is not the file it should be" >&2; exit 1; }; }

cd "$work"
"${PYTHON:-python3}" -m pip download --quiet --no-deps --no-binary clingo "clingo==$clingo"
checked "clingo-$clingo.tar.gz" "$clingo_sum"
npm pack --silent "pyodide@$pyodide" >/dev/null
checked "pyodide-$pyodide.tgz" "$pyodide_sum"

tar xzf "pyodide-$pyodide.tgz"
rm -rf "$parts/pyodide" && mkdir "$parts/pyodide"
cp package/{pyodide.mjs,pyodide.asm.mjs,pyodide.asm.wasm,pyodide-lock.json,python_stdlib.zip} "$parts/pyodide/"

tar xzf "clingo-$clingo.tar.gz"
export NODE_PATH=${NODE_PATH:-/usr/share/nodejs}  # where Debian has acorn, which emscripten wants
mkdir built && cd built
emcmake cmake -G Ninja "../clingo-$clingo" -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS="$flags" -DCMAKE_C_FLAGS=-O3 \
  -DCLINGO_BUILD_WITH_PYTHON=Off -DCLINGO_BUILD_WITH_LUA=Off -DCLINGO_BUILD_SHARED=Off -DCLINGO_BUILD_STATIC=On \
  -DCLINGO_MANAGE_RPATH=Off -DCLASP_BUILD_WITH_THREADS=Off -DCLINGO_BUILD_APPS=Off >cmake.log
ninja ${JOBS:+-j "$JOBS"} libclingo | tail -1
cd ..
functions=$(grep -oE '^(int|void|char const \*|uint8_t const \*|size_t|clingo_control_t \*)? ?\*?pyrout_[a-z_]+\(' "$here/clingo.cc" | grep -oE 'pyrout_[a-z_]+' | sed 's/^/_/' | paste -sd,)
em++ $flags -std=c++14 -I "clingo-$clingo/libclingo" "$here/clingo.cc" \
  built/lib/lib{clingo,reify,gringo,clasp,potassco}.a \
  -s MODULARIZE=1 -s EXPORT_ES6=1 -s ENVIRONMENT=worker -s DYNAMIC_EXECUTION=0 -s FILESYSTEM=0 --no-entry \
  -s ALLOW_MEMORY_GROWTH=1 -s TOTAL_STACK=5MB -s ABORTING_MALLOC=0 \
  -s EXPORTED_FUNCTIONS="_malloc,_free,$functions" -o "$parts/clingo-engine.mjs"
echo "$made" >"$parts/made"
ls -l "$parts" "$parts/pyodide"
