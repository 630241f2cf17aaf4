// Functions of the program that receive functions which they may call until they return.
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "check.hpp"

static void lent() {
  std::optional<kitchen::serve_function> kept;
  std::vector<std::int64_t> left;
  const auto rest = kitchen::serve(3, [&](std::int64_t course, const kitchen::serve_function &eat) {
    left.push_back(eat(course));
    // On another thread, while the call is running.
    std::thread([&] { left.push_back(eat(1)); }).join();
    kept = eat;
  });
  CHECK(rest == 4 + 3 + 2 && left.size() == 6);
  CHECK_THROWS(kitchen::invalid_handle_error, (*kept)(1));
}

static void failing() {
  using kitchen::carefully_function_2, kitchen::carefully_function;
  const auto serve = [](std::int64_t amount) {
    return kitchen::carefully([amount](const carefully_function &eat, const carefully_function_2 &ask) {
      CHECK(ask() == 5);
      return eat(amount);
    });
  };
  CHECK(serve(3) == "3 eaten, 2 left");
  CHECK_THROWS(kitchen::error, serve(6));
}

struct hungry : kitchen::guest_base {
  std::int64_t choose_with(const kitchen::guest_choose_with_order &order) override { return order("soup") + order("stones"); }
};

static void implemented() {
  const std::vector<std::string> menu{"soup", "cake"};
  CHECK(kitchen::seat(std::make_shared<hungry>(), menu) == "1: soup");
}

int main() {
  run("lent", lent);
  run("failing", failing);
  run("implemented", implemented);
  return finish();
}
