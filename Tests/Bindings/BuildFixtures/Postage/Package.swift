// swift-tools-version: 5.9
import PackageDescription

let package = Package(
    name: "Postage",
    products: [
        .library(name: "Stamps", type: .dynamic, targets: ["Stamps"]),
        .library(name: "Rates", targets: ["Rates"]),
    ],
    targets: [
        .target(name: "CWeights"),
        .target(name: "Stamps", dependencies: ["CWeights"]),
        .target(name: "Rates", resources: [.copy("Tables/rates.txt")]),
    ]
)
