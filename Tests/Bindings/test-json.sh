#!/usr/bin/env bash
# The interface as data: it matches its schema, and the example of a language of one's own, made from it alone, works.
# Usage: test-json.sh LIBRARY JSON LIBHOTSHOE JSON: those of the fixture, then those of HotShoe.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
out=.build/luajit
mkdir -p "$out"
python3 - docs/interface.schema.json "$2" "$4" <<'PYTHON'
import json, sys
from jsonschema import Draft202012Validator
schema, *documents = [json.load(open(path)) for path in sys.argv[1:]]
Draft202012Validator.check_schema(schema)
for path, document in zip(sys.argv[2:], documents):
    errors = list(Draft202012Validator(schema).iter_errors(document))
    for error in errors[:10]:
        print(f"{path}: {error.json_path}: {error.message[:200]}", file=sys.stderr)
    if errors:
        sys.exit(1)
PYTHON
luajit examples/luajit/generate.lua "$2" >"$out/kitchen.lua"
luajit examples/luajit/generate.lua "$4" >"$out/hotshoe.lua"
export LUA_PATH="$root/$out/?.lua;;"
KITCHEN_LIBRARY=$(realpath "$1") timeout 300 luajit Tests/Bindings/BindingFixtures/lua/kitchen.lua
HOTSHOE_LIBRARY=$(realpath "$3") timeout 300 luajit examples/luajit/demo.lua "$out/demo.jpg" >"$out/demo.txt"
grep -q '^aperture is now f/2.8$' "$out/demo.txt"
file=$(head -c 3 "$out/demo.jpg" | od -An -tx1 | tr -d ' ')
[ "$file" = ffd8ff ] || { echo "the demo in Lua saved no JPEG picture" >&2; exit 1; }
# A module of another version of the library refuses it.
sed 's/~= 0x[0-9a-f]*ULL/~= 0x1ULL/' "$out/hotshoe.lua" >"$out/other.lua"
if HOTSHOE_LIBRARY=$(realpath "$3") luajit -e 'require "other"' 2>"$out/errors" || ! grep -q 'different versions' "$out/errors"; then
    echo "a module in Lua accepts the library of another version" >&2
    exit 1
fi
