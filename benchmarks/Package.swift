// swift-tools-version: 6.3
import PackageDescription

// A package of its own, so that nobody who uses HotShoe builds it.
let package = Package(
    name: "HotShoeBenchmarks",
    dependencies: [.package(name: "HotShoe", path: "..")],
    targets: [
        .target(name: "CBaseline", cSettings: [.unsafeFlags(["-O2"])]),
        .executableTarget(
            name: "hotshoe-network-client",
            dependencies: ["CBaseline", .product(name: "HotShoe", package: "HotShoe")]
        ),
        .executableTarget(
            name: "hotshoe-benchmarks",
            dependencies: ["CBaseline", .product(name: "HotShoe", package: "HotShoe")]
        ),
    ],
    swiftLanguageModes: [.v6]
)
