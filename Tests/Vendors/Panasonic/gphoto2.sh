# shellcheck shell=bash
# Part of script/test-gphoto2.
# Two Panasonic bodies, which gphoto2 2.5.28 drives by the maker's operations. It names few of their values.
for body in panasonic-gh5 panasonic-s5; do
    rm -rf card
    mkdir card
    # The dial is the photographer's: in the manual mode all exposure settings but the compensation can be set.
    start --personality "$body" --live-view-size 160x120 --storage card --fault turn=exposure-mode:M@1ms
    gp --summary
    says '^Manufacturer: Panasonic$'
    says '^Vendor Extension ID: 0x1c '
    gp --list-config
    for name in iso shutterspeed f-number exposurecompensation whitebalance imageformat liveviewsize capturetarget; do
        says "/$name\$"
    done

    # Settings, and their values in another session.
    gp --set-config shutterspeed=1/250 --set-config f-number=8 --set-config iso=400 --set-config whitebalance=Daylight
    gp --set-config imageformat=1
    gp --get-config f-number --get-config iso --get-config whitebalance --get-config shutterspeed --get-config imageformat
    for value in 8 400 Daylight 1/250 1; do says "^Current: $value\$"; done
    # Live view, and fifty frames of it as motion JPEG.
    gp --force-overwrite --capture-preview
    is_jpeg capture_preview.jpg
    gp --force-overwrite --capture-movie=50
    is_jpeg movie.mjpg
    [ "$(count_jpegs movie.mjpg)" -ge 50 ] || fail "$(count_jpegs movie.mjpg) frames are too few"

    # Pictures: on the card, and for the computer only.
    gp --force-overwrite --keep --set-config capturetarget=1 --capture-image-and-download --filename card.jpg
    is_jpeg card.jpg
    [ -n "$(find card -name 'IMG_*.JPG')" ] || fail "the picture is not on the card"
    gp --force-overwrite --set-config capturetarget=0 --capture-image-and-download --filename host.jpg
    is_jpeg host.jpg
    gp --wait-event=2s
    stop

    start --personality "$body" --storage card --fault turn=exposure-mode:A@1ms
    gp --set-config exposurecompensation=1.000000
    gp --get-config exposurecompensation
    says '^Current: 1\.0*$'
    stop
done
