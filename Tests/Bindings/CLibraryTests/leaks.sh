#!/usr/bin/env bash
# Runs the C tests and the C examples with AddressSanitizer and LeakSanitizer in the program: no leaks with the installed
# suppressions. A program that leaks its own memory, in a callback, is still reported.
set -euo pipefail
build=$1 project=$2 compiler=$3
suppressions=$project/share/sanitizers/hotshoe-leaks.supp
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
echo 'int main(void) { return 0; }' >"$out/empty.c"
$compiler -fsanitize=address -o "$out/empty" "$out/empty.c" 2>/dev/null || { echo "$compiler has no AddressSanitizer here"; exit 77; }

compile() { # NAME SOURCE
    "$compiler" -g -D_GNU_SOURCE -fsanitize=address -I "$project/include" -I "$project/examples/c" -o "$out/$1" "$2" \
        -L "$build" -lhotshoe -Wl,-rpath,"$build" -pthread
}
export LSAN_OPTIONS=suppressions=$suppressions:print_suppressions=0
cd "$out"
for source in "$project"/Tests/Bindings/CLibraryTests/{lifetime,camera,queue,silence}.c "$project"/examples/c/camera_{callbacks,poll,queue,plugin}.c; do
    name=$(basename "$source" .c)
    compile "$name" "$source"
    # Three clean runs of at most four: a process may end while a task of the library is suspended, whose closure LeakSanitizer does not
    # find (seen in 2 of 7 runs beside other builds: 32 bytes of the simulated camera's card reader). A leak is reported in every run.
    clean=0
    for _ in 1 2 3 4; do
        if timeout 300 "./$name" >output 2>&1; then clean=$((clean + 1)); else cat output >&2; fi
        [ $clean -lt 3 ] || break
    done
    [ $clean -eq 3 ] || { echo "$name is not clean" >&2; exit 1; }
done

cat >own.c <<'CODE'
#include <hotshoe/hotshoe.h>
#include <stdlib.h>

static void on_done(hotshoe_operation operation, void *context) {
    *(void **)context = malloc(321);
    (void)operation;
}

/* After the call, so that no register of the thread has the address any more. */
static int released;
static void on_release(void *context) {
    *(void **)context = NULL;
    __atomic_store_n(&released, 1, __ATOMIC_SEQ_CST);
}

int main(void) {
    static void *leaked;
    hotshoe_camera_discovery discovery;
    hotshoe_operation operation;
    hotshoe_camera_discovery_create_with_providers(
        hotshoe_text("leak"), (hotshoe_camera_provider_array){NULL, 0}, (hotshoe_time_source){0}, &discovery);
    hotshoe_camera_discovery_wait_for_first_search(discovery, HOTSHOE_SECONDS(60), &operation);
    hotshoe_operation_wait(operation, HOTSHOE_FOREVER);
    hotshoe_operation_on_done(operation, (hotshoe_queue){0}, on_done, &leaked, on_release);
    while (!__atomic_load_n(&released, __ATOMIC_SEQ_CST)) {}
    hotshoe_operation_release(operation);
    hotshoe_camera_discovery_release(discovery);
    return 0;
}
CODE
compile own own.c
if timeout 300 ./own >output 2>&1 || ! grep -q '321 byte' output; then
    cat output >&2
    echo "memory that the program leaks is not reported" >&2
    exit 1
fi
