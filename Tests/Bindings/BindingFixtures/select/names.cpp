// Names that clash become distinct ones, and each calls what it stands for. Select is also the module, and a function of POSIX,
// whose header is included first.
#include <sys/select.h>

#include <select/select.hpp>

#include "../cpp/failures.hpp"

static void the_module() {
  const select_::select found = select_::find("x");
  CHECK(found.title == "x" && found == select_::find("x"));
}

static void the_runtime() {
  CHECK(select_::current() == select_::status_type::off);
  CHECK(select_::status_() == 1 && select_::shutdown_() == 2);
  try {
    select_::fail(true);
    CHECK(false);
  } catch (const select_::error &thrown) {
    CHECK(thrown.as<select_::error_value>() == select_::error_value::late);
  }
  const auto gate = select_::gate();
  CHECK(gate.release_() == 3 && gate.retain() == 4 && gate.to_string_() == "gate");
  CHECK(to_string(gate) == "a gate");
}

static void types_of_swift() {
  CHECK(!select_::flipped(true) && select_::twice(4) == 8 && select_::half(3) == 1.5 && select_::quarter(2) == 0.5f);
}

static void optional_arrays() {
  const std::vector<std::optional<std::string>> texts{"one", std::nullopt};
  const auto lengths = select_::lengths(texts);
  CHECK(lengths.size() == 2 && lengths[0] == 3 && !lengths[1]);
  CHECK(!select_::texts(-1) && select_::texts(2)->size() == 2);
  CHECK(!select_::numbers(-1) && select_::numbers(3)->back() == 2);
}

static void cases() {
  const select_::shape circle = select_::shape::circle{2};
  CHECK(circle.circle_() == 2 && circle.kind_() == 7 && circle.kind() == select_::shape::kind_type::circle);
  CHECK(!select_::shape(select_::shape::square{1}).circle_());
  CHECK(select_::tree().kind() == select_::node::kind_type::array && select_::tree().array_()->size() == 1);
}

static void operators() {
  const select_::pair one{{1}}, two{{1, 2}};
  CHECK(one == one && one != two && one < two && two >= one);
}

static void overrides() {
  CHECK(select_::animal::kind_() == "animal" && select_::dog::kind_() == "dog" && select_::puppy::kind_() == "puppy");
  CHECK(select_::animal::tag() == "A" && select_::dog::tag() == "D" && select_::puppy::tag() == "D");
  const select_::animal puppy = select_::puppy();
  CHECK(puppy.legs() == 5 && select_::dog().legs() == 4);
}

static void protocols_of_values() {
  auto counting = select_::counting_();
  counting.bump();
  counting.set_level(counting.level() + 10);
  CHECK(counting.level() == 12);
}

static void generics() { CHECK(select_::nest().nested().value.value == 9); }

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
  CHECK(select_::wait_for_live_handles(0, std::chrono::seconds(60)));
  return finish();
}
