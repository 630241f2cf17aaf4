import HotShoeSupport

/// Settings of a simulated body that the camera behind it does not have. They persist after the initiator has disconnected.
/// **Thread-safe.**
final class BodyMemory: Sendable {
    /// Guards the settings, by number.
    private let contents = Guarded<[UInt32: [UInt8]]>([:])

    init() {}

    subscript(number: UInt32) -> [UInt8]? {
        get { contents.withLock { $0[number] } }
        set { contents.withLock { $0[number] = newValue } }
    }
}
