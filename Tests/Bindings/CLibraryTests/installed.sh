#!/usr/bin/env bash
# Installs the library into a temporary folder, and builds a project against it by CMake and by pkg-config, with no Swift on the
# PATH.
set -euo pipefail
build=$1 consumer=$2 compiler=$3
case $compiler in gcc) cxx=g++ ;; *) cxx=clang++ ;; esac
prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT
cmake --install "$build" --prefix "$prefix/usr" >/dev/null
export PATH=/usr/bin:/bin
if command -v swift >/dev/null; then echo "there is Swift in /usr/bin: nothing can be shown" >&2; exit 1; fi
CC=$compiler CXX=$cxx cmake -G Ninja -S "$consumer" -B "$prefix/build" -DCMAKE_PREFIX_PATH="$prefix/usr" >/dev/null
cmake --build "$prefix/build" >/dev/null
"$prefix/build/consumer"
"$prefix/build/consumer_cpp"
export PKG_CONFIG_PATH="$prefix/usr/lib/pkgconfig:$prefix/usr/lib/x86_64-linux-gnu/pkgconfig"
# shellcheck disable=SC2046
$compiler -std=c99 "$consumer/consumer.c" $(pkg-config --cflags --libs hotshoe) -o "$prefix/by-pkg-config"
LD_LIBRARY_PATH="$(pkg-config --variable=libdir hotshoe)" "$prefix/by-pkg-config"
# C++: with the compiled definitions, and with the headers alone.
# shellcheck disable=SC2046
$cxx -std=c++17 "$consumer/consumer.cpp" $(pkg-config --cflags --libs hotshoe-cpp) -o "$prefix/compiled"
# shellcheck disable=SC2046
$cxx -std=c++17 -DHOTSHOE_HEADER_ONLY "$consumer/consumer.cpp" $(pkg-config --cflags --libs hotshoe) -o "$prefix/header-only"
for program in compiled header-only; do LD_LIBRARY_PATH="$(pkg-config --variable=libdir hotshoe)" "$prefix/$program"; done
