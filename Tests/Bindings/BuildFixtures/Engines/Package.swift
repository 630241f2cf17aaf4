// swift-tools-version: 5.9
import PackageDescription

// A module that is compiled with C++ interoperability.
let package = Package(
    name: "Engines",
    products: [.library(name: "Engine", targets: ["Engine"])],
    targets: [
        .target(name: "CxxEngine"),
        .target(name: "Engine", dependencies: ["CxxEngine"], swiftSettings: [.interoperabilityMode(.Cxx)]),
    ],
    cxxLanguageStandard: .cxx17
)
