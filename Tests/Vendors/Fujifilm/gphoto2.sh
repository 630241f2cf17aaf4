# shellcheck shell=bash
# Part of script/test-gphoto2.
# Fujifilm bodies. gphoto2 takes control when it connects, and returns it when it ends.
for body in fujifilm-x-t4 fujifilm-x-t3 fujifilm-gfx-100s; do
    rm -rf card
    mkdir card
    start --personality "$body" --live-view-size 160x120 --storage card
    gp --summary
    says '^Manufacturer: FUJIFILM$'
    says '^Vendor Extension ID: 0xe '
    says '^Vendor Extension Description: fujifilm.co.jp: 1.0; $'
    says 'store_10000001:'
    gp --list-config
    [ "$(grep -cE '^/main/(imgsettings|capturesettings|settings|status|actions)/' last)" -ge 20 ] || fail "$body has too few settings"

    # Settings, and their values in another session.
    gp --set-config expprogram=M
    gp --set-config shutterspeed=1/250 --set-config f-number=f/8 --set-config iso=400 --set-config whitebalance=Daylight
    gp --get-config f-number --get-config iso --get-config whitebalance --get-config shutterspeed
    for value in f/8 400 Daylight 1/250; do says "^Current: $value\$"; done
    gp --set-config iso=-2 --set-config filmsimulation="Classic Chrome"
    gp --get-config iso --get-config filmsimulation --get-config prioritymode --get-config shuttercounter
    for value in -2 'Classic Chrome' USB; do says "^Current: $value\$"; done
    gp --set-config iso=400
    gp --set-config expprogram=A
    # DeviceInfo does not list it, and this version asks for few properties beside those.
    gp_fails 'exposurecompensation not found in configuration tree' --set-config exposurecompensation=1000

    # Live view, and fifty frames of it as motion JPEG.
    gp --force-overwrite --capture-preview
    is_jpeg capture_preview.jpg
    gp --force-overwrite --capture-movie=50
    is_jpeg movie.mjpg
    [ "$(count_jpegs movie.mjpg)" -ge 50 ] || fail "$(count_jpegs movie.mjpg) frames are too few"

    # Pictures: for the computer only, for both, as RAW and JPEG; bulb.
    before=$(find card -name 'IMG_*' | wc -l)
    gp --force-overwrite --set-config /main/other/d20c=4 --capture-image-and-download --filename host.jpg
    is_jpeg host.jpg
    [ "$(find card -name 'IMG_*' | wc -l)" -eq "$before" ] || fail "a picture for the computer only is on the card"
    gp --force-overwrite --set-config /main/other/d20c=1 --capture-image-and-download --filename both.jpg
    is_jpeg both.jpg
    [ -n "$(find card -name 'IMG_*.JPG')" ] || fail "the picture is not on the card"
    gp --wait-event=2s
    stop
done

# On a network with its own protocol. gphoto2 reads events before it has connected for them, and complains of that.
rm -rf card
mkdir card
start --transport wireless --personality fujifilm-x-t4 --live-view-size 160x120 --storage card
model=(--camera "Fuji X (WLAN)")
event_port=$((port + 1))
gp --summary
says '^Manufacturer: FUJIFILM$'
says '^Vendor Extension ID: 0xe '
gp --list-config
[ "$(grep -cE '^/main/(imgsettings|capturesettings|settings|status|actions)/' last)" -ge 20 ] || fail "too few settings on a network"
gp --set-config expprogram=M
gp --set-config shutterspeed=1/250 --set-config f-number=f/8 --set-config iso=400 --set-config whitebalance=Daylight
gp --get-config f-number --get-config iso --get-config whitebalance --get-config shutterspeed
for value in f/8 400 Daylight 1/250; do says "^Current: $value\$"; done
gp --force-overwrite --capture-preview
is_jpeg capture_preview.jpg
gp --force-overwrite --capture-image-and-download --filename network.jpg
is_jpeg network.jpg
[ -n "$(find card -name 'IMG_*.JPG')" ] || fail "the picture is not on the card"
stop
model=()
event_port=
