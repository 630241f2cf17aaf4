# shellcheck shell=bash
# Part of script/test-gphoto2.
# Two Nikon bodies. gphoto2's name of the aperture is f-number; the mode dial and movies need what the page of the bodies lists.
for body in nikon-z6-2 nikon-d850; do
    rm -rf card
    mkdir card
    start --personality "$body" --live-view-size 160x120 --storage card
    gp --summary
    says '^Manufacturer: Nikon Corporation$'
    says '^  Serial Number: SIM-0001$'
    says '^Vendor Extension ID: 0xa '
    says 'Nikon Capture 2|Nikon Capture 1'
    says 'Live View Prohibit Condition\(0xd1a4\)'
    gp --list-config
    [ "$(grep -cE '^/main/(imgsettings|capturesettings|settings|status|actions)/' last)" -ge 40 ] || fail "$body has too few settings"

    # Settings, and their values in another session.
    gp --set-config f-number=f/8 --set-config iso=400 --set-config exposurecompensation=1 --set-config whitebalance=Daylight
    gp --get-config f-number --get-config iso --get-config exposurecompensation --get-config whitebalance
    for value in f/8 400 1 Daylight; do says "^Current: $value\$"; done
    gp --set-config controlmode=1 --set-config expprogram=M
    gp --get-config expprogram
    says '^Current: M$'
    gp --set-config shutterspeed=1/250
    gp --get-config shutterspeed --get-config shutterspeed2
    says '^Current: 0.0040s$'
    says '^Current: 1/250$'
    gp_fails 'Unspecified error' --set-config aperture=8
    gp_fails 'Access Denied' --set-config expprogram=A

    # Live view, and fifty frames of it as motion JPEG.
    gp --force-overwrite --capture-preview
    is_jpeg capture_preview.jpg
    gp --force-overwrite --capture-movie=50
    is_jpeg movie.mjpg
    [ "$(count_jpegs movie.mjpg)" -ge 50 ] || fail "$(count_jpegs movie.mjpg) frames are too few"
    gp --set-config viewfinder=1 --set-config autofocusdrive=1 --set-config manualfocusdrive=100 --set-config changeafarea=50x50 --set-config viewfinder=0

    # Pictures: on the card, for the host only, on demand; bulb, and a movie.
    gp --force-overwrite --set-config capturetarget=1 --capture-image-and-download --keep --filename taken.jpg
    says "^New file is in location $folder/IMG_000[0-9].JPG"
    cmp taken.jpg "$(ls -t card/DCIM/100HOTSH/IMG_*.JPG | head -n 1)" || fail "what was captured differs"
    before=$(ls card/DCIM/100HOTSH | wc -l)
    gp --force-overwrite --set-config capturetarget=0 --capture-image-and-download --filename host.jpg
    says '^New file is in location /capt'
    is_jpeg host.jpg
    [ "$(ls card/DCIM/100HOTSH | wc -l)" -eq "$before" ] || fail "a picture for the host only is on the card"
    gp --force-overwrite --set-config capturetarget=0 --capture-image-and-download -F 3 -I 1
    [ "$(grep -c '^Saving file as capt' last)" -eq 3 ] || fail "three pictures for the host are $(grep -c '^Saving file as capt' last)"
    gp --force-overwrite --set-config capturetarget=1 --trigger-capture --wait-event-and-download=2s
    says 'Saving file as IMG_000[0-9].JPG'
    gp --wait-event=2s
    gp --set-config controlmode=1 --set-config capturetarget=1 --set-config bulb=1 --wait-event=1s --set-config bulb=0 --wait-event=1s
    says 'FILEADDED IMG_'
    gp --set-config viewfinder=1 --set-config /main/other/d1a6=1 --set-config movie=1 --wait-event=1s --set-config movie=0 --wait-event=2s
    [ -n "$(find card -name 'MVI_*.AVI')" ] || fail "no video is on the card"
    gp_fails 'Unspecified error' --set-config viewfinder=1 --set-config movie=1
    stop
done
