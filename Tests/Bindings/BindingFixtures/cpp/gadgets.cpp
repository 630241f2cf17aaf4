// Registries by type, static members of one conforming type, functions with typed errors, operators with several operands.
#include "check.hpp"

static void members_of_a_protocol() {
  CHECK(kitchen::gadget::whisk().speed() == 1 && kitchen::whisk::fast_whisk(2).speed() == 20);
  CHECK(kitchen::named(kitchen::gadget::fast_whisk(3)) == "whisk 30");
  CHECK(kitchen::gadget::whisk().faster().speed() == 2);
}

static void registries() {
  const kitchen::gadget_drawer drawer;
  const kitchen::whisk spare(0);
  drawer.do_register([] { return kitchen::whisk(4); }, spare);
  drawer.register_ladle([] { return kitchen::ladle(); }, kitchen::ladle());
  CHECK(drawer.make_whisk()->speed() == 4 && drawer.make_ladle()->label() == "ladle");
  CHECK(!drawer.make_int() && !drawer.make_double());
}

static void typed_errors() {
  CHECK(kitchen::powered([](std::int64_t volts) { return volts * 2; }) == 460);
  try {
    kitchen::powered([](std::int64_t) -> std::int64_t { throw kitchen::gadget_failure{7}; });
    CHECK(false);
  } catch (const kitchen::gadget_failure &failure) {
    CHECK(failure.code == 7);
  }
  CHECK(kitchen::power_failure([](std::string_view) { throw kitchen::gadget_failure{8}; }).get() == 8);
  CHECK(kitchen::power_failure([](std::string_view) {}).get() == 0);
  CHECK_THROWS(kitchen::gadget_failure,
               kitchen::plugged([](std::int64_t) -> std::int64_t { throw kitchen::gadget_failure{9}; }));
  CHECK(kitchen::plugged([](std::int64_t volts) { return volts; }) == 110);
}

static void operators() {
  const kitchen::stroke stroke{1, 2};
  CHECK(stroke * stroke == 5 && stroke * 2.0 == 2.0 * stroke && -stroke == stroke * -1.0);
  kitchen::stroke longer = stroke;
  longer.multiply_assign(3);
  CHECK((longer == kitchen::stroke{3, 6}));
}

int main() {
  run("members of a protocol", members_of_a_protocol);
  run("registries", registries);
  run("typed errors", typed_errors);
  run("operators", operators);
  return finish();
}
