// swift-tools-version: 6.3
import PackageDescription

// Kitchen and Pantry have one of every construct that a public interface can have, Select names that clash, Stress names and
// shapes that are hostile to emitted code: what the generator of bindings is tried on.
let package = Package(
    name: "BindingFixtures",
    products: [
        .library(name: "Kitchen", targets: ["Kitchen"]),
        .library(name: "Pantry", targets: ["Pantry"]),
        .library(name: "Select", targets: ["Select"]),
        .library(name: "Stress", targets: ["Stress"]),
    ],
    targets: [
        .target(name: "Pantry"),
        .target(name: "Select"),
        .target(name: "Stress"),
        .target(
            name: "Kitchen",
            dependencies: ["Pantry"],
            swiftSettings: [.enableExperimentalFeature("Lifetimes")]
        ),
    ],
    swiftLanguageModes: [.v6]
)
