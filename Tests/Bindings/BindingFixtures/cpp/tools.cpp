// Compositions of protocols, and parameters of any type that conforms to a protocol, which a function changes.
#include "check.hpp"

static void compositions() {
  const kitchen::cleaver blunt(40), keen(20);
  const kitchen::sharp_and_washable chosen = kitchen::keener(blunt, keen);
  const kitchen::sharp sharp = chosen, other = kitchen::keener(blunt, nullptr);
  CHECK(sharp.edge() == 20 && other.edge() == 40);
  CHECK(!kitchen::clean_edge_of(blunt));
}

static void changed() {
  kitchen::washable thing = kitchen::cleaver(30);
  kitchen::rinse(thing);
  CHECK(thing.is_clean());
}

static void extensions() {
  CHECK(kitchen::file_manager::get_default().plate("/").is_clean());
  CHECK(!kitchen::file_manager::get_default().plate("/there/is/none").is_clean());
  kitchen::progress progress(4);
  CHECK(progress.sharpen(kitchen::cleaver(30), 15).edge() == 15 && progress.fraction_completed() == 0.25);
}

int main() {
  run("compositions", compositions);
  run("changed", changed);
  run("extensions", extensions);
  return finish();
}
