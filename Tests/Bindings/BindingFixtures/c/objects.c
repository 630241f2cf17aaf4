/* Objects: their owners, their members, subclasses, values behind handles. */
#include "fixture.h"

static void ownership(void) {
    kitchen_appliance pan = {0}, none = {0}, forged = {UINT64_C(0x0123456789abcdef)};
    kitchen_queue queue = {0};
    kitchen_string gotten;
    CHECK_OK(kitchen_appliance_create(kitchen_text("pan"), NULL, &pan));
    CHECK(pan.bits != 0 && kitchen_debug_live_handles() == 1);
    CHECK_OK(kitchen_appliance_retain(pan));
    CHECK_OK(kitchen_appliance_release(pan));
    CHECK_TEXT(kitchen_appliance_get_name(pan, &text), "pan");
    CHECK_OK(kitchen_appliance_release(pan));
    CHECK(kitchen_debug_live_handles() == 0);
    CHECK_STATUS(kitchen_appliance_get_name(pan, &gotten), KITCHEN_ERROR_INVALID_HANDLE);
    CHECK_STATUS(kitchen_appliance_release(pan), KITCHEN_ERROR_INVALID_HANDLE);
    CHECK_STATUS(kitchen_appliance_retain(pan), KITCHEN_ERROR_INVALID_HANDLE);
    CHECK_STATUS(kitchen_appliance_get_name(none, &gotten), KITCHEN_ERROR_INVALID_HANDLE);
    CHECK_STATUS(kitchen_appliance_get_name(forged, &gotten), KITCHEN_ERROR_INVALID_HANDLE);
    CHECK_OK(kitchen_appliance_release(none));
    CHECK_OK(kitchen_queue_create(&queue));
    forged.bits = queue.bits; /* of another type */
    CHECK_STATUS(kitchen_appliance_get_name(forged, &gotten), KITCHEN_ERROR_INVALID_HANDLE);
    CHECK_STATUS(kitchen_appliance_release(forged), KITCHEN_ERROR_INVALID_HANDLE);
    CHECK_OK(kitchen_queue_release(queue));
}

static void numbers_are_not_used_again(void) {
    kitchen_appliance first = {0}, next = {0};
    kitchen_string gotten;
    int round;
    CHECK_OK(kitchen_appliance_standard(&first));
    CHECK_OK(kitchen_appliance_release(first));
    for (round = 0; round < 1000; round++) {
        CHECK_OK(kitchen_appliance_standard(&next));
        CHECK(next.bits != first.bits);
        CHECK_STATUS(kitchen_appliance_get_name(first, &gotten), KITCHEN_ERROR_INVALID_HANDLE);
        CHECK_OK(kitchen_appliance_release(next));
    }
}

static void members(void) {
    double watts = 1200, power = 0;
    int64_t uses = 0, hash = 0, other_hash = 1;
    bool flag = true;
    kitchen_appliance pan = {0}, kettle = {0}, same = {0};
    CHECK_OK(kitchen_appliance_create(kitchen_text("pan"), &watts, &pan));
    CHECK_OK(kitchen_appliance_standard(&kettle));
    CHECK_TEXT(kitchen_appliance_get_name(kettle, &text), "kettle");
    CHECK_OK(kitchen_appliance_get_power(pan, &power));
    CHECK(power == 1200);
    CHECK_OK(kitchen_appliance_is_stronger_than(kettle, pan, &flag));
    CHECK(!flag);
    CHECK_OK(kitchen_appliance_set_power(pan, -1));
    CHECK_OK(kitchen_appliance_get_power(pan, &power));
    CHECK(power == 0); /* its observer says so */
    CHECK_OK(kitchen_appliance_is_stronger_than(kettle, pan, &flag));
    CHECK(flag);
    CHECK_TEXT(kitchen_appliance_start(pan, &text), "pan hums");
    CHECK_OK(kitchen_appliance_get_uses(pan, &uses));
    CHECK(uses == 1);
    CHECK_OK(kitchen_echo_optional_object(pan, &same));
    CHECK_OK(kitchen_appliance_equal(pan, same, &flag));
    CHECK(flag);
    CHECK_OK(kitchen_appliance_hash(pan, &hash));
    CHECK_OK(kitchen_appliance_hash(same, &other_hash));
    CHECK(hash == other_hash);
    CHECK_OK(kitchen_appliance_equal(pan, kettle, &flag));
    CHECK(!flag);
    CHECK_OK(kitchen_appliance_release(pan));
    CHECK_OK(kitchen_appliance_release(same));
    CHECK_OK(kitchen_appliance_release(kettle));
}

