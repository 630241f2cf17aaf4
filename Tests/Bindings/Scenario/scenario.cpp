// The steps of steps.txt in C++. Usage: scenario-cpp PLACE FILE: the port of a simulated camera, or the address of a server
// from its // on, and the file for a picture.
#include <hotshoe/hotshoe.hpp>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>

using namespace std::chrono_literals;

// Prints the code of the error that a call throws.
template <class Call>
static void show(const std::string &step, Call call) {
  try {
    call();
    std::cout << step << ": no error\n";
  } catch (const hotshoe::error &failure) {
    const auto known = failure.as<hotshoe::camera_error>();
    if (known) {
      std::cout << step << ": error " << static_cast<int>(known->code()) << '\n';
    } else {
      std::cout << step << ": " << failure.what() << '\n';
    }
  }
}

static hotshoe::camera_simulator make_simulator(const std::optional<hotshoe::camera_simulator_authentication> &authentication,
                                                const std::optional<hotshoe::simulated_fault> &fault = std::nullopt) {
  hotshoe::camera_simulator_configuration configuration;
  if (authentication) configuration.set_authentication(*authentication);
  if (fault) configuration.set_faults(std::vector<hotshoe::simulated_fault>{*fault});
  return hotshoe::camera_simulator(configuration);
}

static void authenticate() {
  using authentication = hotshoe::camera_simulator_authentication;
  using response = hotshoe::authentication_request_response;
  const std::vector<std::pair<authentication, std::optional<response>>> kinds = {
      {authentication::none{}, std::nullopt},
      {authentication::confirm_on_camera{0ns}, std::nullopt},
      {authentication::credentials{"user", "secret"}, response::credentials{"user", "secret"}},
      {authentication::numeric_code{"1234"}, response::numeric_code{"1234"}},
      {authentication::join_network{"user", "secret"}, response::joined_network{}},
  };
  for (std::size_t index = 0; index < kinds.size(); index++) {
    const auto camera = make_simulator(kinds[index].first).make_camera();
    int count = 0;
    camera.connect(std::nullopt, [&](const hotshoe::authentication_request &request) {
      count++;
      if (kinds[index].second) request.respond(*kinds[index].second);
    }).get();
    std::cout << "authentication " << index << ": " << count << " requests, connected\n";
    camera.disconnect().get();
  }
  const auto camera = make_simulator(kinds[3].first).make_camera();
  show("cancelled authentication", [&] {
    camera.connect(std::nullopt, [](const hotshoe::authentication_request &request) { request.cancel(); }).get();
  });
  camera.disconnect().get();
}

static void fail() {
  for (int code = 0; code <= static_cast<int>(hotshoe::camera_error_code::time_passed); code++) {
    hotshoe::simulated_fault fault;
    fault.kind = hotshoe::simulated_fault_kind::fail{static_cast<hotshoe::camera_error_code>(code)};
    fault.trigger = hotshoe::simulated_fault_trigger::during{hotshoe::camera_operation::shoot};
    const auto camera = make_simulator(std::nullopt, fault).make_camera();
    camera.connect().get();
    show("fault " + std::to_string(code), [&] { camera.shoot().get(); });
    camera.disconnect().get();
  }
}

static void cancel() {
  hotshoe::camera_discovery discovery("scenario", {});
  auto first = discovery.first(60s);
  first.cancel();
  show("cancelled call", [&] { first.get(); });
}

static void unplug() {
  const auto simulator = make_simulator(std::nullopt);
  const auto camera = simulator.make_camera();
  camera.connect().get();
  const auto states = camera.connection_states();
  simulator.unplug();
  while (auto state = states.next()) {
    if (state->get_if<hotshoe::connection_state::not_connected>()) break;
  }
  std::cout << "unplugged: not connected\n";
  show("after that", [&] { camera.shoot().get(); });
}

static hotshoe::camera find(const std::string &place) {
  if (place[0] == '/') {
    hotshoe::remote_camera_provider remote;
    hotshoe::camera_discovery discovery("scenario", {remote});
    return discovery.camera_at(hotshoe::camera_address::provider{"http", place}).get();
  }
  const auto port = static_cast<std::uint16_t>(std::atoi(place.c_str()));
  hotshoe::network_camera_provider network("scenario");
  hotshoe::camera_discovery discovery("scenario", {network});
  return discovery.camera_at(hotshoe::camera_address::network{"127.0.0.1", port}).get();
}

static bool is_jpeg(const std::uint8_t *data, std::size_t size) { return size > 2 && data[0] == 0xff && data[1] == 0xd8; }

static void set(const hotshoe::camera &camera) {
  const auto reflected = hotshoe::property_completion::reflected{60s};
  camera.exposure_mode().set(hotshoe::exposure_mode::aperture_priority, reflected).get();
  const auto aperture = camera.aperture();
  const auto values = aperture.values();
  aperture.set(hotshoe::aperture::f8(), reflected).get();
  for (const hotshoe::aperture &value : values) {
    if (value != hotshoe::aperture::f8()) continue;
    std::cout << "observed: " << value << '\n';
    break;
  }
  int count = 0;
  const auto frames = camera.live_view();
  for (int index = 0; index < 1000; index++) {
    const auto frame = frames.next();
    if (frame && is_jpeg(frame->bytes().data(), frame->bytes().size())) count++;
  }
  std::cout << count << " frames\n";
  std::cout << "set: " << *aperture.value() << '\n';
  show("invalid value", [&] { camera.property(hotshoe::property_identifier::aperture{}).set("f/3", reflected).get(); });
}

static void shoot(const hotshoe::camera &camera, const char *path) {
  const auto original = camera.shoot().get().original().value();
  const auto data = original.contents().get();
  original.write_to(path, true).get();
  std::ifstream file(path, std::ios::binary);
  const std::vector<std::uint8_t> saved{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  std::cout << "picture: " << (is_jpeg(data.data(), data.size()) ? "a JPEG file" : "not a JPEG file") << ", "
            << (saved == data ? "the same" : "not the same") << " as its download\n";
  camera.disconnect().get();
  show("disconnected", [&] { camera.shoot().get(); });
}

int main(int count, char **arguments) try {
  if (count != 3) return 2;
  authenticate();
  fail();
  cancel();
  unplug();
  {
    const auto camera = find(arguments[1]);
    camera.connect().get();
    std::cout << "over the network: connected\n";
    set(camera);
    shoot(camera, arguments[2]);
  }
  return hotshoe::wait_for_live_handles(0, 60s) ? 0 : 1;
} catch (const std::exception &failure) {
  std::cerr << failure.what() << '\n';
  return 1;
}
