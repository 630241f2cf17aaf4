// Values of Foundation that consist of several others.
#include "check.hpp"

using namespace std::chrono_literals;

static void dates() {
  const std::chrono::system_clock::time_point start(1000s);
  const kitchen::date_interval longer = kitchen::extended({start, start + 1min});
  CHECK(longer.start == start && longer.end == start + 61min);
  CHECK_THROWS(kitchen::invalid_argument_error, kitchen::extended({start, start - 1s}));
  kitchen::date_components date;
  date.day = 17;
  date.time_zone = "Europe/Berlin";
  const kitchen::date_components next = kitchen::next_day_of(date);
  CHECK(next.day == 18 && !next.year && next.time_zone == "Europe/Berlin" && next != date);
}

static void sets() {
  CHECK(kitchen::common_seats({5, 1, 3}, std::set<std::int64_t>{3, 5, 8}) == std::set<std::int64_t>({3, 5}));
  CHECK(kitchen::common_seats({1}, std::set<std::int64_t>{2}) == std::nullopt);
  CHECK_THROWS(kitchen::invalid_argument_error, kitchen::common_seats({-1}));
}

static void measurements() {
  const kitchen::mass_measurement weight{2, "kg"};
  CHECK((kitchen::weighed(weight, "grams") == kitchen::mass_measurement{2000, "g"}));
  CHECK(kitchen::baking_temperatures().front().unit == "°C");
  for (const kitchen::fuel_efficiency_measurement &each : kitchen::consumptions()) {
    CHECK(each.unit == (each.value == 1 ? "mpg" : "milesPerImperialGallon") && kitchen::litres(each) > 1);
  }
}

int main() {
  run("dates", dates);
  run("sets", sets);
  run("measurements", measurements);
  return finish();
}
