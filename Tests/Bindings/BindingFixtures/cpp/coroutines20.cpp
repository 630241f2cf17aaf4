// What C++20 adds: coroutines, ranges, spans, designated initialisers.
#include <poll.h>

#include <atomic>
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

static task<std::int64_t> sum_of_ticks(std::int64_t from, queue where) {
  std::int64_t sum = 0;
  const int_stream ticks = kitchen_timer(from).ticks();
  while (const std::optional<std::int64_t> tick = co_await ticks.on(where)) sum += *tick;
  co_return sum;
}

static task<std::int64_t> counted_failures() {
  std::int64_t count = 0;
  const auto ticks = kitchen_timer(2).failing_ticks();
  try {
    while (const std::optional<std::int64_t> tick = co_await ticks) ++count;
  } catch (const error &) {
    co_return -count;
  }
  co_return count;
}

static task<> collect(int_stream ticks, std::atomic<int> &count) {
  while (const std::optional<std::int64_t> tick = co_await ticks) ++count;
}

static void awaited_streams() {
  CHECK(sum_of_ticks(4, queue(nullptr)).get() == 4 + 3 + 2 + 1);
  CHECK(counted_failures().get() < 0);
  // Many at the same time wait without a thread each; two that share a stream share its elements.
  std::vector<task<std::int64_t>> many;
  std::atomic<int> ended{0};
  for (int index = 0; index < 100; ++index) many.push_back(sum_of_ticks(2, queue(nullptr)));
  for (auto &each : many) each.start([&ended] { ++ended; });
  for (int patience = 0; patience < 50000 && ended < 100; ++patience) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  CHECK(ended == 100);
  for (auto &each : many) CHECK(each.await_resume() == 3);
  const int_stream shared = kitchen_timer(9).ticks();
  std::atomic<int> count{0};
  auto one = collect(shared, count);
  auto other = collect(shared, count);
  one.start([&ended] { ++ended; });
  other.get();
  for (int patience = 0; patience < 50000 && ended < 101; ++patience) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  CHECK(count == 10 && ended == 101);
}

static void awaited_on_a_queue() {
  const queue mine;
  auto work = sum_of_ticks(3, mine);
  bool is_done = false;
  work.start([&is_done] { is_done = true; });
  while (!is_done) {
    pollfd one{mine.descriptor(), POLLIN, 0};
    if (poll(&one, 1, 5000) != 1) break;
    mine.run_pending();
  }
  CHECK(is_done && work.await_resume() == 6);
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
  run("awaited streams", awaited_streams);
  run("awaited on a queue", awaited_on_a_queue);
  run("ranges", ranges_of_streams);
  run("spans", spans);
  run("initialisers", initialisers);
  return finish();
}
