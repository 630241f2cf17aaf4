// Typed properties from C++: a value of another property does not compile.
#include <hotshoe/hotshoe.hpp>

#include "check.h"

using namespace std::chrono_literals;

template <class Property, class Value, class = void>
constexpr bool accepts = false;
template <class Property, class Value>
constexpr bool accepts<Property, Value, std::void_t<decltype(std::declval<Property &>().set(std::declval<Value>()))>> = true;

static_assert(accepts<hotshoe::aperture_property, hotshoe::aperture>);
static_assert(!accepts<hotshoe::aperture_property, hotshoe::iso_speed>);
static_assert(!accepts<hotshoe::aperture_property, hotshoe::shutter_speed>);
static_assert(!accepts<hotshoe::aperture_property, hotshoe::exposure_mode>);
static_assert(!accepts<hotshoe::aperture_property, hotshoe::common_value>);
static_assert(!accepts<hotshoe::aperture_property, double>);
static_assert(accepts<hotshoe::exposure_mode_property, hotshoe::exposure_mode>);
static_assert(!accepts<hotshoe::exposure_mode_property, hotshoe::drive_mode>);
static_assert(!accepts<hotshoe::exposure_mode_property, int>);
static_assert(!accepts<hotshoe::video_format_property, hotshoe::aperture>);
static_assert(std::is_same_v<decltype(std::declval<hotshoe::camera>().aperture().value()), std::optional<hotshoe::aperture>>);
static_assert(std::is_same_v<decltype(std::declval<hotshoe::camera>().aperture().choices()), std::vector<hotshoe::aperture>>);
static_assert(std::is_same_v<decltype(std::declval<hotshoe::camera>().video_aperture()), hotshoe::aperture_property>);
static_assert(std::is_same_v<decltype(std::declval<hotshoe::camera>().metering_mode()), hotshoe::property>);

static void use(const hotshoe::camera &camera) {
  camera.exposure_mode().set(hotshoe::exposure_mode::aperture_priority, hotshoe::property_completion::reflected{60s}).get();
  CHECK(camera.exposure_mode().value() == hotshoe::exposure_mode::aperture_priority);

  auto aperture = camera.aperture();
  const auto values = aperture.values();
  CHECK(values.next() == aperture.value());
  aperture.set(hotshoe::aperture::f8(), hotshoe::property_completion::reflected{60s}).get();
  CHECK(aperture.value() == hotshoe::aperture::f8());
  for (const hotshoe::aperture &value : values) {
    if (value == hotshoe::aperture::f8()) break;
  }
  bool has_failed = false;
  try {
    aperture.set(hotshoe::aperture::make("f/3").value()).get();
  } catch (const hotshoe::error &failure) {
    has_failed = failure.as<hotshoe::camera_error>()->code() == hotshoe::camera_error_code::invalid_value;
  }
  CHECK(has_failed);
  CHECK(!aperture.choices().empty());
  CHECK(camera.white_balance_temperature().range() || camera.white_balance_temperature().value());
  CHECK(aperture.property() == camera.property(hotshoe::property_identifier::aperture{}));
}

int main() {
  try {
    hotshoe::simulated_camera_provider simulated({hotshoe::camera_simulator()});
    hotshoe::camera_discovery discovery("typed", {simulated});
    hotshoe::camera camera = discovery.first(60s).get();
    camera.connect().get();
    use(camera);
    camera.disconnect().get();
    discovery.stop();
  } catch (const std::exception &failure) {
    std::fprintf(stderr, "%s\n", failure.what());
    return EXIT_FAILURE;
  }
  CHECK(hotshoe::wait_for_live_handles(0, 60s));
  return finish();
}
