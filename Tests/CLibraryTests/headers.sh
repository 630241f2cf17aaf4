#!/usr/bin/env bash
# The headers compile without a warning, in every dialect and with every compiler that there is.
set -euo pipefail
include=$1 name=$2
warnings=(-Wall -Wextra -Wpedantic -Werror -fsyntax-only)
count=0
try() {
    count=$((count + 1))
    echo "#include <$name/$3>" | "$1" "-std=$2" "${warnings[@]}" -I "$include" -x "$4" - || { echo "$1 -std=$2: $3" >&2; exit 1; }
}
clangs=()
for clang in /usr/bin/clang "$(dirname "$(command -v swift || echo /nowhere/swift)")/clang"; do [ -x "$clang" ] && clangs+=("$clang"); done
for dialect in c99 c11 c17 c2x; do for cc in gcc "${clangs[@]}"; do try "$cc" $dialect "$name.h" c; done; done
for dialect in c++11 c++14 c++17 c++20; do for cc in g++ "${clangs[@]/%/++}"; do try "$cc" $dialect "$name.h" c++; done; done
if [ -f "$include/$name/$name.hpp" ]; then
    for dialect in c++17 c++20; do for cc in g++ "${clangs[@]/%/++}"; do try "$cc" $dialect "$name.hpp" c++; done; done
fi
echo "$count compilations"
