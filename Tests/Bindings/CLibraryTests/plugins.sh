#!/usr/bin/env bash
# Plugins of the installed command line, and of a program in C: a shared library in C is used like any camera; each kind of file that
# is no plugin for this library ends the command with its own code.
set -euo pipefail
build=$1 source=$2
folder=$(mktemp -d)
running=
finish() {
    [ -z "$running" ] || kill -9 "$running" 2>/dev/null || true
    rm -rf "$folder"
}
trap finish EXIT
cmake --install "$build" --prefix "$folder/usr" >/dev/null
export PATH=/usr/bin:/bin
hotshoe=$folder/usr/bin/hotshoe
library=$(dirname "$(find "$folder/usr" -name libhotshoe.so.0 -not -path '*/hotshoe/*')")
fail() { echo "$1" >&2; cat "$folder/output" >&2; exit 1; }

# Compiles a plugin from standard input, or from the file that is named.
compile() { # NAME [FILE]
    gcc -std=c99 -D_GNU_SOURCE -Wall -Wextra -Wpedantic -shared -fPIC -I "$folder/usr/include" -I "$source/examples/c" \
        -o "$folder/$1" -x c "${2:--}" -L "$library" -lhotshoe -pthread
}
# Runs the command line, and checks its exit code.
expect() { # CODE WORDS…
    local wanted=$1 code=0
    shift
    timeout 120 "$hotshoe" "$@" >"$folder/output" 2>&1 </dev/null || code=$?
    [ "$code" -eq "$wanted" ] || fail "hotshoe $*: exit code $code instead of $wanted"
}
saying() { grep -q -- "$1" "$folder/output" || fail "this is missing: $1"; }

compile shelf.so "$source/examples/c/camera_plugin.c"
shelf=(--plugin "$folder/shelf.so" --camera shelf-7 --timeout 20)
expect 0 list --timeout 3 --plugin "$folder/shelf.so"
saying 'Camera on the shelf'
expect 0 "${shelf[@]}" get aperture
saying 'f/5.6'
expect 0 "${shelf[@]}" set aperture f/2.8
expect 0 "${shelf[@]}" liveview --frames 5
saying '5 frames'
expect 6 "${shelf[@]}" shoot
expect 5 "${shelf[@]}" set aperture f/3
# One library and one Swift runtime in the process.
rm "$folder/output"
# A background job of a shell ignores Ctrl-C otherwise.
HOTSHOE_PLUGINS=$folder/shelf.so timeout 120 env --default-signal=INT "$hotshoe" watch --camera shelf-7 >"$folder/output" 2>&1 </dev/null &
running=$!
until [ -s "$folder/output" ] && grep -q Watching "$folder/output"; do kill -0 "$running" || fail "the command ended"; sleep 0.05; done
process=$(pgrep -P "$running")
[ "$(grep -o '/[^ ]*libhotshoe[^ ]*' "/proc/$process/maps" | sort -u | wc -l)" -eq 1 ] || fail "there are two libraries in the process"
# Ctrl-C ends the command while a plugin's camera is used.
kill -INT "$process"
code=0
wait "$running" || code=$?
running=
[ "$code" -eq 130 ] || fail "after Ctrl-C the exit code is $code"

# What is no plugin.
expect 7 list --plugin "$folder/nowhere.so"
expect 6 list --plugin "$folder"
echo 'no library' >"$folder/text.so"
expect 6 list --plugin "$folder/text.so"
expect 6 list --plugin "$folder/nowhere.py"
saying 'needs the Python package hotshoe'
HOTSHOE_PYTHON=$folder/nothing expect 6 list --plugin "$folder/nowhere.py"
saying 'nothing: The plugin needs Python, which cannot be run'
echo 'int other;' | compile other.so
expect 6 list --plugin "$folder/other.so"
saying 'it has no hotshoe_plugin_1'
cp "$folder/shelf.so" "$folder/shared.so"
chmod o+w "$folder/shared.so"
expect 10 list --plugin "$folder/shared.so"
mkdir -m 777 "$folder/shared"
cp "$folder/shelf.so" "$folder/shared/"
expect 10 list --plugin "$folder/shared/shelf.so"
for number in HOTSHOE_ABI_VERSION HOTSHOE_ABI_FINGERPRINT; do
    compile old.so <<<"#include <hotshoe/plugin.h>
#undef $number
#define $number 77
static hotshoe_status open_old(const char *text, hotshoe_error **error) { (void)text; (void)error; return HOTSHOE_OK; }
HOTSHOE_PLUGIN(open_old)"
    expect 6 list --plugin "$folder/old.so"
    saying '77\|4d'
done
compile failing.so <<<'#include <hotshoe/plugin.h>
static hotshoe_status open_failing(const char *text, hotshoe_error **error) { *error = hotshoe_error_create(HOTSHOE_ERROR_FAILED, hotshoe_text(text)); return HOTSHOE_ERROR_FAILED; }
HOTSHOE_PLUGIN(open_failing)'
expect 6 list --plugin "$folder/failing.so=no shelf=7 here"
saying 'no shelf=7 here'
compile empty.so <<<'#include <hotshoe/plugin.h>
static hotshoe_status open_empty(const char *text, hotshoe_error **error) { (void)text; (void)error; return HOTSHOE_OK; }
HOTSHOE_PLUGIN(open_empty)'
expect 6 list --plugin "$folder/empty.so"
saying 'registered 0 providers'
# One that hangs: when it is opened, and when it is loaded, where the system'"'"'s loader is locked.
compile slow.so <<<'#include <hotshoe/plugin.h>
#include <unistd.h>
static hotshoe_status open_slow(const char *text, hotshoe_error **error) { (void)text; (void)error; for (;;) pause(); return HOTSHOE_OK; }
HOTSHOE_PLUGIN(open_slow)'
expect 8 list --plugin "$folder/slow.so" --timeout 1
compile stuck.so <<<'#include <hotshoe/plugin.h>
#include <unistd.h>
__attribute__((constructor)) static void hang(void) { for (;;) pause(); }
static hotshoe_status open_stuck(const char *text, hotshoe_error **error) { (void)text; (void)error; return HOTSHOE_OK; }
HOTSHOE_PLUGIN(open_stuck)'
expect 8 list --plugin "$folder/stuck.so" --timeout 1

# A program that knows nothing of plugins: the example for a real camera.
gcc -std=c99 -D_POSIX_C_SOURCE=200809L -I "$folder/usr/include" -o "$folder/camera_real" "$source/examples/c/camera_real.c" -L "$library" -lhotshoe \
    -Wl,-rpath,"$library" -pthread
code=0
(cd "$folder" && HOTSHOE_PLUGINS=$folder/nowhere.so:$folder/shelf.so timeout 120 ./camera_real) >"$folder/output" 2>&1 || code=$?
[ "$code" -eq 1 ] || fail "camera_real ended with $code" # The shelf takes no pictures.
saying 'connected to Camera on the shelf'
saying 'live view: 10 frames'
[ "$(grep -c '^  aperture' "$folder/output")" -ge 3 ] || fail "the aperture was not set twice"
echo "plugins are loaded, and rejected"
