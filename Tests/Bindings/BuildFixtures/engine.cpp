// A module that is compiled with C++ interoperability.
#include <engine/engine.hpp>

#include "../BindingFixtures/cpp/failures.hpp"

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
  return finish();
}
