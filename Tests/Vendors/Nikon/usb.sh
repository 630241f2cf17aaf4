# shellcheck shell=bash
# Part of script/test-usb.
for body in nikon-z6-2 nikon-d850; do
    rm -rf card
    mkdir card
    start --storage card --personality "$body"
    gp --summary
    says '^Manufacturer: Nikon Corporation$'
    gp --set-config capturetarget=1 --capture-image-and-download --keep --force-overwrite --filename taken.jpg
    same taken.jpg card/DCIM/100HOTSH/IMG_0001.JPG
    gp --force-overwrite --capture-movie=30
    [ "$(head -c 2 movie.mjpg | od -An -tx1 | tr -d ' ')" = ffd8 ] || fail "live view is no JPEG"
    gp --set-config f-number=f/8
    gp --get-config f-number
    says '^Current: f/8$'
    stop
done
