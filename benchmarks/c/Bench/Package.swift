// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "Bench",
    products: [.library(name: "Bench", targets: ["Bench"])],
    targets: [.target(name: "Bench")]
)
