// Functions that C++ hands in and gets; what they throw; where they run.
#include <poll.h>

#include <atomic>
#include <condition_variable>
#include <mutex>

#include "check.hpp"

using namespace kitchen;
using namespace std::chrono_literals;

// Waits until a condition holds that another thread brings about.
template <class Condition>
static bool comes_true(const Condition &condition) {
  for (int patience = 0; patience < 5000; ++patience) {
    if (condition()) return true;
    std::this_thread::sleep_for(1ms);
  }
  return false;
}

static void during_the_call() {
  const auto salted = season({"egg", "ham"}, [](std::string_view dish) { return std::string(dish) + " with salt"; });
  CHECK(salted.at(1) == "ham with salt");
  std::int64_t sum = 0;
  stir(5, [&sum](std::int64_t turn) { sum += turn; });
  CHECK(sum == 10);
  const auto chosen = choose({recipe{"a"}, recipe{"b"}}, [](const recipe &each, const position &) { return each.title == "b"; });
  CHECK(chosen.size() == 1 && chosen[0].title == "b");
  int rings = 0;
  ring([&rings] { ++rings; });
  CHECK(rings == 1);
}

static void exceptions_reach_the_caller() {
  CHECK_THROWS(std::out_of_range, season({"egg"}, [](std::string_view) -> std::string { throw std::out_of_range("salt"); }));
  CHECK_THROWS(int, stir(3, [](std::int64_t) { throw 3; }));
  CHECK(attempt([] { return 5; }) == 5);
  try {
    attempt([]() -> std::int64_t { throw std::runtime_error("burnt"); });
    CHECK(false);
  } catch (const error &thrown) {
    CHECK(std::string(thrown.what()) == "burnt" && thrown.status() == status::failed);
  }
  try {
    attempt([]() -> std::int64_t { throw error(kitchen::kitchen_error(kitchen::kitchen_error::closed{})); });
    CHECK(false);
  } catch (const error &thrown) {
    CHECK(thrown.as<kitchen::kitchen_error>()->is<kitchen::kitchen_error::closed>());
  }
  check([](std::int64_t number) { CHECK(number == 7); });
  try {
    check([](std::int64_t) { throw error(kitchen::kitchen_error(kitchen::kitchen_error::missing{"salt"})); });
    CHECK(false);
  } catch (const error &thrown) {
    CHECK(thrown.as<kitchen::kitchen_error>()->get<kitchen::kitchen_error::missing>().value == "salt");
  }
}

static void exceptions_that_nobody_waits_for() {
  std::atomic<int> reported{0};
  set_unhandled_exception_handler([&reported](std::exception_ptr thrown) {
    try {
      std::rethrow_exception(thrown);
    } catch (const std::logic_error &) {
      ++reported;
    }
  });
  const bell door;
  door.on_ring([](std::int64_t) { throw std::logic_error("deaf"); });
  CHECK(door.ring() == 1);
  CHECK(reported == 1);
  set_unhandled_exception_handler(nullptr);
}

static void kept() {
  auto counter = std::make_shared<std::atomic<int>>(0);
  {
    const bell door;
    door.on_ring([counter](std::int64_t rings) { *counter += static_cast<int>(rings); });
    door.on_ring([counter](std::int64_t) { *counter += 10; });
    CHECK(door.ring() == 2 && door.ring() == 2);
    CHECK(*counter == 1 + 10 + 2 + 10);
    CHECK(counter.use_count() == 3);
    door.forget();
  }
  CHECK(comes_true([&] { return counter.use_count() == 1; }));
}

static void from_elsewhere() {
  std::mutex mutex;
  std::string heard;
  std::thread::id where;
  ring_later([&](std::string_view sound) {
    const std::lock_guard<std::mutex> lock(mutex);
    heard = sound;
    where = std::this_thread::get_id();
  });
  CHECK(comes_true([&] {
    const std::lock_guard<std::mutex> lock(mutex);
    return heard == "ring";
  }));
  CHECK(where != std::this_thread::get_id());
}

static void on_a_queue() {
  const queue mine;
  std::string heard;
  std::thread::id where;
  ring_later([&](std::string_view sound) {
    heard = sound;
    where = std::this_thread::get_id();
  }, mine);
  pollfd descriptor{mine.descriptor(), POLLIN, 0};
  CHECK(poll(&descriptor, 1, 5000) == 1);
  CHECK(heard.empty());
  CHECK(mine.run_pending() == 1);
  CHECK(heard == "ring" && where == std::this_thread::get_id());
}

static void left_out() {
  CHECK(!notify(nullptr));
  std::optional<std::string> text;
  std::vector<std::int64_t> numbers;
  CHECK(notify([&](const std::optional<std::string> &given, const std::vector<std::int64_t> &list) {
    text = given;
    numbers = list;
  }));
  CHECK(text == "ready" && numbers.size() == 3);
}

static void handed_out() {
  const auto triple = multiplier_by(3);
  CHECK(triple(14) == 42);
  const auto copy = triple;
  CHECK(copy(1) == 3);
  int fired = 0;
  kitchen::alarm morning(7, [&fired] { ++fired; });
  morning.fire();
  const auto handler = morning.handler();
  handler();
  CHECK(fired == 2 && morning.minutes() == 7);
  morning.set_handler([&fired] { fired += 10; });
  morning.fire();
  CHECK(fired == 12);
}

static void asynchronous() {
  // One that answers by giving its result …
  CHECK(prepare("soup", [](std::string_view name) { return "hot " + std::string(name); }).get() == "hot soup!");
  // … and one that answers later, from a thread of its own.
  std::thread worker;
  auto answer = prepare("tea", [&worker](std::string_view name, completion<std::string> done) {
    worker = std::thread([done, text = std::string(name)]() mutable {
      std::this_thread::sleep_for(5ms);
      done("slow " + text);
    });
  });
  CHECK(answer.get() == "slow tea!");
  worker.join();
  try {
    prepare("egg", [](std::string_view) -> std::string { throw std::runtime_error("rotten"); }).get();
    CHECK(false);
  } catch (const error &thrown) {
    CHECK(std::string(thrown.what()) == "rotten");
  }
  try {
    prepare("egg", [](std::string_view, completion<std::string> done) { done.fail(error(kitchen::kitchen_error(kitchen::kitchen_error::closed{}))); }).get();
    CHECK(false);
  } catch (const error &thrown) {
    CHECK(thrown.as<kitchen::kitchen_error>()->is<kitchen::kitchen_error::closed>());
  }
  // Given up without an answer.
  CHECK_THROWS(error, prepare("egg", [](std::string_view, completion<std::string>) {}).get());
  CHECK_THROWS(cancelled_error, prepare("egg", [](std::string_view, completion<std::string> done) { done.cancel(); }).get());
}

int main() {
  run("during the call", during_the_call);
  run("exceptions reach the caller", exceptions_reach_the_caller);
  run("exceptions that nobody waits for", exceptions_that_nobody_waits_for);
  run("kept", kept);
  run("from elsewhere", from_elsewhere);
  run("on a queue", on_a_queue);
  run("left out", left_out);
  run("handed out", handed_out);
  run("asynchronous", asynchronous);
  return finish();
}
