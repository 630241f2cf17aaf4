// swift-tools-version: 6.3
import PackageDescription

// The runtime of libraries that `hotshoe-bindgen --build` makes, as it is installed with the tool.
let package = Package(
    name: "BindingRuntime",
    products: [.library(name: "BindingRuntime", targets: ["BindingRuntime", "BindingSupport"])],
    targets: [
        .systemLibrary(name: "CEventLoop", path: "Sources/System/CEventLoop"),
        .target(name: "BindingSupport", path: "Sources/Bindings/BindingSupport"),
        .target(name: "BindingRuntime", dependencies: ["BindingSupport", "CEventLoop"], path: "Sources/Bindings/BindingRuntime"),
    ],
    swiftLanguageModes: [.v6]
)
for target in package.targets where target.type != .system {
    target.swiftSettings = [.enableUpcomingFeature("InternalImportsByDefault"), .enableExperimentalFeature("Lifetimes")]
}
