/* Protocols: implemented by tables of C functions, and by internal types of the library. */
#include "fixture.h"

struct cook {
    int releases, rests, installs;
    char seen[32];
};

static void release_cook(void *context) { count_release(&((struct cook *)context)->releases); }

static void get_name(void *context, kitchen_string *result) {
    (void)context;
    *result = kitchen_string_copy(kitchen_text("Max"));
}

static void greet(void *context, kitchen_string guest, kitchen_string *result) {
    char text[64];
    (void)context;
    snprintf(text, sizeof text, "hello %.*s", (int)guest.size, guest.data);
    *result = kitchen_string_copy(kitchen_text(text));
}

static kitchen_status taste(void *context, const kitchen_dish *dish, int64_t *result, kitchen_error **error) {
    kitchen_kitchen_error missing = kitchen_kitchen_error_make_missing(kitchen_text("taste"));
    (void)context;
    if (is_text(dish->name, "soap")) {
        kitchen_kitchen_error_to_error(&missing, error);
        return KITCHEN_ERROR_FAILED;
    }
    *result = 9;
    return KITCHEN_OK;
}

static void cook(void *context, const kitchen_recipe *recipe, kitchen_completion completion) {
    kitchen_dish dish = {{NULL, 0}, 500, {NULL, 0}};
    char name[64];
    (void)context;
    if (is_text(recipe->title, "stone")) {
        kitchen_completion_fail(completion, kitchen_error_create(KITCHEN_ERROR_FAILED, kitchen_text("too hard")));
        return;
    }
    snprintf(name, sizeof name, "cooked %.*s", (int)recipe->title.size, recipe->title.data);
    dish.name = kitchen_text(name);
    kitchen_chef_cook_complete(completion, &dish);
}

static void rest(void *context, kitchen_completion completion) {
    __atomic_add_fetch(&((struct cook *)context)->rests, 1, __ATOMIC_ACQ_REL);
    kitchen_chef_rest_complete(completion);
}

static int64_t get_stars(void *context) {
    (void)context;
    return 3;
}

static void motto(void *context, kitchen_string *result) {
    (void)context;
    *result = kitchen_string_copy(kitchen_text("all by hand"));
}

static kitchen_chef_functions all_functions(void) {
    kitchen_chef_functions functions;
    functions.size = sizeof functions;
    functions.get_name = get_name;
    functions.greet = greet;
    functions.taste = taste;
    functions.cook = cook;
    functions.rest = rest;
    functions.get_stars = get_stars;
    functions.motto = motto;
    return functions;
}

static void members(void) {
    struct cook state = {0};
    kitchen_chef_functions functions = all_functions();
    kitchen_chef max = {0}, same = {0};
    kitchen_dish soup = {{NULL, 0}, 500, {NULL, 0}}, cooked;
    kitchen_recipe leek;
    kitchen_string_array heard;
    int64_t number = 0;
    memset(&leek, 0, sizeof leek);
    soup.name = kitchen_text("soup");
    leek.title = kitchen_text("leek");
    CHECK_OK(kitchen_chef_create(&functions, &state, release_cook, &max));
    memset(&functions, 0xff, sizeof functions); /* the table was copied */
    CHECK_TEXT(kitchen_chef_get_name(max, &text), "Max");
    CHECK_TEXT(kitchen_chef_greet(max, kitchen_text("you"), &text), "hello you");
    CHECK_TEXT(kitchen_chef_motto(max, &text), "all by hand");
    CHECK_OK(kitchen_chef_get_stars(max, &number));
    CHECK(number == 3);
    CHECK_OK(kitchen_chef_taste(max, &soup, &number, NULL));
    CHECK(number == 9);
    CHECK_OK(kitchen_chef_cook_wait(max, &leek, KITCHEN_FOREVER, &cooked, NULL));
    CHECK(is_text(cooked.name, "cooked leek"));
    kitchen_dish_free(&cooked);
    CHECK_OK(kitchen_chef_rest_wait(max, KITCHEN_FOREVER, NULL));
    CHECK(state.rests == 1);
    CHECK_TEXT(kitchen_hire(max, &text), "Max");
    CHECK_OK(kitchen_audition_wait(max, &leek, KITCHEN_FOREVER, &heard, NULL));
    CHECK(heard.count == 4 && is_text(heard.data[0], "hello guest") && is_text(heard.data[1], "cooked leek"));
    CHECK(is_text(heard.data[2], "9") && is_text(heard.data[3], "all by hand, with 3 stars"));
    kitchen_string_array_free(&heard);
    CHECK_OK(kitchen_echo_chef(max, &same));
    CHECK_TEXT(kitchen_chef_get_name(same, &text), "Max");
    CHECK_OK(kitchen_chef_release(max));
    CHECK(__atomic_load_n(&state.releases, __ATOMIC_ACQUIRE) == 0); /* one is left */
    CHECK_OK(kitchen_chef_release(same));
    CHECK(reaches(&state.releases, 1));
}

