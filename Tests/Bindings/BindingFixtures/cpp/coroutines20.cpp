// What C++20 adds: coroutines, ranges, spans, designated initialisers.
#include <poll.h>

#include <ranges>
#include <span>

#include "check.hpp"

using namespace kitchen;

static task<std::string> dinner() {
  const std::string soup = co_await echo_later("soup");
  const std::string tea = co_await prepare("tea", [](std::string_view name) { return std::string(name); });
  co_return soup + " and " + tea;
}

static task<std::size_t> twice() { co_return (co_await dinner()).size() + (co_await dinner()).size(); }

static task<> failing(std::string &seen) {
  try {
    co_await cookbook::make_with_titles("");
  } catch (const error &thrown) {
    seen = thrown.as<kitchen::kitchen_error>()->get<kitchen::kitchen_error::missing>().value;
  }
  co_await cookbook::make_with_titles("");
}

static task<std::thread::id> on_mine(const queue &mine) {
  co_await echo_later("x").on(mine);
  co_return std::this_thread::get_id();
}

static void coroutines() {
  CHECK(dinner().get() == "soup and tea!");
  CHECK(twice().get() == 26);
  std::string seen;
  CHECK_THROWS(error, failing(seen).get());
  CHECK(seen == "title");
}

static void on_a_queue() {
  const queue mine;
  auto work = on_mine(mine);
  bool is_done = false;
  work.start([&is_done] { is_done = true; });
  while (!is_done) {
    pollfd one{mine.descriptor(), POLLIN, 0};
    if (poll(&one, 1, 5000) != 1) break;
    mine.run_pending();
  }
  CHECK(is_done && work.await_resume() == std::this_thread::get_id());
}

static void ranges_of_streams() {
  static_assert(std::ranges::input_range<int_stream>);
#if !defined(__clang__) || __clang_major__ >= 16  // earlier ones cannot compile libstdc++'s views
  std::int64_t sum = 0;
  for (const std::int64_t tick : kitchen_timer(9).ticks() | std::views::take(3)) sum += tick;
  CHECK(sum == 9 + 8 + 7);
  std::vector<std::string> names;
  for (const std::string &name : shelf("top").deliveries_of({"salt", "oil"}) | std::views::transform(&ingredient::name)) {
    names.push_back(name);
  }
  CHECK(names.size() == 2 && names[1] == "oil");
#endif
}

static void spans() {
  const std::uint8_t bytes[] = {1, 2, 3};
  CHECK(sum_of(std::span(bytes)) == 6);
  const photo picture{std::span<const std::uint8_t>(bytes)};
  const std::span<const std::uint8_t> view = picture.bytes();
  CHECK(view.size() == 3 && view[1] == 2);
  const std::vector<std::int64_t> numbers{1, 2};
  CHECK(echo_numbers(std::span(numbers)).size() == 2);
}

static void initialisers() {
  const dish made{.name = "stew", .calories = 300};
  CHECK(made.photo.empty());
  CHECK(describe(course::main{.dish = made, .sides = {"bread"}}) == "stew with bread");
}

int main() {
  run("coroutines", coroutines);
  run("on a queue", on_a_queue);
  run("ranges", ranges_of_streams);
  run("spans", spans);
  run("initialisers", initialisers);
  return finish();
}
