import HotShoeSupport
import PTP

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

    /// Number under which the pairing is stored: no property has it.
    private static let pairing: UInt32 = 0xFFFF_FFFF

    /// Whether the body has ever been unpaired: others have no operations for pairing.
    var pairs: Bool { self[Self.pairing] != nil }

    /// Whether the body accepts no computer before it has been paired with it.
    var isUnpaired: Bool {
        get { self[Self.pairing] == [1] }
        set { self[Self.pairing] = [newValue ? 1 : 0] }
    }

    /// Returns the stored value of a property; nil if it has never been set.
    func content<Content: VendorContent>(of code: DevicePropCode) -> Content? {
        self[UInt32(code.rawValue)].flatMap { Content(stored: $0, of: code) }
    }

    /// Stores the value of a property. A value without a stored form has no effect.
    func store(_ content: some VendorContent, of code: DevicePropCode) {
        if let bytes = content.stored { self[UInt32(code.rawValue)] = bytes }
    }
}
