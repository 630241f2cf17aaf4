// Sequences that are no collections: for loops over them.
#include "check.hpp"

#include <algorithm>
#include <numeric>

template <class Elements>
static auto listed(const Elements &elements) {
  return std::vector<std::decay_t<decltype(*elements.begin())>>(elements.begin(), elements.end());
}

static void loops() {
  const kitchen::guest_queue queue({"Ada", "Max"});
  std::string names;
  for (const std::string &name : queue) names += name;
  for (const std::string &name : queue) names += name;
  CHECK(names == "AdaMaxAdaMax");
  CHECK(listed(kitchen::minutes(3)) == std::vector<std::int64_t>({2, 1, 0}));
  CHECK(listed(kitchen::guest_queue({})).empty());
  std::vector<std::string> dishes;
  for (const kitchen::dish &dish : kitchen::dish_belt()) {
    dishes.push_back(dish.name);
    if (dishes.size() == 2) break;
  }
  CHECK(dishes == std::vector<std::string>({"dish 1", "dish 2"}));
}

static void results() {
  const kitchen::int_iterator tickets = kitchen::tickets_from(7);
  CHECK(tickets.next() == 7);
  for (const std::int64_t number : tickets) {
    if (number == 9) break;
  }
  CHECK(tickets.next() == 10);  // the rest of them
  CHECK(listed(kitchen::cries()) == std::vector<std::string>({"one", "two"}));
  CHECK(listed(kitchen::made_of({1, 2}, [](std::int64_t number) { return number * 10; })) == std::vector<std::int64_t>({10, 20}));
  CHECK(listed(kitchen::letters_of("ab")) == std::vector<std::string>({"a", "b"}));
  CHECK(kitchen::tallied({1, 2, 3}) == 6);
  const kitchen::dish_belt belt;
  const auto weights = belt.weights();
  CHECK(*std::find_if(weights.begin(), weights.end(), [](double weight) { return weight > 199; }) == 200);
}

int main() {
  run("loops", loops);
  run("results", results);
  return finish();
}
