// The C++ interface through pybind11, as an author of bindings writes it by hand.
#include <hotshoe/hotshoe.hpp>
#include <pybind11/pybind11.h>

using namespace std::chrono_literals;

namespace {

hotshoe::camera find() {
  static hotshoe::camera_discovery discovery("benchmark", {hotshoe::simulated_camera_provider({hotshoe::camera_simulator()})});
  hotshoe::camera camera = discovery.first(30s).get();
  camera.connect().get();
  return camera;
}

}  // namespace

PYBIND11_MODULE(with_pybind, module) {
  pybind11::class_<hotshoe::live_view_frame>(module, "Frame")
      .def_property_readonly("byte_count", [](const hotshoe::live_view_frame &frame) { return frame.byte_count(); })
      .def_property_readonly("bytes", [](const hotshoe::live_view_frame &frame) {
        return pybind11::memoryview::from_memory(frame.bytes().data(), static_cast<pybind11::ssize_t>(frame.bytes().size()));
      });
  pybind11::class_<hotshoe::camera>(module, "Camera")
      .def_property_readonly("display_name", [](const hotshoe::camera &camera) { return camera.display_name(); })
      .def("frame", [](const hotshoe::camera &camera) { return *camera.live_view().next(); });
  module.def("find", &find);
}
