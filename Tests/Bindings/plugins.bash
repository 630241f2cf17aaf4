# Read by the tests of camera plugins in C, Python and C#: a folder for files that is removed at the end, and checks of commands. The output of a
# command is the file `output` in the folder.
folder=$(mktemp -d)
running=
finish() {
    [ -z "$running" ] || kill -9 "$running" 2>/dev/null || true
    rm -rf "$folder"
}
trap finish EXIT
fail() { echo "$1" >&2; cat "$folder/output" >&2; exit 1; }

# Runs a command in the folder, and checks its exit code.
expect() { # CODE COMMAND…
    local wanted=$1 code=0
    shift
    (cd "$folder" && timeout -k 5 120 "$@" >output 2>&1 </dev/null) || code=$?
    [ "$code" -eq "$wanted" ] || fail "$*: exit code $code instead of $wanted"
}

# Checks that the output of the last command has a text.
saying() { grep -q -- "$1" "$folder/output" || fail "this is missing: $1"; }

# Starts a command that watches a camera: there is one library in its process, and Ctrl-C ends it.
watches_and_ends() { # COMMAND…
    rm -f "$folder/output"
    # A background job of a shell ignores Ctrl-C otherwise.
    (cd "$folder" && exec timeout 120 env --default-signal=INT "$@" >output 2>&1 </dev/null) &
    running=$!
    until [ -s "$folder/output" ] && grep -q Watching "$folder/output"; do kill -0 "$running" || fail "the command ended"; sleep 0.05; done
    local process code=0
    process=$(pgrep -P "$running")
    [ "$(grep -o '/[^ ]*libhotshoe[^ ]*' "/proc/$process/maps" | sort -u | wc -l)" -eq 1 ] || fail "there are two libraries in the process"
    kill -INT "$process"
    wait "$running" || code=$?
    running=
    [ "$code" -eq 130 ] || fail "after Ctrl-C the exit code is $code"
}

# The camera `ring:1` of the example in Python and C#, at the command line: uses_ring COMMAND…, with the options that load the plugin.
uses_ring() {
    expect 0 "$@" list --timeout 4
    saying '^Ring '
    expect 0 "$@" --camera ring:1 get aperture
    saying 'f/5.6'
    expect 0 "$@" --camera ring:1 set aperture 2.8
    expect 0 "$@" --camera ring:1 liveview --frames 5
    saying '5 frames'
    expect 5 "$@" --camera ring:1 set aperture f/3.7
    expect 0 "$@" --camera ring:1 shoot --download pictures
    is_picture pictures/RING0001.PPM
    rm -r "$folder/pictures"
}

is_picture() { [ "$(head -c 2 "$folder/$1")" = P6 ] || fail "there is no picture"; }

# Compiles the example in C for real cameras, as it is: compile_camera_real SOURCE INCLUDE LIBRARIES, three folders.
compile_camera_real() {
    gcc -std=c99 -D_POSIX_C_SOURCE=200809L -I "$2" -o "$folder/camera_real" "$1/examples/c/camera_real.c" -L "$3" -lhotshoe \
        -Wl,-rpath,"$3" -pthread
}

# Runs the example, which uses the first camera that it finds: without a network, where this user may do that, it finds none of other tests.
expect_camera_real() { # CODE PLUGINS
    local isolated=()
    ! unshare -n true 2>/dev/null || isolated=(unshare -n)
    expect "$1" "${isolated[@]}" env HOTSHOE_PLUGINS="$2" ./camera_real
}

# Checks what the example has done with `ring:1`.
camera_real_used_ring() {
    saying 'connected to Ring'
    saying 'live view: 10 frames, the last of 9216 bytes'
    grep -q '^  aperture *f/2.8 ' "$folder/output" || fail "the aperture was not set"
    is_picture camera_real.jpg
}
