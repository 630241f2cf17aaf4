// Closures that receive or return closures, results and objects.
#include <optional>
#include <string>

#include "check.hpp"

using namespace kitchen;

static void results() {
  const std::string log = weigh({"flour", "salt"}, [](std::string_view name, const weigh_function &done) {
    if (name == "flour") return done(2.5);
    done(std::nullopt, error(kitchen::kitchen_error(kitchen::kitchen_error::missing{"salt"})));
    CHECK_THROWS(invalid_argument_error, done(std::nullopt));
  });
  CHECK(log == "flour 2.5, salt failed: missing(\"salt\")");
  deliver_to_function kept = nullptr;
  const std::string address = deliver_to("Elm Street", [&kept](const deliver_to_function &done) {
    done();
    kept = done;
  });
  CHECK(address == "Elm Street: delivered");
  kept(error(status::failed, "rain"));
  CHECK(record(std::optional<recipe>(recipe{"soup"})) == "recipe soup");
  CHECK(record(std::nullopt, error(status::failed, "burnt")) == "failed");
  int visits = 0;
  compare([&visits](const std::optional<std::int64_t> &value, const std::optional<error> &first, const std::optional<error> &second) {
    CHECK(value.has_value() != first.has_value() && value.has_value() == second.has_value());
    ++visits;
  });
  CHECK(visits == 2);
  const auto texts = ask([](std::int64_t number) -> std::string {
    if (number == 0) return "yes";
    throw error(kitchen::kitchen_error(kitchen::kitchen_error::closed{}));
  });
  CHECK(texts.size() == 2 && texts[0] == "yes" && texts[1] == "closed");
}

static void objects() {
  const oven spare(50);
  CHECK(heat([](std::int64_t temperature) { return oven(temperature); }, spare) == 180);
  CHECK(heat([](std::int64_t) -> oven { return nullptr; }, spare) == 50);
  CHECK_THROWS(std::runtime_error, heat([](std::int64_t) -> oven { throw std::runtime_error("cold"); }, spare));
  CHECK_THROWS(invalid_handle_error, heat([](std::int64_t) { return oven(1); }, nullptr));
  const auto count = count_pages(
      [] {
        cookbook book;
        book.add(recipe{"soup"});
        return book;
      },
      cookbook());
  CHECK(count.get() == 1);
}

static void kept() {
  hatch plates;
  CHECK(!plates.on_plate());
  std::int64_t heard = 0;
  plates.set_on_plate([&heard](const oven &each, std::int64_t number) { heard = each.temperature() * 1000 + number; });
  plates.set_make_oven([] { return oven(40); }, oven(1));
  plates.plate(5);
  CHECK(heard == 40005);
  (*plates.on_plate())(oven(30), 1);
  CHECK(heard == 30001);
  CHECK(plates.make_oven()().temperature() == 40);
  CHECK((*plates.price())(7) == 21);
  plates.set_price();
  CHECK(!plates.price());
  CHECK(!plates.adder_of(-1));
  CHECK(plates.adder_of(10).value()(5) == 15);
}

static void functions_of_functions() {
  CHECK(nested(1)(2)(3) == 123);
  std::int64_t number = 0;
  relay([&number](const relay_function &function) { number = function([](std::int64_t each) { return each * 3; }); });
  CHECK(number == 61);
  CHECK(offer([](const std::optional<offer_function> &function) { return function ? (*function)(50) : 1; }) == 101);
}

int main() {
  run("results", results);
  run("objects", objects);
  run("kept", kept);
  run("functions of functions", functions_of_functions);
  return finish();
}
