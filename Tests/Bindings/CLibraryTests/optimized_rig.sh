#!/usr/bin/env bash
# The optimized command line: each role of a rig has the camera of its line. Usage: optimized_rig.sh BUILD
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for number in 1 2 3 4 5; do printf '[r%s]\ncamera = sim:SIM-000%s\n' "$number" "$number"; done >"$folder/rig"
"$1/hotshoe" rig "$folder/rig" status --json >"$folder/status"
sed -E 's/.*"role":"r([0-9])".*"serialNumber":"SIM-000([0-9])".*/\1 \2/' "$folder/status" >"$folder/pairs"
diff "$folder/pairs" - <<'END'
1 1
2 2
3 3
4 4
5 5
END
"$1/hotshoe" rig "$folder/rig" fire --count 2 --download "$folder/pictures" --picture-size 96x64 --speed instant >/dev/null
[ "$(find "$folder/pictures" -name '000[12]-r[1-5].JPG' | wc -l)" -eq 10 ]
