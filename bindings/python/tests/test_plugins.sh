#!/usr/bin/env bash
# A camera plugin in Python: at the command line of the wheel and of the installed program, and in the unchanged example in C.
# Usage: test_plugins.sh PYTHON BUILD: an interpreter with the wheel, and the folder of CMake's build.
set -euo pipefail
python=$1
build=$(realpath "$2")
cd "$(dirname "$0")/.."
root=$(realpath ../..)
source "$root/Tests/Bindings/plugins.bash"
cp examples/camera_plugin.py "$folder/ring.py"

# The command line in the interpreter, and the program, which runs it there.
export HOTSHOE_PYTHON=$python
for way in "$python -m hotshoe" "$build/hotshoe"; do
    # shellcheck disable=SC2086 # several words
    uses_ring $way --plugin ring.py
done
expect 0 "$python" -m hotshoe list --simulated
saying 'SIM-0001'

# One library in the process; Ctrl-C ends the command.
watches_and_ends "$python" -m hotshoe --plugin ring.py --camera ring:1 watch

# What is no plugin.
expect 6 "$python" -m hotshoe --plugin nowhere.py list
saying 'there is no file'
echo 'x = 1' >"$folder/empty.py"
expect 6 "$python" -m hotshoe --plugin empty.py list
saying 'has no function hotshoe_plugin'
printf 'def hotshoe_plugin(text):\n    return 1 / len(text[5:])\n' >"$folder/failing.py"
expect 6 "$python" -m hotshoe --plugin failing.py=word list
saying 'failing.py:2: ZeroDivisionError'
printf 'raise SystemExit(3)\n' >"$folder/exiting.py"
expect 6 "$python" -m hotshoe --plugin exiting.py list
saying 'SystemExit: 3'
printf 'import threading\nthreading.Event().wait()\n' >"$folder/hanging.py"
expect 8 "$python" -m hotshoe --plugin hanging.py --timeout 1 list
cp "$folder/ring.py" "$folder/shared.py"
chmod o+w "$folder/shared.py"
expect 6 "$python" -m hotshoe --plugin shared.py list
saying 'every user of this computer can change'
expect 6 env HOTSHOE_PYTHON=/nowhere/python "$build/hotshoe" --plugin ring.py list
saying 'cannot be run'

# The example in C for real cameras, as it is: it starts an interpreter, and the ring is a camera like others.
compile_camera_real "$root" "$root/include" "$build"
plugin=$("$python" -m hotshoe.plugin_library)
expect_camera_real 0 "$plugin=ring.py"
camera_real_used_ring
echo "plugins in Python work at the command line and in C"
