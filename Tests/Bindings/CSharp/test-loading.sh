#!/usr/bin/env bash
# Where a program in C# finds its library, and what it reports if it finds none. Usage: test-loading.sh LIBRARY PROGRAM...: the library of
# the fixture, and a runtime with the compiled loading.cs, which no library lies beside.
set -euo pipefail
library=$(realpath "$1")
shift
program=$(realpath "${*: -1}")
runtime=("${@:1:$#-1}")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() { echo "${runtime[0]##*/}: $*" >&2; exit 1; }

# Runs the program of a folder with nothing but the variables that are named: run FOLDER KIND [VARIABLE=VALUE...].
run() {
    env -i PATH=/usr/bin:/bin HOME="$folder" DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1 "${@:3}" \
        timeout -k 10 60 "${runtime[@]}" "$1/${program##*/}" "$2"
}

works() { # WHERE ARGUMENT...
    local output
    output=$(run "${@:2}" 2>&1) && [ "$output" = oven ] || fail "the library $1 is not used: $output"
}

refuses() { # TEXT ARGUMENT...: the exception is of one type, and its text contains TEXT
    local output
    if output=$(run "${@:2}" 2>&1); then fail "a library was found where none is: $output"; fi
    [[ $output == "DllNotFoundException: kitchen: "*"$1"* ]] || fail "expected '$1', but the exception is: $output"
}

place() { # FOLDER: a folder with the program alone
    mkdir -p "$1"
    cp "$program" "$1/"
    [[ $program != *.dll ]] || cp "${program%.dll}.runtimeconfig.json" "$1/"
}

alone="$folder/program"
place "$alone"
strange="$folder/a folder with spaces, ünd Ω"
mkdir "$strange"
# A file with another name outside and inside.
sed 's/libkitchen\.so/libpudding.so/g' "$library" >"$strange/any name.bin"
cp "$library" "$strange/libkitchen.so"

# Each way to enter the library first: mono searches a function when it compiles its caller.
declare -A results=([constructor]=oven [function]=7 [property]=read [handles]=0 [waiting]=True [queue]=0 [stream]=42
    [asynchronous]=soup [delegate]='soup!' [twice]=oven
    [child]='oven of parent, 0')
for kind in "${!results[@]}"; do
    output=$(run "$alone" "$kind" KITCHEN_LIBRARY="$strange/any name.bin" 2>&1) || true
    [ "$output" = "${results[$kind]}" ] || fail "the first call is '$kind': $output"
done
run "$alone" operator KITCHEN_LIBRARY="$strange/any name.bin" >/dev/null || fail "the first call is an operator"

works "in a chosen folder" "$alone" constructor KITCHEN_LIBRARY="$strange"
works "at a relative path" "$alone" constructor KITCHEN_LIBRARY="$(realpath --relative-to=. "$strange")/any name.bin"
works "of the system's loader" "$alone" constructor LD_LIBRARY_PATH="$strange"
place "$folder/beside"
cp "$library" "$folder/beside/libkitchen.so"
works "beside the program" "$folder/beside" constructor
place "$folder/package"
native=$folder/package/runtimes/linux-$(case $(uname -m) in aarch64) echo arm64 ;; *) echo x64 ;; esac)/native
mkdir -p "$native"
cp "$strange/any name.bin" "$native/libkitchen.so"
works "in the folder of the platform" "$folder/package" constructor

# What cannot be used: the exception has the place and the reason.
refuses "Set KITCHEN_LIBRARY to its path" "$alone" constructor
refuses "$alone/libkitchen.so, $alone/runtimes/" "$alone" constructor
refuses "Set KITCHEN_LIBRARY to its path" "$alone" twice
refuses "KITCHEN_LIBRARY is $folder/missing.so, and there is no file $folder/missing.so" "$folder/beside" constructor \
    KITCHEN_LIBRARY="$folder/missing.so"
refuses "there is no file $folder/program/libkitchen.so" "$folder/beside" constructor KITCHEN_LIBRARY="$alone"
echo "not a library" >"$folder/text.so"
refuses "$folder/text.so cannot be loaded: " "$alone" constructor KITCHEN_LIBRARY="$folder/text.so"
# The header names another processor.
cp "$library" "$folder/foreign.so"
printf '\x02\x00' | dd of="$folder/foreign.so" bs=1 seek=18 conv=notrunc status=none
refuses "$folder/foreign.so cannot be loaded: " "$alone" constructor KITCHEN_LIBRARY="$folder/foreign.so"
head -c 40 "$library" >"$folder/beside/libkitchen.so"
refuses "$folder/beside/libkitchen.so cannot be loaded: " "$folder/beside" constructor
gcc -shared -fPIC -o "$folder/other.so" -xc - <<<'int other(void) { return 1; }'
refuses "$folder/other.so is another library" "$alone" constructor KITCHEN_LIBRARY="$folder/other.so"
gcc -shared -fPIC -o "$folder/old.so" -xc - <<'END'
unsigned kitchen_abi_version(void) { return 1; }
unsigned long kitchen_abi_fingerprint(void) { return 0x1234; }
END
refuses "$folder/old.so has the interface 0000000000001234" "$alone" constructor KITCHEN_LIBRARY="$folder/old.so"
# Mono would wait for ever for threads of the library when a domain ends.
case ${runtime[0]##*/} in mono) refuses "the first application domain" "$alone" domain KITCHEN_LIBRARY="$strange" ;; esac
echo "${runtime[0]##*/} finds the library, or reports its absence"
