// The same with one loop around poll(2): frames, changes and the shot each have a file descriptor. No callbacks, no threads.
#include <hotshoe/hotshoe.hpp>
#include <iostream>
#include <poll.h>

using namespace std::chrono_literals;

int main() try {
  hotshoe::simulated_camera_provider simulated({hotshoe::camera_simulator()});
  hotshoe::camera_discovery discovery("camera_poll", {simulated});
  hotshoe::camera camera = discovery.first(5s).get();
  camera.connect().get();
  camera.property(hotshoe::property_identifier::exposure_mode{})
      .set(hotshoe::common_value::exposure_mode{hotshoe::exposure_mode::aperture_priority}, hotshoe::property_completion::reflected{1s})
      .get();

  auto aperture = camera.property(hotshoe::property_identifier::aperture{});
  std::cout << "aperture can be";
  for (const auto &value : aperture.settable().values()) std::cout << ' ' << value.label();
  std::cout << '\n';

  auto frames = camera.live_view();
  auto changes = aperture.changes();
  auto change = aperture.set("f/2.8");
  std::optional<hotshoe::future<hotshoe::shot>> shooting;
  int count = 0;
  // Requesting an element that is not available yet makes the descriptor readable when it is.
  for (bool is_done = false; !is_done;) {
    while (auto frame = frames.try_next()) {
      if (++count % 10 == 0) std::cout << "frame " << frame->sequence_number() << ", " << frame->bytes().size() << " bytes\n";
    }
    while (auto change = changes.try_next()) {
      if (auto value = change->value()) std::cout << "the camera shows " << value->label() << '\n';
    }
    if (count >= 30 && !shooting) shooting = camera.shoot();
    if (shooting && shooting->is_done()) break;
    pollfd descriptors[] = {{frames.descriptor(), POLLIN, 0},
                            {changes.descriptor(), POLLIN, 0},
                            {shooting ? shooting->descriptor() : -1, POLLIN, 0}};
    is_done = poll(descriptors, 3, 10000) <= 0;
  }
  change.get();
  if (!shooting) throw std::runtime_error("nothing came for ten seconds");
  shooting->get().original()->write_to("picture.jpg", true).get();
  std::cout << "saved picture.jpg\n";
  camera.disconnect().get();
} catch (const std::exception &failure) {
  std::cerr << failure.what() << '\n';
  return 1;
}
