// swift-tools-version: 6.3
import PackageDescription

// The generator as a separate package: script/test-generator-alone copies its sources beside this file.
let package = Package(
    name: "Bindgen",
    products: [.library(name: "BindingRuntime", targets: ["BindingRuntime", "BindingSupport"])],
    targets: [
        .systemLibrary(name: "CEventLoop", path: "Sources/System/CEventLoop"),
        .target(name: "BindingSupport"),
        .target(name: "BindingRuntime", dependencies: ["BindingSupport", "CEventLoop"]),
        .target(name: "BindingModel"),
        .target(name: "BindingExtraction", dependencies: ["BindingModel"]),
        .target(name: "BindingTexts", resources: [.embedInCode("Texts")]),
        .target(name: "BindingGenerator", dependencies: ["BindingModel", "BindingTexts"]),
        .target(name: "Wording", path: "Sources/Foundations/Wording"),
        .target(name: "ArgumentParsing", dependencies: ["Wording"], path: "Sources/Tools/ArgumentParsing"),
        .executableTarget(
            name: "hotshoe-bindgen",
            dependencies: ["ArgumentParsing", "Wording", "BindingModel", "BindingExtraction", "BindingGenerator"],
            path: "Sources/Tools/hotshoe-bindgen"
        ),
    ],
    swiftLanguageModes: [.v6]
)
for target in package.targets where target.type != .system {
    target.path = target.path ?? "Sources/Bindings/\(target.name)"
    target.swiftSettings = [.enableUpcomingFeature("InternalImportsByDefault"), .enableExperimentalFeature("Lifetimes")]
}
