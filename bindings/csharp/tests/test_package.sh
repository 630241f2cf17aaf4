#!/usr/bin/env bash
# The package for NuGet, in an empty environment: its parts are right, and the README's examples and FirstPicture are compiled with its
# assemblies and run, on mono and on .NET 8, where the package lies and as NuGet places it. Usage: test_package.sh PACKAGE DOTNET OLD NEW:
# the runtime of .NET 8, the folder of the assemblies with which programs for it are compiled, and that of its own.
set -euo pipefail
package=$(realpath "$1")
dotnet=$2 old=$3 new=$4
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { echo "test_package: $*" >&2; exit 1; }

version=$(python3 tests/check_package.py "$package" "$(realpath ../..)")
mkdir "$folder/package"
python3 -m zipfile -e "$package" "$folder/package"
content=$folder/package
native=$(realpath "$content"/runtimes/*/native)

# The assembly for .NET.
cecil=$(find /usr/lib/mono/gac/Mono.Cecil -name Mono.Cecil.dll | sort -V | tail -n 1)
mcs -warnaserror "-r:$cecil" -r:System.Xml.dll "-out:$folder/Check.exe" tests/Check.cs
MONO_PATH=${cecil%/*} mono "$folder/Check.exe" "$content/lib/net8.0/HotShoe.dll" "$content/lib/net8.0/HotShoe.xml" "$version" "$new" ||
    fail "the assembly for .NET has defects"

# The programs, compiled for both.
mkdir "$folder/sources" "$folder/mono" "$folder/net"
python3 tests/readme_programs.py README.md "$folder/sources"
cp examples/FirstPicture.cs "$folder/sources/"
references=(-r:"$old/System.Private.CoreLib.dll" -r:"$old/System.Runtime.dll" -r:"$old/System.Console.dll" -r:"$old/System.Collections.dll"
    -r:"$old/System.Threading.dll" -r:"$old/System.Runtime.Extensions.dll" -r:"$old/System.Private.Uri.dll" -r:"$old/System.Memory.dll")
for source in "$folder"/sources/*.cs; do
    name=$(basename "$source" .cs)
    mcs -warnaserror -langversion:7.2 "-r:$content/mono/HotShoe.dll" "-out:$folder/mono/$name.exe" "$source"
    mcs -warnaserror -nowarn:1701,1702 -langversion:7.2 -nostdlib -noconfig "${references[@]}" "-r:$content/lib/net8.0/HotShoe.dll" \
        "-out:$folder/net/$name.dll" "$source"
done

# Runs a program without the variables of this shell, in a folder of its own: run NAME [VARIABLE=VALUE...] -- PROGRAM...
run() {
    local name=$1 variables=()
    shift
    while [ "$1" != -- ]; do variables+=("$1"); shift; done
    shift
    local home
    home=$(mktemp -d -p "$folder")
    (cd "$home" && env -i PATH=/usr/bin:/bin HOME="$home" DBUS_SYSTEM_BUS_ADDRESS=unix:path=/dev/null "${variables[@]}" \
        timeout -k 10 120 "$@" >output 2>&1) || { cat "$home/output" >&2; fail "$name has failed"; }
    [ "$(head -c 3 "$home/picture.jpg" | od -An -tx1 | tr -d ' ')" = ffd8ff ] || fail "$name has written no picture"
    grep -qE '^the camera (shows|showed) f/2\.8' "$home/output" || { cat "$home/output" >&2; fail "$name has another output"; }
}

count=0
for source in "$folder"/sources/*.cs; do
    name=$(basename "$source" .cs)
    count=$((count + 1))
    # mono: the package's folders are named; or its files lie beside the program.
    run "$name on mono, by paths" MONO_PATH="$content/mono" HOTSHOE_LIBRARY="$native" -- mono "$folder/mono/$name.exe"
    mkdir -p "$folder/copied"
    cp -r "$folder/mono/$name.exe" "$content/mono/HotShoe.dll" "$content/runtimes" "$folder/copied/"
    run "$name on mono, copied" -- mono "$folder/copied/$name.exe"
    # .NET: the files lie beside the program, as `dotnet publish` places them.
    mkdir -p "$folder/published"
    cp -r "$folder/net/$name.dll" "$content/lib/net8.0/HotShoe.dll" "$content/runtimes" "$folder/published/"
    cat >"$folder/published/$name.runtimeconfig.json" <<'END'
{ "runtimeOptions": { "framework": { "name": "Microsoft.NETCore.App", "version": "8.0.0" },
  "configProperties": { "System.Globalization.Invariant": true } } }
END
    run "$name on .NET, published" -- "$dotnet" "$folder/published/$name.dll"
    # Or they lie in NuGet's folder of packages, which the description of the program's parts mentions, as `dotnet build` writes it.
    mkdir -p "$folder/built" "$folder/packages/hotshoe"
    ln -sfn "$content" "$folder/packages/hotshoe/$version"
    cp "$folder/net/$name.dll" "$folder/built/"
    cat >"$folder/built/$name.runtimeconfig.json" <<END
{ "runtimeOptions": { "framework": { "name": "Microsoft.NETCore.App", "version": "8.0.0" },
  "additionalProbingPaths": ["$folder/packages"], "configProperties": { "System.Globalization.Invariant": true } } }
END
    platform=$(basename "$(dirname "$native")")
    cat >"$folder/built/$name.deps.json" <<END
{ "runtimeTarget": { "name": ".NETCoreApp,Version=v8.0", "signature": "" },
  "targets": { ".NETCoreApp,Version=v8.0": {
    "$name/1.0.0": { "dependencies": { "HotShoe": "$version" }, "runtime": { "$name.dll": {} } },
    "HotShoe/$version": { "runtime": { "lib/net8.0/HotShoe.dll": { "assemblyVersion": "$version.0", "fileVersion": "$version.0" } },
      "runtimeTargets": { "runtimes/$platform/native/libhotshoe.so": { "rid": "$platform", "assetType": "native", "fileVersion": "0.0.0.0" } } } } },
  "libraries": { "$name/1.0.0": { "type": "project", "serviceable": false, "sha512": "" },
    "HotShoe/$version": { "type": "package", "serviceable": false, "sha512": "", "path": "hotshoe/$version" } } }
END
    run "$name on .NET, built" -- "$dotnet" "$folder/built/$name.dll"
done
echo "the package works in an empty environment: $count programs"
