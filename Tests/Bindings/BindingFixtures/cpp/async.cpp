// Asynchronous calls and streams: waited for, polled, continued, cancelled.
#include <poll.h>

#include <atomic>

#include "check.hpp"

using namespace kitchen;
using namespace std::chrono_literals;

template <class Condition>
static bool comes_true(const Condition &condition) {
  for (int patience = 0; patience < 5000; ++patience) {
    if (condition()) return true;
    std::this_thread::sleep_for(1ms);
  }
  return false;
}

static bool is_readable(int descriptor) {
  pollfd one{descriptor, POLLIN, 0};
  return poll(&one, 1, 5000) == 1;
}

static void futures() {
  CHECK(echo_later("soup").get() == "soup");
  const future<std::string> answer = echo_later("tea");
  CHECK(is_readable(answer.descriptor()));
  CHECK(answer.is_done() && answer.wait_for(0ns));
  CHECK(answer.get() == "tea" && answer.get() == "tea");
  const future<std::string> copy = answer;
  CHECK(copy.get() == "tea");
}

static void cancelling() {
  const future<std::int64_t> endless = wait_forever();
  CHECK(!endless.wait_for(2ms) && !endless.is_done());
  endless.cancel();
  CHECK_THROWS(cancelled_error, endless.get());
  CHECK_THROWS(timed_out_error, wait_forever().get_for(2ms));
  { const auto dropped = wait_forever(); }  // the last copy goes: cancelled
}

static void continuing() {
  // A function of the value, of the future, and without a result.
  CHECK(echo_later("four").then([](const std::string &text) { return text.size(); }).get() == 4);
  const future<std::size_t> size = echo_later("soup").then([](const future<std::string> &done) { return done.get().size(); });
  CHECK(size.get() == 4 && size.get() == 4 && size.is_done());
  CHECK(is_readable(size.descriptor()));
  std::atomic<int> length{0};
  const future<void> written = echo_later("four").then([&length](const std::string &text) { length = static_cast<int>(text.size()); });
  written.get();
  CHECK(length == 4);
  bool is_called = false;
  written.then([&is_called] { is_called = true; }).get();
  CHECK(is_called);
  // A function that itself starts a call.
  CHECK(echo_later("a").then([](const std::string &text) { return echo_later(text + "b"); }).then([](const std::string &text) { return text + "c"; }).get() == "abc");
  // A result that cannot be copied.
  const auto unique = echo_later("x").then([](const std::string &text) { return std::make_unique<std::string>(text); });
  CHECK(*unique.get() == "x");
  const queue mine;
  const auto where = echo_later("x").then([](const std::string &) { return std::this_thread::get_id(); }, mine);
  CHECK(is_readable(mine.descriptor()));
  CHECK(mine.run_pending() == 1 && where.get() == std::this_thread::get_id());
  echo_later("nobody waits").detach();
}

static void continuing_after_errors() {
  // The error passes by a function of the value, and reaches a function of the future.
  bool is_called = false;
  const auto failing = cookbook::make_with_titles("").then([&is_called](const cookbook &) { is_called = true; });
  CHECK_THROWS(error, failing.get());
  CHECK(!is_called);
  CHECK(failing.then([](const future<void> &done) {
    try {
      done.get();
      return false;
    } catch (const error &thrown) {
      return thrown.as<kitchen::kitchen_error>()->is<kitchen::kitchen_error::missing>();
    }
  }).get());
  // An exception of the function is that of the future.
  CHECK_THROWS(std::out_of_range, echo_later("x").then([](const std::string &text) { return text.at(1); }).get());
  CHECK_THROWS(error, echo_later("x").then([](const std::string &) { return cookbook::make_with_titles(""); }).get());
}

