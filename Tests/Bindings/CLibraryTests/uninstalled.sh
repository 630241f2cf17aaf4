#!/usr/bin/env bash
# Installs everything into a temporary folder, beside files of others, and removes it again.
set -euo pipefail
build=$1 source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/lib/hotshoe" "$work/share/man/man1"
echo own >"$work/lib/hotshoe/of-the-user"
echo other >"$work/share/man/man1/other.1"
cmake --install "$build" --prefix "$work" >/dev/null
for file in lib/*/libhotshoe.so include/hotshoe/hotshoe.h share/man/man3/libhotshoe.3; do
    # shellcheck disable=SC2086 # a pattern
    [ -e "$(ls -d "$work"/${file} "$work"/${file/lib\/\*/lib} 2>/dev/null | head -1)" ] || { echo "$file was not installed" >&2; exit 1; }
done
if grep -q '^HOTSHOE_BUILD_TOOL:BOOL=ON' "$build/CMakeCache.txt"; then
    for file in bin/hotshoe share/man/man1/hotshoe-shoot.1 share/bash-completion/completions/hotshoe share/zsh/site-functions/_hotshoe; do
        [ -s "$work/$file" ] || { echo "$file was not installed" >&2; exit 1; }
    done
fi
cmake -DMANIFEST="$build/install_manifest.txt" -P "$source/cmake/uninstall.cmake"
left=$(cd "$work" && find . -type f -o -type l | sort | paste -sd ' ')
[ "$left" = "./lib/hotshoe/of-the-user ./share/man/man1/other.1" ] || { echo "files are left, or lost: $left" >&2; exit 1; }
folders=$(find "$work" -iname '*hotshoe*' -type d | sed "s|$work/||" | paste -sd ' ')
[ "$folders" = lib/hotshoe ] || { echo "folders are left: $folders" >&2; exit 1; }
