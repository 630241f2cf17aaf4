# shellcheck shell=bash
# Part of script/test-usb.
for body in panasonic-gh5 panasonic-s5; do
    rm -rf card
    mkdir card
    start --storage card --personality "$body"
    gp --summary
    says '^Manufacturer: Panasonic$'
    gp --capture-image-and-download --force-overwrite --filename taken.jpg
    [ "$(head -c 2 taken.jpg | od -An -tx1 | tr -d ' ')" = ffd8 ] || fail "the picture is no JPEG"
    gp --force-overwrite --capture-movie=30
    [ "$(head -c 2 movie.mjpg | od -An -tx1 | tr -d ' ')" = ffd8 ] || fail "live view is no JPEG"
    gp --set-config f-number=8
    gp --get-config f-number
    says '^Current: 8$'
    stop
done
