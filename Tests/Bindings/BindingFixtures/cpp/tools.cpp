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

int main() {
  run("compositions", compositions);
  run("changed", changed);
  return finish();
}
