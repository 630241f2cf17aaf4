// Calls the bindings that script/test-generator-alone has made.
#include <weather/weather.hpp>

#include <atomic>
#include <cassert>
#include <thread>

int main() {
  {
    weather::station station("Roof");
    assert(station.name() == "Roof");
    try {
      station.mean().get();
      assert(false);
    } catch (const weather::no_reading &) {
    }
    station.record({20.0, weather::station_sky::clear});
    station.record({10.0, weather::station_sky::cloudy});
    assert(station.mean().get() == 15.0);
    std::atomic<int> count{0};
    const auto subscription = station.replay([&](const weather::station_reading &reading) {
      if (reading.temperature > 0) count++;
    });
    while (count < 2) std::this_thread::yield();
  }
  assert(weather::wait_for_live_handles(0, std::chrono::seconds(10)));
  return 0;
}