static void failing(void) {
    struct cook state = {0};
    kitchen_chef_functions functions = all_functions();
    kitchen_chef max = {0};
    kitchen_dish soap = {{NULL, 0}, 500, {NULL, 0}}, cooked;
    kitchen_recipe stone;
    kitchen_error *error = NULL;
    int64_t points;
    memset(&stone, 0, sizeof stone);
    soap.name = kitchen_text("soap");
    stone.title = kitchen_text("stone");
    CHECK_OK(kitchen_chef_create(&functions, &state, release_cook, &max));
    CHECK_FAILS(kitchen_chef_taste(max, &soap, &points, &error), KITCHEN_KITCHEN_ERROR_MISSING, is_text(failure.as.missing.value, "taste"));
    CHECK_STATUS(kitchen_chef_cook_wait(max, &stone, KITCHEN_FOREVER, &cooked, &error), KITCHEN_ERROR_FAILED);
    CHECK(strcmp(kitchen_error_message(error), "too hard") == 0);
    kitchen_error_free(error);
    CHECK_OK(kitchen_chef_release(max));
    CHECK(reaches(&state.releases, 1));
}

/* A null member has the default implementation of the protocol, is not available, or is refused. */
static void left_out(void) {
    struct cook state = {0};
    kitchen_chef_functions functions = all_functions();
    kitchen_chef minna = {0};
    kitchen_dish soup = {{NULL, 0}, 500, {NULL, 0}}, cooked;
    kitchen_recipe leek;
    kitchen_error *error = NULL;
    int64_t number = 7;
    memset(&leek, 0, sizeof leek);
    soup.name = kitchen_text("soup");
    leek.title = kitchen_text("leek");
    functions.get_stars = NULL;
    functions.motto = NULL;
    functions.cook = NULL;
    functions.taste = NULL;
    CHECK_OK(kitchen_chef_create(&functions, &state, release_cook, &minna));
    CHECK_OK(kitchen_chef_get_stars(minna, &number));
    CHECK(number == 0);
    CHECK_TEXT(kitchen_chef_motto(minna, &text), "Max cooks");
    CHECK_TEXT(kitchen_chef_introduction(minna, &text), "Max cooks, with 0 stars");
    CHECK_STATUS(kitchen_chef_cook_wait(minna, &leek, KITCHEN_FOREVER, &cooked, &error), KITCHEN_ERROR_NOT_AVAILABLE);
    CHECK(kitchen_error_status(error) == KITCHEN_ERROR_NOT_AVAILABLE);
    kitchen_error_free(error);
    CHECK(kitchen_chef_taste(minna, &soup, &number, NULL) < 0);
    CHECK_OK(kitchen_chef_release(minna));
    CHECK(reaches(&state.releases, 1));

    functions.get_name = NULL;
    CHECK_STATUS(kitchen_chef_create(&functions, &state, release_cook, &minna), KITCHEN_ERROR_INVALID_ARGUMENT);
    CHECK(reaches(&state.releases, 2)); /* even if it fails */
    CHECK_STATUS(kitchen_chef_create(NULL, &state, release_cook, &minna), KITCHEN_ERROR_INVALID_ARGUMENT);
    CHECK(reaches(&state.releases, 3));
}

