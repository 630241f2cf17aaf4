#!/usr/bin/env bash
# Builds the examples against the installed library, without Swift on the PATH, and runs each: it must succeed, and save a
# picture. The example for a real camera uses the one of the installed `hotshoe simulate`, on loopback.
set -euo pipefail
build=$1 examples=$2
prefix=$(mktemp -d)
camera=
finish() {
    [ -z "$camera" ] || { kill "$camera" 2>/dev/null; wait "$camera" 2>/dev/null; } || true
    rm -rf "$prefix"
}
trap finish EXIT
# Starts a camera, and prints its address.
serve() {
    "$prefix/usr/bin/hotshoe" simulate --local --port 0 --json --speed instant --picture-size 900x600 >"$prefix/camera" 2>"$prefix/errors" &
    camera=$!
    until [ -s "$prefix/camera" ]; do
        kill -0 "$camera" 2>/dev/null || { cat "$prefix/errors" >&2; exit 1; }
        sleep 0.05
    done
    address=ptpip:127.0.0.1:$(sed -n 's/.*"port":\([0-9]*\).*/\1/p' "$prefix/camera" | head -n 1)
}
cmake --install "$build" --prefix "$prefix/usr" >/dev/null
export PATH=/usr/bin:/bin
cmake -G Ninja -S "$examples" -B "$prefix/build" -DCMAKE_PREFIX_PATH="$prefix/usr" >/dev/null
cmake --build "$prefix/build" >/dev/null
ran=0
for program in "$prefix"/build/camera_*; do
    [ -x "$program" ] && [ -f "$program" ] || continue
    mkdir "$prefix/$(basename "$program")"
    words=()
    case $program in *_real)
        [ -x "$prefix/usr/bin/hotshoe" ] || continue
        serve
        words=("$address")
        ;;
    esac
    (cd "$prefix/$(basename "$program")" && timeout 600 "$program" "${words[@]}" >output) || { cat "$prefix/$(basename "$program")/output"; echo "$program failed" >&2; exit 1; }
    case $program in *plugin*) ;; *) find "$prefix/$(basename "$program")" -size +30k | grep -q . || { echo "$program saved no picture" >&2; exit 1; } ;; esac
    ran=$((ran + 1))
done
[ "$ran" -gt 0 ] || { echo "no example ran" >&2; exit 1; }
echo "$ran examples"
