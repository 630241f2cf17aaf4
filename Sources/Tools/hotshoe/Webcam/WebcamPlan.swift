/// The places at which this computer can offer a camera to other programs.
struct WebcamPlaces: Equatable, Sendable {
    /// A video device of v4l2loopback.
    struct Device: Equatable, Sendable {
        var path: String
        var isWritable: Bool
    }

    /// The devices of v4l2loopback, by their numbers.
    var devices: [Device] = []
    /// Whether PipeWire runs in the user's session.
    var hasPipeWire = false
    /// The path of the program hotshoe-webcam; nil if it is not installed.
    var program: String?
}

/// The outputs of `hotshoe webcam`. Pure.
struct WebcamPlan: Equatable, Sendable {
    /// `--to`.
    enum Kind: String, CaseIterable, Sendable {
        case auto, v4l2, pipewire
    }

    /// What the options request.
    struct Request: Equatable, Sendable {
        /// Nil for no camera, only streams.
        var kind: Kind? = .auto
        /// `--device`.
        var device: String?
        var rtsp: ServerAddress?
        var hls: String?
        var rate = 30.0
        var size: String?
    }

    /// Path of the program that is started.
    let program: String
    /// The device of v4l2loopback that pictures are written to.
    private(set) var device: String?
    private(set) var usesPipeWire = false
    let request: Request

    /// Chooses the outputs.
    ///
    /// - Throws: a failure that names what to install or to load.
    init(_ request: Request, _ places: WebcamPlaces) throws(CommandFailure) {
        guard let program = places.program else { throw Self.missingProgram }
        self.program = program
        self.request = request
        switch request.kind {
        case nil: break
        case .v4l2: device = try Self.device(request.device, places)
        case .pipewire:
            guard places.hasPipeWire else { throw Self.missingPipeWire }
            usesPipeWire = true
        case .auto:
            if request.device != nil || places.devices.contains(where: \.isWritable) {
                device = try Self.device(request.device, places)
            } else if places.hasPipeWire {
                usesPipeWire = true
            } else {
                throw places.devices.first.map { Self.notWritable($0.path) } ?? Self.missingPlaces
            }
        }
    }

    /// The arguments of the program; `name` is the one that other programs show.
    func arguments(name: String) -> [String] {
        var words = ["--rate=\(request.rate)"]
        if let size = request.size { words.append("--size=\(size)") }
        if let device { words.append("--v4l2=\(device)") }
        if usesPipeWire { words.append("--pipewire=\(name)") }
        if let rtsp = request.rtsp { words.append("--rtsp=\(rtsp.text)") }
        if let hls = request.hls { words.append("--hls=\(hls)") }
        return words
    }

    private static func device(_ wanted: String?, _ places: WebcamPlaces) throws(CommandFailure) -> String {
        guard let wanted else {
            guard let first = places.devices.first else { throw missingModule }
            guard let writable = places.devices.first(where: \.isWritable) else { throw notWritable(first.path) }
            return writable.path
        }
        guard let device = places.devices.first(where: { $0.path == wanted }) else {
            guard !places.devices.isEmpty else { throw missingModule }
            let paths = places.devices.map(\.path).joined(separator: ", ")
            throw CommandFailure(.storage, wanted, "This is no device of v4l2loopback. There is \(paths).")
        }
        guard device.isWritable else { throw notWritable(wanted) }
        return wanted
    }

    // MARK: What is missing

    private static let module =
        "sudo apt install v4l2loopback-dkms && sudo modprobe v4l2loopback exclusive_caps=1 card_label=HotShoe"

    private static var missingProgram: CommandFailure {
        CommandFailure(.failure, nil, "The program hotshoe-webcam is missing: install the package hotshoe-webcam.")
    }

    private static var missingModule: CommandFailure {
        CommandFailure(.failure, nil, "There is no device of v4l2loopback: run `\(module)`.")
    }

    private static var missingPipeWire: CommandFailure {
        CommandFailure(
            .failure,
            nil,
            "PipeWire does not run in this session: install the packages pipewire and wireplumber, and log in again."
        )
    }

    private static var missingPlaces: CommandFailure {
        CommandFailure(
            .failure,
            nil,
            "There is neither a device of v4l2loopback nor PipeWire in this session: run `\(module)`, or install the packages pipewire and wireplumber."
        )
    }

    private static func notWritable(_ path: String) -> CommandFailure {
        CommandFailure(
            .permission,
            path,
            "This user may not write to the device: run `sudo usermod -aG video $USER`, and log in again."
        )
    }
}

/// An address at which a server listens: a host and a port. Pure.
struct ServerAddress: Equatable, Sendable {
    let host: String
    let port: UInt16

    /// Parses `PORT`, `HOST:PORT` or `[HOST]:PORT`; without a host it is 127.0.0.1. Nil for other texts.
    init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":") else {
            guard let port = UInt16(text), port > 0 else { return nil }
            (host, self.port) = ("127.0.0.1", port)
            return
        }
        var host = text[..<colon]
        guard let port = UInt16(text[text.index(after: colon)...]), port > 0 else { return nil }
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
            guard host.contains(":") else { return nil }
        } else if host.contains(":") {
            return nil
        }
        guard !host.isEmpty, Self.isIPv4(host) || !Self.isNumeric(host) else { return nil }
        (self.host, self.port) = (String(host), port)
    }

    /// Whether a host is made of digits and dots, as only addresses of IPv4 are.
    private static func isNumeric(_ host: some StringProtocol) -> Bool {
        host.allSatisfy { $0 == "." || ("0"..."9").contains($0) }
    }

    /// Whether a text is an address of IPv4.
    private static func isIPv4(_ host: some StringProtocol) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && isNumeric(host) && parts.allSatisfy { UInt8($0) != nil }
    }

    /// Whether only this computer reaches it.
    var isLocal: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") && Self.isIPv4(host) }

    /// `HOST:PORT`, with brackets for IPv6.
    var text: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

/// The password that clients of the RTSP stream need.
struct RTSPPassword: Equatable, Sendable {
    let text: String
    /// Whether it was made here, so that the user has to learn it.
    let isMade: Bool

    /// Nil if none is needed: without RTSP, and at an address that only this computer reaches.
    init?(for address: ServerAddress?, given: String?) {
        guard let address else { return nil }
        if let given, !given.isEmpty {
            (text, isMade) = (given, false)
        } else if address.isLocal {
            return nil
        } else {
            let letters = Array("abcdefghijkmnpqrstuvwxyz23456789")
            (text, isMade) = (String((0..<16).map { _ in letters.randomElement()! }), true)
        }
    }
}
