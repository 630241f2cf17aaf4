#!/usr/bin/env bash
# One sequence of steps (steps.txt) in C, C++ and Python, with simulated cameras in this process, over the network, and served over HTTP by
# hotshoe serve: each program prints the same lines. Usage: test.sh BUILD PYTHON: the folder of CMake's build, and an interpreter that has the package. Or, for the
# same in C# and Rust, test.sh BUILD PROGRAM...: a runtime with the compiled program, or scenario-rust.
set -euo pipefail
build=$(realpath "$1")
shift
program=("$@")
languages=(csharp)
[[ ${program[0]} != *scenario-rust ]] || languages=(rust)
[[ ${program[0]} != *python* ]] || languages=(c cpp python)
cd "$(dirname "$0")"
root=$(realpath ../../..)
folder=$(mktemp -d)
servers=()
finish() {
    for server in ${servers[@]+"${servers[@]}"}; do { kill "$server" 2>/dev/null && wait "$server"; } || true; done
    rm -rf "$folder"
}
trap finish EXIT
warnings=(-Wall -Wextra -Wpedantic -Werror)
[ "${languages[0]}" != c ] || {
    gcc -std=c99 -D_POSIX_C_SOURCE=200809L "${warnings[@]}" -I "$root/include" -o "$folder/c" scenario.c -L "$build" -lhotshoe "-Wl,-rpath,$build"
    g++ -std=c++17 "${warnings[@]}" -I "$root/include" -o "$folder/cpp" scenario.cpp -L "$build" -lhotshoe_cpp -lhotshoe \
        "-Wl,-rpath,$build" -pthread
}

# The server prints its line with the port when it is ready.
mkfifo "$folder/server"
"$build/hotshoe" simulate --port 0 --queue --live-view-rate 0 --personality canon-eos-r5 >"$folder/server" 2>/dev/null &
servers+=($!)
port=
while [ -z "$port" ] && read -r line; do
    [[ $line =~ 127\.0\.0\.1:([0-9]+) ]] && port=${BASH_REMATCH[1]}
done <"$folder/server"
[ -n "$port" ] || { echo "the simulated camera does not start" >&2; exit 1; }
mkfifo "$folder/served"
"$build/hotshoe" serve --port 0 --simulated --speed instant --live-view-rate 0 --json >"$folder/served" 2>/dev/null &
servers+=($!)
read -r line <"$folder/served"
[[ $line =~ \"url\":\"http:(//127\.0\.0\.1:[0-9]+) ]] || { echo "the server does not start" >&2; exit 1; }
served=${BASH_REMATCH[1]}

for language in "${languages[@]}"; do
    command=("$folder/$language")
    [ "$language" != python ] || command=("${program[0]}" -X faulthandler scenario.py)
    [[ $language != csharp && $language != rust ]] || command=(env "LD_LIBRARY_PATH=$build" "${program[@]}")
    for place in "$port" "$served"; do
        timeout 600 "${command[@]}" "$place" "$folder/picture.jpg" >"$folder/$language.lines" ||
            { cat "$folder/$language.lines" >&2; echo "the scenario in $language failed at $place" >&2; exit 1; }
        diff steps.txt "$folder/$language.lines" || { echo "the scenario in $language has other results at $place" >&2; exit 1; }
    done
done
echo "the scenario has the same results in ${languages[*]}"
