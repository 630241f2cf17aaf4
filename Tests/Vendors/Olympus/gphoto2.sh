# shellcheck shell=bash
# Part of script/test-gphoto2.
# An E-M1 Mark II, which gphoto2 2.5.28 drives by the maker's operations.
rm -rf card
mkdir card
# The dial is the photographer's: in the manual mode all exposure settings but the compensation can be set.
start --personality olympus-e-m1-2 --live-view-size 320x240 --storage card --fault turn=exposure-mode:M@1ms
gp --summary
says '^Manufacturer: OLYMPUS$'
says '^Model: E-M1MarkII$'
gp --list-config
for name in iso shutterspeed aperture whitebalance focusmode exposuremetermode imageformat aspectratio; do
    says "/$name\$"
done

# Settings, and their values in another session.
gp --set-config shutterspeed=1/250 --set-config aperture=8.0 --set-config iso=400 --set-config whitebalance=Daylight
gp --get-config aperture --get-config iso --get-config whitebalance --get-config shutterspeed
for value in 8.0 400 1/250; do says "^Current: $value\$"; done

# Live view, and fifty frames of it as motion JPEG.
gp --force-overwrite --capture-preview
is_jpeg capture_preview.jpg
gp --force-overwrite --capture-movie=50
is_jpeg movie.mjpg
[ "$(count_jpegs movie.mjpg)" -ge 50 ] || fail "$(count_jpegs movie.mjpg) frames are too few"

# A picture on the card.
gp --force-overwrite --keep --capture-image-and-download --filename card.jpg
is_jpeg card.jpg
[ -n "$(find card -name 'IMG_*.JPG')" ] || fail "the picture is not on the card"
gp --wait-event=2s
stop

start --personality olympus-e-m1-2 --storage card --fault turn=exposure-mode:A@1ms
gp --set-config exposurecompensation=1
gp --get-config exposurecompensation
says '^Current: 1'
stop

# OM System, of which it knows nothing: files and settings.
start --personality olympus-om-1 --storage card
gp --summary
says '^Manufacturer: OMSYSTEM$'
gp --list-config
gp --list-files
stop
