import HotShoeSupport
import PTP

/// Settings of a simulated body that the camera behind it does not have. They persist after the initiator has disconnected.
/// **Thread-safe.**
package final class BodyMemory: Sendable {
    /// Guards the settings, by number.
    private let contents = Guarded<[UInt32: [UInt8]]>([:])

    /// Guards the state of the camera of a file, with what was set; nil for other bodies, and before the first client.
    let recorded = Guarded<RecordedDevice?>(nil)

    init() {}

    package subscript(number: UInt32) -> [UInt8]? {
        get { contents.withLock { $0[number] } }
        set { contents.withLock { $0[number] = newValue } }
    }

    /// Number under which the pairing is stored: no property has it.
    private static let pairing: UInt32 = 0xFFFF_FFFF

    /// Whether the body has ever been unpaired: others have no operations for pairing.
    package var pairs: Bool { self[Self.pairing] != nil }

    /// Whether the body accepts no computer before it has been paired with it.
    package var isUnpaired: Bool {
        get { self[Self.pairing] == [1] }
        set { self[Self.pairing] = [newValue ? 1 : 0] }
    }

    /// Bit of the numbers under which the listed values of properties are stored.
    private static let lists: UInt32 = 0x8000_0000

    /// Returns the numbers of 32 bits that were stored as the list of a property; empty if none were.
    func numbers(listedFor code: DevicePropCode) -> [DataValue] {
        let bytes = self[UInt32(code.rawValue) | Self.lists] ?? []
        return stride(from: 0, to: bytes.count - bytes.count % 4, by: 4).compactMap { start in
            let number = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[start + $1]) << (8 * UInt32($1)) }
            return DataValue.integer(number, as: .uint32)
        }
    }

    /// Stores the listed numbers of 32 bits of a property.
    func store(_ listed: [DataValue], listedFor code: DevicePropCode) {
        self[UInt32(code.rawValue) | Self.lists] = listed.flatMap { value -> [UInt8] in
            guard let number: UInt32 = value.integer() else { return [] }
            return (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) }
        }
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