static void cancelling_continuations() {
  // Of the call before the function, and of the call that the function has started.
  const auto before = wait_forever().then([](std::int64_t) {});
  before.cancel();
  CHECK_THROWS(cancelled_error, before.get());
  std::atomic<bool> is_started{false};
  const auto after = echo_later("x").then([&is_started](const std::string &) {
    is_started = true;
    return wait_forever();
  });
  CHECK(comes_true([&] { return is_started.load(); }));
  after.cancel();
  CHECK_THROWS(cancelled_error, after.get());
  // The destruction of the last copy cancels too: otherwise the objects of the call would stay.
  std::weak_ptr<int> life;
  {
    auto object = std::make_shared<int>(1);
    life = object;
    const auto dropped = wait_forever().then([object](const future<std::int64_t> &) {});
  }
  CHECK(comes_true([&] { return life.expired(); }));
  // A queue that is destroyed does not leave a call without an end.
  future<int> lost = [] {
    const queue unused;
    return echo_later("x").then([](const std::string &) { return 1; }, unused);
  }();
  CHECK_THROWS(error, lost.get());
}

static void completing() {
  auto [made, done] = operation::create();
  CHECK(!made.is_done() && !done.is_cancelled());
  done.succeed();
  CHECK(made.wait_for(5s) && made.is_done());
  auto [cancelled, other] = operation::create();
  std::atomic<int> calls{0};
  other.on_cancel([&calls] { ++calls; });
  cancelled.cancel();
  CHECK(comes_true([&] { return calls == 1; }) && other.is_cancelled());
  CHECK(!cancelled.is_done());
  other.cancel();
  CHECK(cancelled.wait_for(5s));
  // A completion that is dropped ends its operation.
  operation dropped(nullptr);
  { dropped = operation::create().first; }
  CHECK(dropped.wait_for(5s));
}

static void actors() {
  const order table(7);
  CHECK(table.label() == "table 7" && table.table().get() == 7);
  CHECK(table.add(dish{"soup", 200}).get() == 1);
  CHECK(table.add(dish{"stew", 300}).get() == 2);
  CHECK(table.calories().get() == 500);
  table.remark("nice").get();
  CHECK(table.remarks().get() == std::vector<std::string>{"nice"});
  CHECK(table.serve().get().at(1).name == "stew");
  try {
    table.serve().get();
    CHECK(false);
  } catch (const error &thrown) {
    CHECK(thrown.as<kitchen::kitchen_error>()->is<kitchen::kitchen_error::closed>());
  }
  CHECK(table.course_for(dish{"fish"}).get<course::main>().dish.name == "fish");
}

static void initialisers() {
  CHECK(cookbook::make_with_titles("soup\ntea").get().count() == 2);
  try {
    cookbook::make_with_titles("").get();
    CHECK(false);
  } catch (const error &thrown) {
    CHECK(thrown.as<kitchen::kitchen_error>()->get<kitchen::kitchen_error::missing>().value == "title");
  }
}

// What belongs to the main actor runs on the queue of the main thread.
template <class T>
static T on_main(const future<T> &awaited) {
  const queue main = queue::main();
  while (!awaited.is_done()) {
    pollfd both[2] = {{main.descriptor(), POLLIN, 0}, {awaited.descriptor(), POLLIN, 0}};
    if (poll(both, 2, 5000) <= 0) break;
    main.run_pending();
  }
  return awaited.get();
}

struct my_inspector : inspector_base {
  std::string seen;
  void restaurant(const kitchen::restaurant &, std::string_view name) override { seen = name; }
};

struct my_critic : critic_base {
  std::string seen;
  std::int64_t stars_of(std::string_view name) override { return seen = name, 3; }
  void leave(std::string_view remark) override { (seen += ": ") += remark; }
};

