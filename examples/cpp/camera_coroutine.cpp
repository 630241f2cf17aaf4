// The same as a coroutine, which awaits asynchronous calls. C++20.
#include <hotshoe/hotshoe.hpp>
#include <iostream>

using namespace std::chrono_literals;

static hotshoe::task<> day(hotshoe::camera_discovery discovery) {
  auto camera = co_await discovery.first(5s);
  co_await camera.connect();
  std::cout << "connected to " << camera.display_name() << '\n';

  co_await camera.exposure_mode().set(hotshoe::exposure_mode::aperture_priority, hotshoe::property_completion::reflected{1s});
  auto aperture = camera.aperture();
  std::cout << "aperture can be";
  for (const hotshoe::aperture &choice : aperture.choices()) std::cout << ' ' << choice;
  std::cout << '\n';
  co_await aperture.set(hotshoe::aperture::f2_8(), hotshoe::property_completion::reflected{1s});
  std::cout << "the camera shows " << *aperture.value() << '\n';

  int count = 0;
  for (const hotshoe::live_view_frame &frame : camera.live_view()) {
    if (++count % 10 == 0) std::cout << "frame " << frame.sequence_number() << ", " << frame.bytes().size() << " bytes\n";
    if (count == 30) break;
  }

  auto shot = co_await camera.shoot();
  co_await shot.original()->write_to("picture.jpg", true);
  std::cout << "saved picture.jpg\n";
  co_await camera.disconnect();
}

int main() try {
  hotshoe::simulated_camera_provider simulated({hotshoe::camera_simulator()});
  day(hotshoe::camera_discovery("camera_coroutine", {simulated})).get();
} catch (const std::exception &failure) {
  std::cerr << failure.what() << '\n';
  return 1;
}
