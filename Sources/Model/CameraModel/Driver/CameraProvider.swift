public import HotShoeSupport

/// Discovers cameras of one kind or on one transport. Implemented by plugins.
///
/// A provider reports only the cameras that it sees. Discovery merges duplicates, isolates providers from each other's
/// failures, and keeps one object for each camera. A provider must be **thread-safe**.
public protocol CameraProvider: AnyObject, Sendable {
    /// Identifies the provider, such as "simulated"; lower case, without spaces.
    var identifier: String { get }

    /// The version of this interface that the provider was compiled against: ``PluginInterface/current``, compiled into the
    /// plugin.
    var interfaceVersion: PluginInterface { get }

    /// Looks for cameras until the task is cancelled, and reports them to `sink`.
    ///
    /// Runs on its own thread, which it may block. An error that it throws is shown to the user once, and the provider is
    /// started again later.
    func discover(_ sink: any DiscoverySink) async throws(CameraError)

    /// Returns the camera at an address that the user entered; nil if the provider does not handle this kind of address. The
    /// provider need not have reached the camera: connecting will fail if there is none.
    func camera(at address: CameraAddress) async throws(CameraError) -> DiscoveredCamera?
}

extension CameraProvider {
    /// The version that this library offers.
    public var interfaceVersion: PluginInterface { .current }

    /// Returns nil.
    public func camera(at address: CameraAddress) async throws(CameraError) -> DiscoveredCamera? { nil }
}

/// A version of the interface that plugins implement.
public struct PluginInterface: Sendable, Hashable, CustomStringConvertible {
    /// Incremented by changes that break plugins.
    public var major: Int
    /// Incremented by additions.
    public var minor: Int

    /// Creates a version.
    public init(major: Int, minor: Int) {
        self.major = major
        self.minor = minor
    }

    /// The version that this library offers.
    public static let current = PluginInterface(major: 2, minor: 0)

    /// Returns whether a plugin that was compiled against `other` can be used.
    public func canUse(_ other: PluginInterface) -> Bool { major == other.major && minor >= other.minor }

    /// "2.0".
    public var description: String { "\(major).\(minor)" }
}

/// A camera that a provider has discovered, with a factory for its driver.
public struct DiscoveredCamera: Sendable {
    /// Facts that are known without a connection.
    public var description: CameraDescription
    /// Clock for the driver's deadlines.
    public var time: any TimeSource
    /// Creates the driver; called when the camera is used for the first time.
    public var makeDriver: @Sendable () -> any CameraDriver

    /// Creates a discovered camera.
    ///
    /// - Parameters:
    ///   - description: facts that are known without a connection.
    ///   - time: the clock for the driver's deadlines.
    ///   - makeDriver: creates the driver; is called when the camera is used for the first time.
    public init(
        _ description: CameraDescription,
        time: any TimeSource = SystemClock.shared,
        makeDriver: @escaping @Sendable () -> any CameraDriver
    ) {
        self.description = description
        self.time = time
        self.makeDriver = makeDriver
    }
}

/// Reason why a camera is no longer discovered.
public enum DiscoveryLoss: String, Sendable, Hashable, CaseIterable {
    /// It announced its end, was unplugged, or does not answer.
    case disappeared
    /// It is present, but another client uses it.
    case takenByAnotherClient = "taken by another client"
    /// Its provider failed or was stopped.
    case providerStopped = "search stopped"
}

/// Receives the reports of a provider. **Thread-safe**; no call blocks.
public protocol DiscoverySink: Sendable {
    /// Name under which cameras show this program on their displays; short.
    var clientName: String { get }

    /// Reports a camera that is present, or a change of its description.
    func found(_ camera: DiscoveredCamera)

    /// Reports that a camera is no longer present.
    func lost(_ camera: CameraIdentifier, _ reason: DiscoveryLoss)

    /// Reports that all cameras that were present at the start have been found.
    func caughtUp()
}
