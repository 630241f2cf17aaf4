// swift-tools-version: 6.1
import PackageDescription

// A package with a function that is declared and not defined, which a linker accepts in a shared library. Its traits become arguments
// of the compiler.
let package = Package(
    name: "gaps",
    traits: ["Comb", "Rift", "Slit", "Slot", "Void", .default(enabledTraits: ["Comb", "Rift", "Slit", "Slot", "Void"])],
    targets: [
        .target(name: "CGaps"),
        .target(name: "Gaps", dependencies: ["CGaps"]),
    ]
)
