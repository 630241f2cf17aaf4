#!/usr/bin/env bash
# SSDP on two hosts: devices of another program are found, and those that must not be read are not; another program finds a
# simulated body and reads its description. Run by script/test-mdns, in its rig.
set -euo pipefail
rig=$HOTSHOE_MDNS_RIG
hotshoe=$PWD/.build/debug/hotshoe
device="python3 $PWD/Tests/Rigs/NetworkTests/ssdp-device.py"
export HOME=$rig/ssdp
mkdir -p "$HOME"
if [ "$HOTSHOE_MDNS_HOSTS" -ge 2 ]; then
    far=b here=192.0.2.1 there=192.0.2.2
else
    far=a here=127.0.0.1 there=127.0.0.1
fi
kind=urn:schemas-canon-com:service:ICPO-WFTEOSSystemService:1

fail() {
    tail -n 20 "$HOME"/*.log >&2 || true
    echo "ssdp: $*" >&2
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
announce() { # UUID MODE
    # shellcheck disable=SC2086 # several words
    (on $far $device announce $there "$kind" "$1" "$2") >"$HOME/$2.log" 2>&1 &
    touch "$rig/processes/$!"
    until_true grep -q ready "$HOME/$2.log" || fail "the announcer does not start"
}

announce 00000000-0000-0000-0001-000000000001 good
good=$!
announce 00000000-0000-0000-0001-000000000002 elsewhere
announce 00000000-0000-0000-0001-000000000003 redirect
announce 00000000-0000-0000-0001-000000000004 bomb
(on a timeout 900 "$hotshoe" list --watch --json) >"$HOME/watch.log" 2>&1 &
watch=$!
touch "$rig/processes/$watch"
said() { grep "\"event\":\"$1\"" "$HOME/watch.log" | grep -q '"serialNumber":"77"'; }
until_true said found || fail "the device is not found"
grep -q '"model":"EOS of Python"' "$HOME/watch.log" || fail "its description is not read"
until_true grep -q 'request /d.xml' "$HOME/redirect.log" || fail "the redirecting device is not read"
until_true grep -q 'request /d.xml' "$HOME/bomb.log" || fail "the device with an entity is not read"
! grep -q 'request' "$HOME/elsewhere.log" || fail "a description elsewhere is read"
! grep -q 'other.xml' "$HOME/redirect.log" || fail "a redirection is followed"
# A simulated camera of an earlier part, whose goodbye was lost, may still be in the cache of mDNS.
found() { grep '"event":"found"' "$HOME/watch.log" | grep -v '"model":"Simulated Camera"'; }
[ "$(found | wc -l)" -eq 1 ] || fail "more than the one device is found"
kill -TERM $good
until_true said lost || fail "the device is not lost"

# The other direction, and a connection.
(on $far timeout 900 "$hotshoe" simulate --public --personality canon-eos-r5 --port 15743 --speed instant --picture-size 96x64 --json) >"$HOME/body.log" 2>&1 &
body=$!
touch "$rig/processes/$body"
until_true grep -q listening "$HOME/body.log" || fail "the body does not listen"
# shellcheck disable=SC2086 # several words
seen() { (on a $device search $here "$kind") >"$HOME/search.log" 2>&1 && grep -q 'Canon Device Discovery' "$HOME/search.log"; }
until_true seen || fail "another program does not find the body"
location=$(grep 'Canon Device Discovery' "$HOME/search.log" | sed -n 's/.*LOCATION: \([^|]*\)|.*/\1/p' | head -n 1)
[[ $location == http://$there:*/upnp/CameraDevDesc.xml ]] || fail "the location is $location"
(on a python3 -c "import urllib.request, sys; sys.stdout.write(urllib.request.urlopen(sys.argv[1], timeout=20).read().decode())" "$location") >"$HOME/description.log" 2>&1 ||
    fail "the description cannot be read"
grep -q '<modelName>Canon EOS R5</modelName>' "$HOME/description.log" || fail "the description is another"
model() { (on a "$hotshoe" list --timeout 5 --json) 2>>"$HOME/body.log" | grep '"selector":"ptpip:'"$there"':15743"' | grep -q '"family":"canon"'; }
until_true model || fail "the body is not found"
(on a "$hotshoe" info --camera "ptpip:$there:15743" --timeout 60) >"$HOME/info.log" 2>&1 || fail "it cannot be connected to"
grep -q 'EOS R5' "$HOME/info.log" || fail "info does not show the model"
kill -INT $watch $body
wait $watch $body || true
echo "ssdp: passed"
