// Names that clash become distinct ones, and each calls what it stands for. Select is also the module, and a function of POSIX,
// whose header is included first.
#include <sys/select.h>

#include <select/select.hpp>

#include "../cpp/failures.hpp"

static void the_module() {
  const select_library::select found = select_library::find("x");
  CHECK(found.title == "x" && found == select_library::find("x"));
}

static void the_runtime() {
  CHECK(select_library::current() == select_library::status_type::off);
  CHECK(select_library::get_status() == 1 && select_library::get_shutdown() == 2);
  try {
    select_library::fail(true);
    CHECK(false);
  } catch (const select_library::error &thrown) {
    CHECK(thrown.as<select_library::error_value>() == select_library::error_value::late);
  }
  try {
    select_library::fail(false);
    CHECK(false);
  } catch (const select_library::typed_error<select_library::error_value> &thrown) {
    CHECK(thrown.value == select_library::error_value::broken && to_string(thrown.value) == "broken");
  }
  const auto gate = select_library::gate();
  CHECK(gate.get_release() == 3 && gate.retain() == 4 && gate.get_to_string() == "gate");
  CHECK(to_string(gate) == "a gate");
}

static void types_of_swift() {
  CHECK(!select_library::flipped(true) && select_library::twice(4) == 8 && select_library::half(3) == 1.5 && select_library::quarter(2) == 0.5f);
}

static void optional_arrays() {
  const std::vector<std::optional<std::string>> texts{"one", std::nullopt};
  const auto lengths = select_library::lengths(texts);
  CHECK(lengths.size() == 2 && lengths[0] == 3 && !lengths[1]);
  CHECK(!select_library::texts(-1) && select_library::texts(2)->size() == 2);
  CHECK(!select_library::numbers(-1) && select_library::numbers(3)->back() == 2);
}

static void cases() {
  const select_library::shape circle = select_library::shape::circle{2};
  CHECK(circle.get_circle() == 2 && circle.get_kind() == 7 && circle.kind() == select_library::shape::kind_type::circle);
  CHECK(!select_library::shape(select_library::shape::square{1}).get_circle());
  CHECK(select_library::tree().kind() == select_library::node::kind_type::array && select_library::tree().get_array()->size() == 1);
}

static void operators() {
  const select_library::pair one{{1}}, two{{1, 2}};
  CHECK(one == one && one != two && one < two && two >= one);
}

static void overrides() {
  CHECK(select_library::animal::get_kind() == "animal" && select_library::dog::get_kind() == "dog" && select_library::puppy::get_kind() == "puppy");
  CHECK(select_library::animal::tag() == "A" && select_library::dog::tag() == "D" && select_library::puppy::tag() == "D");
  const select_library::animal puppy = select_library::puppy();
  CHECK(puppy.legs() == 5 && select_library::dog().legs() == 4);
}

static void protocols_of_values() {
  auto counting = select_library::get_counting();
  counting.bump();
  counting.set_level(counting.level() + 10);
  CHECK(counting.level() == 12);
}

static void generics() { CHECK(select_library::nest().nested().value.value == 9); }

int main() {
  the_module();
  the_runtime();
  types_of_swift();
  optional_arrays();
  cases();
  operators();
  overrides();
  protocols_of_values();
  generics();
  CHECK(select_library::wait_for_live_handles(0, std::chrono::seconds(60)));
  return finish();
}
