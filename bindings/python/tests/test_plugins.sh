#!/usr/bin/env bash
# A camera plugin in Python: at the command line of the wheel and of the installed program, and in the unchanged example in C.
# Usage: test_plugins.sh PYTHON BUILD: an interpreter with the wheel, and the folder of CMake's build.
set -euo pipefail
python=$1
build=$(realpath "$2")
cd "$(dirname "$0")/.."
root=$(realpath ../..)
folder=$(mktemp -d)
running=
finish() {
    [ -z "$running" ] || kill -9 "$running" 2>/dev/null || true
    rm -rf "$folder"
}
trap finish EXIT
cp examples/camera_plugin.py "$folder/ring.py"
fail() { echo "$1" >&2; cat "$folder/output" >&2; exit 1; }
# Runs a command in the folder, and checks its exit code.
expect() { # CODE COMMAND…
    local wanted=$1 code=0
    shift
    (cd "$folder" && timeout 120 "$@" >output 2>&1 </dev/null) || code=$?
    [ "$code" -eq "$wanted" ] || fail "$*: exit code $code instead of $wanted"
}
saying() { grep -q -- "$1" "$folder/output" || fail "this is missing: $1"; }

# The command line in the interpreter, and the program, which runs it there.
export HOTSHOE_PYTHON=$python
for way in "$python -m hotshoe" "$build/hotshoe"; do
    # shellcheck disable=SC2086 # several words
    run() { expect "$1" $way --plugin ring.py "${@:2}"; }
    run 0 list --timeout 4
    saying '^Ring '
    run 0 --camera ring:1 get aperture
    saying 'f/5.6'
    run 0 --camera ring:1 set aperture 2.8
    run 0 --camera ring:1 liveview --frames 5
    saying '5 frames'
    run 5 --camera ring:1 set aperture f/3.7
    run 0 --camera ring:1 shoot --download pictures
    [ "$(head -c 2 "$folder/pictures/RING0001.PPM")" = P6 ] || fail "there is no picture"
    rm -r "$folder/pictures"
done
expect 0 "$python" -m hotshoe list --simulated
saying 'SIM-0001'

# One library in the process; Ctrl-C ends the command.
rm "$folder/output"
# A background job of a shell ignores Ctrl-C otherwise.
(cd "$folder" && exec timeout 120 env --default-signal=INT "$python" -m hotshoe --plugin ring.py --camera ring:1 watch >output 2>&1 </dev/null) &
running=$!
until [ -s "$folder/output" ] && grep -q Watching "$folder/output"; do kill -0 "$running" || fail "the command ended"; sleep 0.05; done
process=$(pgrep -P "$running")
[ "$(grep -o '/[^ ]*libhotshoe[^ ]*' "/proc/$process/maps" | sort -u | wc -l)" -eq 1 ] || fail "there are two libraries in the process"
kill -INT "$process"
code=0
wait "$running" || code=$?
running=
[ "$code" -eq 130 ] || fail "after Ctrl-C the exit code is $code"

# What is no plugin.
expect 6 "$python" -m hotshoe --plugin nowhere.py list
saying 'there is no file'
echo 'x = 1' >"$folder/empty.py"
expect 6 "$python" -m hotshoe --plugin empty.py list
saying 'has no function hotshoe_plugin'
printf 'def hotshoe_plugin(text):\n    return 1 / len(text[5:])\n' >"$folder/failing.py"
expect 6 "$python" -m hotshoe --plugin failing.py=word list
saying 'failing.py:2: ZeroDivisionError'
printf 'raise SystemExit(3)\n' >"$folder/exiting.py"
expect 6 "$python" -m hotshoe --plugin exiting.py list
saying 'SystemExit: 3'
printf 'import threading\nthreading.Event().wait()\n' >"$folder/hanging.py"
expect 8 "$python" -m hotshoe --plugin hanging.py --timeout 1 list
cp "$folder/ring.py" "$folder/shared.py"
chmod o+w "$folder/shared.py"
expect 6 "$python" -m hotshoe --plugin shared.py list
saying 'every user of this computer can change'
expect 6 env HOTSHOE_PYTHON=/nowhere/python "$build/hotshoe" --plugin ring.py list
saying 'cannot be run'

# The example in C for real cameras, as it is: it starts an interpreter, and the ring is a camera like others.
gcc -std=c99 -D_POSIX_C_SOURCE=200809L -I "$root/include" -o "$folder/camera_real" "$root/examples/c/camera_real.c" -L "$build" -lhotshoe \
    -Wl,-rpath,"$build" -pthread
plugin=$("$python" -m hotshoe.plugin_library)
expect 0 env HOTSHOE_PLUGINS="$plugin=ring.py" ./camera_real
saying 'connected to Ring'
saying 'live view: 10 frames, the last of 9216 bytes'
grep -q '^  aperture *f/2.8 ' "$folder/output" || fail "the aperture was not set"
[ "$(head -c 2 "$folder/camera_real.jpg")" = P6 ] || fail "there is no picture"
echo "plugins in Python work at the command line and in C"
