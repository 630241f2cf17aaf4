# shellcheck shell=bash
# Part of script/test-usb.
for body in canon-eos-r5 canon-eos-80d; do
    for speed in full super; do
        rm -rf card
        mkdir card
        start --storage card --personality "$body" --usb-speed "$speed"
        gp --summary
        says '^Manufacturer: Canon Inc.$'
        gp --set-config capturetarget=1 --capture-image-and-download --keep --force-overwrite --filename taken.jpg
        same taken.jpg card/DCIM/100HOTSH/IMG_0001.JPG
        gp --force-overwrite --capture-movie=30
        [ "$(head -c 2 movie.mjpg | od -An -tx1 | tr -d ' ')" = ffd8 ] || fail "live view is no JPEG"
        gp --set-config aperture=8 --get-config aperture
        says '^Current: 8$'
        stop
    done
done
