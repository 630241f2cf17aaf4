"""The order of the pages. Sphinx rejects a page of docs that is missing here.

A part has pages, a page has children. A page with a title is a list of its children, and is made; any other exists.
"""

PARTS = [
    ("Using HotShoe", [
        ("manual/first-steps", None, []),
        ("manual/README", None, [
            "manual/finding-a-camera", "manual/settings", "manual/taking-pictures", "manual/tethering", "manual/time-lapse",
            "manual/brackets-and-focus-stacks", "manual/photobooth", "manual/rigs", "manual/turntable",
            "manual/bullet-time", "manual/astronomy", "manual/live-view", "manual/webcam", "manual/other-programs",
            "manual/video",
            "manual/files", "manual/browser", "manual/scripts", "manual/without-a-camera", "manual/problems", "manual/generator"]),
        ("reference", "Reference", [
            "commands/index", "http/index", "c/index", "cpp/index", "python/index", "csharp/index", "properties-by-vendor", "vendors"]),
        ("programs", "Writing programs", [
            "c-library", "bindings-cpp", "bindings-python", "examples", "bindings-csharp", "bindings-rust", "gstreamer", "libgphoto2", "concurrency", "errors", "remote-cameras", "broker", "simulated-camera",
            "writing-a-camera-plugin", "camera-report"]),
        ("CHANGELOG", None, []),
        ("SECURITY", None, []),
    ]),
    ("Building HotShoe", [
        ("CONTRIBUTING", None, []),
        ("architecture", None, []),
        ("where", None, []),
        ("guides", "Guides", ["writing-a-driver", "adding-a-language", "misuse", "usb-rigs", "benchmarks"]),
        ("tools", "Tools and server", ["command-line", "argument-parsing", "serve", "rigs", "webcam", "packages"]),
        ("model", "Cameras", ["camera-model", "exposure", "image-formats", "support", "scene"]),
        ("protocols", "Protocols and transports", [
            "ptp", "ptp-session", "ptp-canon", "ptp-fujifilm", "ptp-nikon", "ptp-olympus", "ptp-panasonic", "ptp-sony", "ip-transport",
            "usb-transport", "sockets", "service-discovery", "ssdp"]),
        ("drivers", "Drivers", [
            "driver-ptp", "vendor-kit", "driver-canon", "driver-fujifilm", "driver-nikon", "driver-olympus", "driver-panasonic", "driver-sony"]),
        ("simulation", "Simulated bodies", ["ptp-responder", "ptp-responder-usb"]),
        ("generator", "The generator of bindings", ["bindings", "binding-generator", "binding-extraction", "binding-runtime"]),
        ("adr/index", None, []),
    ]),
]
