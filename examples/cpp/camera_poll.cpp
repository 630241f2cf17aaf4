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
  camera.exposure_mode().set(hotshoe::exposure_mode::aperture_priority, hotshoe::property_completion::reflected{1s}).get();

  auto aperture = camera.aperture();
  std::cout << "aperture can be";
  for (const hotshoe::aperture &choice : aperture.choices()) std::cout << ' ' << choice;
  std::cout << '\n';

  auto frames = camera.live_view();
  auto apertures = aperture.values();
  auto change = aperture.set(hotshoe::aperture::f2_8());
  std::optional<hotshoe::future<hotshoe::shot>> shooting;
  int count = 0;
  // Requesting an element that is not available yet makes the descriptor readable when it is.
  for (bool is_done = false; !is_done;) {
    while (auto frame = frames.try_next()) {
      if (++count % 10 == 0) std::cout << "frame " << frame->sequence_number() << ", " << frame->bytes().size() << " bytes\n";
    }
    while (auto value = apertures.try_next()) std::cout << "the camera shows " << *value << '\n';
    if (count >= 30 && !shooting) shooting = camera.shoot();
    if (shooting && shooting->is_done()) break;
    pollfd descriptors[] = {{frames.descriptor(), POLLIN, 0},
                            {apertures.descriptor(), POLLIN, 0},
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
