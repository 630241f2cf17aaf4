/// An error of a camera operation: its kind, the operation, and a message with advice.
///
/// Branch on ``code``; display ``message``.
public struct CameraError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure, by what the caller can do about it.
    public var code: Code
    /// One sentence for display: what failed, and what to do.
    public var message: String
    /// The operation that failed; nil if no camera was involved yet.
    public var operation: CameraOperation?
    /// The object of the operation: a property, a file, an address.
    public var subject: String?
    /// The device's response; nil if there was none.
    public var response: DeviceResponse?

    private var causes: [CameraError] = []

    /// Creates an error. See the properties for the meaning of the parameters.
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

    /// The error that caused this one; nil if there is none.
    public var cause: CameraError? {
        get { causes.first }
        set { causes = newValue.map { [$0] } ?? [] }
    }

    /// The subject or the operation, followed by the message.
    public var description: String {
        let what = subject ?? operation?.description
        return what.map { "\($0): \(message)" } ?? message
    }

    /// A device's response code.
    public struct DeviceResponse: Sendable, Hashable, CustomStringConvertible {
        /// The list that defines the code, such as "PTP" or a vendor's name.
        public var domain: String
        /// The response code.
        public var code: UInt32
        /// The code's name in its standard; nil if it has none.
        public var name: String?

        /// Creates a response code of a list.
        public init(domain: String, code: UInt32, name: String? = nil) {
            self.domain = domain
            self.code = code
            self.name = name
        }

        /// The code in hexadecimal, with its list and its name, such as "PTP 0x2019 (DeviceBusy)".
        public var description: String {
            let digits = String(code, radix: 16, uppercase: true)
            let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            return name.map { "\(domain) 0x\(padded) (\($0))" } ?? "\(domain) 0x\(padded)"
        }
    }
}

extension CameraError {
    /// Kinds of failure. The numbers are part of the C interface and never change.
    public enum Code: Int32, Sendable, Hashable, CaseIterable {
        /// The camera is not connected: connect, then try again.
        case notConnected = 1
        /// The connection was lost before the operation was complete.
        case connectionLost = 2
        /// The camera, or another device at its address, refused the connection.
        case connectionRefused = 3
        /// The user name, password or code was wrong, or there was no handler to provide it.
        case authenticationFailed = 4
        /// The camera no longer knows this computer: pair again.
        case pairingRequired = 5
        /// The caller's task or the user cancelled the operation.
        case cancelled = 6
        /// The operation exceeded its time limit. It may still take effect.
        case timedOut = 7
        /// The camera is busy with another request: try again shortly.
        case busy = 8
        /// An argument is invalid in every state of the camera.
        case invalidArgument = 9
        /// The value is not among those that the camera accepts now.
        case invalidValue = 10
        /// The camera supports this, but not in its present state or mode.
        case notAvailable = 11
        /// This camera does not support this.
        case notSupported = 12
        /// Another command category must be active first.
        case wrongCategory = 13
        /// The user must operate a dial or switch on the camera.
        case needsPhysicalInteraction = 14
        /// Live view must be running first.
        case needsLiveView = 15
        /// The camera is recording video: stop the recording first.
        case recordingInProgress = 16
        /// Autofocus did not find focus.
        case focusFailed = 17
        /// The lens is at the end of its travel.
        case focusDidNotMove = 18
        /// There is no card, or it cannot be read or written.
        case cardError = 19
        /// The card is full.
        case storageFull = 20
        /// The item or the card is write-protected.
        case writeProtected = 21
        /// The file, folder, storage or camera does not exist.
        case notFound = 22
        /// The file exists, but has no thumbnail, preview or metadata.
        case noData = 23
        /// The data exceeds the available memory or a limit.
        case tooLarge = 24
        /// The camera violated the protocol.
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
        /// The operating system denies this user access to the camera: the message contains the remedy.
        case permissionDenied = 31
        /// The clock of a computer may be further off than permitted, or is not synchronized.
        case clockUncertain = 32
        /// The time for which this was requested had passed. It has no effect.
        case timePassed = 33
    }
}

extension CameraError.Code {
    /// The case as lower-case words, for a message: "focus failed".
    package var words: String {
        String("\(self)".flatMap { $0.isUppercase ? [" ", Character($0.lowercased())] : [$0] })
    }
}
