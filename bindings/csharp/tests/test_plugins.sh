#!/usr/bin/env bash
# A camera plugin in C#: at the command line, in the unchanged example in C, and in a program in C# on the same runtime.
# Usage: test_plugins.sh BUILD PLUGIN RUNTIME...: the folder of CMake's build, that of ring.dll and HotShoe.dll (with
# ring.runtimeconfig.json for .NET), and the command that runs programs. MCS_OPTIONS has the compiler's options for .NET.
set -euo pipefail
build=$(realpath "$1")
plugin=$(realpath "$2")
shift 2
runtime=("$@")
cd "$(dirname "$0")/.."
root=$(realpath ../..)
folder=$(mktemp -d)
running=
finish() {
    [ -z "$running" ] || kill -9 "$running" 2>/dev/null || true
    rm -rf "$folder"
}
trap finish EXIT
fail() { echo "$1" >&2; cat "$folder/output" >&2; exit 1; }
# Runs a command in the folder, and checks its exit code.
expect() { # CODE COMMAND…
    local wanted=$1 code=0
    shift
    (cd "$folder" && timeout -k 5 120 "$@" >output 2>&1 </dev/null) || code=$?
    [ "$code" -eq "$wanted" ] || fail "$*: exit code $code instead of $wanted"
}
saying() { grep -q -- "$1" "$folder/output" || fail "this is missing: $1"; }
native() { # NAME: the native part of a plugin
    gcc -std=c11 -Wall -Wextra -Wpedantic -Werror -shared -fPIC -I "$root/include" runtime/plugin.c -L "$build" -lhotshoe -pthread -o "$folder/$1.so"
}
# Compiles a plugin whose class consists of one line.
broken() { # NAME LINE
    echo "using HotShoe; public static class HotShoePlugin { $2 }" >"$folder/$1.cs"
    # shellcheck disable=SC2086 # several words
    mcs ${MCS_OPTIONS-} -target:library -r:"$folder/HotShoe.dll" -out:"$folder/$1.dll" "$folder/$1.cs"
    native "$1"
    [ ! -e "$folder/ring.runtimeconfig.json" ] || cp "$folder/ring.runtimeconfig.json" "$folder/$1.runtimeconfig.json"
}
cp "$plugin"/ring.* "$plugin"/HotShoe.dll "$folder/"
native ring

run() { expect "$1" "$build/hotshoe" --plugin ./ring.so "${@:2}"; }
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

# One library in the process; Ctrl-C ends the command.
rm "$folder/output"
# A background job of a shell ignores Ctrl-C otherwise.
(cd "$folder" && exec timeout 120 env --default-signal=INT "$build/hotshoe" --plugin ./ring.so --camera ring:1 watch >output 2>&1 </dev/null) &
running=$!
until [ -s "$folder/output" ] && grep -q Watching "$folder/output"; do kill -0 "$running" || fail "the command ended"; sleep 0.05; done
process=$(pgrep -P "$running")
[ "$(grep -o '/[^ ]*libhotshoe[^ ]*' "/proc/$process/maps" | sort -u | wc -l)" -eq 1 ] || fail "there are two libraries in the process"
kill -INT "$process"
code=0
wait "$running" || code=$?
running=
[ "$code" -eq 130 ] || fail "after Ctrl-C the exit code is $code"

# Two plugins in one process have one runtime. A collection on another thread stops those of both.
broken second 'public static int Open(System.IntPtr request, int size) { return CameraPlugin.Open(request, size, text => { System.Threading.Tasks.Task.Run((System.Action)System.GC.Collect).Wait(); return new PluginCameraProvider("/nowhere/" + text); }); }'
expect 0 "$build/hotshoe" --plugin ./ring.so --plugin ./second.so=word --camera ring:1 get aperture
saying 'f/5.6'

# What is no plugin.
broken empty 'public static int Other = 1;'
expect 6 "$build/hotshoe" --plugin ./empty.so list
saying 'has no method HotShoePlugin.Open'
broken failing 'public static int Open(System.IntPtr request, int size) { return CameraPlugin.Open(request, size, text => { throw new System.ArgumentException("not " + text); }); }'
expect 6 "$build/hotshoe" --plugin ./failing.so=word list
saying 'ArgumentException: not word'
broken hanging 'public static int Open(System.IntPtr request, int size) { return CameraPlugin.Open(request, size, text => { System.Threading.Thread.Sleep(-1); return null; }); }'
expect 8 "$build/hotshoe" --plugin ./hanging.so --timeout 1 list
native alone
expect 6 "$build/hotshoe" --plugin ./alone.so list
saying 'there is no file .*/alone.dll'
broken shared 'public static int Open(System.IntPtr request, int size) { return 0; }'
chmod o+w "$folder/shared.dll"
expect 6 "$build/hotshoe" --plugin ./shared.so list
saying 'every user of this computer can change'

# The example in C for real cameras, as it is: it starts the runtime, and the ring is a camera like others.
gcc -std=c99 -D_POSIX_C_SOURCE=200809L -I "$root/include" -o "$folder/camera_real" "$root/examples/c/camera_real.c" -L "$build" -lhotshoe \
    -Wl,-rpath,"$build" -pthread
# It uses the first camera that it finds: without a network, there is no other one.
isolated=()
[ "$(id -u)" -ne 0 ] || ! unshare --net true 2>/dev/null || isolated=(unshare --net)
expect 0 "${isolated[@]}" env HOTSHOE_PLUGINS=./ring.so ./camera_real
saying 'connected to Ring'
saying 'live view: 10 frames, the last of 9216 bytes'
grep -q '^  aperture *f/2.8 ' "$folder/output" || fail "the aperture was not set"
[ "$(head -c 2 "$folder/camera_real.jpg")" = P6 ] || fail "there is no picture"

# The runtime of a program in C# is used, not a second one. The program has other copies of the assemblies.
mkdir "$folder/program"
cp "$plugin"/HotShoe.dll "$plugin"/program.* "$folder/program/"
program=("$folder"/program/program.[de][lx][le])
expect 0 env LD_LIBRARY_PATH="$build" "${runtime[@]}" "${program[0]}" "$folder/ring.so"
saying 'connected to Ring'
echo "a plugin in C# works at the command line, in C and in C#"
