#!/usr/bin/env bash
# Plugins of the installed command line, and of a program in C: a shared library in C is used like any camera; each kind of file that
# is no plugin for this library ends the command with its own code.
set -euo pipefail
build=$1 source=$2
source "$source/Tests/Bindings/plugins.bash"
cmake --install "$build" --prefix "$folder/usr" >/dev/null
export PATH=/usr/bin:/bin
hotshoe=$folder/usr/bin/hotshoe
library=$(dirname "$(find "$folder/usr" -name libhotshoe.so.0 -not -path '*/hotshoe/*')")

# Compiles a plugin from standard input, or from the file that is named.
compile() { # NAME [FILE]
    gcc -std=c99 -D_GNU_SOURCE -Wall -Wextra -Wpedantic -shared -fPIC -I "$folder/usr/include" -I "$source/examples/c" \
        -o "$folder/$1" -x c "${2:--}" -L "$library" -lhotshoe -pthread
}
hotshoe() { # CODE WORDS…: runs the command line, and checks its exit code
    expect "$1" "$hotshoe" "${@:2}"
}

compile shelf.so "$source/examples/c/camera_plugin.c"
shelf=(--plugin "$folder/shelf.so" --camera shelf-7 --timeout 20)
hotshoe 0 list --timeout 3 --plugin "$folder/shelf.so"
saying 'Camera on the shelf'
hotshoe 0 "${shelf[@]}" get aperture
saying 'f/5.6'
hotshoe 0 "${shelf[@]}" set aperture f/2.8
hotshoe 0 "${shelf[@]}" liveview --frames 5
saying '5 frames'
hotshoe 6 "${shelf[@]}" shoot
hotshoe 5 "${shelf[@]}" set aperture f/3
watches_and_ends env HOTSHOE_PLUGINS="$folder/shelf.so" "$hotshoe" watch --camera shelf-7

# What is no plugin.
hotshoe 7 list --plugin "$folder/nowhere.so"
hotshoe 6 list --plugin "$folder"
echo 'no library' >"$folder/text.so"
hotshoe 6 list --plugin "$folder/text.so"
hotshoe 6 list --plugin "$folder/nowhere.py"
saying 'needs the Python package hotshoe'
HOTSHOE_PYTHON=$folder/nothing hotshoe 6 list --plugin "$folder/nowhere.py"
saying 'nothing: The plugin needs Python, which cannot be run'
echo 'int other;' | compile other.so
hotshoe 6 list --plugin "$folder/other.so"
saying 'it has no hotshoe_plugin_1'
cp "$folder/shelf.so" "$folder/shared.so"
chmod o+w "$folder/shared.so"
hotshoe 10 list --plugin "$folder/shared.so"
mkdir -m 777 "$folder/shared"
cp "$folder/shelf.so" "$folder/shared/"
hotshoe 10 list --plugin "$folder/shared/shelf.so"
for number in HOTSHOE_ABI_VERSION HOTSHOE_ABI_FINGERPRINT; do
    compile old.so <<<"#include <hotshoe/plugin.h>
#undef $number
#define $number 77
static hotshoe_status open_old(const char *text, hotshoe_error **error) { (void)text; (void)error; return HOTSHOE_OK; }
HOTSHOE_PLUGIN(open_old)"
    hotshoe 6 list --plugin "$folder/old.so"
    saying '77\|4d'
done
compile failing.so <<<'#include <hotshoe/plugin.h>
static hotshoe_status open_failing(const char *text, hotshoe_error **error) { *error = hotshoe_error_create(HOTSHOE_ERROR_FAILED, hotshoe_text(text)); return HOTSHOE_ERROR_FAILED; }
HOTSHOE_PLUGIN(open_failing)'
hotshoe 6 list --plugin "$folder/failing.so=no shelf=7 here"
saying 'no shelf=7 here'
compile empty.so <<<'#include <hotshoe/plugin.h>
static hotshoe_status open_empty(const char *text, hotshoe_error **error) { (void)text; (void)error; return HOTSHOE_OK; }
HOTSHOE_PLUGIN(open_empty)'
hotshoe 6 list --plugin "$folder/empty.so"
saying 'registered 0 providers'
# One that hangs: when it is opened, and when it is loaded, where the system'"'"'s loader is locked.
compile slow.so <<<'#include <hotshoe/plugin.h>
#include <unistd.h>
static hotshoe_status open_slow(const char *text, hotshoe_error **error) { (void)text; (void)error; for (;;) pause(); return HOTSHOE_OK; }
HOTSHOE_PLUGIN(open_slow)'
hotshoe 8 list --plugin "$folder/slow.so" --timeout 1
compile stuck.so <<<'#include <hotshoe/plugin.h>
#include <unistd.h>
__attribute__((constructor)) static void hang(void) { for (;;) pause(); }
static hotshoe_status open_stuck(const char *text, hotshoe_error **error) { (void)text; (void)error; return HOTSHOE_OK; }
HOTSHOE_PLUGIN(open_stuck)'
hotshoe 8 list --plugin "$folder/stuck.so" --timeout 1

# A program that knows nothing of plugins: the example for a real camera.
compile_camera_real "$source" "$folder/usr/include" "$library"
expect_camera_real 1 "$folder/nowhere.so:$folder/shelf.so" # The shelf takes no pictures.
saying 'connected to Camera on the shelf'
saying 'live view: 10 frames'
[ "$(grep -c '^  aperture' "$folder/output")" -ge 3 ] || fail "the aperture was not set twice"
echo "plugins are loaded, and rejected"
