// swift-tools-version: 6.3
import PackageDescription

// Two modules with one of every construct that a public interface can have: what the generator of bindings is tried on.
let package = Package(
    name: "BindingFixtures",
    products: [
        .library(name: "Kitchen", targets: ["Kitchen"]),
        .library(name: "Pantry", targets: ["Pantry"]),
    ],
    targets: [
        .target(name: "Pantry"),
        .target(
            name: "Kitchen",
            dependencies: ["Pantry"],
            swiftSettings: [.enableExperimentalFeature("Lifetimes")]
        ),
    ],
    swiftLanguageModes: [.v6]
)
