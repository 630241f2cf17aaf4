// The complete use of a camera, with callbacks on threads of the library: find, connect, observe, change a setting, take a
// picture, save it.
#include <atomic>
#include <hotshoe/hotshoe.hpp>
#include <iostream>
#include <thread>

using namespace std::chrono_literals;

int main() try {
  hotshoe::simulated_camera_provider simulated({hotshoe::camera_simulator()});
  hotshoe::camera_discovery discovery("camera_callbacks", {simulated});
  hotshoe::camera camera = discovery.first(5s).get();
  camera.connect().get();
  std::cout << "connected to " << camera.display_name() << '\n';

  // Calls with frames do not overlap; the bytes belong to the frame.
  std::atomic<int> frames{0};
  auto live = camera.live_view().subscribe([&frames](const hotshoe::live_view_frame &frame) {
    if (++frames % 10 == 0) std::cout << "frame " << frame.sequence_number() << ", " + std::to_string(frame.bytes().size()) + " bytes\n";
  });

  camera.exposure_mode().set(hotshoe::exposure_mode::aperture_priority, hotshoe::property_completion::reflected{1s}).get();
  auto aperture = camera.aperture();
  auto watching = aperture.observe([](const std::optional<hotshoe::aperture> &value) {
    if (value) std::cout << "the camera shows " + to_string(*value) + "\n";
  });
  std::cout << "aperture can be";
  for (const hotshoe::aperture &choice : aperture.choices()) std::cout << ' ' << choice;
  std::cout << '\n';
  aperture.set(hotshoe::aperture::f2_8(), hotshoe::property_completion::reflected{1s}).get();

  while (frames < 30) std::this_thread::sleep_for(10ms);
  live.cancel();  // from here on the callback is not running, and does not run again

  auto shot = camera.shoot().get();
  shot.original()->write_to("picture.jpg", true).get();
  std::cout << "saved picture.jpg\n";
  watching.cancel();
  camera.disconnect().get();
} catch (const std::exception &failure) {
  std::cerr << failure.what() << '\n';
  return 1;
}