static void main_actor() {
  CHECK(on_main(kitchen::on_main(41)) == 42);
  const restaurant place = on_main(restaurant::create("harbour"));
  CHECK(place.motto() == "yes chef" && place.motto(true) == "YES CHEF");
  CHECK(on_main(place.name()) == "harbour");
  CHECK(on_main(place.install(oven())) == 1);
  CHECK(on_main(place.install(mixer(10), position{1, 2}, std::vector<std::string>{"used"})) == 2);
  CHECK(on_main(place.appliances()).at(0).as<oven>().has_value());
  CHECK(!on_main(place.inspector()));
  CHECK(on_main(place.open()) == "harbour opens at 8");
  CHECK_THROWS(error, on_main(place.open(25)));
  CHECK(on_main(restaurant::shared()) == on_main(restaurant::shared()));
  CHECK(on_main(restaurant::count()) == 1);
  const auto mine = std::make_shared<my_inspector>();
  on_main(inspector(mine).restaurant(place, "pan"));
  CHECK(mine->seen == "pan");
  const auto judge = std::make_shared<my_critic>();
  CHECK(on_main(place.admit(judge)) == 3);
  CHECK(judge->seen == "harbour: 3 stars");
}

static void streams() {
  const kitchen_timer timer(3);
  std::vector<std::int64_t> seen;
  for (const std::int64_t left : timer.ticks()) seen.push_back(left);
  CHECK(seen == (std::vector<std::int64_t>{3, 2, 1, 0}));
  seen.clear();
  const int_stream hidden = timer.hidden_ticks();
  while (const auto tick = hidden.next()) seen.push_back(*tick);
  CHECK(seen.size() == 4 && !hidden.next());
  for (const std::int64_t left : timer.boxed_ticks()) {
    if (left == 2) break;  // the rest is not asked for
  }
  std::vector<std::string> names;
  for (const ingredient &each : shelf("top").deliveries_of({"salt", "oil"})) names.push_back(each.name);
  CHECK(names == (std::vector<std::string>{"salt", "oil"}));
}

static void failing_streams() {
  int count = 0;
  try {
    for (const std::int64_t tick : kitchen_timer(2).failing_ticks()) count += static_cast<int>(tick) + 1;
    CHECK(false);
  } catch (const error &thrown) {
    CHECK(thrown.as<kitchen::kitchen_error>()->get<kitchen::kitchen_error::too_hot>().degrees == 2);
  }
  CHECK(count == 3);
}

static void polling_streams() {
  const int_stream ticks = kitchen_timer(2).ticks();
  std::vector<std::int64_t> seen;
  while (true) {
    const auto tick = ticks.try_next();
    if (tick.is_end()) break;
    if (tick) {
      seen.push_back(*tick);
    } else {
      CHECK(tick.status() == status::pending);
      CHECK(is_readable(ticks.descriptor()));
    }
  }
  CHECK(seen.size() == 3);
  const int_stream closed = kitchen_timer(50).ticks();
  CHECK(*closed.next_for(1s) == 50);
  closed.close();
  closed.close();
  CHECK(!closed.next());
}

static void subscribing() {
  std::atomic<int> sum{0};
  std::atomic<bool> ended{false};
  const auto watching = kitchen_timer(4).ticks().subscribe(
      [&](std::int64_t tick) { sum += static_cast<int>(tick); },
      [&](const std::optional<error> &failure) { ended = !failure; });
  CHECK(comes_true([&] { return ended.load(); }));
  CHECK(sum == 10);
  std::atomic<bool> failed{false};
  const auto failing = kitchen_timer(2).failing_ticks().subscribe(
      [](std::int64_t) {}, [&](const std::optional<error> &failure) { failed = failure && failure->as<kitchen::kitchen_error>(); });
  CHECK(comes_true([&] { return failed.load(); }));
  const queue mine;
  std::vector<std::int64_t> seen;
  const auto queued = kitchen_timer(1).ticks().subscribe([&](std::int64_t tick) { seen.push_back(tick); }, mine);
  CHECK(comes_true([&] {
    mine.run_pending();
    return seen.size() == 2;
  }));
  queued.cancel();
}

int main() {
  run("futures", futures);
  run("cancelling", cancelling);
  run("continuing", continuing);
  run("continuing after errors", continuing_after_errors);
  run("cancelling continuations", cancelling_continuations);
  run("completing", completing);
  run("actors", actors);
  run("initialisers", initialisers);
  run("main actor", main_actor);
  run("streams", streams);
  run("failing streams", failing_streams);
  run("polling streams", polling_streams);
  run("subscribing", subscribing);
  return finish();
}
