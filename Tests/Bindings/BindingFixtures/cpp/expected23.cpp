// What C++23 adds: results without exceptions.
#include "check.hpp"

using namespace kitchen;

static void results() {
#if defined(__cpp_lib_expected)
  const std::expected<std::string, error> soup = echo_later("soup").result();
  CHECK(soup.has_value() && *soup == "soup");
  CHECK(echo_later("soup").then([](const std::string &) {}).result().has_value());
  const auto failed = cookbook::make_with_titles("").result();
  CHECK(!failed.has_value() && failed.error().as<kitchen::kitchen_error>()->is<kitchen::kitchen_error::missing>());
  const auto endless = wait_forever();
  endless.cancel();
  CHECK(endless.result().error().status() == status::cancelled);
#endif
}

int main() {
  run("results", results);
  return finish();
}
