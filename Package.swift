// swift-tools-version: 6.3
import PackageDescription

/// The vendors whose extension of PTP HotShoe supports. Each has the folders Sources/Vendors/NAME and Tests/Vendors/NAME; see
/// docs/vendors.md.
let vendors = ["Canon", "Fujifilm", "Nikon", "Olympus", "Panasonic", "Sony"]
let vendorProtocols = vendors.map { Target.Dependency.target(name: "PTP\($0)") }
let vendorDrivers = vendors.map { Target.Dependency.target(name: "Driver\($0)") }

let package = Package(
    name: "HotShoe",
    products: [
        .library(name: "HotShoe", targets: ["HotShoe", "SimulatedCamera"]),
        .library(name: "HotShoeServer", targets: ["HotShoeServer"]),
        .library(name: "Exposure", targets: ["Exposure"]),
        .library(name: "BindingRuntime", targets: ["BindingRuntime", "BindingSupport"]),
        // The objects that CMake links to libhotshoe.so.
        .library(name: "HotShoeC", type: .static, targets: ["HotShoeC"]),
        .executable(name: "hotshoe", targets: ["hotshoe"]),
        .executable(name: "hotshoe-bindgen", targets: ["hotshoe-bindgen"]),
    ],
    targets: [
        // System libraries: a module map each, nothing else.
        .systemLibrary(name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
        .systemLibrary(name: "CLibEXIF", pkgConfig: "libexif", providers: [.apt(["libexif-dev"])]),
        .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        .systemLibrary(name: "CEventLoop"),
        .systemLibrary(name: "CTimex"),
        // No pkgConfig: it would link the library, which is loaded at run time instead (docs/adr/0007).
        .systemLibrary(name: "CDNSSD", providers: [.apt(["libavahi-compat-libdnssd-dev"])]),
        // The same (docs/adr/0009).
        .systemLibrary(name: "CLibUSB", providers: [.apt(["libusb-1.0-0-dev"])]),
        // The same (docs/adr/0027).
        .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        // The same (docs/adr/0032).
        .systemLibrary(name: "CMosquitto", providers: [.apt(["libmosquitto-dev"])]),
        // The server of `hotshoe serve` (docs/adr/0026); the library links neither.
        .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .systemLibrary(name: "CGnuTLS", pkgConfig: "gnutls", providers: [.apt(["libgnutls28-dev"])]),

        // From the ground up: a target imports only targets that stand above it.
        .target(name: "BindingSupport"),
        .target(name: "HotShoeSupport", dependencies: ["BindingSupport"]),
        .target(name: "Wording"),
        .target(name: "JSONText"),
        .target(name: "Exposure"),
        .target(name: "CameraModel", dependencies: ["CTimex", "HotShoeSupport", "Wording", "Exposure"]),
        .target(name: "PictureSaving", dependencies: ["HotShoeSupport", "Wording", "CameraModel"]),
        .target(name: "CameraRigs", dependencies: ["HotShoeSupport", "CameraModel", "PictureSaving"]),
        .target(name: "PTP"),
        .target(name: "PTPSession", dependencies: ["HotShoeSupport", "PTP"]),
        .target(name: "CameraReports", dependencies: ["HotShoeSupport", "JSONText", "PTP"]),
        .target(name: "Sockets", dependencies: ["CEventLoop", "HotShoeSupport"]),
        .target(name: "IPTransport", dependencies: ["HotShoeSupport", "PTP", "PTPSession", "Sockets"]),
        .target(name: "USBTransport", dependencies: ["CLibUSB", "HotShoeSupport", "PTP", "PTPSession"]),
        .target(name: "PTPProperties", dependencies: ["Exposure", "CameraModel", "PTP"]),
        .target(name: "CameraRecordings", dependencies: ["JSONText", "PTP", "CameraReports"]),
        .target(
            name: "PTPResponder",
            dependencies: [
                "HotShoeSupport", "Exposure", "CameraModel", "PTP", "PTPProperties", "CameraRecordings", "Sockets",
            ] + vendorProtocols
        ),
        .target(name: "ImageFormats", dependencies: ["CTurboJPEG", "CLibEXIF"]),
        .target(name: "PictureFiles", dependencies: ["CameraModel", "ImageFormats"]),
        .target(
            name: "DriverPTP",
            dependencies: [
                "HotShoeSupport", "CameraModel", "PTP", "PTPProperties", "PTPSession", "CameraReports", "ImageFormats",
                "PictureFiles",
            ]
        ),
        .target(
            name: "VendorKit",
            dependencies: ["HotShoeSupport", "CameraModel", "PTP", "PTPSession", "ImageFormats", "DriverPTP"]
        ),
        .target(name: "ServiceDiscovery", dependencies: ["HotShoeSupport", "CDNSSD"]),
        .target(name: "SSDP", dependencies: ["HotShoeSupport", "Sockets", "CExpat"]),
        .target(name: "HTTPTransport", dependencies: ["CCurl", "HotShoeSupport"]),
        .target(name: "BrokerTransport", dependencies: ["CMosquitto", "HotShoeSupport"]),
        .target(name: "BrokerMessages", dependencies: ["JSONText", "CameraModel"]),
        .target(name: "CameraMessages", dependencies: ["JSONText", "Exposure", "CameraModel"]),
        .target(
            name: "DriverRemote",
            dependencies: ["CameraMessages", "JSONText", "HTTPTransport", "HotShoeSupport", "CameraModel"]
        ),
        .target(
            name: "SimulatedCamera",
            dependencies: ["HotShoeSupport", "Exposure", "CameraModel", "ImageFormats", "PictureFiles"]
        ),
        .target(
            name: "HotShoe",
            dependencies: [
                "HotShoeSupport", "Exposure", "CameraModel", "CameraRigs", "PictureSaving", "PTP", "PTPProperties", "PTPSession",
                "Sockets",
                "IPTransport",
                "USBTransport", "DriverPTP", "ServiceDiscovery", "SSDP", "DriverRemote", "BrokerTransport", "BrokerMessages",
            ] + vendorDrivers
        ),
        .target(
            name: "CameraRecords",
            dependencies: ["JSONText", "Exposure", "CameraModel", "HotShoe"]
        ),
        .target(name: "WebServer", dependencies: ["CEventLoop", "CGnuTLS", "CMicroHTTPD", "HotShoeSupport", "Sockets"]),
        .target(name: "ServedPages", resources: [.embedInCode("API"), .embedInCode("Page")]),
        .target(
            name: "HotShoeServer",
            dependencies: [
                "BrokerMessages", "BrokerTransport", "CameraMessages", "CameraModel", "CameraRecords", "CameraRigs", "HotShoe",
                "HotShoeSupport", "JSONText", "ServedPages", "WebServer",
            ]
        ),
        .target(name: "ArgumentParsing", dependencies: ["Wording"]),
        .executableTarget(
            name: "hotshoe",
            dependencies: [
                "CQREncode", "ArgumentParsing", "Wording", "HotShoeSupport", "JSONText", "Exposure", "CameraModel",
                "CameraRigs", "PictureSaving",
                "PTP", "Sockets",
                "IPTransport", "USBTransport",
                "PTPResponder", "CameraRecordings",
                "ImageFormats",
                "SimulatedCamera", "ServiceDiscovery", "SSDP", "HotShoe", "CameraRecords", "HotShoeServer",
            ]
        ),

        // HotShoe for C: the header, and the Swift that is generated to stand behind it.
        .systemLibrary(name: "CHotshoeHeader", path: "include/hotshoe"),
        .target(
            name: "HotShoeC",
            dependencies: [
                "BindingRuntime", "BindingSupport", "CHotshoeHeader", "HotShoeSupport", "Exposure", "CameraModel",
                "CameraRigs", "PictureSaving",
                "SimulatedCamera", "HotShoe",
            ],
            path: "bindings/c/HotShoeC"
        ),

        // The generator of bindings: from a module's public API to the text of its bindings.
        .target(name: "BindingRuntime", dependencies: ["BindingSupport", "CEventLoop"]),
        .target(name: "BindingModel"),
        .target(name: "BindingExtraction", dependencies: ["BindingModel"]),
        .target(name: "BindingTexts", resources: [.embedInCode("Texts")]),
        .target(name: "BindingGenerator", dependencies: ["BindingModel", "BindingTexts"]),
        .executableTarget(
            name: "hotshoe-bindgen",
            dependencies: ["ArgumentParsing", "Wording", "BindingModel", "BindingExtraction", "BindingGenerator"]
        ),

        // Waits with a time limit and a name, threads that may block, temporary folders, and control of the USB rig.
        .target(name: "TestSupport", dependencies: ["CameraModel", "HotShoeSupport"]),
        .testTarget(name: "TestSupportTests", dependencies: ["TestSupport", "HotShoeSupport"]),

        // A camera with a fake driver and a virtual clock.
        .target(name: "FakeCamera", dependencies: ["CameraModel", "Exposure", "HotShoeSupport"]),

        // A made-up vendor: its protocol, its driver and its simulated body.
        .target(
            name: "MadeUpVendor",
            dependencies: [
                "VendorKit", "DriverPTP", "PTPResponder", "PTPProperties", "PTPSession", "PTP", "CameraModel", "HotShoeSupport",
            ]
        ),

        // Simulated bodies behind a socket with a vendor's driver, and recordings of what they receive.
        .target(
            name: "BodyRig",
            dependencies: [
                "DriverPTP", "PTPResponder", "CameraRecordings", "SimulatedCamera", "Sockets", "IPTransport", "PTPSession", "PTP",
                "CameraModel",
                "Exposure", "HotShoeSupport", "TestSupport",
            ]
        ),

        // A client over HTTP that is no part of the server.
        .target(name: "WebClient"),

        // A server over HTTP that answers by closures.
        .target(name: "AnsweringServer", dependencies: ["WebServer", "HotShoeSupport"]),

        .testTarget(name: "JSONTextTests", dependencies: ["JSONText"]),
        .testTarget(name: "CameraReportsTests", dependencies: ["CameraReports", "CameraRecordings", "JSONText", "PTP"]),
        .testTarget(name: "CameraRecordingsTests", dependencies: ["CameraRecordings", "CameraReports", "PTP", "TestSupport"]),

        .testTarget(name: "WordingTests", dependencies: ["Wording"]),
        .testTarget(name: "HotShoeSupportTests", dependencies: ["TestSupport", "BindingSupport", "HotShoeSupport"]),
        .testTarget(name: "ExposureTests", dependencies: ["Exposure"]),
        .testTarget(
            name: "CameraModelTests",
            dependencies: ["CameraModel", "Exposure", "HotShoeSupport", "FakeCamera", "TestSupport"]
        ),
        .testTarget(
            name: "PictureSavingTests",
            dependencies: ["PictureSaving", "CameraModel", "Exposure", "HotShoeSupport", "FakeCamera", "TestSupport"]
        ),
        .testTarget(
            name: "CameraRigsTests",
            dependencies: ["CameraRigs", "CameraModel", "Exposure", "HotShoeSupport", "FakeCamera", "TestSupport"]
        ),
        .testTarget(name: "PictureFilesTests", dependencies: ["PictureFiles", "CameraModel", "ImageFormats"]),
        .testTarget(name: "PTPTests", dependencies: ["PTP"]),
        .testTarget(name: "PTPSessionTests", dependencies: ["PTPSession", "PTP", "HotShoeSupport"]),
        .testTarget(
            name: "IPTransportTests",
            dependencies: ["Sockets", "IPTransport", "PTPSession", "PTP", "HotShoeSupport", "TestSupport"]
        ),
        .testTarget(
            name: "USBTransportTests",
            dependencies: [
                "TestSupport", "USBTransport", "CameraModel", "PTPSession", "PTP", "HotShoeSupport",
            ]
        ),
        .testTarget(
            name: "PTPResponderTests",
            dependencies: [
                "PTPResponder", "CameraRecordings", "SimulatedCamera", "CameraModel", "Exposure", "PTP", "PTPProperties",
                "MadeUpVendor", "DriverPTP",
                "Sockets", "IPTransport", "PTPSession", "HotShoeSupport", "TestSupport",
            ] + vendorProtocols
        ),
        .testTarget(name: "PTPPropertiesTests", dependencies: ["PTPProperties", "PTP", "CameraModel", "Exposure"]),
        .testTarget(
            name: "DriverPTPTests",
            dependencies: [
                "TestSupport", "USBTransport", "DriverPTP", "PTPResponder", "SimulatedCamera", "Sockets", "IPTransport",
                "PTPSession",
                "PTP", "CameraModel", "PictureSaving", "Exposure",
                "HotShoeSupport",
            ]
        ),
        .testTarget(
            name: "VendorKitTests",
            dependencies: [
                "MadeUpVendor", "VendorKit", "DriverPTP", "PTPProperties", "PTPSession", "PTP", "CameraModel", "HotShoeSupport",
                "TestSupport",
            ]
        ),
        .testTarget(name: "ImageFormatsTests", dependencies: ["ImageFormats"]),
        .testTarget(name: "ServiceDiscoveryTests", dependencies: ["ServiceDiscovery", "CDNSSD", "HotShoeSupport"]),
        .testTarget(name: "SSDPTests", dependencies: ["SSDP", "Sockets", "HotShoeSupport", "TestSupport"]),
        .testTarget(
            name: "SimulatedCameraTests",
            dependencies: [
                "SimulatedCamera", "CameraModel", "PictureSaving", "Exposure", "HotShoeSupport", "ImageFormats", "TestSupport",
            ]
        ),
        .testTarget(
            name: "HotShoeTests",
            dependencies: [
                "TestSupport", "HotShoe", "HotShoeServer", "Sockets", "IPTransport", "USBTransport", "PTP", "PTPProperties",
                "MadeUpVendor",
                "DriverPTP", "PTPResponder", "ServiceDiscovery", "SSDP", "SimulatedCamera", "CameraModel", "CameraRigs",
                "Exposure",
                "HotShoeSupport",
                "ImageFormats",
            ]
        ),
        .testTarget(
            name: "BindingRuntimeTests",
            dependencies: ["BindingRuntime", "BindingSupport", "HotShoeSupport", "TestSupport"]
        ),
        .testTarget(name: "BindingModelTests", dependencies: ["BindingModel"]),
        .testTarget(
            name: "BindingExtractionTests",
            dependencies: ["BindingExtraction", "BindingModel"],
            exclude: ["SymbolGraphs"]
        ),
        .testTarget(
            name: "BindingGeneratorTests",
            dependencies: ["BindingGenerator", "BindingModel", "BindingTexts"],
            exclude: ["Golden"]
        ),
        .testTarget(
            name: "BindgenTests",
            dependencies: ["hotshoe-bindgen", "ArgumentParsing", "BindingModel", "BindingExtraction", "BindingGenerator"]
        ),
        .executableTarget(
            name: "misuse-program",
            dependencies: ["ArgumentParsing", "BindingModel", "BindingExtraction", "BindingGenerator"]
        ),
        .testTarget(name: "CameraRecordsTests", dependencies: ["CameraRecords", "JSONText"]),
        .testTarget(
            name: "HotShoeServerTests",
            dependencies: [
                "HotShoeServer", "BrokerMessages", "ServedPages", "WebServer", "WebClient", "HotShoe", "SimulatedCamera",
                "CameraModel",
                "HotShoeSupport", "JSONText",
                "TestSupport",
            ]
        ),
        .testTarget(
            name: "WebServerTests",
            dependencies: ["AnsweringServer", "WebServer", "WebClient", "HotShoeSupport", "Sockets", "TestSupport"]
        ),
        .testTarget(
            name: "CameraMessagesTests",
            dependencies: ["CameraMessages", "CameraModel", "Exposure", "JSONText", "SimulatedCamera"]
        ),
        .testTarget(
            name: "DriverRemoteTests",
            dependencies: [
                "AnsweringServer", "DriverRemote", "CameraMessages", "HTTPTransport", "CameraModel", "HotShoeSupport", "JSONText",
                "TestSupport", "WebServer",
            ]
        ),
        .testTarget(name: "BrokerMessagesTests", dependencies: ["BrokerMessages", "CameraModel", "JSONText"]),
        .testTarget(
            name: "BrokerTransportTests",
            dependencies: ["BrokerTransport", "HotShoeSupport", "TestSupport"]
        ),
        .testTarget(
            name: "HTTPTransportTests",
            dependencies: ["AnsweringServer", "HTTPTransport", "HotShoeSupport", "TestSupport", "WebServer"]
        ),
        .testTarget(name: "ArgumentParsingTests", dependencies: ["ArgumentParsing", "TestSupport"]),
        .testTarget(
            name: "CommandLineTests",
            dependencies: [
                "hotshoe", "CameraRecords", "ArgumentParsing", "ServiceDiscovery", "Sockets", "IPTransport", "PTP",
                "PTPResponder",
                "CameraRecordings",
                "SimulatedCamera",
                "CameraModel",
                "PictureSaving",
                "Exposure",
                "HotShoeSupport",
                "HotShoe", "HotShoeServer",
                "ImageFormats", "TestSupport",
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// A vendor's targets: its protocol, its driver, and their tests.
for vendor in vendors {
    let (ptp, driver) = ("PTP\(vendor)", "Driver\(vendor)")
    package.targets += [
        .target(name: ptp, dependencies: ["Exposure", "CameraModel", "PTP", "PTPProperties"]),
        .target(
            name: driver,
            dependencies: [
                "HotShoeSupport", "Exposure", "CameraModel", "PTP", "PTPProperties", .target(name: ptp), "PTPSession",
                "PictureFiles",
                "DriverPTP", "VendorKit",
            ]
        ),
        .testTarget(
            name: "\(ptp)Tests",
            dependencies: [.target(name: ptp), "PTPProperties", "PTP", "CameraModel", "Exposure"]
        ),
        .testTarget(
            name: "\(driver)Tests",
            dependencies: [
                "BodyRig", .target(name: driver), "DriverPTP", "VendorKit", .target(name: ptp), "PTPProperties", "PTPResponder",
                "SimulatedCamera", "Sockets", "IPTransport", "PTPSession", "PTP", "CameraModel", "Exposure", "ImageFormats",
                "HotShoeSupport", "TestSupport",
            ],
            exclude: ["Traces"]
        ),
    ]
}

/// The folders of the targets: a layer each below Sources, and the same below Tests. Those of vendors follow from `vendors`.
let layers: [String: Set<String>] = [
    "System": [
        "CTurboJPEG", "CLibEXIF", "CExpat", "CEventLoop", "CDNSSD", "CLibUSB", "CCurl", "CMosquitto", "CMicroHTTPD", "CGnuTLS",
        "CQREncode", "CTimex",
    ],
    "Foundations": ["HotShoeSupport", "Wording", "JSONText", "ImageFormats"],
    "Model": ["Exposure", "CameraModel", "CameraRigs", "PictureSaving", "PictureFiles"],
    "Protocol": ["PTP", "PTPSession", "PTPProperties", "CameraReports"],
    "Transport": ["Sockets", "IPTransport", "USBTransport", "ServiceDiscovery", "SSDP", "HTTPTransport", "BrokerTransport"],
    "Remote": ["CameraMessages", "BrokerMessages", "DriverRemote"],
    "Vendors/Standard": ["DriverPTP", "VendorKit"],
    "Simulation": ["SimulatedCamera", "CameraRecordings", "PTPResponder"],
    "Library": ["HotShoe"],
    "Serving": ["WebServer", "CameraRecords", "ServedPages", "HotShoeServer"],
    "Bindings": [
        "BindingSupport", "BindingModel", "BindingTexts", "BindingExtraction", "BindingGenerator", "BindingRuntime", "Bindgen",
    ],
    "Tools": ["ArgumentParsing", "hotshoe", "hotshoe-bindgen", "misuse-program", "CommandLine"],
    "Rigs": ["TestSupport", "FakeCamera", "MadeUpVendor", "BodyRig", "WebClient", "AnsweringServer"],
].merging(vendors.map { ("Vendors/\($0)", ["PTP\($0)", "Driver\($0)"]) }) { $1 }
for target in package.targets where target.path == nil {
    let isTest = target.type == .test
    let subject = isTest ? String(target.name.dropLast("Tests".count)) : target.name
    guard let layer = layers.first(where: { $0.value.contains(subject) })?.key else {
        fatalError("\(target.name) is in no layer")
    }
    target.path = "\(isTest || layer == "Rigs" ? "Tests" : "Sources")/\(layer)/\(target.name)"
}

// Compiler options of all targets.
let upcoming = ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility", "InferIsolatedConformances"]
let developing = Context.environment["HOTSHOE_DEVELOPING"] != nil

/// Each module compiled as a whole in debug builds too. From nothing that takes a quarter less processor time, but an edit then
/// compiles its module again: for machines that build once.
let wholeModules = Context.environment["HOTSHOE_WHOLE_MODULES"] != nil

/// Generated thunks: the thunks' own rules keep them safe, and foreign threads know nothing of isolation.
let generated: Set<String> = ["HotShoeC"]

// No Swift test uses the thunks, which CMake's build compiles: debug builds without them save minutes. script/sanitize-bindings
// needs them.
if developing, Context.environment["HOTSHOE_THUNKS"] == nil {
    package.targets.removeAll { generated.contains($0.name) }
    package.products.removeAll { generated.contains($0.name) }
}

/// Drawn pictures and live view are most of what debug builds spend their time on: while developing, what draws them is optimized always.
let drawing: Set<String> = ["SimulatedCamera"]

/// Compiled for size in release builds: code that mostly waits for a camera. SimulatedCamera and ImageFormats are compiled for speed,
/// because drawing and encoding pictures would take 2.4 times the processor time, and so is every module on the way of a live view
/// frame from the socket to its consumer (docs/adr/0008).
let small: Set<String> = [
    "Exposure", "CameraRigs", "PictureSaving", "PictureFiles", "PTPProperties", "JSONText", "CameraReports", "DriverPTP",
    "ServiceDiscovery",
    "SSDP", "CameraMessages", "BrokerMessages", "DriverRemote", "HTTPTransport", "BrokerTransport", "HotShoe", "HotShoeC",
]

/// Generic code of these modules is specialised in the modules that use it.
let specialized: Set<String> = ["BindingSupport", "HotShoeSupport", "BindingRuntime"]

/// Large modules that only programs use. These and the programs come last, when little is left to compile beside them: an object for
/// each file, which both cores make.
let ofPrograms: Set<String> = [
    "WebServer", "CameraRecords", "HotShoeServer", "PTPResponder", "CameraRecordings", "BindingExtraction", "BindingGenerator",
]

/// Options of release builds (docs/adr/0020): a section for each function, so that a linker can remove those that are not used and merge
/// equal ones; one object for each module of the library; neither debug information nor checks of exclusive access. Without the
/// hash of each object, which depends on the folder of the sources (docs/packages.md).
func releaseSettings(_ target: Target) -> [SwiftSetting] {
    let name = target.name
    var flags = ["-enforce-exclusivity=unchecked"]
    for option in ["-function-sections", "-gnone", "-disable-incremental-llvm-codegen"] { flags += ["-Xfrontend", option] }
    if target.type != .executable, !ofPrograms.contains(name) { flags += ["-Xfrontend", "-enable-single-module-llvm-emission"] }
    if small.contains(name) || vendors.contains(where: { name == "Driver\($0)" }) { flags.append("-Osize") }
    if specialized.contains(name) { flags.append("-cross-module-optimization") }
    return [.unsafeFlags(flags, .when(configuration: .release))]
}

for target in package.targets where target.type != .system {
    if generated.contains(target.name) {
        target.swiftSettings =
            [.swiftLanguageMode(.v5), .enableExperimentalFeature("Lifetimes")] + releaseSettings(target)
        continue
    }
    var settings = target.swiftSettings ?? []
    settings += upcoming.map { .enableUpcomingFeature($0) }
    settings += [.strictMemorySafety(), .enableExperimentalFeature("Lifetimes")]
    if Context.environment["HOTSHOE_SANITIZER"] == "thread" { settings.append(.define("THREAD_SANITIZER")) }
    if developing { settings.append(.treatAllWarnings(as: .error, .when(configuration: .debug))) }
    if wholeModules {
        settings.append(.unsafeFlags(["-whole-module-optimization", "-num-threads", "2"], .when(configuration: .debug)))
    }
    if developing && drawing.contains(target.name) { settings.append(.unsafeFlags(["-O"], .when(configuration: .debug))) }
    target.swiftSettings = settings + releaseSettings(target)
}
