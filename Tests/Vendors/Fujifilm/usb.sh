# shellcheck shell=bash
# Part of script/test-usb.
for body in fujifilm-x-t4 fujifilm-x-t3 fujifilm-gfx-100s; do
    rm -rf card
    mkdir card
    start --storage card --personality "$body"
    gp --summary
    says '^Manufacturer: FUJIFILM$'
    gp --capture-image-and-download --force-overwrite --filename taken.jpg
    [ "$(head -c 2 taken.jpg | od -An -tx1 | tr -d ' ')" = ffd8 ] || fail "the picture is no JPEG"
    gp --force-overwrite --capture-movie=30
    [ "$(head -c 2 movie.mjpg | od -An -tx1 | tr -d ' ')" = ffd8 ] || fail "live view is no JPEG"
    gp --set-config iso=800
    gp --get-config iso
    says '^Current: 800$'
    stop
done