/* A program that was compiled with an older header has a shorter table: what it does not know is left out. */
static void shorter_tables(void) {
    struct cook state = {0};
    kitchen_chef_functions functions = all_functions();
    kitchen_chef max = {0};
    functions.size = offsetof(kitchen_chef_functions, motto);
    CHECK_OK(kitchen_chef_create(&functions, &state, release_cook, &max));
    CHECK_TEXT(kitchen_chef_motto(max, &text), "Max cooks");
    CHECK_OK(kitchen_chef_release(max));
    CHECK(reaches(&state.releases, 1));
}

static bool decide(void *context, kitchen_doneness doneness) {
    (void)context;
    return doneness == KITCHEN_DONENESS_RARE;
}

static void inherited(void) {
    struct cook state = {0};
    kitchen_head_chef_functions functions;
    kitchen_head_chef dora = {0};
    kitchen_chef chef = {0};
    bool answer = false;
    memset(&functions, 0, sizeof functions);
    functions.size = sizeof functions;
    functions.decide = decide;
    functions.get_name = get_name;
    functions.greet = greet;
    functions.rest = rest;
    CHECK_OK(kitchen_head_chef_create(&functions, &state, release_cook, &dora));
    CHECK_OK(kitchen_head_chef_decide(dora, KITCHEN_DONENESS_RARE, &answer));
    CHECK(answer);
    CHECK_OK(kitchen_head_chef_decide(dora, KITCHEN_DONENESS_MEDIUM, &answer));
    CHECK(!answer);
    CHECK_OK(kitchen_head_chef_as_chef(dora, &chef));
    CHECK_TEXT(kitchen_hire(chef, &text), "Max");
    CHECK_OK(kitchen_chef_rest_wait(chef, KITCHEN_FOREVER, NULL));
    CHECK(state.rests == 1);
    CHECK_OK(kitchen_chef_release(chef));
    CHECK_OK(kitchen_head_chef_release(dora));
    CHECK(reaches(&state.releases, 1));
}

static void the_librarys_own(void) {
    kitchen_house_chef hanna = {0};
    kitchen_head_chef head = {0};
    kitchen_chef chef = {0}, best = {1};
    kitchen_thermometer thermometer = {0};
    kitchen_jar jar = {{NULL, 0}};
    kitchen_certified certified = {0};
    kitchen_dish bad = {{NULL, 0}, -1, {NULL, 0}}, cooked;
    kitchen_recipe pie;
    double degrees = 0, thirty = 30;
    int64_t points;
    bool answer = true;
    memset(&pie, 0, sizeof pie);
    CHECK_OK(kitchen_house_chef_create(kitchen_text("Hanna"), &hanna));
    pie.title = kitchen_text("pie");
    CHECK_OK(kitchen_house_chef_cook_wait(hanna, &pie, KITCHEN_FOREVER, &cooked, NULL));
    CHECK(is_text(cooked.name, "pie"));
    kitchen_dish_free(&cooked);
    CHECK_OK(kitchen_house_chef_as_chef(hanna, &chef));
    CHECK_OK(kitchen_house_chef_as_head_chef(hanna, &head));
    CHECK_TEXT(kitchen_hire(chef, &text), "Hanna");
    CHECK_TEXT(kitchen_chef_introduction(chef, &text), "Hanna cooks, with 0 stars");
    CHECK_OK(kitchen_head_chef_decide(head, KITCHEN_DONENESS_WELL_DONE, &answer));
    CHECK(!answer);
    bad.name = kitchen_text("soap");
    CHECK_FAILS(kitchen_chef_taste(chef, &bad, &points, &error), KITCHEN_KITCHEN_ERROR_MISSING, is_text(failure.as.missing.value, "calories"));
    CHECK_OK(kitchen_best_of((kitchen_chef_array){&chef, 1}, &best));
    CHECK_TEXT(kitchen_chef_get_name(best, &text), "Hanna");
    CHECK_OK(kitchen_chef_release(best));
    CHECK_OK(kitchen_best_of((kitchen_chef_array){NULL, 0}, &best));
    CHECK(best.bits == 0);
    CHECK_OK(kitchen_chef_release(chef));
    CHECK_OK(kitchen_head_chef_release(head));
    CHECK_OK(kitchen_house_chef_release(hanna));

    CHECK_OK(kitchen_make_thermometer(NULL, &thermometer)); /* of a type that is nobody's business */
    CHECK_OK(kitchen_warm(thermometer, 2, &degrees));
    CHECK(degrees == 22);
    CHECK_OK(kitchen_thermometer_set_degrees(thermometer, 36.6));
    CHECK_OK(kitchen_thermometer_read(thermometer, &degrees));
    CHECK(degrees == 36.6);
    CHECK_OK(kitchen_thermometer_release(thermometer));
    CHECK_OK(kitchen_make_thermometer(&thirty, &thermometer));
    CHECK_OK(kitchen_thermometer_get_degrees(thermometer, &degrees));
    CHECK(degrees == 30);
    CHECK_OK(kitchen_thermometer_release(thermometer));

    jar.content = kitchen_text("plums");
    CHECK_OK(kitchen_jar_as_certified(&jar, &certified));
    CHECK_TEXT(kitchen_certified_certificate(certified, &text), "jar of plums");
    CHECK_OK(kitchen_certified_release(certified));
    CHECK_TEXT(kitchen_jar_authority(&text), "Jar Office");
    CHECK_OK(kitchen_jar_is_container(&jar, &answer));
    CHECK(answer);
}

