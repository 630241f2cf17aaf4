#!/usr/bin/env bash
# Builds the examples against the installed library, without Swift on the PATH, and runs each: it must end well, and save a
# picture.
set -euo pipefail
build=$1 examples=$2
prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT
cmake --install "$build" --prefix "$prefix/usr" >/dev/null
export PATH=/usr/bin:/bin
cmake -G Ninja -S "$examples" -B "$prefix/build" -DCMAKE_PREFIX_PATH="$prefix/usr" >/dev/null
cmake --build "$prefix/build" >/dev/null
ran=0
for program in "$prefix"/build/camera_*; do
    [ -x "$program" ] && [ -f "$program" ] || continue
    mkdir "$prefix/$(basename "$program")"
    (cd "$prefix/$(basename "$program")" && timeout 60 "$program" >output) || { cat "$prefix/$(basename "$program")/output"; echo "$program failed" >&2; exit 1; }
    case $program in *plugin*) ;; *) find "$prefix/$(basename "$program")" -size +100k | grep -q . || { echo "$program saved no picture" >&2; exit 1; } ;; esac
    ran=$((ran + 1))
done
[ "$ran" -gt 0 ] || { echo "no example ran" >&2; exit 1; }
echo "$ran examples"
