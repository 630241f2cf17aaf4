#!/usr/bin/env bash
# Builds libraries from packages that are laid out as other people's are, and runs programs with nothing but what is in `lib`.
set -euo pipefail
cd "$(dirname "$0")/../../.."
bindgen=$PWD/.build/debug/hotshoe-bindgen fixtures=$PWD/Tests/Bindings/BuildFixtures
out=$PWD/.build/build-fixtures
mkdir -p "$out"

# Compiles a program with a library, moves both to a place of their own, and runs it there.
run() {
    local name=$1 folder=$2
    rm -rf "$out/moved"
    mkdir "$out/moved"
    cp -r "$folder/lib/." "$out/moved"
    g++ -std=c++17 -Wall -Wextra -Wpedantic -Werror -I "$folder/include" -o "$out/moved/$name" "$fixtures/$name.cpp" \
        -L "$out/moved" "-l${name}_cpp" "-l$name" "-Wl,-rpath,\$ORIGIN" -pthread
    mv "$folder/.build" "$out/hidden"
    timeout 300 "$out/moved/$name" || { mv "$out/hidden" "$folder/.build"; echo "$name failed" >&2; exit 1; }
    mv "$out/hidden" "$folder/.build"
}

rm -rf "$out/hidden"
# Compiled with C++ interoperability; with other names for a field and for cases.
"$bindgen" --package-path "$fixtures/Engines" --module Engine --output "$out/engine-library" --build --strict \
    --rename Gear.ratio=transmission --rename State.running=turning --rename 'Fuel.petrol(_:)=benzine' 2> >(tail -n 2 >&2)
run engine "$out/engine-library"

# A folder that is called as the package's is; modules without a product; a C module, a shared library and a resource of another
# package.
"$bindgen" --package-path "$fixtures/parcel" --module Parcel,ParcelLabels --support-module ParcelParts --output "$out/parcel" \
    --build --strict 2> >(tail -n 2 >&2)
run parcel "$out/parcel"
echo "libraries of packages: 2"
