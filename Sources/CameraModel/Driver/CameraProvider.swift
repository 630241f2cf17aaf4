public import HotShoeSupport

/// Finds cameras of one kind, or reached one way. What a plugin implements.
///
/// A provider says what it sees and nothing more: that cameras are not listed twice, that one provider's trouble is not
/// the others', that a camera stays the same object, is seen to by whoever runs the providers. It must be **thread-safe**.
public protocol CameraProvider: AnyObject, Sendable {
    /// Tells the provider from the others, such as "simulated"; lower case, no spaces.
    var identifier: String { get }

    /// The version of this interface that the provider was compiled against: ``PluginInterface/current``, written into the
    /// plugin by its compiler.
    var interfaceVersion: PluginInterface { get }

    /// Looks for cameras until the task is cancelled, and tells `sink`.
    ///
    /// Runs on a thread of its own, which it may block. What it throws is shown to the user, once, and the provider is
    /// started again after a while.
    func discover(_ sink: any DiscoverySink) async throws(CameraError)

    /// The camera at an address that the user gave; nil if the address is not of this provider's kind. May answer without
    /// having reached it: connecting will tell.
    func camera(at address: CameraAddress) async throws(CameraError) -> DiscoveredCamera?
}

extension CameraProvider {
    public var interfaceVersion: PluginInterface { .current }

    public func camera(at address: CameraAddress) async throws(CameraError) -> DiscoveredCamera? { nil }
}

/// A version of what plugins implement.
public struct PluginInterface: Sendable, Hashable, CustomStringConvertible {
    /// Counts changes that break plugins.
    public var major: Int
    /// Counts additions.
    public var minor: Int

    public init(major: Int, minor: Int) {
        self.major = major
        self.minor = minor
    }

    /// The version that this library offers.
    public static let current = PluginInterface(major: 1, minor: 0)

    /// Whether a plugin that was compiled against `other` can be used.
    public func canUse(_ other: PluginInterface) -> Bool { major == other.major && minor >= other.minor }

    public var description: String { "\(major).\(minor)" }
}

/// A camera that a provider sees, and how to make a driver for it.
public struct DiscoveredCamera: Sendable {
    public var description: CameraDescription
    /// What the driver's deadlines are measured by.
    public var time: any TimeSource
    /// Makes the driver; called when somebody first wants the camera.
    public var makeDriver: @Sendable () -> any CameraDriver

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

/// Why a camera is not seen any more.
public enum DiscoveryLoss: String, Sendable, Hashable, CaseIterable {
    /// It said goodbye, was unplugged, or does not answer.
    case gone
    /// It is there, but serves somebody else.
    case takenByAnotherClient = "taken by another client"
    /// Its provider failed or was stopped.
    case providerStopped = "search stopped"
}

/// Where a provider says what it sees. **Thread-safe**; nothing here waits.
public protocol DiscoverySink: Sendable {
    /// What this program wants to be called on the cameras' displays; short.
    var clientName: String { get }

    /// A camera is there, or what is known of it has changed.
    func found(_ camera: DiscoveredCamera)

    /// A camera is not seen any more.
    func lost(_ camera: CameraIdentifier, _ reason: DiscoveryLoss)

    /// Everything that was there at the start has been found.
    func caughtUp()
}
