/// What went wrong, at which camera operation, and what to do about it.
///
/// Branch on ``code``; show ``message``.
public struct CameraError: Error, Sendable, CustomStringConvertible {
    /// What kind of failure, by what a caller would do next.
    public var code: Code
    /// One sentence for a person: what failed, and what to do.
    public var message: String
    /// What was being done; nil where no camera was involved yet.
    public var operation: CameraOperation?
    /// What it was being done to: a property, a file, an address.
    public var subject: String?
    /// The answer of the device, where there was one.
    public var response: DeviceResponse?

    private var causes: [CameraError] = []

    /// Describes a failure.
    public init(
        _ code: Code,
        _ message: String,
        operation: CameraOperation? = nil,
        subject: String? = nil,
        response: DeviceResponse? = nil,
        cause: CameraError? = nil
    ) {
        self.code = code
        self.message = message
        self.operation = operation
        self.subject = subject
        self.response = response
        self.cause = cause
    }

    /// The failure that led to this one.
    public var cause: CameraError? {
        get { causes.first }
        set { causes = newValue.map { [$0] } ?? [] }
    }

    public var description: String {
        let what = subject ?? operation?.description
        return what.map { "\($0): \(message)" } ?? message
    }

    /// The raw answer of a device.
    public struct DeviceResponse: Sendable, Hashable, CustomStringConvertible {
        /// Whose code it is, such as "PTP" or a maker's name.
        public var domain: String
        public var code: UInt32
        /// The code's name in its standard, where it has one.
        public var name: String?

        /// A device's code, with the name of the list it is from.
        public init(domain: String, code: UInt32, name: String? = nil) {
            self.domain = domain
            self.code = code
            self.name = name
        }

        public var description: String {
            let digits = String(code, radix: 16, uppercase: true)
            let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            return name.map { "\(domain) 0x\(padded) (\($0))" } ?? "\(domain) 0x\(padded)"
        }
    }
}

extension CameraError {
    /// The kinds of failure. Numbers are part of the C interface and never change.
    public enum Code: Int32, Sendable, Hashable, CaseIterable {
        /// The camera is not connected: connect, then try again.
        case notConnected = 1
        /// The link broke, or the camera went away, before the operation was done.
        case connectionLost = 2
        /// The camera, or whoever answers at its address, refused the connection.
        case connectionRefused = 3
        /// Name, password or code were wrong, or nobody was there to give them.
        case authenticationFailed = 4
        /// The camera has forgotten this computer: pair again.
        case pairingRequired = 5
        /// The caller's task, or the user, gave it up.
        case cancelled = 6
        /// It took longer than was allowed. It may still happen.
        case timedOut = 7
        /// The camera is doing something else: try again in a moment.
        case busy = 8
        /// An argument makes no sense whatever the state of the camera.
        case invalidArgument = 9
        /// The value is not among those that the camera accepts now.
        case invalidValue = 10
        /// The camera can do this, but not in its present state or mode.
        case notAvailable = 11
        /// This camera cannot do this at all.
        case notSupported = 12
        /// Another command category must be active first.
        case wrongCategory = 13
        /// Somebody has to turn a dial or flip a switch on the camera.
        case needsPhysicalInteraction = 14
        /// Live view must be running first.
        case needsLiveView = 15
        /// The camera is recording video: stop that first.
        case recordingInProgress = 16
        /// Autofocus found nothing to hold on to.
        case focusFailed = 17
        /// The lens is at the end of its travel.
        case focusDidNotMove = 18
        /// There is no card, or it cannot be read or written.
        case cardError = 19
        /// The card is full.
        case storageFull = 20
        /// The item or the card is protected.
        case writeProtected = 21
        /// There is no such file, folder, storage or camera.
        case notFound = 22
        /// The file is there, but it has no thumbnail, preview or metadata.
        case noData = 23
        /// It does not fit into memory or into a limit.
        case tooLarge = 24
        /// The other side broke the rules of the protocol.
        case protocolFailure = 25
        /// The camera's firmware is too old for this.
        case firmwareTooOld = 26
        /// A file on this computer could not be read or written.
        case fileSystem = 27
        /// The transport in use does not allow this: use another.
        case disallowedByTransport = 28
        /// The battery is too low for this.
        case batteryLow = 29
        /// A defect of HotShoe or of a plugin: please report it.
        case internalFailure = 30
        /// The system does not let this user reach the camera: the message says what to change.
        case permissionDenied = 31
    }
}
