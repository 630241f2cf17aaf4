// A custom kind of camera in C++: a provider that finds it, a driver that connects to it, and a connection that controls it.
// Programs use it like any other camera. This one is only a lens ring: the connection has one facet, for settings; the camera
// reports everything else as not supported.
#include <atomic>
#include <hotshoe/hotshoe.hpp>
#include <iostream>
#include <memory>
#include <optional>
#include <thread>

using namespace std::chrono_literals;

namespace {

const hotshoe::property_identifier aperture = hotshoe::property_identifier::aperture{};

class ring_connection : public hotshoe::camera_connection_base,
                        public hotshoe::property_driver_base,
                        public std::enable_shared_from_this<ring_connection> {
 public:
  explicit ring_connection(const hotshoe::camera_host &host) : host_(host) { tell(hotshoe::aperture::f5_6()); }

  hotshoe::camera_info info() override { return {"Example", "Ring", "1.0", "RING-1"}; }

  std::optional<hotshoe::property_driver> properties() override { return hotshoe::property_driver(shared_from_this()); }

  void disconnect(const hotshoe::disconnect_options &, hotshoe::completion<void> done) override { done(); }

  void set_property(const hotshoe::property_identifier &, const hotshoe::property_value &value, hotshoe::completion<void> done) override {
    done();  // accepted; when the ring has turned, an update follows
    tell(*value.aperture());
  }

 private:
  // Reports the aperture and its settable values to the library.
  void tell(const hotshoe::aperture &shown) {
    std::vector<hotshoe::property_value> stops;
    for (const auto &each : {hotshoe::aperture::f2_8(), hotshoe::aperture::f4(), hotshoe::aperture::f5_6(), hotshoe::aperture::f8()}) {
      stops.push_back(hotshoe::property_value(hotshoe::common_value::aperture{each}));
    }
    hotshoe::property_state state{aperture, hotshoe::property_value(hotshoe::common_value::aperture{shown}), std::nullopt,
                                  hotshoe::settable_values::enumeration(stops)};
    host_.update({hotshoe::camera_update::property{state}});
  }

  hotshoe::camera_host host_;
};

class ring_driver : public hotshoe::camera_driver_base {
 public:
  void connect(const hotshoe::connect_options &, const hotshoe::camera_host &host,
               hotshoe::completion<hotshoe::camera_connection> done) override {
    done(hotshoe::camera_connection(std::make_shared<ring_connection>(host)));
  }
};

class ring_provider : public hotshoe::camera_provider_base {
 public:
  ~ring_provider() override {
    is_over_ = true;
    if (looking_.joinable()) looking_.join();
  }

  std::string identifier() override { return "ring"; }

  // Searches until the search is cancelled.
  void discover(const hotshoe::discovery_sink &sink, hotshoe::completion<void> done) override {
    hotshoe::camera_description ring{{"ring:1"}, {"example"}, hotshoe::camera_transport::usb, "Ring"};
    sink.found(hotshoe::discovered_camera(ring, std::nullopt, [] { return hotshoe::camera_driver(std::make_shared<ring_driver>()); }));
    sink.caught_up();
    if (looking_.joinable()) looking_.join();
    looking_ = std::thread([this, done]() mutable {
      while (!is_over_ && !done.is_cancelled()) std::this_thread::sleep_for(20ms);
      done();
    });
  }

 private:
  std::atomic<bool> is_over_{false};
  std::thread looking_;
};

}  // namespace

int main() try {
  const auto provider = std::make_shared<ring_provider>();
  hotshoe::camera_discovery discovery("camera_plugin", {provider});
  auto camera = discovery.first(5s).get();
  camera.connect().get();
  std::cout << "connected to " << camera.info()->model << '\n';
  auto ring = camera.property(aperture);
  for (const auto &value : ring.settable().values()) std::cout << value.label() << (value.label() == ring.value()->label() ? " <\n" : "\n");
  ring.set("f/2.8", hotshoe::property_completion::reflected{1s}).get();
  std::cout << "now at " << ring.value()->label() << '\n';
  camera.disconnect().get();
  discovery.stop();
} catch (const std::exception &failure) {
  std::cerr << failure.what() << '\n';
  return 1;
}
