// Values of Foundation: numbers of seconds.
#include "check.hpp"

using namespace std::chrono_literals;
using seconds = std::chrono::duration<double>;

static void time_intervals() {
  CHECK(kitchen::doubled(1250ms) == 2.5s && kitchen::doubled(seconds(0.5)) == 1s);
  CHECK(kitchen::shorter(4s) == seconds(1.5) && kitchen::shorter(4s, 3s) == seconds(3));
  CHECK(kitchen::shorter(std::nullopt) == std::nullopt);
  kitchen::cooking_time dish;
  CHECK(dish.baking == 1min && !dish.cooling);
  dish.cooling = 30s;
  CHECK(kitchen::whole_time_of(dish, [](seconds time) { return time / 2; }) == 45s);
  kitchen::egg_timer timer;
  timer.set_left(2min);
  CHECK(timer.left() == 120s && timer.rounds() == std::vector<double>({0.5, 2}));
}

int main() {
  run("time intervals", time_intervals);
  return finish();
}
