// Parameters with any number of values, types as values, and values without content.
#include <memory>
#include <string>
#include <vector>

#include "check.hpp"

static void any_number() {
  CHECK(kitchen::totalled({1, 2, 39}, "kg") == "42 kg");
  CHECK(kitchen::totalled({}) == "0 g");
  CHECK(kitchen::joined("salt", {std::nullopt, "oil"}, "+") == "salt+oil");
  CHECK_THROWS(kitchen::error, kitchen::joined("", {}, "+"));
  const std::vector<std::vector<std::string>> bunches{{"cress"}, {}};
  const kitchen::salad salad({"rocket", "lettuce"});
  CHECK((salad.leaves() == std::vector<std::string>{"rocket", "lettuce"}));
  CHECK(salad.weight_with({200, 100}) == 302);
  CHECK((kitchen::salad::from(bunches).get().leaves() == std::vector<std::string>{"cress", "2"}));
}

struct bowl final : kitchen::drain_base {
  bool write(std::string_view text) override { return text.size() < 5; }
};

static void without_content() {
  CHECK(kitchen::tried(1) && !kitchen::tried(0));
  CHECK(kitchen::settled(true) && !kitchen::settled(false));
  CHECK(kitchen::repeated(5, [](std::int64_t value) { return value % 2 == 0; }) == 3);
  CHECK(kitchen::pour({"abc", "abcdef", "abc"}, std::make_shared<bowl>()) == 1);
}

static void types() {
  CHECK(kitchen::maximum() == INT16_MAX);
  CHECK(kitchen::coated({1, 2}) == "2 grains of 16 bits");
}

int main() {
  run("any number", any_number);
  run("without content", without_content);
  run("types", types);
  return finish();
}
