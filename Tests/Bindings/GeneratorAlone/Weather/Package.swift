// swift-tools-version: 6.3
import PackageDescription

// A module that is not HotShoe's; its package depends on that of the runtime, for the queues of its handlers.
let package = Package(
    name: "Weather",
    products: [.library(name: "Weather", targets: ["Weather"])],
    dependencies: [.package(name: "Bindgen", path: "..")],
    targets: [.target(name: "Weather", dependencies: [.product(name: "BindingRuntime", package: "Bindgen")])],
    swiftLanguageModes: [.v6]
)
