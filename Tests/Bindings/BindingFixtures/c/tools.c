/* Compositions of protocols, and parameters of any type that conforms to a protocol, which a function changes. */
#include "fixture.h"

static kitchen_sharp_and_washable tool(int64_t edge) {
    kitchen_cleaver cleaver;
    kitchen_sharp_and_washable made;
    CHECK_OK(kitchen_cleaver_make(edge, &cleaver));
    CHECK_OK(kitchen_cleaver_as_sharp_and_washable(cleaver, &made));
    CHECK_OK(kitchen_cleaver_release(cleaver));
    return made;
}

static void compositions(void) {
    kitchen_sharp_and_washable blunt = tool(40), keen = tool(20), chosen, none = {0};
    kitchen_sharp sharp;
    int64_t edge = 0;
    CHECK_OK(kitchen_keener(blunt, keen, &chosen));
    CHECK_OK(kitchen_sharp_and_washable_as_sharp(chosen, &sharp));
    CHECK_OK(kitchen_sharp_get_edge(sharp, &edge));
    CHECK(edge == 20);
    CHECK_OK(kitchen_sharp_release(sharp));
    CHECK_OK(kitchen_sharp_and_washable_release(chosen));
    CHECK_OK(kitchen_keener(blunt, none, &chosen));
    CHECK_OK(kitchen_sharp_and_washable_release(chosen));
    CHECK_STATUS(kitchen_keener(none, keen, &chosen), KITCHEN_ERROR_INVALID_HANDLE);
    CHECK_OK(kitchen_sharp_and_washable_release(blunt));
    CHECK_OK(kitchen_sharp_and_washable_release(keen));
}

static void changed(void) {
    kitchen_cleaver cleaver;
    kitchen_washable dirty, clean, plate;
    bool is_clean = true;
    CHECK_OK(kitchen_cleaver_make(30, &cleaver));
    CHECK_OK(kitchen_cleaver_as_washable(cleaver, &dirty));
    CHECK_OK(kitchen_rinse(dirty, &clean));
    CHECK_OK(kitchen_washable_is_clean(clean, &is_clean));
    CHECK(is_clean);
    CHECK_OK(kitchen_washable_is_clean(dirty, &is_clean));
    CHECK(!is_clean);
    CHECK_OK(kitchen_swap(dirty, &plate, true));
    CHECK_OK(kitchen_washable_is_clean(plate, &is_clean));
    CHECK(is_clean);
    CHECK_OK(kitchen_washable_release(plate));
    CHECK_OK(kitchen_washable_release(clean));
    CHECK_OK(kitchen_washable_release(dirty));
    CHECK_OK(kitchen_cleaver_release(cleaver));
}

static void any_conformer(void) {
    kitchen_sharp_and_washable given = tool(25);
    kitchen_optional_int edge = {true, 0};
    CHECK_OK(kitchen_clean_edge_of(given, &edge));
    CHECK(!edge.has_value);
    CHECK_OK(kitchen_sharp_and_washable_release(given));
}

/* Members of Foundation's classes that mention types of the module. */
static void extensions(void) {
    kitchen_file_manager files;
    kitchen_progress progress;
    kitchen_plate plate;
    kitchen_cleaver cleaver, sharp;
    bool is_clean = true;
    double part = 0;
    int64_t edge = 0;
    CHECK_OK(kitchen_file_manager_default(&files));
    CHECK_OK(kitchen_file_manager_plate(files, kitchen_text("/there/is/none"), &plate));
    CHECK_OK(kitchen_plate_is_clean(plate, &is_clean));
    CHECK(!is_clean);
    CHECK_OK(kitchen_plate_release(plate));
    CHECK_OK(kitchen_file_manager_plate(files, kitchen_text("/"), &plate));
    CHECK_OK(kitchen_plate_is_clean(plate, &is_clean));
    CHECK(is_clean);
    CHECK_OK(kitchen_plate_release(plate));
    CHECK_OK(kitchen_file_manager_release(files));
    CHECK_OK(kitchen_progress_create(2, &progress));
    CHECK_OK(kitchen_cleaver_make(30, &cleaver));
    CHECK_OK(kitchen_progress_sharpen(progress, cleaver, 15, &sharp));
    CHECK_OK(kitchen_cleaver_get_edge(sharp, &edge));
    CHECK_OK(kitchen_progress_get_fraction_completed(progress, &part));
    CHECK(edge == 15 && part == 0.5);
    CHECK_OK(kitchen_cleaver_release(sharp));
    CHECK_OK(kitchen_cleaver_release(cleaver));
    CHECK_STATUS(kitchen_progress_sharpen(progress, cleaver, 15, &sharp), KITCHEN_ERROR_INVALID_HANDLE);
    CHECK_OK(kitchen_progress_release(progress));
}

int main(void) {
    RUN(compositions);
    RUN(changed);
    RUN(any_conformer);
    RUN(extensions);
    return finish();
}
