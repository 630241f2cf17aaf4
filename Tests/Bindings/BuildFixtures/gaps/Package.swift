// swift-tools-version: 6.0
import PackageDescription

// A package with a function that is declared and not defined, which a linker accepts in a shared library.
let package = Package(
    name: "gaps",
    targets: [
        .target(name: "CGaps"),
        .target(name: "Gaps", dependencies: ["CGaps"]),
    ]
)
