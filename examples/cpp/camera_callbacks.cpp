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

  camera.property(hotshoe::property_identifier::exposure_mode{})
      .set(hotshoe::common_value::exposure_mode{hotshoe::exposure_mode::aperture_priority}, hotshoe::property_completion::reflected{1s})
      .get();
  auto aperture = camera.property(hotshoe::property_identifier::aperture{});
  auto watching = aperture.observe([](const hotshoe::property_change &change) {
    if (auto value = change.value()) std::cout << "the camera shows " + value->label() + "\n";
  });
  std::cout << "aperture can be";
  for (const auto &value : aperture.settable().values()) std::cout << ' ' << value.label();
  std::cout << '\n';
  aperture.set("f/2.8", hotshoe::property_completion::reflected{1s}).get();

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
