# shellcheck shell=bash
# Part of script/test-usb.
for body in sony-a7-4 sony-a7r-3; do
    rm -rf card
    mkdir card
    start --storage card --personality "$body"
    gp --summary
    says '^Manufacturer: Sony Corporation$'
    gp --capture-image-and-download --force-overwrite --filename taken.jpg
    [ "$(head -c 2 taken.jpg | od -An -tx1 | tr -d ' ')" = ffd8 ] || fail "the picture is no JPEG"
    gp --force-overwrite --capture-movie=30
    [ "$(head -c 2 movie.mjpg | od -An -tx1 | tr -d ' ')" = ffd8 ] || fail "live view is no JPEG"
    gp --set-config f-number=f/8
    gp --get-config f-number
    says '^Current: f/8$'
    stop
done
