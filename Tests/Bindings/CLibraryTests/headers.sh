#!/usr/bin/env bash
# The headers compile without a warning, in every dialect and with every available compiler.
set -euo pipefail
include=$1 name=$2
warnings=(-Wall -Wextra -Wpedantic -Werror -fsyntax-only)
clangs=()
for clang in /usr/bin/clang "$(dirname "$(command -v swift || echo /nowhere/swift)")/clang"; do [ -x "$clang" ] && clangs+=("$clang"); done
# A compiler, its language and dialect, and the included header: four words for each compilation.
words=()
try() { words+=("$1" "$2" "$3" "$name/$name.$4"); }
for dialect in c99 c11 c17 c2x; do for cc in gcc "${clangs[@]}"; do try "$cc" c $dialect h; done; done
for dialect in c++11 c++14 c++17 c++20; do for cc in g++ "${clangs[@]/%/++}"; do try "$cc" c++ $dialect h; done; done
if [ -f "$include/$name/$name.hpp" ]; then
    for dialect in c++17 c++20; do
        for cc in g++ "${clangs[@]/%/++}"; do
            try "$cc" c++ $dialect hpp
            # All definitions: of the library with them, and of each source file of a program that has only the headers.
            words+=("$cc" c++ $dialect "$name/${name}_definitions.hpp" "$cc" c++ "$dialect -D${name^^}_HEADER_ONLY" "$name/$name.hpp")
        done
    done
fi
# Each header of a topic alone.
for path in "$include/$name"/*.h; do words+=(gcc c c99 "$name/$(basename "$path")"); done
for path in "$include/$name"/*.hpp; do [ ! -f "$path" ] || words+=(g++ c++ c++17 "$name/$(basename "$path")"); done
# shellcheck disable=SC2086 # a dialect may have a definition after it
compile() { echo "#include <$4>" | "$1" -std=$3 "${warnings[@]}" -I "$include" -x "$2" - || { echo "$1 -std=$3: $4" >&2; exit 1; }; }
export -f compile
export include
printf '%s\0' "${words[@]}" | xargs -0 -n 4 -P "$(nproc)" bash -c "$(declare -p warnings); "'compile "$@"' compile
echo "$((${#words[@]} / 4)) compilations"
