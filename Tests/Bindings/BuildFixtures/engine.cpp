// A module that is compiled with C++ interoperability.
#include <cstdio>
#include <engine/engine.hpp>

static int failures = 0;

#define CHECK(condition)                                                          \
  do {                                                                            \
    if (!(condition)) {                                                           \
      std::fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
      ++failures;                                                                 \
    }                                                                             \
  } while (false)

int main() {
  const engine::engine motor;
  CHECK(motor.speed() == 0 && motor.state() == engine::state::stopped);
  motor.accelerate_by(7);
  CHECK(motor.speed() == 7 && motor.state() == engine::state::turning && motor.changes() == 1);
  motor.set_gear(engine::gear{2.5});
  CHECK(motor.gear().transmission == 2.5);
  const engine::fuel fuel = motor.fuel_for(100);
  CHECK(fuel.kind() == engine::fuel::kind_type::benzine && fuel.get<engine::fuel::benzine>().value == 10);
  CHECK(motor.fuel_for(100, engine::state::stopped) == engine::fuel(engine::fuel::none{}));
  CHECK(engine::engine::model(1954) == "M1954");
  return failures == 0 ? 0 : 1;
}
