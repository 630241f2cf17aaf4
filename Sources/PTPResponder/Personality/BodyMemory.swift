import HotShoeSupport

/// Settings that a pretended body has and the camera behind it has not: they stay when the initiator goes. **Thread-safe.**
final class BodyMemory: Sendable {
    /// Guards what is kept, by number.
    private let contents = Guarded<[UInt32: [UInt8]]>([:])

    init() {}

    subscript(number: UInt32) -> [UInt8]? {
        get { contents.withLock { $0[number] } }
        set { contents.withLock { $0[number] = newValue } }
    }
}
