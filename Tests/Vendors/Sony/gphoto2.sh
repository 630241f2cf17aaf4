# shellcheck shell=bash
# Part of script/test-gphoto2.
# Two Sony bodies. gphoto2 2.5.28 speaks version 2 of the extension with both: it moves settings by notches.
for body in sony-a7-4 sony-a7r-3; do
    rm -rf card
    mkdir card
    start --personality "$body" --live-view-size 160x120 --storage card
    gp --summary
    says '^Manufacturer: Sony Corporation$'
    says '^Vendor Extension ID: 0x11 '
    says 'Sony Capture'
    gp --list-config
    [ "$(grep -cE '^/main/(imgsettings|capturesettings|settings|status|actions)/' last)" -ge 15 ] || fail "$body has too few settings"

    # Settings, and their values in another session.
    gp --set-config expprogram=M
    gp --set-config shutterspeed=1/250 --set-config f-number=f/8 --set-config iso=400 --set-config whitebalance=Daylight
    gp --get-config f-number --get-config iso --get-config whitebalance --get-config shutterspeed
    for value in f/8 400 Daylight 1/250; do says "^Current: $value\$"; done
    gp --set-config expprogram=A
    gp --set-config exposurecompensation=1
    gp --get-config exposurecompensation
    says '^Current: 1(\.0*)?$'
    gp --set-config exposurecompensation=0

    # Live view, and fifty frames of it as motion JPEG.
    gp --force-overwrite --capture-preview
    is_jpeg capture_preview.jpg
    gp --force-overwrite --capture-movie=50
    is_jpeg movie.mjpg
    [ "$(count_jpegs movie.mjpg)" -ge 50 ] || fail "$(count_jpegs movie.mjpg) frames are too few"

    # Pictures: for the computer and the card, for the computer only, as RAW and JPEG.
    gp --force-overwrite --capture-image-and-download --filename both.jpg
    is_jpeg both.jpg
    [ -n "$(find card -name 'IMG_*.JPG')" ] || fail "the picture is not on the card"
    before=$(find card -name 'IMG_*' | wc -l)
    gp --force-overwrite --set-config /main/other/d222=1 --capture-image-and-download --filename host.jpg
    is_jpeg host.jpg
    [ "$(find card -name 'IMG_*' | wc -l)" -eq "$before" ] || fail "a picture for the computer only is on the card"
    gp --wait-event=2s
    stop
done
