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

# A package that does not compile, one whose library cannot be loaded, and the same one with a new file, in turn. Each step needs what
# the step before it built.
rm -rf "$out/gaps-package" "$out/gaps-library"
cp -r "$fixtures/gaps" "$out/gaps-package"
build_gaps() {
    "$bindgen" --package-path "$out/gaps-package" --module Gaps --output "$out/gaps-library" --languages c,cpp,python --build \
        >"$out/gaps.log" 2>&1
}
# Ends the test unless the build fails with a text.
fails_with() {
    if build_gaps || ! grep -q "$1" "$out/gaps.log" || grep -q "^built" "$out/gaps.log"; then
        echo "this is not reported: $1" >&2
        cat "$out/gaps.log" >&2
        exit 1
    fi
}
echo 'public let wrong: Int = "text"' >"$out/gaps-package/Sources/Gaps/Wrong.swift"
fails_with "cannot convert value of type 'String' to specified type 'Int'"
rm "$out/gaps-package/Sources/Gaps/Wrong.swift"
fails_with "undefined symbol: gaps_width"
echo 'int gaps_width(void) { return 3; }' >"$out/gaps-package/Sources/CGaps/width.c"
if ! build_gaps || ! grep -q "^built .*, which was loaded in C and Python" "$out/gaps.log"; then
    cat "$out/gaps.log" >&2
    exit 1
fi
# What has not changed is not compiled again: SwiftPM starts the compiler with the same arguments, those for traits in the same order.
cp "$out/gaps-library/.build/release.yaml" "$out/gaps.yaml"
build_gaps
cmp "$out/gaps.yaml" "$out/gaps-library/.build/release.yaml"
grep -q -- '"-DSlit"' "$out/gaps.yaml"
PYTHONPATH="$out/gaps-library/python" PYTHONDONTWRITEBYTECODE=1 "${PYTHON:-python3}" "$fixtures/check_gaps.py"
echo "libraries of packages: 3"
