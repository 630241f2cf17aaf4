// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "tour",
    dependencies: [.package(name: "HotShoe", path: "../..")],
    targets: [.executableTarget(name: "tour", dependencies: [.product(name: "HotShoe", package: "HotShoe")])],
    swiftLanguageModes: [.v6]
)
