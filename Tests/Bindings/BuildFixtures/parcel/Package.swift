// swift-tools-version: 6.3
import PackageDescription

// A package that is built as other people's packages are: it has the name of the library that is generated, depends on a package beside
// it, and has a target without a product and one in a shared library.
let package = Package(
    name: "parcel",
    products: [
        .library(name: "Parcel", targets: ["Parcel"]),
        .library(name: "ParcelLabels", type: .dynamic, targets: ["ParcelLabels"]),
    ],
    dependencies: [.package(path: "../Postage")],
    targets: [
        .target(name: "ParcelParts"),
        .target(
            name: "Parcel",
            dependencies: [
                "ParcelParts", .product(name: "Stamps", package: "Postage"), .product(name: "Rates", package: "Postage"),
            ]
        ),
        .target(name: "ParcelLabels", dependencies: ["ParcelParts"]),
    ]
)