static void subclasses(void) {
    int64_t degrees = 250, gotten = 0;
    kitchen_oven oven = {0}, default_oven = {0}, again = {0};
    kitchen_mixer mixer = {0}, none = {1};
    kitchen_mixer_speed speed = 0;
    kitchen_appliance appliance = {0}, other = {0};
    kitchen_oven_door door = -1, closed = KITCHEN_OVEN_DOOR_CLOSED;
    CHECK_OK(kitchen_oven_create(&degrees, &oven));
    CHECK_OK(kitchen_oven_create(NULL, &default_oven));
    CHECK_OK(kitchen_oven_get_temperature(default_oven, &gotten));
    CHECK(gotten == 180);
    CHECK_OK(kitchen_oven_as_appliance(oven, &appliance));
    CHECK_TEXT(kitchen_appliance_start(appliance, &text), "oven heats to 250");
    CHECK_OK(kitchen_appliance_as_oven(appliance, &again));
    CHECK_OK(kitchen_oven_set_temperature(again, 90));
    CHECK_OK(kitchen_oven_get_temperature(oven, &gotten));
    CHECK(gotten == 90); /* all of them are one oven */
    CHECK_OK(kitchen_appliance_as_mixer(appliance, &none));
    CHECK(none.bits == 0);
    CHECK_OK(kitchen_oven_set_door(oven, NULL));
    CHECK_OK(kitchen_oven_get_door(oven, &door));
    CHECK(door == KITCHEN_OVEN_DOOR_OPEN);
    CHECK_OK(kitchen_oven_set_door(oven, &closed));
    CHECK_OK(kitchen_oven_get_door(oven, &door));
    CHECK(door == KITCHEN_OVEN_DOOR_CLOSED);
    closed = 2;
    CHECK_STATUS(kitchen_oven_set_door(oven, &closed), KITCHEN_ERROR_INVALID_ARGUMENT);
    CHECK_OK(kitchen_mixer_create(5000, &mixer, NULL));
    CHECK_OK(kitchen_mixer_set_speed(mixer, KITCHEN_MIXER_SPEED_FAST));
    CHECK_OK(kitchen_mixer_get_speed(mixer, &speed));
    CHECK(speed == KITCHEN_MIXER_SPEED_FAST);
    CHECK_OK(kitchen_mixer_as_appliance(mixer, &other));
    CHECK_TEXT(kitchen_appliance_start(other, &text), "mixer turns at 9");
    CHECK_OK(kitchen_oven_release(oven));
    CHECK_OK(kitchen_oven_release(default_oven));
    CHECK_OK(kitchen_oven_release(again));
    CHECK_OK(kitchen_appliance_release(appliance));
    CHECK_OK(kitchen_appliance_release(other));
    CHECK_OK(kitchen_mixer_release(mixer));
}

static void initialisers_that_may_give_nothing(void) {
    kitchen_oven oven = {1};
    CHECK_OK(kitchen_oven_create_with_watts(0.5, &oven));
    CHECK(oven.bits == 0);
    CHECK_OK(kitchen_oven_create_with_watts(10, &oven));
    CHECK(oven.bits != 0);
    CHECK_OK(kitchen_oven_release(oven));
}

