// Members of a global actor, and functions that return tasks: they return futures.
#include "check.hpp"

using namespace std::chrono_literals;

static void of_a_global_actor() {
  const kitchen::hob hob = kitchen::hob::create("left").get();
  CHECK(hob.name() == "left" && hob.level().get() == 0);
  CHECK(hob.heat_by(3).get() == 3);
  CHECK_THROWS(kitchen::kitchen_error, hob.heat_by(-1).get());
  CHECK(kitchen::lighter().light(hob).get() == 4 && hob.level().get() == 4);
  std::int64_t reported = 0;
  hob.report_to([&](std::int64_t level) { reported = level; }).get();
  CHECK(reported == 4);
  CHECK(kitchen::flames(4).get() == 8 && kitchen::hob_count().get() == 4);
}

static void tasks() {
  CHECK(kitchen::simmering(5).get() == 5);
  CHECK_THROWS(kitchen::kitchen_error, kitchen::simmering(-1).get());
  CHECK(kitchen::resting().get() == "rested");
  kitchen::cooling_to(20).get();
  CHECK_THROWS(kitchen::kitchen_error, kitchen::cooling_to(-1).get());
  const auto endless = kitchen::boiling_forever();
  CHECK(!endless.wait_for(2ms));
  endless.cancel();
  CHECK_THROWS(kitchen::cancelled_error, endless.get());
}

int main() {
  run("of a global actor", of_a_global_actor);
  run("tasks", tasks);
  return finish();
}
