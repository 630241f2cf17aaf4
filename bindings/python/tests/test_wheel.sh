#!/usr/bin/env bash
# The wheel, installed in an empty virtual environment without network: the README's example, the examples and the tests run with it,
# and a package of another interface than the library's is refused.
# Usage: test_wheel.sh WHEEL TOOL: the wheel, and the command line that serves a simulated camera.
set -euo pipefail
wheel=$(realpath "$1")
tool=$(realpath "$2")
cd "$(dirname "$0")/.."
python=${PYTHON:-/usr/bin/python3}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$python" -m venv "$folder/environment"
installed="$folder/environment/bin/python"
"$installed" -m pip install -q --no-index --no-deps --disable-pip-version-check "$wheel"
# Nothing of Swift is needed where the wheel is installed: neither its libraries nor its programs.
site=$("$installed" -c 'import hotshoe, os; print(os.path.dirname(hotshoe.__file__))')
if ldd "$site"/*.so* | grep -iE 'swift|not found'; then
    echo "the wheel needs a library that it does not contain" >&2
    exit 1
fi

# The example of the README, alone in a folder.
mkdir "$folder/readme"
sed -n '/^```python$/,/^```$/p' README.md | sed '1d;$d' >"$folder/readme/example.py"
(cd "$folder/readme" && env -i PATH=/usr/bin HOME="$folder" timeout 120 "$installed" example.py) >"$folder/readme/output"
grep -q '^the camera shows f/2.8$' "$folder/readme/output"
grep -q '^frame [0-9]* has [0-9]* bytes$' "$folder/readme/output"
[ "$(head -c 3 "$folder/readme/picture.jpg" | od -An -tx1 | tr -d ' ')" = ffd8ff ]

(cd "$folder" && timeout 120 "$installed" "$OLDPWD/examples/camera_plugin.py") >"$folder/plugin"
grep -q '^now at f/2.8$' "$folder/plugin"
grep -q '^brightness 255$' "$folder/plugin"

HOTSHOE_TOOL=$tool timeout 900 "$installed" -X faulthandler tests/test_camera.py -q

# The same steps from C and C++.
../../Tests/Bindings/Scenario/test.sh "$(dirname "$tool")" "$installed"

# Plugins that are Python programs.
tests/test_plugins.sh "$installed" "$(dirname "$tool")"

# The examples that need packages of Debian: a window on a display without a screen, and a measurement.
export PYTHONPATH=${site%/hotshoe}
for program in tests/test_remote_control*.py; do
    HOTSHOE_TOOL=$tool timeout 600 xvfb-run -a -s "-screen 0 1920x1080x24" "$python" -X faulthandler "$program" -q
done
timeout 120 "$python" examples/focus_stack.py --simulated --steps 6 >"$folder/stack"
grep -q '^sharpest at step [0-5]$' "$folder/stack"
unset PYTHONPATH

# A package for another interface refuses the library, and names it.
sed -i 's/^    "[0-9a-f]*",$/    "1234",/' "$site/_library.py"
if "$installed" -c 'import hotshoe' 2>"$folder/refusal"; then
    echo "a package accepts the extension of another interface" >&2
    exit 1
fi
grep -q 'hotshoe: the Python files were made for the interface 1234' "$folder/refusal"
echo "the wheel works in an empty environment"
