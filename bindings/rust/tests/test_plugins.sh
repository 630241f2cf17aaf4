#!/usr/bin/env bash
# A camera plugin in Rust: at the command line, and in the unchanged example in C. Usage: test_plugins.sh BUILD PLUGIN: the folder of
# CMake's build, and libring.so.
set -euo pipefail
build=$(realpath "$1")
plugin=$(realpath "$2")
cd "$(dirname "$0")"
root=$(realpath ../../..)
source "$root/Tests/Bindings/plugins.bash"
cp "$plugin" "$folder/libring.so"

uses_ring "$build/hotshoe" --plugin ./libring.so

# One library in the process; Ctrl-C ends the command.
watches_and_ends "$build/hotshoe" --plugin ./libring.so --camera ring:1 watch

# A function that fails names the reason.
expect 6 "$build/hotshoe" --plugin ./libring.so=word list
saying 'the ring has no place word'

# The example in C for real cameras, as it is, finds the camera by discovery.
compile_camera_real "$root" "$root/include" "$build"
expect_camera_real 0 ./libring.so
camera_real_used_ring
