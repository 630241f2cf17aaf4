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
source "$root/Tests/Bindings/plugins.bash"
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

uses_ring "$build/hotshoe" --plugin ./ring.so

# One library in the process; Ctrl-C ends the command.
watches_and_ends "$build/hotshoe" --plugin ./ring.so --camera ring:1 watch

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
compile_camera_real "$root" "$root/include" "$build"
expect_camera_real 0 ./ring.so
camera_real_used_ring

# The runtime of a program in C# is used, not a second one. The program has other copies of the assemblies.
mkdir "$folder/program"
cp "$plugin"/HotShoe.dll "$plugin"/program.* "$folder/program/"
program=("$folder"/program/program.[de][lx][le])
expect 0 env LD_LIBRARY_PATH="$build" "${runtime[@]}" "${program[0]}" "$folder/ring.so"
saying 'connected to Ring'
echo "a plugin in C# works at the command line, in C and in C#"