static double body_temperature(void *context) {
    (void)context;
    return 36.6;
}

/* A property without a setter in the table cannot be set. */
static void properties(void) {
    struct cook state = {0};
    kitchen_thermometer_functions functions = {sizeof functions, body_temperature, body_temperature};
    kitchen_thermometer mine = {0};
    double degrees = 0;
    CHECK_OK(kitchen_thermometer_create(&functions, &state, release_cook, &mine));
    CHECK_OK(kitchen_thermometer_get_degrees(mine, &degrees));
    CHECK(degrees == 36.6);
    degrees = 0;
    CHECK_OK(kitchen_warm(mine, 2, &degrees));
    CHECK(degrees == 36.6);
    CHECK_OK(kitchen_thermometer_release(mine));
    CHECK(reaches(&state.releases, 1));
}

/* Runs on the main thread, as its protocol requires. */
static void inspect(void *context, kitchen_restaurant restaurant, kitchen_string name) {
    struct cook *state = context;
    (void)restaurant;
    snprintf(state->seen, sizeof state->seen, "%.*s", (int)name.size, name.data);
    state->installs++;
}

static kitchen_operation on_main(kitchen_operation operation) {
    kitchen_queue queue = {0};
    int patience;
    CHECK_OK(kitchen_queue_main(&queue));
    for (patience = 0; patience < 5000 && kitchen_operation_wait(operation, KITCHEN_MILLISECONDS(1)) != KITCHEN_OK; patience++) {
        CHECK_OK(kitchen_queue_run_pending(queue, NULL));
    }
    CHECK_OK(kitchen_queue_release(queue));
    return operation;
}

static void on_the_main_thread(void) {
    struct cook state = {0};
    kitchen_inspector_functions functions = {sizeof functions, inspect};
    kitchen_inspector inspector = {0};
    kitchen_restaurant restaurant = {0};
    kitchen_operation operation = {0};
    CHECK_OK(kitchen_restaurant_create(kitchen_text("harbour"), &operation));
    CHECK_OK(kitchen_restaurant_create_result(on_main(operation), &restaurant, NULL));
    CHECK_OK(kitchen_operation_release(operation));
    CHECK_OK(kitchen_inspector_create(&functions, &state, release_cook, &inspector));
    CHECK_OK(kitchen_inspector_restaurant(inspector, restaurant, kitchen_text("pan"), &operation));
    CHECK_OK(kitchen_inspector_restaurant_result(on_main(operation), NULL));
    CHECK(state.installs == 1 && strcmp(state.seen, "pan") == 0);
    CHECK_OK(kitchen_operation_release(operation));
    CHECK_OK(kitchen_inspector_release(inspector));
    CHECK(reaches(&state.releases, 1));
    CHECK_OK(kitchen_restaurant_release(restaurant));
}

int main(void) {
    RUN(members);
    RUN(failing);
    RUN(left_out);
    RUN(shorter_tables);
    RUN(inherited);
    RUN(the_librarys_own);
    RUN(properties);
    RUN(on_the_main_thread);
    return finish();
}
