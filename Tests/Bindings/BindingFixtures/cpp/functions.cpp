// Functions inside other types, functions that return functions or change their arguments, static members of protocols, JSON.
#include <string>
#include <vector>

#include "check.hpp"

using function = kitchen::int64_to_int64_function;

static function adder(std::int64_t amount) {
  return function([amount](std::int64_t value) { return value + amount; });
}

static void in_other_types() {
  CHECK(kitchen::adjusted(5, {adder(1), nullptr, adder(10)}) == 16);
  auto adjustments = kitchen::adjustments();
  CHECK(adjustments.at("double")(8) == 16 && adjustments.at("half")(8) == 4);
  CHECK(kitchen::named_adjustment().function(41) == 42);
  CHECK(kitchen::carried_out(kitchen::chore::adjust{adder(7)}, 1) == 8);
  const kitchen::chore chore = kitchen::multiplying_by(6);
  CHECK(chore.get<kitchen::chore::adjust>().value(7) == 42);
}

static void of_functions() {
  CHECK(kitchen::chosen([](std::string_view) { return adder(100); }, 1) == 101);
  CHECK(kitchen::chosen([](std::string_view) -> std::optional<function> { return std::nullopt; }, 1) == std::nullopt);
  CHECK(kitchen::prepared([](std::int64_t value) { return adder(value); }, 1) == 3);
  CHECK_THROWS(kitchen::error, kitchen::prepared([](std::int64_t) -> function { throw std::runtime_error("none"); }, 1));
  auto change = [](std::int64_t &number, kitchen::time_of_year &season) {
    number *= 2;
    season = kitchen::time_of_year::summer;
    return number > 0;
  };
  CHECK(kitchen::seasoned(21, change) == "42 summer true");
  const auto mixing = kitchen::mixed([](kitchen::mixing mixing) {
    mixing.add("knead");
    mixing.set_speed(7);
  });
  CHECK(mixing.summary() == "knead at 7");
}

static void values() {
  kitchen::tint tint;
  tint.r = 1;
  tint.g = 2;
  tint.tint_value = "rust";
  const kitchen::tint warm = kitchen::warmed(tint);
  CHECK(warm.r == 2 && warm.g == 2 && warm.tint_value == "rust");
  CHECK(kitchen::get_utensil().get_kind() == "spoon" && kitchen::get_utensil().label(4) == "4 spoons");
  CHECK(kitchen::largest({3, 9}) == 9 && kitchen::parsed("12") == 12 && kitchen::parsed_double("x") == std::nullopt);
}

static void json() {
  kitchen::jar_label label;
  label.text = "fig";
  label.count = 3;
  CHECK(label.to_json() == "{\"count\":3,\"text\":\"fig\"}");
  CHECK(kitchen::jar_label::from_json(label.to_json()) == label);
  CHECK_THROWS(kitchen::error, kitchen::jar_label::from_json("{}"));
}

int main() {
  run("in other types", in_other_types);
  run("of functions", of_functions);
  run("values", values);
  run("JSON", json);
  return finish();
}
