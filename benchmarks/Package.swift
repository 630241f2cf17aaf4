// swift-tools-version: 6.3
import PackageDescription

// A separate package, so that users of HotShoe do not build it.
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
