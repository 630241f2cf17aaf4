#!/usr/bin/env bash
# The interface as data: it matches its schema and the C header, and the example of a language of one's own, made from it alone, works.
# Usage: test-json.sh KITCHEN_FOLDER LIBKITCHEN HOTSHOE_FOLDER LIBHOTSHOE: the folders have the documents and the headers.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
out=.build/luajit
mkdir -p "$out"

# check NAME FOLDER: the document against the schema and the header.
check() {
    python3 Tests/Bindings/check-interface.py docs/interface.schema.json "$2/json/$1.json" "$out/$1.c"
    gcc -std=c11 -Wall -Wextra -Werror -I "$2/include" -o "$out/$1" "$out/$1.c" -fsyntax-only
}
check kitchen "$1"
check hotshoe "$3"
# Another type of a parameter in the document is found.
python3 - "$1/json/kitchen.json" >"$out/wrong.json" <<'PYTHON'
import json, sys
library = json.load(open(sys.argv[1]))
parameters = [parameter for function in library["functions"] for parameter in function["parameters"]]
next(each for each in parameters if each["type"].get("name") == "int64_t")["type"]["name"] = "int32_t"
print(json.dumps(library))
PYTHON
python3 Tests/Bindings/check-interface.py docs/interface.schema.json "$out/wrong.json" "$out/wrong.c"
if gcc -std=c11 -I "$1/include" -fsyntax-only "$out/wrong.c" 2>/dev/null; then
    echo "a document that differs from the header is not found" >&2
    exit 1
fi

luajit examples/luajit/generate.lua "$1/json/kitchen.json" >"$out/kitchen.lua"
luajit examples/luajit/generate.lua "$3/json/hotshoe.json" >"$out/hotshoe.lua"
export LUA_PATH="$root/$out/?.lua;;"
KITCHEN_LIBRARY=$(realpath "$2") timeout 300 luajit Tests/Bindings/BindingFixtures/lua/kitchen.lua
HOTSHOE_LIBRARY=$(realpath "$4") timeout 300 luajit examples/luajit/demo.lua "$out/demo.jpg" >"$out/demo.txt"
grep -q '^aperture is now f/2.8$' "$out/demo.txt"
file=$(head -c 3 "$out/demo.jpg" | od -An -tx1 | tr -d ' ')
[ "$file" = ffd8ff ] || { echo "the demo in Lua saved no JPEG picture" >&2; exit 1; }
# A module of another version of the library refuses it.
sed 's/~= 0x[0-9a-f]*ULL/~= 0x1ULL/' "$out/hotshoe.lua" >"$out/other.lua"
if HOTSHOE_LIBRARY=$(realpath "$4") luajit -e 'require "other"' 2>"$out/errors" || ! grep -q 'different versions' "$out/errors"; then
    echo "a module in Lua accepts the library of another version" >&2
    exit 1
fi
