// What goes in comes out: one test for each kind of value.
#include <limits>
#include <sstream>

#include "check.hpp"

using namespace kitchen;
using namespace std::string_literals;

template <class T>
void survives(T (*echo)(T)) {
  CHECK(echo(std::numeric_limits<T>::min()) == std::numeric_limits<T>::min());
  CHECK(echo(std::numeric_limits<T>::max()) == std::numeric_limits<T>::max());
}

static void numbers() {
  CHECK(echo(true) && !echo(false));
  survives<std::int8_t>(echo_int8);
  survives<std::int16_t>(echo_int16);
  survives<std::int32_t>(echo_int32);
  survives<std::int64_t>(echo_int64);
  survives<std::int64_t>(echo_int);
  survives<std::uint8_t>(echo_uint8);
  survives<std::uint16_t>(echo_uint16);
  survives<std::uint32_t>(echo_uint32);
  survives<std::uint64_t>(echo_uint64);
  survives<float>(echo_float);
  survives<double>(echo_double);
  std::int64_t number = 41;
  increment(number);
  CHECK(number == 42);
}

static void texts() {
  CHECK(echo_string("") == "");
  CHECK(echo_string("crêpe") == "crêpe");
  CHECK(echo_string("a\0b"s) == "a\0b"s);
  CHECK(echo_string(std::string_view()) == "");
  CHECK(echo_character("é") == "é");
  CHECK_THROWS(invalid_argument_error, echo_character("two"));
  CHECK(echo_url("https://example.org/a?b") == "https://example.org/a?b");
  try {
    echo_string("\xff");
    CHECK(false);
  } catch (const error &thrown) {
    CHECK(thrown.status() == status::invalid_text);
  }
}

static void bytes_in_and_out() {
  const std::vector<std::uint8_t> bytes{0, 1, 255};
  CHECK(echo_bytes(bytes) == bytes);
  CHECK(echo_bytes({}).empty());
  CHECK(echo_bytes({7, 8}).size() == 2);
  CHECK(echo_data("text"s).size() == 4);
  CHECK(sum_of(bytes) == 256);
  CHECK(count_of(std::array<std::uint8_t, 5>{}) == 5);
  const photo picture(bytes);
  const byte_view view = picture.bytes();
  CHECK(view.size() == 3 && view[2] == 255);
  CHECK(view.copy() == bytes);
  CHECK(picture.bytes().data() == view.data());  // not copied
}

static void moments() {
  using namespace std::chrono_literals;
  CHECK(echo(1500ms) == 1500ms && echo(true));
  CHECK(echo(-3ns) == -3ns);
  const std::chrono::system_clock::time_point date{std::chrono::seconds(1700000000)};
  CHECK(echo_date(date) == date);
  uuid identifier;
  identifier.bytes[0] = 0xab;
  identifier.bytes[15] = 0xcd;
  CHECK(echo_identifier(identifier) == identifier);
  CHECK(echo_identifier(identifier) != uuid());
}

static void optionals() {
  CHECK(echo_optional(3) == 3);
  CHECK(!echo_optional(std::nullopt));
  CHECK(echo_optional_text("x"s) == "x");
  CHECK(echo_optional_text("") == "");
  CHECK(!echo_optional_text(std::nullopt));
  CHECK(!echo_optional_object(std::nullopt));
  CHECK(echo_optional_object(appliance("pan"))->name() == "pan");
  CHECK(!echo_optional_recipe(std::nullopt));
  CHECK(echo_optional_recipe(recipe{"soup"})->title == "soup");
  CHECK(!echo_twice_optional(std::nullopt));
  CHECK(echo_twice_optional(std::optional<std::optional<std::int64_t>>(std::optional<std::int64_t>())).has_value());
  CHECK(**echo_twice_optional(std::optional<std::int64_t>(4)) == 4);
}

static void collections() {
  CHECK(echo_numbers({1, 2, 3}) == (std::vector<std::int64_t>{1, 2, 3}));
  CHECK(echo_numbers({}).empty());
  const std::array<std::int64_t, 2> array{4, 5};
  CHECK(echo_numbers(array).size() == 2);
  CHECK(echo_texts({"a", "", "ü"}) == (std::vector<std::string>{"a", "", "ü"}));
  const std::vector<std::optional<std::string>> holes{"a", std::nullopt, ""};
  CHECK(echo_holes(holes) == holes);
  const std::vector<std::vector<std::int64_t>> matrix{{1}, {}, {2, 3}};
  CHECK(echo_matrix(matrix) == matrix);
  CHECK(!echo_matrix(std::nullopt));
  CHECK(echo_recipes({recipe{"a"}, recipe{"b"}}).at(1).title == "b");
  CHECK(echo_positions({position{1, 2}}).front() == (position{1, 2}));
  CHECK(echo_appliances({appliance("pot"), oven()}).at(1).as<oven>().has_value());
  CHECK(echo_set({"b", "a"}) == (std::set<std::string>{"a", "b"}));
  CHECK(echo_dictionary({{"one", 1}, {"two", 2}}).at("two") == 2);
  CHECK(echo_dictionary({}).empty());
  const std::map<std::string, std::vector<std::optional<std::int64_t>>> nested{{"x", {1, std::nullopt}}};
  CHECK(echo_nested(nested) == nested);
}

static void groups() {
  const auto [number, text] = echo_tuple({7, "seven"});
  CHECK(number == 7 && text == "seven");
  const auto labelled = echo_labelled({1.5, "x"});
  CHECK(labelled.x == 1.5 && labelled.name == "x");
  CHECK(!echo_labelled({0, std::nullopt}).name);
  CHECK((echo_range({2, 5}) == range<std::int64_t>{2, 5}));
  CHECK_THROWS(invalid_argument_error, echo_range({5, 2}));
  CHECK(echo_closed_range({1, 1}).upper == 1);
}

