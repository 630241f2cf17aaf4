// Collections, copies of values, generic types that the command line asks for, and raw values.
#include <algorithm>
#include <string>
#include <vector>

#include "check.hpp"

static void elements() {
  kitchen::rack rack = kitchen::rack({"oil", "wine"});
  std::vector<std::string> names;
  for (const std::string &name : rack) names.push_back(name);
  CHECK((names == std::vector<std::string>{"oil", "wine"}));
  CHECK(std::count(rack.begin(), rack.end(), "wine") == 1);
  CHECK(rack.count() == 2 && rack.element_at(0) == "oil");
  CHECK_THROWS(kitchen::invalid_argument_error, rack.element_at(2));
  const kitchen::rack same = rack;
  const kitchen::rack copy = rack.clone();
  rack.add("vinegar");
  CHECK(same.count() == 3 && copy.count() == 2);
  std::int64_t sum = 0;
  for (const std::int64_t number : kitchen::steps(8)) sum += number;
  CHECK(sum == 9);
  const kitchen::steps none(std::int64_t{0});
  CHECK(none.begin() == none.end());
}

static void specialized() {
  kitchen::stack_of_int numbers;
  numbers.push(7);
  CHECK(numbers.height() == 1 && numbers.pop() == 7 && !numbers.pop());
  kitchen::stack_of_string texts;
  texts.push("plate");
  CHECK(texts.pop() == "plate");
}

static void raw_values() {
  CHECK(kitchen::raw_value(kitchen::bottle::large) == 750);
  CHECK(kitchen::raw_value(kitchen::glass::green) == "bottle green");
}

static void hidden() {
  const kitchen::labels labels(std::vector<std::string>{"salt", "pepper"});
  CHECK(labels.reversed() == (std::vector<std::string>{"pepper", "salt"}));
  CHECK(labels.lengths() == (std::vector<std::int64_t>{4, 6}));
  CHECK(labels.initial().size() == 4 && labels.number_of(std::vector<std::int64_t>{4, 9}) == 1);
  CHECK_THROWS(kitchen::error, kitchen::labels({}).initial());
}

int main() {
  run("elements", elements);
  run("hidden", hidden);
  run("specialized", specialized);
  run("raw values", raw_values);
  return finish();
}
