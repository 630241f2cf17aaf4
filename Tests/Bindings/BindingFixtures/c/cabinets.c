/* Types within generic types, parameters that are left to their default values, and classes of Foundation. */
#include "fixture.h"

static void nested(void) {
    kitchen_cabinet_of_int sizes;
    kitchen_cabinet_of_int_drawer drawer;
    int64_t given[2] = {7, 8};
    CHECK_OK(kitchen_sizes(3, &sizes));
    CHECK_OK(kitchen_cabinet_of_int_drawer_at(sizes, KITCHEN_CABINET_OF_INT_SIDE_RIGHT, &drawer));
    CHECK(drawer.items.count == 3 && drawer.items.data[2] == 3);
    kitchen_cabinet_of_int_drawer_free(&drawer);
    CHECK_STATUS(kitchen_cabinet_of_int_drawer_at(sizes, 2, &drawer), KITCHEN_ERROR_INVALID_ARGUMENT);
    drawer.items.data = given;
    drawer.items.count = 2;
    CHECK_OK(kitchen_cabinet_of_int_put(sizes, &drawer, KITCHEN_CABINET_OF_INT_SIDE_LEFT));
    given[1] = 0;
    CHECK_OK(kitchen_cabinet_of_int_drawer_at(sizes, KITCHEN_CABINET_OF_INT_SIDE_LEFT, &drawer));
    CHECK(drawer.items.count == 2 && drawer.items.data[1] == 8);
    kitchen_cabinet_of_int_drawer_free(&drawer);
    CHECK_OK(kitchen_cabinet_of_int_release(sizes));
}

/* A generic type within a type that an alias names. */
static void inner_parameters(void) {
    kitchen_tea_cabinet tea;
    kitchen_tea_cabinet_tray_of_string tray;
    kitchen_tea_cabinet_drawer drawer;
    kitchen_string_array labels;
    CHECK_OK(kitchen_tea_cabinet_make(&tea));
    CHECK_OK(kitchen_tea_cabinet_tray(tea, &tray));
    CHECK_OK(kitchen_tea_cabinet_tray_of_string_add(tray, kitchen_text("oolong"), kitchen_text("dark")));
    CHECK_OK(kitchen_tea_cabinet_tray_of_string_get_labels(tray, &labels));
    CHECK(labels.count == 1 && is_text(labels.data[0], "dark"));
    kitchen_string_array_free(&labels);
    CHECK_OK(kitchen_tea_cabinet_tray_of_string_drawer(tray, &drawer));
    CHECK(drawer.items.count == 1 && is_text(drawer.items.data[0], "oolong"));
    kitchen_tea_cabinet_drawer_free(&drawer);
    CHECK_OK(kitchen_tea_cabinet_tray_of_string_release(tray));
    CHECK_OK(kitchen_tea_cabinet_release(tea));
}

static void raw_values(void) {
    CHECK_TEXT(kitchen_label_of(kitchen_text("salt"), &text), "<salt>");
}

static void progress(void) {
    kitchen_progress progress, none = {0};
    int64_t done = 0;
    double part = 0;
    bool is_cancelled = true;
    CHECK_OK(kitchen_set_table(3, none, &done));
    CHECK(done == 3);
    CHECK_OK(kitchen_progress_create(8, &progress));
    CHECK_OK(kitchen_set_table(2, progress, &done));
    CHECK_OK(kitchen_progress_get_fraction_completed(progress, &part));
    CHECK(part == 0.25);
    CHECK_OK(kitchen_progress_is_cancelled(progress, &is_cancelled));
    CHECK(!is_cancelled);
    CHECK_OK(kitchen_progress_cancel(progress));
    CHECK_OK(kitchen_set_table(2, progress, &done));
    CHECK(done == 0);
    CHECK_OK(kitchen_progress_release(progress));
    CHECK_STATUS(kitchen_set_table(2, progress, &done), KITCHEN_ERROR_INVALID_HANDLE);
}

static void files(void) {
    kitchen_file_manager files;
    bool has = true;
    CHECK_OK(kitchen_file_manager_default(&files));
    CHECK_OK(kitchen_file_manager_has_cookbook(files, kitchen_text("there/is/none"), &has));
    CHECK(!has);
    CHECK_OK(kitchen_file_manager_has_cookbook(files, kitchen_text("."), &has));
    CHECK(has);
    CHECK_OK(kitchen_file_manager_release(files));
}

int main(void) {
    RUN(nested);
    RUN(inner_parameters);
    RUN(raw_values);
    RUN(progress);
    RUN(files);
    return finish();
}
