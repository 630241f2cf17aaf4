// Types within generic types, parameters that are left to their default values, and classes of Foundation.
#include <cstdint>
#include <vector>

#include "check.hpp"

static void nested() {
  kitchen::cabinet_of_int sizes = kitchen::sizes(3);
  CHECK((sizes.drawer_at(kitchen::cabinet_of_int_side::right).items == std::vector<std::int64_t>{1, 2, 3}));
  sizes.put({{7, 8}}, kitchen::cabinet_of_int_side::left);
  CHECK((sizes.drawer_at(kitchen::cabinet_of_int_side::left).items == std::vector<std::int64_t>{7, 8}));

  kitchen::tea_cabinet tea;
  kitchen::tea_cabinet_tray_of_string tray = tea.tray();
  tray.add("oolong", "dark");
  CHECK(tray.labels() == std::vector<std::string>{"dark"});
  CHECK(tray.drawer().items == std::vector<std::string>{"oolong"});
}

static void raw_values() { CHECK(kitchen::label_of("salt") == "<salt>"); }

static void foundation() {
  CHECK(kitchen::set_table(3) == 3);
  kitchen::progress progress(8);
  CHECK(kitchen::set_table(2, progress) == 2);
  CHECK(progress.fraction_completed() == 0.25 && !progress.is_cancelled());
  progress.cancel();
  CHECK(kitchen::set_table(2, progress) == 0);
  CHECK(!kitchen::file_manager::get_default().has_cookbook("there/is/none"));
}

int main() {
  run("nested", nested);
  run("raw values", raw_values);
  run("foundation", foundation);
  return finish();
}
