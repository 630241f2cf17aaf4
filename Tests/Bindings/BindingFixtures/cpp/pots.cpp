// Values that cannot be copied: lent to calls, changed in place, consumed.
#include "check.hpp"

template <class Call>
static kitchen::status status_of(Call call) {
  try {
    call();
  } catch (const kitchen::error &thrown) {
    return thrown.status();
  }
  return kitchen::status::ok;
}

// Waits until no pot is left: a task of the library holds its pot for a moment after its result has arrived.
static bool all_are_gone() {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (kitchen::pot::count() != 0) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::yield();
  }
  return true;
}

static void lent() {
  const auto large = kitchen::pot::make(5), small = kitchen::pot::make(2);
  CHECK(!kitchen::pot::make(-1));
  CHECK(large->is_fuller_than(*small) && !large->is_fuller_than(*large));
  CHECK(kitchen::content_of(*small) == 2 && kitchen::pot::count() == 2);
  CHECK(large->cooked().get() == 5);
}

static void changed() {
  auto one = *kitchen::pot::make(5), other = *kitchen::pot::make(2);
  one.pour(3);
  one.pour();
  one.exchange_with(other);
  CHECK(one.litres() == 2 && other.litres() == 9);
  CHECK(status_of([&] { one.exchange_with(one); }) == kitchen::status::in_use);
  kitchen::refill(one, 4);
  const auto half = one.split();
  CHECK(half->litres() == 2 && one.litres() == 2);
  CHECK(other.stir([&](std::int64_t turn) {
    CHECK(status_of([&] { other.pour(); }) == kitchen::status::in_use);
    return turn < 3;
  }) == 3);
}

static void consumed() {
  auto one = *kitchen::pot::make(5), other = *kitchen::pot::make(2);
  const auto same = other;
  auto both = one.combined_with(other);
  CHECK(both.litres() == 7);
  CHECK(status_of([&] { one.litres(); }) == kitchen::status::invalid_handle);
  CHECK(status_of([&] { same.litres(); }) == kitchen::status::invalid_handle);
  CHECK(both.serve() == 7 && all_are_gone());
  CHECK(status_of([&] { kitchen::pot copy(both); }) == kitchen::status::invalid_handle);
  CHECK(status_of([&] { both.serve_all(); }) == kitchen::status::invalid_handle);
}

static void containers() {
  kitchen::pot_pile pile;
  pile.push(*kitchen::pot::make(1));
  pile.push(*kitchen::pot::make(2));
  CHECK(pile.pop()->litres() == 2 && pile.count() == 1);
  kitchen::number_pile numbers;
  numbers.push(7);
  CHECK(numbers.pop() == 7 && !numbers.pop());
}

static void cases() {
  auto dish = kitchen::delivery::make_dish("soup", 3);
  CHECK(dish.persons() == 3 && !dish.unpacked());
  auto delivery = kitchen::delivery_of(*kitchen::pot::make(4));
  CHECK(delivery.persons() == 8 && delivery.unpacked()->litres() == 4);
}

int main() {
  run("lent", lent);
  run("changed", changed);
  run("consumed", consumed);
  run("containers", containers);
  run("cases", cases);
  CHECK(all_are_gone());
  return finish();
}
