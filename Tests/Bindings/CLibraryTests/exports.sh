#!/usr/bin/env bash
# The exported symbols are those that the headers declare; the library needs no Swift library: exports.sh LIBRARY HEADERS [SYMBOL]
# SYMBOL is exported as well, from the library of the command line, whose size has no limit.
set -euo pipefail
library=$1 headers=$2 symbol=${3:-}
exported=$(nm -D --defined-only "$library" | awk '$2 != "A" && $2 !~ /[a-z]/ { sub(/@.*/, "", $3); print $3 }' | sort)
declared=$(grep -ho '^HOTSHOE_API [^(;]*(' "$headers"/*.h | sed 's/($//; s/.*[ *]//' | { cat; [ -z "$symbol" ] || echo "$symbol"; } | sort)
if ! diff <(echo "$declared") <(echo "$exported"); then
    echo "the library and its headers disagree: < declared, > exported" >&2
    exit 1
fi
if ldd "$library" | grep -i swift; then
    echo "the library needs Swift libraries" >&2
    exit 1
fi
size=$(stat -c %s "$(readlink -f "$library")")
echo "$(echo "$exported" | wc -l) functions, $size bytes"
[ -n "$symbol" ] || [ "$size" -le 14221312 ] || { echo "more than 14,221,312 bytes (docs/adr/0008)" >&2; exit 1; }