static void records() {
  recipe soup{"soup", {{"leek", {2, unit::piece}, {"none"}, "green"}}, {{"cut", 5}}};
  CHECK(soup.servings == 4 && soup.time == std::chrono::minutes(30) && !soup.source);
  soup.source = "grandmother";
  const recipe same = echo_recipe(soup);
  CHECK(same == soup);
  CHECK(same.ingredients.at(0).note == "green" && same.steps.at(0).minutes == 5);
  CHECK(same.scaled_to(8).ingredients.at(0).quantity.amount == 4);
  CHECK(soup < recipe{"tea"} && recipe{"tea"} >= soup && soup != recipe{"tea"});
  CHECK(to_string(soup) == "soup for 4");
  std::ostringstream stream;
  stream << soup;
  CHECK(stream.str() == "soup for 4");
  CHECK(std::hash<recipe>()(soup) == std::hash<recipe>()(same));
  CHECK(dish{"x"}.calories == 500);
  CHECK(soup.ingredients[0].is_safe() == false);
}

static void operators() {
  CHECK((position{1, 2} + position{3, 4} == position{4, 6}));
  CHECK((-position{1, -2} == position{-1, 2}));
  CHECK(position::origin() == position{});
  CHECK((quantity{1, unit::gram} + quantity{2, unit::piece} == quantity{3, unit::gram}));
  CHECK(quantity::none().amount == 0);
  const diet careful = diet::vegan() | diet::gluten_free();
  CHECK(careful == diet::careful());
  CHECK(careful.contains(diet::vegan()) && !diet::vegan().contains(careful));
  CHECK((careful & diet::vegan()) == diet::vegan());
  CHECK(echo_diet(careful) == careful);
}

static void enumerations() {
  CHECK(echo_doneness(doneness::well_done) == doneness::well_done);
  CHECK(all<doneness>().size() == 3);
  CHECK(all<keyword>() == (std::vector<keyword>{keyword::default_value, keyword::switch_value, keyword::namespace_value, keyword::union_value, keyword::int_value}));
  CHECK(make_mixer_speed(5) == mixer_speed::medium);
  CHECK(!make_mixer_speed(2));
  CHECK(make_unit("ml") == unit::millilitre);
  CHECK_THROWS(invalid_argument_error, echo_unit(static_cast<unit>(99)));
}

static void variants() {
  CHECK(echo_course(course::none{}).is<course::none>());
  CHECK(course().kind() == course::kind_type::none);
  const course main = course::main{dish{"stew"}, {"bread", "beer"}};
  const course same = echo_course(main);
  CHECK(same == main && same.kind() == course::kind_type::main);
  CHECK(same.get<course::main>().sides.at(1) == "beer");
  CHECK(same.get_if<course::soup>() == nullptr);
  CHECK(describe(course::dessert{"cake", true}) == "cake with cream");
  CHECK(describe(main) == "stew with bread, beer");
  const std::string text = echo_course(course::soup{80}).visit(
      [](const course::soup &soup) { return std::to_string(soup.temperature); }, [](const auto &) { return "?"s; });
  CHECK(text == "80");
  CHECK(std::hash<course>()(main) == std::hash<course>()(same));
  const reaction none = reaction::none();
  CHECK(none.is_none());
}

static void recursive() {
  const assembly leek = assembly::single{ingredient{"leek", {1, unit::piece}, {}, {}}};
  const assembly bread = assembly::make_single(ingredient{"bread", {}, {}, {}});
  const assembly sandwich = assembly::layered{{bread, leek, bread}};
  const assembly packed = assembly::wrapped{sandwich, "paper"};
  CHECK(packed.kind() == assembly::kind_type::wrapped);
  CHECK(packed.count() == 4);
  CHECK(packed.get_wrapped()->by == "paper");
  CHECK(packed.get_wrapped()->inside == sandwich);
  CHECK(!packed.get_single());
  CHECK(sandwich.get_layered()->size() == 3);
  CHECK(echo_assembly(packed) == packed);
  const auto depth = packed.visit(
      [](const assembly::single &) { return std::size_t(1); }, [](const assembly::layered &layers) { return layers.value.size(); },
      [](const assembly::wrapped &wrapped) { return wrapped.by.size(); });
  CHECK(depth == 5);
}

static void names() {
  CHECK(do_new(3) == 3);
  CHECK(cut_into(2) == "into 2" && cut_at(2) == "at 2");
  CHECK(cut(2) == "number 2" && cut("x") == "text x");
  const words strange{1, "two", true};
  CHECK(strange.do_namespace(3, 4) == 8);
  CHECK(strange.register_value == 1 && strange.union_value == "two" && strange.default_value);
  CHECK(capacity() == 12 && motto() == "Mise en place" && pass().x == 1.5 && room_temperature() == 21.5);
  set_is_lit(false);
  CHECK(!is_lit());
  set_is_lit(true);
  CHECK(called_out("soup") == "SOUP!" && repeated("ab") == "abab" && repeated("ab", 3) == "ababab");
}

int main() {
  run("numbers", numbers);
  run("texts", texts);
  run("bytes", bytes_in_and_out);
  run("moments", moments);
  run("optionals", optionals);
  run("collections", collections);
  run("groups", groups);
  run("records", records);
  run("operators", operators);
  run("enumerations", enumerations);
  run("variants", variants);
  run("recursive", recursive);
  run("names", names);
  return finish();
}
