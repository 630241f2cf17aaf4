# shellcheck shell=bash
# Part of script/test-usb.
rm -rf card
mkdir card
start --storage card --personality olympus-e-m1-2
gp --summary
says '^Manufacturer: OLYMPUS$'
gp --capture-image-and-download --force-overwrite --filename taken.jpg
[ "$(head -c 2 taken.jpg | od -An -tx1 | tr -d ' ')" = ffd8 ] || fail "the picture is no JPEG"
gp --force-overwrite --capture-movie=30
[ "$(head -c 2 movie.mjpg | od -An -tx1 | tr -d ' ')" = ffd8 ] || fail "live view is no JPEG"
gp --set-config aperture=8.0
gp --get-config aperture
says '^Current: 8'
stop
