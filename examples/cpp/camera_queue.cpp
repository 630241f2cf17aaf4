// The same with callbacks on the program's own thread, as in a user interface: the program's loop runs the queue.
#include <hotshoe/hotshoe.hpp>
#include <iostream>
#include <poll.h>

using namespace std::chrono_literals;

int main() try {
  const hotshoe::queue mine;
  bool is_done = false;

  hotshoe::simulated_camera_provider simulated({hotshoe::camera_simulator()});
  hotshoe::camera_discovery discovery("camera_queue", {simulated});
  hotshoe::camera camera = discovery.first(5s).get();
  camera.connect().get();
  camera.exposure_mode().set(hotshoe::exposure_mode::aperture_priority, hotshoe::property_completion::reflected{1s}).get();

  auto aperture = camera.aperture();
  auto watching = aperture.observe([](const std::optional<hotshoe::aperture> &value) {
    if (value) std::cout << "the camera shows " << *value << '\n';
  }, mine);
  std::cout << "aperture can be";
  for (const hotshoe::aperture &choice : aperture.choices()) std::cout << ' ' << choice;
  std::cout << '\n';
  auto change = aperture.set(hotshoe::aperture::f2_8());

  // All of this runs in the loop below, so no locks are needed.
  int frames = 0;
  std::optional<hotshoe::future<void>> saving;
  auto save = [](const hotshoe::shot &shot) { return shot.original()->write_to("picture.jpg", true); };
  auto end = [&](const hotshoe::future<void> &) { is_done = true; };
  auto live = camera.live_view().subscribe([&](const hotshoe::live_view_frame &frame) {
    if (++frames % 10 == 0) std::cout << "frame " << frame.sequence_number() << ", " << frame.bytes().size() << " bytes\n";
    if (frames == 30) {
      saving = camera.shoot().then(save);
      saving->then(end, mine).detach();
    }
  }, mine);

  while (!is_done) {
    pollfd descriptor{mine.descriptor(), POLLIN, 0};  // a user interface adds its own descriptors here
    if (poll(&descriptor, 1, 10000) <= 0) throw std::runtime_error("nothing came for ten seconds");
    mine.run_pending();
  }
  live.cancel();
  saving->get();
  std::cout << "saved picture.jpg\n";
  change.get();
  camera.disconnect().get();
} catch (const std::exception &failure) {
  std::cerr << failure.what() << '\n';
  return 1;
}
