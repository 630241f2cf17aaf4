#!/usr/bin/env bash
# A camera on one host, the command line on another: discovery, use, and loss. Run by script/test-mdns, in its rig.
set -euo pipefail
rig=$HOTSHOE_MDNS_RIG
hotshoe=$PWD/.build/debug/hotshoe
export HOME=$rig/home
mkdir -p "$HOME" "$HOME/card"
far=a
[ "$HOTSHOE_MDNS_HOSTS" -lt 2 ] || far=b

fail() {
    tail -n 20 "$HOME"/*.log >&2 || true
    echo "discovery: $*" >&2
    exit 1
}
on() { # HOST COMMAND…: replaces this shell
    . "$rig/$1.env"
    shift
    # shellcheck disable=SC2086 # several words, or none
    exec $ENTER "$@"
}
until_true() { # COMMAND…: waits up to two minutes until it succeeds
    for _ in $(seq 1200); do
        if "$@"; then return 0; fi
        sleep 0.1
    done
    return 1
}

(on $far timeout 900 "$hotshoe" simulate --public --port 15740 --speed instant --picture-size 600x400 --storage "$HOME/card" --json) >"$HOME/camera.log" 2>&1 &
camera=$!
touch "$rig/processes/$camera"
until_true grep -q listening "$HOME/camera.log" || fail "the camera does not listen"

(on a timeout 900 "$hotshoe" list --watch --json) >"$HOME/watch.log" 2>&1 &
watch=$!
touch "$rig/processes/$watch"
said() { grep "\"event\":\"$1\"" "$HOME/watch.log" | grep -q '"serialNumber":"SIM-0001"'; }
until_true said found || fail "the camera is not found"
grep -q '"transport":"network"' "$HOME/watch.log" || fail "the camera is found, but not on the network"

(on a "$hotshoe" list --timeout 5) >"$HOME/list.log" 2>&1 || fail "list does not find it"
grep -q 'SIM-0001' "$HOME/list.log" || fail "list does not show it"
(on a "$hotshoe" info --camera SIM-0001 --timeout 30) >"$HOME/info.log" 2>&1 || fail "it cannot be chosen by its serial number"
grep -q 'Simulated Camera' "$HOME/info.log" || fail "info does not tell what it is"
(on a "$hotshoe" shoot --download "$HOME/pictures") >"$HOME/shoot.log" 2>&1 || fail "the only camera is not used"
picture=$(find "$HOME/pictures" -name '*.JPG')
cmp "$picture" "$(find "$HOME/card" -name '*.JPG')" || fail "the picture is another"
(on a "$hotshoe" doctor) >"$HOME/doctor.log" 2>&1 || fail "doctor sees trouble where there is none"

# A camera without --public is found on its own computer only.
(on a timeout 900 "$hotshoe" simulate --port 15741 --count 2 --speed instant --picture-size 600x400 --json) >"$HOME/own.log" 2>&1 &
own=$!
touch "$rig/processes/$own"
found_here() { (on a "$hotshoe" list --timeout 5 --json) 2>>"$HOME/own.log" | grep -q '"selector":"ptpip:127.0.0.1:15741"'; }
until_true found_here || fail "a camera that only this computer reaches is not found by it"
if [ "$far" = b ]; then
    listed_there() { (on b "$hotshoe" list --timeout 5 --json) >"$HOME/elsewhere.log" 2>&1; }
    until_true listed_there || fail "list on the other host fails"
    # By ports: the camera above has the same serial number.
    if grep -q ':15741"\|:15742"' "$HOME/elsewhere.log"; then fail "a camera that only its computer reaches is found elsewhere"; fi
fi
kill -INT $own
wait $own || true
rm -f "$rig/processes/$own"

kill -INT $camera
wait $camera || true
rm -f "$rig/processes/$camera"
until_true said lost || fail "the camera is not lost when it has said goodbye"
kill -INT $watch
wait $watch || true
rm -f "$rig/processes/$watch"

# Many cameras answer one after the other: listing takes the time of --timeout, and then contains all of them. They come last,
# because the first has the serial number of the camera above.
(on $far timeout 900 "$hotshoe" simulate --public --port 20001 --count 120 --speed instant --picture-size 96x64 --json) >"$HOME/many.log" 2>&1 &
many=$!
touch "$rig/processes/$many"
for patience in 8 16 32 64; do
    (on a "$hotshoe" list --timeout $patience --json) >"$HOME/found.log" 2>>"$HOME/many.log" || true
    found=$(grep -c '"transport":"network"' "$HOME/found.log" || true)
    [ "$found" -lt 120 ] || break
done
[ "$found" -eq 120 ] || fail "of 120 cameras $found are listed"
kill -INT $many
wait $many || true
rm -f "$rig/processes/$many"

# A server is announced to other computers, until it ends.
(on $far timeout 900 "$hotshoe" serve --simulated --listen 0.0.0.0 --port 18080 --json) >"$HOME/serve.log" 2>&1 &
server=$!
touch "$rig/processes/$server"
until_true grep -q '"url"' "$HOME/serve.log" || fail "the server does not start"
is_listed() { (on a "$hotshoe" list --hosts --timeout 3 --json) 2>>"$HOME/serve.log" | grep -q '"url":"https://[^"]*:18080/"'; }
is_gone() { ! is_listed; }
until_true is_listed || fail "the server is not found"
kill $server
wait $server || true
rm -f "$rig/processes/$server"
until_true is_gone || fail "the server is found when it has ended"

echo "discovery: found, used and lost across $HOTSHOE_MDNS_HOSTS hosts"
