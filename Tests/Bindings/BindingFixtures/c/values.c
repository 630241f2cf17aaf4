/* Values that a function receives and returns: numbers, structures, optionals, enumerations, variants. */
#include <math.h>

#include "fixture.h"

#define SURVIVES(type, word, value)                                            \
    do {                                                                       \
        type given = (value), gotten = 1;                                      \
        CHECK_OK(kitchen_echo##word(given, &gotten));                          \
        CHECK(gotten == given);                                                \
    } while (0)

static void numbers(void) {
    float small = 0;
    double number = 0;
    int64_t counter = 41;
    SURVIVES(bool, , true);
    SURVIVES(bool, , false);
    SURVIVES(int8_t, _int8, INT8_MIN);
    SURVIVES(int16_t, _int16, INT16_MIN);
    SURVIVES(int32_t, _int32, INT32_MIN);
    SURVIVES(int64_t, _int64, INT64_MIN);
    SURVIVES(int64_t, _int, INT64_MIN);
    SURVIVES(uint8_t, _uint8, UINT8_MAX);
    SURVIVES(uint16_t, _uint16, UINT16_MAX);
    SURVIVES(uint32_t, _uint32, UINT32_MAX);
    SURVIVES(uint64_t, _uint64, UINT64_MAX);
    SURVIVES(uint64_t, _uint, UINT64_MAX);
    SURVIVES(float, _float, -1.5f);
    SURVIVES(double, _double, -HUGE_VAL);
    SURVIVES(int64_t, _duration, KITCHEN_MILLISECONDS(-1500));
    SURVIVES(int64_t, _date, KITCHEN_SECONDS(1700000000));
    CHECK_OK(kitchen_echo_float(NAN, &small));
    CHECK_OK(kitchen_echo_double(-0.0, &number));
    CHECK(isnan(small) && number == 0 && signbit(number));
    CHECK_OK(kitchen_increment(&counter));
    CHECK(counter == 42);
    CHECK_STATUS(kitchen_echo(true, NULL), KITCHEN_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(kitchen_increment(NULL), KITCHEN_ERROR_INVALID_ARGUMENT);
}

static void optionals(void) {
    int64_t three = 3;
    kitchen_optional_int some = {false, 0}, inside = {false, 0};
    kitchen_optional_optional_int twice;
    kitchen_appliance none = {0}, gotten = {1};
    kitchen_optional_recipe recipe;
    CHECK_OK(kitchen_echo_optional(&three, &some));
    CHECK(some.has_value && some.value == 3);
    CHECK_OK(kitchen_echo_optional(NULL, &some));
    CHECK(!some.has_value);
    CHECK_OK(kitchen_echo_twice_optional(NULL, &twice));
    CHECK(!twice.has_value);
    CHECK_OK(kitchen_echo_twice_optional(&inside, &twice));
    CHECK(twice.has_value && !twice.value.has_value);
    inside.has_value = true;
    inside.value = 4;
    CHECK_OK(kitchen_echo_twice_optional(&inside, &twice));
    CHECK(twice.has_value && twice.value.has_value && twice.value.value == 4);
    CHECK_OK(kitchen_echo_optional_object(none, &gotten));
    CHECK(gotten.bits == 0);
    CHECK_OK(kitchen_echo_optional_recipe(NULL, &recipe));
    CHECK(!recipe.has_value);
    kitchen_optional_recipe_free(&recipe);
}

static void plain_structures(void) {
    kitchen_position a = {1, 2}, b = {3, 4}, sum = {0, 0};
    kitchen_quantity grams = {1, KITCHEN_UNIT_GRAM}, pieces = {2, KITCHEN_UNIT_PIECE}, both = {0, 0};
    int64_t hash = 0, same = 1;
    bool is_equal = false;
    CHECK_OK(kitchen_echo_position(a, &sum));
    CHECK(sum.x == 1 && sum.y == 2);
    CHECK_OK(kitchen_position_add(a, b, &sum));
    CHECK(sum.x == 4 && sum.y == 6);
    CHECK_OK(kitchen_position_negated(b, &sum));
    CHECK(sum.x == -3 && sum.y == -4);
    CHECK_OK(kitchen_position_equal(a, a, &is_equal));
    CHECK(is_equal);
    CHECK_OK(kitchen_position_equal(a, b, &is_equal));
    CHECK(!is_equal);
    CHECK_OK(kitchen_position_hash(a, &hash));
    CHECK_OK(kitchen_position_hash(a, &same));
    CHECK(hash == same);
    CHECK_OK(kitchen_position_origin(&sum));
    CHECK(sum.x == 0 && sum.y == 0);
    CHECK_OK(kitchen_quantity_add(grams, pieces, &both));
    CHECK(both.amount == 3 && both.unit == KITCHEN_UNIT_GRAM);
    CHECK_OK(kitchen_quantity_times(pieces, 2.5, &both));
    CHECK(both.amount == 5 && both.unit == KITCHEN_UNIT_PIECE);
    grams.unit = 3;
    CHECK_STATUS(kitchen_echo_quantity(grams, &both), KITCHEN_ERROR_INVALID_ARGUMENT);
}

static void groups(void) {
    kitchen_int_and_string pair = {7, {NULL, 0}}, same;
    kitchen_x_double_and_name_optional_string labelled = {1.5, {NULL, 0}}, other;
    kitchen_int_range range = {2, 5}, wrong = {5, 2}, gotten = {0, 0};
    kitchen_double_closed_range point = {1, 1}, closed = {0, 0};
    pair.item1 = kitchen_text("seven");
    CHECK_OK(kitchen_echo_tuple(&pair, &same));
    CHECK(same.item0 == 7 && is_text(same.item1, "seven"));
    kitchen_int_and_string_free(&same);
    CHECK_OK(kitchen_echo_labelled(&labelled, &other));
    CHECK(other.x == 1.5 && !other.name.data);
    kitchen_x_double_and_name_optional_string_free(&other);
    CHECK_OK(kitchen_echo_range(range, &gotten));
    CHECK(gotten.lower == 2 && gotten.upper == 5);
    CHECK_STATUS(kitchen_echo_range(wrong, &gotten), KITCHEN_ERROR_INVALID_ARGUMENT);
    CHECK_OK(kitchen_echo_closed_range(point, &closed));
    CHECK(closed.lower == 1 && closed.upper == 1);
    point.lower = NAN;
    CHECK_STATUS(kitchen_echo_closed_range(point, &closed), KITCHEN_ERROR_INVALID_ARGUMENT);
}

/* A soup with one ingredient and one step. */
static kitchen_recipe soup(kitchen_ingredient *ingredient, kitchen_string *allergen, kitchen_recipe_step *step) {
    kitchen_recipe recipe;
    memset(&recipe, 0, sizeof recipe);
    *allergen = kitchen_text("celery");
    ingredient->name = kitchen_text("leek");
    ingredient->quantity.amount = 2;
    ingredient->quantity.unit = KITCHEN_UNIT_PIECE;
    ingredient->allergens.data = allergen;
    ingredient->allergens.count = 1;
    ingredient->note = kitchen_text("green");
    step->text = kitchen_text("cut");
    step->minutes = 5;
    recipe.title = kitchen_text("soup");
    recipe.ingredients.data = ingredient;
    recipe.ingredients.count = 1;
    recipe.steps.data = step;
    recipe.steps.count = 1;
    recipe.servings = 4;
    recipe.time_ns = KITCHEN_SECONDS(1800);
    return recipe;
}

static void structures(void) {
    kitchen_ingredient leek, warned;
    kitchen_string allergen;
    kitchen_recipe_step step;
    kitchen_recipe given = soup(&leek, &allergen, &step), same, tea;
    kitchen_optional_recipe some;
    bool flag = false;
    int64_t hash = 0, other = 1;
    CHECK_OK(kitchen_echo_recipe(&given, &same));
    CHECK(is_text(same.title, "soup") && same.title.data != given.title.data && !same.source.data);
    CHECK(same.ingredients.count == 1 && is_text(same.ingredients.data[0].note, "green"));
    CHECK(same.ingredients.data[0].allergens.count == 1 && is_text(same.ingredients.data[0].allergens.data[0], "celery"));
    CHECK(same.steps.count == 1 && is_text(same.steps.data[0].text, "cut") && same.steps.data[0].minutes == 5);
    CHECK(same.servings == 4 && same.time_ns == KITCHEN_SECONDS(1800));
    CHECK_OK(kitchen_recipe_equal(&given, &same, &flag));
    CHECK(flag);
    CHECK_OK(kitchen_recipe_hash(&given, &hash));
    CHECK_OK(kitchen_recipe_hash(&same, &other));
    CHECK(hash == other);
    kitchen_recipe_free(&same);
    CHECK(!same.title.data && same.steps.count == 0);

    memset(&tea, 0, sizeof tea);
    tea.title = kitchen_text("tea");
    CHECK_OK(kitchen_recipe_less(&given, &tea, &flag));
    CHECK(flag);
    CHECK_OK(kitchen_recipe_less(&tea, &given, &flag));
    CHECK(!flag);
    CHECK_OK(kitchen_recipe_equal(&given, &tea, &flag));
    CHECK(!flag);
    CHECK_TEXT(kitchen_recipe_description(&given, &text), "soup for 4");
    CHECK_OK(kitchen_recipe_scaled_to(&given, 8, &same));
    CHECK(same.servings == 8 && same.ingredients.data[0].quantity.amount == 4);
    kitchen_recipe_free(&same);
    CHECK_OK(kitchen_echo_optional_recipe(&given, &some));
    CHECK(some.has_value && is_text(some.value.title, "soup"));
    kitchen_optional_recipe_free(&some);
    CHECK(!some.has_value);

    CHECK_OK(kitchen_ingredient_warn_of(&leek, kitchen_text("soil"), &warned));
    CHECK(warned.allergens.count == 2 && is_text(warned.allergens.data[1], "soil") && leek.allergens.count == 1);
    kitchen_ingredient_free(&warned);
    CHECK_OK(kitchen_ingredient_is_safe(&leek, &flag));
    CHECK(!flag);
    CHECK_TEXT(kitchen_ingredient_description(&leek, &text), "2.0 piece leek");
    leek.quantity.unit = 99;
    CHECK_STATUS(kitchen_echo_recipe(&given, &same), KITCHEN_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(kitchen_echo_recipe(NULL, &same), KITCHEN_ERROR_INVALID_ARGUMENT);
}

static void enumerations(void) {
    kitchen_doneness doneness = 0;
    kitchen_doneness_array all;
    kitchen_keyword_array keywords;
    kitchen_optional_mixer_speed speed;
    kitchen_optional_unit unit;
    kitchen_unit gotten;
    bool flag = true;
    CHECK_OK(kitchen_echo_doneness(KITCHEN_DONENESS_WELL_DONE, &doneness));
    CHECK(doneness == KITCHEN_DONENESS_WELL_DONE);
    CHECK_OK(kitchen_doneness_all(&all));
    CHECK(all.count == 3 && all.data[0] == KITCHEN_DONENESS_RARE && all.data[2] == KITCHEN_DONENESS_WELL_DONE);
    kitchen_doneness_array_free(&all);
    CHECK_OK(kitchen_keyword_all(&keywords));
    CHECK(keywords.count == 5 && keywords.data[4] == KITCHEN_KEYWORD_INT);
    kitchen_keyword_array_free(&keywords);
    CHECK_OK(kitchen_doneness_equal(KITCHEN_DONENESS_RARE, KITCHEN_DONENESS_MEDIUM, &flag));
    CHECK(!flag);
    CHECK_OK(kitchen_mixer_speed_make(5, &speed));
    CHECK(speed.has_value && speed.value == KITCHEN_MIXER_SPEED_MEDIUM);
    CHECK_OK(kitchen_mixer_speed_make(2, &speed));
    CHECK(!speed.has_value);
    CHECK_OK(kitchen_unit_make(kitchen_text("ml"), &unit));
    CHECK(unit.has_value && unit.value == KITCHEN_UNIT_MILLILITRE);
    CHECK_STATUS(kitchen_echo_unit(99, &gotten), KITCHEN_ERROR_INVALID_ARGUMENT);
    CHECK_STATUS(kitchen_echo_unit(-1, &gotten), KITCHEN_ERROR_INVALID_ARGUMENT);
}

static void option_sets(void) {
    kitchen_diet vegan = {0}, gluten_free = {0}, careful = {0}, both, unknown = {0x80};
    bool is_equal = false;
    CHECK_OK(kitchen_diet_vegan(&vegan));
    CHECK_OK(kitchen_diet_gluten_free(&gluten_free));
    CHECK_OK(kitchen_diet_careful(&careful));
    both.raw_value = (uint8_t)(vegan.raw_value | gluten_free.raw_value);
    CHECK(vegan.raw_value == 1 && gluten_free.raw_value == 2);
    CHECK_OK(kitchen_diet_equal(both, careful, &is_equal));
    CHECK(is_equal);
    CHECK_OK(kitchen_diet_equal(vegan, careful, &is_equal));
    CHECK(!is_equal);
    CHECK_OK(kitchen_echo_diet(unknown, &both));
    CHECK(both.raw_value == 0x80);
}

static void variants(void) {
    kitchen_string sides[2];
    kitchen_string_array list = {sides, 2};
    kitchen_dish stew = {{NULL, 0}, 500, {NULL, 0}};
    kitchen_course main_course, none = kitchen_course_make_none(), soup = kitchen_course_make_soup(80), gotten;
    kitchen_course cake = kitchen_course_make_dessert(kitchen_text("cake"), true);
    bool is_equal = false;
    sides[0] = kitchen_text("bread");
    sides[1] = kitchen_text("beer");
    stew.name = kitchen_text("stew");
    stew.photo.data = (const uint8_t *)"";
    main_course = kitchen_course_make_main(stew, list);
    CHECK_OK(kitchen_echo_course(&none, &gotten));
    CHECK(gotten.kind == KITCHEN_COURSE_NONE);
    CHECK_OK(kitchen_echo_course(&soup, &gotten));
    CHECK(gotten.kind == KITCHEN_COURSE_SOUP && gotten.as.soup.temperature == 80);
    kitchen_course_free(&gotten);
    CHECK_OK(kitchen_echo_course(&main_course, &gotten));
    CHECK(gotten.kind == KITCHEN_COURSE_MAIN && is_text(gotten.as.main.dish.name, "stew"));
    CHECK(gotten.as.main.sides.count == 2 && is_text(gotten.as.main.sides.data[1], "beer"));
    CHECK_OK(kitchen_course_equal(&main_course, &gotten, &is_equal));
    CHECK(is_equal);
    CHECK_OK(kitchen_course_equal(&main_course, &cake, &is_equal));
    CHECK(!is_equal);
    kitchen_course_free(&gotten);
    CHECK_TEXT(kitchen_describe(&cake, &text), "cake with cream");
    CHECK_TEXT(kitchen_describe(&main_course, &text), "stew with bread, beer");
    none.kind = 4;
    CHECK_STATUS(kitchen_echo_course(&none, &gotten), KITCHEN_ERROR_INVALID_ARGUMENT);
}

static void recursion(void) {
    kitchen_ingredient leek = {{NULL, 0}, {1, KITCHEN_UNIT_PIECE}, {NULL, 0}, {NULL, 0}};
    kitchen_assembly layers[2], sandwich = {0}, packed = {0}, same = {0};
    kitchen_assembly_array list = {layers, 2}, gotten;
    kitchen_optional_ingredient single;
    kitchen_optional_inside_assembly_and_by_string wrapped;
    int32_t kind = -1;
    int64_t count = 0;
    bool is_equal = false;
    leek.name = kitchen_text("leek");
    CHECK_OK(kitchen_assembly_make_single(&leek, &layers[0]));
    layers[1] = layers[0];
    CHECK_OK(kitchen_assembly_make_layered(list, &sandwich));
    CHECK_OK(kitchen_assembly_make_wrapped(sandwich, kitchen_text("paper"), &packed));
    CHECK_OK(kitchen_assembly_get_kind(packed, &kind));
    CHECK_OK(kitchen_assembly_get_count(packed, &count));
    CHECK(kind == KITCHEN_ASSEMBLY_WRAPPED && count == 3);
    CHECK_OK(kitchen_assembly_get_wrapped(packed, &wrapped));
    CHECK(wrapped.has_value && is_text(wrapped.value.by, "paper"));
    CHECK_OK(kitchen_assembly_equal(wrapped.value.inside, sandwich, &is_equal));
    CHECK(is_equal);
    kitchen_optional_inside_assembly_and_by_string_free(&wrapped);
    CHECK_OK(kitchen_assembly_get_single(packed, &single));
    CHECK(!single.has_value);
    CHECK_OK(kitchen_assembly_get_single(layers[0], &single));
    CHECK(single.has_value && is_text(single.value.name, "leek"));
    kitchen_optional_ingredient_free(&single);
    CHECK_OK(kitchen_assembly_get_layered(sandwich, &gotten));
    CHECK(gotten.count == 2);
    kitchen_assembly_array_free(&gotten);
    CHECK_OK(kitchen_assembly_get_layered(packed, &gotten));
    CHECK(!gotten.data);
    CHECK_OK(kitchen_echo_assembly(packed, &same));
    CHECK_OK(kitchen_assembly_equal(packed, same, &is_equal));
    CHECK(is_equal);
    CHECK_OK(kitchen_assembly_release(layers[0]));
    CHECK_OK(kitchen_assembly_release(sandwich));
    CHECK_OK(kitchen_assembly_release(packed));
    CHECK_OK(kitchen_assembly_release(same));
}

static void names(void) {
    kitchen_words words = {1, {NULL, 0}, true};
    kitchen_position pass = {0, 0};
    int64_t number = 0;
    bool is_lit = false;
    double temperature = 0;
    words.union_ = kitchen_text("two");
    CHECK_OK(kitchen_words_namespace(&words, 3, 4, &number));
    CHECK(number == 8);
    CHECK_OK(kitchen_new(3, &number));
    CHECK(number == 3);
    CHECK_TEXT(kitchen_cut_into(2, &text), "into 2");
    CHECK_TEXT(kitchen_cut_at(2, &text), "at 2");
    CHECK_TEXT(kitchen_cut(2, &text), "number 2");
    CHECK_TEXT(kitchen_cut_string(kitchen_text("x"), &text), "text x");
    CHECK_TEXT(kitchen_cru00eape(3, &text), "cr\xc3\xaape 3");
    CHECK_OK(kitchen_get_capacity(&number));
    CHECK(number == 12);
    CHECK_TEXT(kitchen_get_motto(&text), "Mise en place");
    CHECK_OK(kitchen_get_pass(&pass));
    CHECK(pass.x == 1.5 && pass.y == -2);
    CHECK_OK(kitchen_get_room_temperature(&temperature));
    CHECK(temperature == 21.5);
    CHECK_OK(kitchen_set_is_lit(false));
    CHECK_OK(kitchen_is_lit(&is_lit));
    CHECK(!is_lit);
    CHECK_OK(kitchen_set_is_lit(true));
    CHECK_OK(kitchen_is_lit(&is_lit));
    CHECK(is_lit);
}

int main(void) {
    CHECK(kitchen_abi_matches());
    RUN(numbers);
    RUN(optionals);
    RUN(plain_structures);
    RUN(groups);
    RUN(structures);
    RUN(enumerations);
    RUN(option_sets);
    RUN(variants);
    RUN(recursion);
    RUN(names);
    return finish();
}