/* A handle refers to one value; a getter returns a separate value. */
static void values_behind_handles(void) {
    kitchen_cookbook book = {0}, copy = {0};
    kitchen_recipe soup;
    kitchen_optional_recipe found;
    kitchen_doubler doubler = {0};
    kitchen_reaction reaction = {0};
    int64_t number = 0, nine = 9;
    bool flag = false;
    memset(&soup, 0, sizeof soup);
    soup.title = kitchen_text("soup");
    soup.servings = 4;
    CHECK_OK(kitchen_cookbook_make(&book));
    CHECK_OK(kitchen_cookbook_get_at(book, 0, &found));
    CHECK(!found.has_value);
    CHECK_OK(kitchen_cookbook_add(book, &soup));
    CHECK_OK(kitchen_cookbook_get_at(book, 0, &found));
    CHECK(found.has_value && is_text(found.value.title, "soup"));
    kitchen_optional_recipe_free(&found);
    CHECK_OK(kitchen_cookbook_get_at_servings_of(book, kitchen_text("tea"), &nine, &number));
    CHECK(number == 9);
    CHECK_OK(kitchen_cookbook_set_at(book, kitchen_text("soup"), NULL, 6));
    CHECK_OK(kitchen_cookbook_get_at_servings_of(book, kitchen_text("soup"), NULL, &number));
    CHECK(number == 6);
    CHECK_OK(kitchen_echo_cookbook(book, &copy));
    CHECK_OK(kitchen_cookbook_set_title(book, kitchen_text("broth")));
    CHECK_TEXT(kitchen_cookbook_get_title(book, &text), "broth");
    CHECK_TEXT(kitchen_cookbook_get_title(copy, &text), "soup");
    CHECK_OK(kitchen_cookbook_remove_all(book));
    CHECK_OK(kitchen_cookbook_get_count(book, &number));
    CHECK(number == 0);
    CHECK_OK(kitchen_cookbook_release(book));
    CHECK_OK(kitchen_cookbook_release(copy));
    CHECK_OK(kitchen_doubler_make(&doubler));
    CHECK_OK(kitchen_doubler_call(doubler, 21, &number));
    CHECK(number == 42);
    CHECK_OK(kitchen_doubler_release(doubler));
    int32_t kind = -1;
    CHECK_OK(kitchen_reaction_make_none(&reaction));
    CHECK_OK(kitchen_reaction_get_kind(reaction, &kind));
    CHECK(kind == KITCHEN_REACTION_NONE);
    CHECK_OK(kitchen_reaction_is_none(reaction, &flag));
    CHECK(flag);
    CHECK_OK(kitchen_reaction_release(reaction));
}

static void shelves(void) {
    kitchen_shelf shelf = {0};
    kitchen_ingredient flour = {{NULL, 0}, {2, KITCHEN_UNIT_GRAM}, {NULL, 0}, {NULL, 0}};
    kitchen_string_double_map contents;
    kitchen_recipe recipe;
    double left = 0, half = 0.5;
    flour.name = kitchen_text("flour");
    CHECK_OK(kitchen_shelf_create(kitchen_text("top"), &shelf));
    CHECK_OK(kitchen_shelf_store(shelf, &flour));
    CHECK_OK(kitchen_shelf_get_contents(shelf, &contents));
    CHECK(contents.count == 1 && is_text(contents.data[0].key, "flour") && contents.data[0].value == 2);
    kitchen_string_double_map_free(&contents);
    CHECK_OK(kitchen_shelf_take(shelf, kitchen_text("flour"), NULL, &left, NULL));
    CHECK(left == 1);
    CHECK_OK(kitchen_shelf_take(shelf, kitchen_text("flour"), &half, &left, NULL));
    CHECK(left == 0.5);
    CHECK_OK(kitchen_shelf_recipe(shelf, &recipe)); /* what another module adds */
    CHECK(is_text(recipe.title, "top") && recipe.ingredients.count == 1);
    kitchen_recipe_free(&recipe);
    CHECK_OK(kitchen_shelf_release(shelf));
}

int main(void) {
    RUN(ownership);
    RUN(numbers_are_not_used_again);
    RUN(members);
    RUN(subclasses);
    RUN(initialisers_that_may_give_nothing);
    RUN(values_behind_handles);
    RUN(shelves);
    return finish();
}
